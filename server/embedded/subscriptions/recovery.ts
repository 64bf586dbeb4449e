/** Finishes half-done work: purchases without a create call, authorizations without consent, charges in flight. */
import { NO_ADDRESS } from "../../wire/billing/purchase.ts";
import { type Buyer, parseBuyer } from "./checkout/buyer.ts";
import type { ChargeRow, CheckoutRow } from "./db/tables.ts";
import { cancelCheckout } from "./checkout/cancel_checkout.ts";
import { type ConsentRow, findConsent } from "./consents/consents.ts";
import {
  COMPLETE_AFTER_MS,
  FORGET_CHECKOUT_AFTER_MS,
  RECOVERY_RETRY_MAX_MS,
  STALE_CHARGE_MS,
  VOID_AFTER_MS,
} from "./context/constants.ts";
import { completePurchase } from "./checkout/create.ts";
import { emailDecline } from "./checkout/decline_email.ts";
import type { SubscriptionContext } from "./context/context.ts";
import { forEachDueRow, forEachRow } from "./db/for_each_row.ts";
import { UNFINISHED } from "./db/statuses.ts";
import { completeAddOn } from "./addons/complete_add_on.ts";
import { endLease, takeLease } from "./billing/claim_due.ts";
import { newId } from "./db/ids.ts";
import { completeRenewal } from "./billing/complete_renewal.ts";

const BATCH = 100;
/** Reconciles checkouts whose buyer did not return, at growing intervals. Returns how many it finished. */
export async function recoverCheckouts(context: SubscriptionContext): Promise<number> {
  const { db, clock } = context;
  const nowMs = clock.now();
  // The previous release writes no due time; its youngest rows belong to their page like all others.
  const rows = await db.selectFrom("subs_checkouts").selectAll().where("state", "in", UNFINISHED)
    .where("next_ms", "<=", nowMs).where("created_ms", "<=", nowMs - COMPLETE_AFTER_MS).orderBy("next_ms")
    .limit(BATCH).execute();
  const work = async (row: CheckoutRow) => {
    try {
      return await recoverCheckout(context, row);
    } catch (error) {
      // Behind all that are due: checkouts that fail at every run would fill the batch.
      await postpone(context, row, Math.min(nowMs - row.created_ms, RECOVERY_RETRY_MAX_MS));
      throw error;
    }
  };
  return await forEachRow(context, {
    job: "subscriptions-checkouts",
    rows,
    idOf: ({ execution_id }) => execution_id,
    work,
  });
}

/** Reconciles one checkout. True when it is finished: completed or voided. Otherwise it is due again later. */
export async function recoverCheckout(context: SubscriptionContext, row: CheckoutRow): Promise<boolean> {
  const { db, api, clock } = context;
  const ageMs = clock.now() - row.created_ms;
  const execution = await api.read(row.execution_id);
  const consent = await findConsent(db, row);
  const buyer = parseBuyer(row) ?? buyerFromConsent(consent);
  const pageHasMs = row.buyer_json === "" ? timeOfPage(execution, clock.now()) : 0;
  if (pageHasMs > 0 && buyer !== undefined) {
    await postpone(context, row, pageHasMs);
    return false;
  }
  if (execution.state === "successful" && buyer !== undefined) {
    const instrument = { executionId: row.execution_id, paymentInstrumentId: execution.paymentInstrumentId };
    const purchase = { checkout: row, instrument, buyer };
    const answer = await context.singleFlight(`create ${row.execution_id}`, () => completePurchase(context, purchase));
    if (answer.error === "") return true;
  }
  if (execution.state === "failed") await emailDecline(context, { row, execution, consent, buyer });
  if (row.state === "completing" && execution.state === "cancelled" && row.next_ms <= clock.now()) {
    // Its server died, and the money has gone back since. A create call that continues after all writes nothing.
    await cancelCheckout(context, row.execution_id, "voided", "completing");
    return true;
  }
  const isOver = ageMs >= FORGET_CHECKOUT_AFTER_MS || (execution.state === "successful" && ageMs >= VOID_AFTER_MS);
  if (!isOver || row.state === "completing") {
    await postpone(context, row, ageMs);
    return false;
  }
  await cancelCheckout(context, row.execution_id, "voided");
  return true;
}

/** The page never made its create call, so the address of its consent is all there is. */
function buyerFromConsent(consent: ConsentRow | undefined): Buyer | undefined {
  if (consent === undefined || consent.email === "") return undefined;
  return { email: consent.email, attribution: {}, address: NO_ADDRESS };
}

interface Approval {
  readonly state: string;
  readonly approvedMs: number | undefined;
}

/**
 * How much longer the page is expected to make the create call after an approval; that call carries more than the
 * consent: the buyer's address and where they came from. 0 once the time is over.
 */
function timeOfPage({ state, approvedMs }: Approval, nowMs: number): number {
  if (state !== "successful" || approvedMs === undefined) return 0;
  const sinceMs = nowMs - approvedMs;
  // A provider's wrong clock delays no purchase.
  return sinceMs < -COMPLETE_AFTER_MS ? 0 : Math.max(0, COMPLETE_AFTER_MS - Math.max(0, sinceMs));
}

async function postpone({ db, clock }: SubscriptionContext, row: CheckoutRow, byMs: number): Promise<void> {
  await db.updateTable("subs_checkouts").set({ next_ms: clock.now() + byMs })
    .where("execution_id", "=", row.execution_id).where("state", "in", UNFINISHED).execute();
}

/**
 * Reconciles charges whose answer was lost, by calling again with their keys. Refused operations wait for their retry.
 */
export async function recoverCharges(context: SubscriptionContext): Promise<number> {
  const { db, clock } = context;
  const nowMs = clock.now();
  const stale = db.selectFrom("subs_charges").selectAll().where("state", "=", "sending")
    .where("created_ms", "<=", nowMs - STALE_CHARGE_MS)
    .where(({ exists, not, selectFrom }) =>
      not(exists(
        selectFrom("subs_moves as m").select("m.kind").whereRef("m.execution_id", "=", "subs_charges.execution_id")
          .where("m.settled_ms", "is", null).where("m.next_ms", ">", nowMs),
      ))
    ).orderBy("created_ms").limit(BATCH);
  return await forEachDueRow(context, {
    job: "subscriptions-charges",
    read: (tried) => stale.$if(tried.length > 0, (query) => query.where("id", "not in", tried)).execute(),
    work: (charge) => recoverCharge(context, charge),
  });
}

async function recoverCharge(context: SubscriptionContext, charge: ChargeRow): Promise<boolean> {
  if (charge.kind === "renewal") return await recoverRenewal(context, charge);
  const subscription = await context.db.selectFrom("subs_subscriptions").selectAll()
    .where("id", "=", charge.subscription_id).executeTakeFirstOrThrow();
  await context.singleFlight(`add-on ${charge.id}`, () => completeAddOn(context, charge, subscription));
  return true;
}

/**
 * Only with the plan's lease: a server that has it charges the card now, perhaps with the member, whose bank then asks
 * them. A retry keeps the time of the first attempt, so that it looks stale from the beginning.
 */
async function recoverRenewal(context: SubscriptionContext, { id, subscription_id }: ChargeRow): Promise<boolean> {
  const lease = { subscriptionId: subscription_id, holder: newId("lease") };
  if (!await takeLease(context, lease)) return false;
  try {
    // The server that had the lease before may have finished this attempt, and begun another.
    const charge = await context.db.selectFrom("subs_charges").selectAll().where("id", "=", id)
      .where("state", "=", "sending").executeTakeFirst();
    if (charge === undefined) return false;
    await completeRenewal(context, charge);
    return true;
  } finally {
    await endLease(context, lease);
  }
}
