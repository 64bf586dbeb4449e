/** POST /cancel-subscription/{content}: ends renewals. After the answer nothing is charged, whatever was in flight. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { fail } from "../../../platform/http/answer.ts";
import type { CancelAnswer } from "../../../wire/billing/cancellation.ts";
import { enqueueEmails } from "../../../outbox/outbox.ts";
import { mayCancel, type Requester } from "../context/requester.ts";
import { recordEvent } from "../db/record_event.ts";
import type { ChargeRow, SubscriptionRow } from "../db/tables.ts";
import { WAIT_FOR_CHARGE_MS, WAIT_STEP_MS } from "../context/constants.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { lockSubscription } from "../db/lock_subscription.ts";
import { cancelled, LIVE } from "../db/statuses.ts";
import { languageOf } from "../context/language.ts";
import { cancelledEmail } from "../emails/cancellation_emails.ts";
import { otherPlansOf } from "../emails/other_plans.ts";
import { createActionLinks, openActionLink, type OpenedActionLink, storeActionLinks } from "../emails/action_links.ts";
import { endOfPeriod, planOf } from "../billing/periods.ts";
import { type RefundRow, refundRow } from "../db/refund_parts.ts";
import { recordRefunds, sendRefunds } from "../refunds/refunds.ts";
import { withdrawables } from "../refunds/withdrawable.ts";
import { refusal } from "../../../wire/site/refusal.ts";

/** `content` is a link's secret, or the id of the requester's own subscription. */
export async function cancelSubscription(
  context: SubscriptionContext,
  requester: Requester,
  content: string,
): Promise<CancelAnswer> {
  const opened = await openSubscription(context, "cancel", requester, content);
  if (opened === undefined) fail(404, refusal("link_or_subscription_unknown"));
  const { row } = opened;
  const stopped = await stopRenewals(context, opened);
  // Waits for a charge in flight, so that the answer can promise that nothing more is charged. If it succeeds, it is
  // refunded.
  await waitForChargesInFlight(context, row.id);
  if (stopped !== undefined) {
    context.sender.wake();
    context.enqueueOnce("refunds", () => sendRefunds(context));
  }
  return {
    status: "cancelled",
    until: new Date(stopped?.untilMs ?? row.current_period_end_ms).toISOString(),
    already: stopped === undefined,
    error: "",
  };
}

/** The subscription that `content` may end in this way; undefined for anything else. */
export async function openSubscription(
  context: SubscriptionContext,
  kind: "cancel" | "withdraw",
  requester: Requester,
  content: string,
): Promise<OpenedActionLink | undefined> {
  const opened = await openActionLink(context, kind, content);
  if (opened !== undefined) return opened;
  const row = await byOwner(context, requester, content);
  return row === undefined ? undefined : { row, effectiveMs: context.clock.now() };
}

/** The requester's subscription with this id; undefined for another's. */
async function byOwner(
  { db }: SubscriptionContext,
  requester: Requester,
  content: string,
): Promise<SubscriptionRow | undefined> {
  const row = await db.selectFrom("subs_subscriptions").selectAll().where("id", "=", content).executeTakeFirst();
  return row !== undefined && mayCancel(requester, row) ? row : undefined;
}

interface StoppedRenewals {
  readonly untilMs: number;
}

/**
 * Undefined for a call that changed nothing: neither the status, nor renewals since a request by email of a plan that
 * was cancelled in another way before the request was confirmed.
 */
async function stopRenewals(
  context: SubscriptionContext,
  { row, effectiveMs }: OpenedActionLink,
): Promise<StoppedRenewals | undefined> {
  const { db, clock } = context;
  const nowMs = clock.now();
  // A member who cancelled may still have a charge to withdraw from.
  const rights = (await withdrawables(db, { subscriptionId: row.id, atMs: nowMs })).map(({ reason }) => reason);
  const actionLinks = createActionLinks(context, {
    subscriptionId: row.id,
    language: languageOf(row),
    canCancel: false,
    withdrawalRight: rights.find((right) => right === "withdrawal") ?? rights[0],
  });
  return await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("subs_subscriptions")
      .set((eb) => ({
        ...cancelled(nowMs),
        version: eb("version", "+", 1),
      }))
      .where("id", "=", row.id).where("status", "in", LIVE).executeTakeFirst();
    const isStopped = numUpdatedRows > 0n;
    if (!isStopped && !await mayOweRenewals(trx, { row, effectiveMs, nowMs })) return undefined;
    const late = await undoLateRenewals(trx, { row, effectiveMs, nowMs });
    if (!isStopped && late.refunds.length === 0) return undefined;
    const untilMs = late.untilMs ?? await periodEndNow(trx, row.id);
    await recordEvent(trx, {
      subscriptionId: row.id,
      name: "cancelled",
      detail: effectiveMs === nowMs ? {} : { asked_ms: effectiveMs },
      nowMs,
    });
    const refundCents = late.refunds.reduce((sum, { cents }) => sum + cents, 0);
    const email = cancelledEmail({
      plan: planOf(row),
      language: languageOf(row),
      untilMs: untilMs > nowMs ? untilMs : undefined,
      atMs: effectiveMs,
      refundCents,
      others: await otherPlansOf(trx, row),
      actionLinks,
    });
    // A cancellation that was taken back can be followed by another, with an email of its own.
    const about = {
      key: `cancelled:${row.id}:${row.version}`,
      subscriptionId: row.id,
      kind: "cancelled",
      to: row.email,
      nowMs,
    };
    await storeActionLinks(trx, actionLinks.links);
    await enqueueEmails(trx, [{ ...email, ...about }]);
    return { untilMs };
  });
}

/** Whether a plan that is cancelled already may have renewed since the request. Until the end, others wait. */
async function mayOweRenewals(trx: Transaction<Database>, { row: { id }, effectiveMs, nowMs }: LateCancellation) {
  if (effectiveMs >= nowMs) return false;
  await lockSubscription(trx, id);
  const row = await trx.selectFrom("subs_subscriptions").select("id").where("id", "=", id)
    .where("status", "=", "cancelled").executeTakeFirst();
  return row !== undefined;
}

/** Reads the row again, since a renewal may have moved its end. */
async function periodEndNow(trx: Transaction<Database>, id: string): Promise<number> {
  const { current_period_end_ms } = await trx.selectFrom("subs_subscriptions").select("current_period_end_ms")
    .where("id", "=", id).executeTakeFirstOrThrow();
  return current_period_end_ms;
}

interface LateCancellation extends OpenedActionLink {
  readonly nowMs: number;
}
interface UndoneRenewals {
  readonly refunds: readonly RefundRow[];
  /** The end of the period that stays paid; undefined when nothing was undone. */
  readonly untilMs: number | undefined;
}

/** Undoes renewals charged between a request by email and its confirmation, and moves the plan's end back. */
async function undoLateRenewals(
  trx: Transaction<Database>,
  { row, effectiveMs, nowMs }: LateCancellation,
): Promise<UndoneRenewals> {
  if (effectiveMs >= nowMs) return { refunds: [], untilMs: undefined };
  const settled = await trx.selectFrom("subs_charges").selectAll().where("subscription_id", "=", row.id)
    .where("kind", "=", "renewal").where("state", "in", ["succeeded", "refunded"])
    .where("settled_ms", ">=", effectiveMs).execute();
  const known = await trx.selectFrom("subs_refunds").selectAll().where("subscription_id", "=", row.id).execute();
  const owed = settled.filter((charge) => isOwedBack(charge, known.find(({ charge_id }) => charge_id === charge.id)));
  const charges = settled.filter((charge) => charge.state === "succeeded" || owed.includes(charge));
  const refunds = await recordRefunds(
    trx,
    owed.map((charge) => refundRow({ charge, cents: charge.cents, reason: "late-cancel", nowMs })),
  );
  const periods = charges.map(({ charge_key }) => Number(charge_key.slice("period:".length)));
  if (periods.length === 0) return { refunds, untilMs: undefined };
  const untilMs = Math.min(nowMs, endOfPeriod(row, planOf(row), Math.min(...periods) - 1));
  await trx.updateTable("subs_subscriptions").set({ current_period_end_ms: untilMs }).where("id", "=", row.id)
    .execute();
  return { refunds, untilMs };
}

/** The whole charge, or the rest of one that an operator has partly refunded as goodwill. */
function isOwedBack({ state, cents }: ChargeRow, refund: RefundRow | undefined): boolean {
  if (refund === undefined) return state === "succeeded";
  return refund.reason === "operator" && refund.state !== "dropped" && refund.cents < cents;
}

/** Stops waiting after ten seconds: the job that completes such a charge finds the cancellation and refunds it. */
export async function waitForChargesInFlight({ db }: SubscriptionContext, subscriptionId: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < WAIT_FOR_CHARGE_MS; waitedMs += WAIT_STEP_MS) {
    const moving = await db.selectFrom("subs_charges").select("id").where("subscription_id", "=", subscriptionId)
      .where("kind", "=", "renewal").where("state", "=", "sending").executeTakeFirst();
    if (moving === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
  }
}
