/** POST /withdraw/{content}: withdraws from purchases, ends what they unlocked, and records the refunds. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { fail } from "../../../platform/http/answer.ts";
import type { WithdrawAnswer } from "../../../wire/billing/cancellation.ts";
import { enqueueEmails } from "../../../outbox/outbox.ts";
import type { Requester } from "../context/requester.ts";
import type { SubscriptionRow } from "../db/tables.ts";
import { openSubscription, waitForChargesInFlight } from "./cancel.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { lockSubscription } from "../db/lock_subscription.ts";
import { recordEvent } from "../db/record_event.ts";
import { renews } from "../db/statuses.ts";
import { languageOf } from "../context/language.ts";
import { withdrawnEmail } from "../emails/cancellation_emails.ts";
import { otherPlansOf } from "../emails/other_plans.ts";
import { createActionLinks, type OpenedActionLink, storeActionLinks } from "../emails/action_links.ts";
import { refundRow } from "../db/refund_parts.ts";
import { recordRefunds, sendRefunds } from "../refunds/refunds.ts";
import { catalogPlan } from "../context/offered_plans.ts";
import { isOfPlan } from "../billing/withdrawal_right.ts";
import { type Withdrawable, withdrawables } from "../refunds/withdrawable.ts";
import { refusal } from "../../../wire/site/refusal.ts";

const OVER = refusal("withdrawal_over");

interface WithdrawalRequest {
  readonly content: string;
  readonly charges: readonly string[];
}

/**
 * Withdraws from the named charges and returns the refunded cents. Throws 404 for an invalid link, 409 when the time
 * is over.
 */
export async function withdraw(
  context: SubscriptionContext,
  requester: Requester,
  { content, charges }: WithdrawalRequest,
): Promise<WithdrawAnswer> {
  const opened = await openSubscription(context, "withdraw", requester, content);
  if (opened === undefined) fail(404, refusal("link_or_subscription_unknown"));
  const answer = await context.db.transaction().execute((trx) => recordWithdrawal(context, trx, { opened, charges }));
  await waitForChargesInFlight(context, opened.row.id);
  context.sender.wake();
  context.enqueueOnce("refunds", () => sendRefunds(context));
  return answer;
}

interface WithdrawalChoice {
  readonly opened: OpenedActionLink;
  readonly charges: readonly string[];
}

async function recordWithdrawal(
  context: SubscriptionContext,
  trx: Transaction<Database>,
  { opened, charges }: WithdrawalChoice,
): Promise<WithdrawAnswer> {
  const { row, effectiveMs } = opened;
  const nowMs = context.clock.now();
  await lockSubscription(trx, row.id);
  const items = chosenCharges(await withdrawables(trx, { subscriptionId: row.id, atMs: effectiveMs }), charges);
  if (items.length === 0) return await alreadyWithdrawn(trx, row, charges);
  const refunds = await recordRefunds(
    trx,
    items.map(({ charge, cents, reason }) => refundRow({ charge, cents, reason, nowMs })),
  );
  const isPlanOver = items.some(({ charge }) => isOfPlan(charge));
  if (isPlanOver) await endPlan(trx, row, nowMs);
  for (const { charge } of items) if (!isOfPlan(charge)) await revokeProduct(trx, charge, nowMs);
  await recordEvent(trx, {
    subscriptionId: row.id,
    name: "withdrawn",
    detail: { charges: items.map(({ charge }) => charge.id), asked_ms: effectiveMs },
    nowMs,
  });
  const planRenews = !isPlanOver && renews(row.status);
  const language = languageOf(row);
  const actionLinks = createActionLinks(context, { subscriptionId: row.id, language, canCancel: planRenews });
  await storeActionLinks(trx, actionLinks.links);
  const called = items.map((item) => ({ ...item, plan: catalogPlan(item.plan, context.settings) }));
  const others = await otherPlansOf(trx, row);
  const email = withdrawnEmail({
    language,
    atMs: effectiveMs,
    items: called,
    isPlanOver,
    planRenews,
    others,
    actionLinks,
  });
  const about = { subscriptionId: row.id, kind: "withdrawn", to: row.email, nowMs };
  const key = `withdrawn:${row.id}:${items[0]?.charge.charge_key ?? ""}`;
  await enqueueEmails(trx, [{ ...email, key, ...about }]);
  return answerOf(refunds, { atMs: effectiveMs, isPlanOver, planRenews });
}

/** A plan is a whole: withdrawing from one of its charges withdraws from all that still qualify. */
function chosenCharges(items: readonly Withdrawable[], charges: readonly string[]): readonly Withdrawable[] {
  const withPlan = items.some(({ charge }) => isOfPlan(charge) && charges.includes(charge.id));
  return items.filter(({ charge }) => isOfPlan(charge) ? withPlan : charges.includes(charge.id));
}

async function endPlan(trx: Transaction<Database>, { id }: SubscriptionRow, nowMs: number): Promise<void> {
  await trx.updateTable("subs_subscriptions").set((eb) => ({
    status: "ended",
    current_period_end_ms: nowMs,
    cancelled_ms: nowMs,
    next_charge_ms: null,
    next_charge_cents: null,
    grace_ms: null,
    remind_ms: null,
    annual_ms: null,
    resume_ms: null,
    next_plan_id: null,
    version: eb("version", "+", 1),
  })).where("id", "=", id).execute();
}

async function revokeProduct(
  trx: Transaction<Database>,
  charge: { readonly id: string },
  nowMs: number,
): Promise<void> {
  const product = await trx.selectFrom("subs_products").selectAll().where("charge_id", "=", charge.id)
    .executeTakeFirst();
  if (product === undefined) return;
  await trx.updateTable("subs_products").set({ until_ms: nowMs }).where("id", "=", product.id).execute();
  await trx.updateTable("subs_credit_lots").set({ remaining: 0, expires_ms: nowMs })
    .where("subscription_id", "=", product.subscription_id).where("bought_ms", "=", product.bought_ms)
    .where("expires_ms", "=", product.until_ms).execute();
}

/** Two clicks on the same button get the same answer. What only an operator has refunded was not withdrawn from. */
async function alreadyWithdrawn(
  trx: Transaction<Database>,
  row: SubscriptionRow,
  charges: readonly string[],
): Promise<WithdrawAnswer> {
  const refunds = await trx.selectFrom("subs_refunds as r").innerJoin("subs_charges as c", "c.id", "r.charge_id")
    .selectAll("r").select("c.kind").where("r.subscription_id", "=", row.id)
    .where("r.charge_id", "in", charges).where("r.reason", "!=", "operator").execute();
  const [first] = refunds;
  if (first === undefined) fail(409, OVER);
  const { status } = await trx.selectFrom("subs_subscriptions").select("status").where("id", "=", row.id)
    .executeTakeFirstOrThrow();
  // A plan may have ended before: only a withdrawal from the plan itself ended it.
  const isPlanOver = status === "ended" && refunds.some(isOfPlan);
  return answerOf(refunds, { atMs: first.created_ms, isPlanOver, planRenews: renews(status) });
}

interface RecordedRefund {
  readonly id: string;
  readonly charge_id: string;
  readonly cents: number;
}

function answerOf(
  refunds: readonly RecordedRefund[],
  { atMs, isPlanOver, planRenews }: {
    readonly atMs: number;
    readonly isPlanOver: boolean;
    readonly planRenews: boolean;
  },
): WithdrawAnswer {
  return {
    at: new Date(atMs).toISOString(),
    refund_cents: refunds.reduce((sum, { cents }) => sum + cents, 0),
    refunds: refunds.map(({ id, charge_id, cents }) => ({ id, charge_id, cents })),
    is_plan_over: isPlanOver,
    plan_renews: planRenews,
    error: "",
  };
}
