/** Pays a renewal that was declined, at once and while the member is present, so that their bank can ask them. */
import type { SubscriptionContext } from "../context/context.ts";
import type { Problem } from "../context/refusals.ts";
import { newId } from "../db/ids.ts";
import { LIVE } from "../db/statuses.ts";
import type { ChargeRow } from "../db/tables.ts";
import type { PreparedSession } from "../payments_client/execution.ts";
import { isSentenceCode } from "../../../wire/site/refusal.ts";
import { claimDue, takeLease } from "./claim_due.ts";
import { completeRenewal } from "./complete_renewal.ts";

export interface RenewalPayment {
  /** Empty once the renewal is paid. */
  readonly problem: Problem;
  /** Session in which a page opens the 3-D Secure challenge. The same call afterwards says how the payment ended. */
  readonly approval?: PreparedSession["session"] | undefined;
}

/**
 * Charges the renewal that is due to the plan's card, whose lease `holder` may have. A repeat, such as after the
 * challenge or a lost answer, gets the outcome of the same charge.
 */
export async function payOpenRenewal(
  context: SubscriptionContext,
  id: string,
  holder: string,
): Promise<RenewalPayment> {
  return await context.singleFlight(`renewal ${id}`, async () => {
    const [claimed] = await claimDue(context, { holder, atMost: 1, only: id });
    const charge = claimed?.charge ?? await renewalInFlight(context, id);
    if (charge === undefined) return { problem: await problemElsewhere(context, id) };
    // Recovery would charge the card without the member.
    if (claimed === undefined) await takeLease(context, { subscriptionId: id, holder, takesOver: true });
    const approval = await completeRenewal(context, charge, { claimed: claimed?.row, isPresent: true });
    return approval === undefined
      ? { problem: await problemOf(context, charge) }
      : { problem: "needs_approval", approval };
  });
}

/** How this renewal ended, which is asked for again while it has no outcome. */
export async function repeatRenewal(context: SubscriptionContext, charge: ChargeRow): Promise<RenewalPayment> {
  const payment = charge.state === "sending"
    ? await payOpenRenewal(context, charge.subscription_id, newId("lease"))
    : undefined;
  return payment?.approval === undefined ? { problem: await problemOf(context, charge) } : payment;
}

/** The renewal that waits for the issuer's answer. */
export async function renewalInFlight(
  { db }: Pick<SubscriptionContext, "db">,
  id: string,
): Promise<ChargeRow | undefined> {
  return await db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", id)
    .where("kind", "=", "renewal").where("state", "=", "sending").executeTakeFirst();
}

/** What is wrong with a renewal that another request is about to charge, or has charged; nothing when none is due. */
async function problemElsewhere(context: SubscriptionContext, id: string): Promise<Problem> {
  const { db, clock } = context;
  const due = await db.selectFrom("subs_subscriptions").select("id").where("id", "=", id).where("status", "in", LIVE)
    .where("next_charge_ms", "<=", clock.now()).executeTakeFirst();
  if (due !== undefined) return "in_flight";
  const last = await db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", id)
    .where("kind", "=", "renewal").orderBy("created_ms", "desc").executeTakeFirst();
  return last?.state === "failed" ? await problemOf(context, last) : "";
}

async function problemOf({ db }: SubscriptionContext, { id }: ChargeRow): Promise<Problem> {
  const { state, error } = await db.selectFrom("subs_charges").select(["state", "error"]).where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (state === "succeeded") return "";
  return isSentenceCode(error) ? error : "in_flight";
}
