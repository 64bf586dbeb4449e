/**
 * What an operator does for a customer: refund in parts, cancel, pause, resume, send the activation link again. Each
 * can be repeated.
 */
import type { Shown } from "../../../wire/billing/purchase.ts";
import { cancelSubscription } from "../cancellation/cancel.ts";
import { nextEmailMs, processRequests } from "../cancellation/email_requests.ts";
import type { SubscriptionContext } from "../context/context.ts";
import type { Requester } from "../context/requester.ts";
import { lockSubscription } from "../db/lock_subscription.ts";
import { recordEvent } from "../db/record_event.ts";
import type { SubscriptionRow } from "../db/tables.ts";
import { applyChange, previewChange } from "../plan_changes/changes.ts";
import { refundRow } from "../db/refund_parts.ts";
import { chargedBack } from "../refunds/charged_back.ts";
import { recordRefunds, sendRefunds } from "../refunds/refunds.ts";
import { refundableCents } from "./purchases.ts";

export type Change = { readonly kind: "pause"; readonly months: number } | { readonly kind: "resume" };

export interface OperatorRefund {
  readonly chargeId: string;
  readonly cents: number;
  /** What could be refunded when the operator decided; refused once the amount is different. */
  readonly left: number;
  /** Names the act: the same key refunds once. */
  readonly key: string;
}

/** `pending`: it is recorded, and sent until the provider has made it. */
export type ActEnd = "done" | "pending" | "refused";

/**
 * Records the refund and tries to send it. `refused` when what is left has changed, or is less than the refund, and when
 * the bank has the money: a refund on top would return it twice.
 */
export async function refundCharge(context: SubscriptionContext, refund: OperatorRefund): Promise<ActEnd> {
  if (!await recordRefund(context, refund)) return "refused";
  await sendRefunds(context);
  const row = await context.db.selectFrom("subs_refunds").select("state").where("charge_id", "=", refund.chargeId)
    .executeTakeFirst();
  if (row?.state === "dropped") return "refused";
  return row?.state === "sent" ? "done" : "pending";
}

async function recordRefund(
  { db, clock }: SubscriptionContext,
  { chargeId, cents, left, key }: OperatorRefund,
): Promise<boolean> {
  const nowMs = clock.now();
  return await db.transaction().execute(async (trx) => {
    const charge = await trx.selectFrom("subs_charges").selectAll().where("id", "=", chargeId).executeTakeFirst();
    if (charge === undefined) return false;
    await lockSubscription(trx, charge.subscription_id);
    if (await isRecorded(trx, `event_${key}`)) return true;
    const before = await trx.selectFrom("subs_refunds").selectAll().where("charge_id", "=", chargeId)
      .executeTakeFirst();
    const { state } = await trx.selectFrom("subs_charges").select("state").where("id", "=", chargeId)
      .executeTakeFirstOrThrow();
    if (left !== refundableCents({ state, cents: charge.cents }, before) || cents > left) return false;
    if ((await chargedBack(trx, [chargeId])).has(chargeId)) return false;
    await recordRefunds(trx, [refundRow({ charge, cents, reason: "operator", nowMs })]);
    await recordEvent(trx, {
      subscriptionId: charge.subscription_id,
      name: "refunded_by_operator",
      detail: { charge_id: chargeId, cents },
      nowMs,
      id: `event_${key}`,
    });
    return true;
  });
}

/** Whether an earlier run of this act has done it. */
async function isRecorded(db: Pick<SubscriptionContext["db"], "selectFrom">, eventId: string): Promise<boolean> {
  return await db.selectFrom("subs_events").select("id").where("id", "=", eventId).executeTakeFirst() !== undefined;
}

/** Ends renewals. Repeated, it changes nothing. */
export async function cancelPurchase(context: SubscriptionContext, id: string): Promise<void> {
  await cancelSubscription(context, ownerOf(await readRow(context, id)), id);
}

/** The figures of a pause or of its end, as of now. Throws 409 when it is impossible. */
export async function previewOperatorChange(context: SubscriptionContext, id: string, change: Change): Promise<Shown> {
  return await previewChange(context, ownerOf(await readRow(context, id)), { id, change });
}

export interface OperatorChange {
  readonly id: string;
  readonly change: Change;
  /** Names the act: the same key changes the plan once. */
  readonly key: string;
}

/**
 * Makes the change at the current figures. `refused` when they change at this moment, `pending` while the charge of a
 * resumed plan has not succeeded. Throws 409 when the change is impossible.
 */
export async function changePurchase(
  context: SubscriptionContext,
  { id, change, key }: OperatorChange,
): Promise<ActEnd> {
  const eventId = `event_${key}`;
  const row = await readRow(context, id);
  const endOf = ({ current_period_end_ms }: SubscriptionRow) =>
    change.kind === "resume" && current_period_end_ms <= context.clock.now() ? "pending" : "done";
  if (await isRecorded(context.db, eventId)) return endOf(row);
  const shown = await previewChange(context, ownerOf(row), { id, change });
  const record = () => ({ text: BY_OPERATOR, text_version: "operator", locale: row.language });
  const result = await applyChange(context, ownerOf(row), { id, agreed: { change, shown }, record, eventId });
  return result.kind === "changed" ? endOf(result.row) : "refused";
}

/** What is stored instead of the words that a member agrees to. */
const BY_OPERATOR = "An operator made this change at the customer's request.";

/** Emails the buyer of this purchase a new link. False when the hourly limit of such emails is reached. */
export async function resendActivation(context: SubscriptionContext, id: string, key: string): Promise<boolean> {
  const { db, clock } = context;
  const row = await readRow(context, id);
  const request = `request_${key}`;
  await db.insertInto("subs_requests").values({
    id: request,
    kind: "activate",
    email_key: row.email_key,
    ip_network: "",
    at_ms: clock.now(),
    done_ms: null,
    mailed: 0,
    subscription_id: id,
  }).onConflict((on) => on.column("id").doNothing()).execute();
  await processRequests(context);
  const done = await db.selectFrom("subs_requests").select("mailed").where("id", "=", request).executeTakeFirst();
  return done?.mailed === 1;
}

/** When the buyer of this purchase may next be sent a new link; now or earlier when they may at once. */
export async function nextResendMs({ db, clock }: SubscriptionContext, id: string): Promise<number> {
  const { email_key } = await db.selectFrom("subs_subscriptions").select("email_key").where("id", "=", id)
    .executeTakeFirstOrThrow();
  return await nextEmailMs(db, { kind: "activate", email_key }, clock.now());
}

/** The owner of the purchase, for whom the operator acts. */
function ownerOf(row: SubscriptionRow): Requester {
  const member = { uid: row.user_id, email: "", emailVerified: false, name: "", provider: "operator", authTimeMs: 0 };
  return { checkout: row.checkout_hash, member: row.user_id === "" ? undefined : member, network: "" };
}

async function readRow({ db }: SubscriptionContext, id: string): Promise<SubscriptionRow> {
  return await db.selectFrom("subs_subscriptions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}
