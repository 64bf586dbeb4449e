/** Writes subscription and first charge in one transaction, once per execution. The receipt follows from that. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Plan } from "../../../wire/billing/plans.ts";
import { addMonths, firstPeriodEnd } from "../../../wire/billing/schedule.ts";
import { currentRequestId } from "../../../platform/telemetry/request_scope.ts";
import { BY_CARD, type Purchase } from "./buyer.ts";
import type { ConsentRow } from "../consents/consents.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { newId } from "../db/ids.ts";
import { languageOf } from "../context/language.ts";
import { beginReceipts } from "../emails/receipts.ts";
import { nextReminderMs } from "../billing/reminders.ts";

interface CheckedPurchase {
  readonly plan: Plan;
  readonly consent: ConsentRow;
}

/** Returns the subscription's id; undefined, without any effect, when another writer of the execution was first. */
export async function writeSubscription(
  context: SubscriptionContext,
  purchase: Purchase,
  { plan, consent }: CheckedPurchase,
): Promise<string | undefined> {
  const { db, clock } = context;
  const nowMs = clock.now();
  const id = newId("sub");
  const row = { ...subscriptionRow(purchase, { id, plan, consent }), receipt_due_ms: nowMs };
  const isFirst = await db.transaction().execute(async (trx) => {
    if (!await finishCheckout(trx, { executionId: row.execution_id, subscriptionId: id, nowMs })) return false;
    await trx.insertInto("subs_subscriptions").values(row).execute();
    await trx.insertInto("subs_charges").values({
      id: newId("charge"),
      subscription_id: id,
      charge_key: "period:0",
      kind: "first",
      plan_id: plan.id,
      cents: purchase.checkout.cents,
      state: "succeeded",
      attempt: 0,
      execution_id: row.execution_id,
      consent_id: consent.id,
      error: "",
      request_id: currentRequestId(),
      created_ms: nowMs,
      settled_ms: nowMs,
    }).execute();
    return true;
  });
  if (!isFirst) return undefined;
  beginReceipts(context);
  return id;
}

interface Finish {
  readonly executionId: string;
  readonly subscriptionId: string;
  readonly nowMs: number;
}

async function finishCheckout(
  trx: Transaction<Database>,
  { executionId, subscriptionId, nowMs }: Finish,
): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable("subs_checkouts")
    .set({ state: "done", subscription_id: subscriptionId, changed_ms: nowMs, buyer_json: "" })
    .where("execution_id", "=", executionId).where("state", "=", "completing").executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface NewSubscription extends CheckedPurchase {
  readonly id: string;
}

/** Periods count from the consent, so that the charges match what was shown, even across midnight. */
function subscriptionRow({ checkout, instrument, buyer }: Purchase, { id, plan, consent }: NewSubscription) {
  const startedMs = consent.created_ms;
  const paymentMethod = buyer.paymentMethod ?? BY_CARD;
  const endMs = firstPeriodEnd(plan, startedMs);
  const row = {
    id,
    execution_id: checkout.execution_id,
    plan_id: plan.id,
    status: plan.trial_days === undefined ? "active" as const : "trial" as const,
    email: buyer.email,
    email_key: buyer.email.toLowerCase(),
    language: languageOf({ language: consent.locale }),
    checkout_hash: checkout.checkout_hash,
    user_id: buyer.userId ?? "",
    payment_method: paymentMethod.code,
    instrument_label: paymentMethod.label,
    instrument_vault: paymentMethod.vault,
    holder_reference: checkout.holder_reference,
    payment_instrument_id: instrument.paymentInstrumentId,
    attribution_json: JSON.stringify(buyer.attribution),
    address_json: JSON.stringify(buyer.address),
    started_ms: startedMs,
    period: 0,
    current_period_end_ms: endMs,
    next_charge_ms: endMs,
    next_charge_cents: plan.sum_cents,
    declines: 0,
    cancelled_ms: null,
    annual_ms: addMonths(startedMs, 12),
    resume_ms: null,
    next_plan_id: null,
    version: 0,
  };
  return { ...row, remind_ms: nextReminderMs(row, startedMs) };
}
