/** Completes an add-on's charge and delivers the product. The click runs it, or a job after a crash. */
import { findPlan, type Plan } from "../../../wire/billing/plans.ts";
import { addLength, addMonths } from "../../../wire/billing/schedule.ts";
import type { CreateAnswer } from "../../../wire/billing/purchase.ts";
import { enqueueEmails } from "../../../outbox/outbox.ts";
import type { ChargeRow, SubscriptionRow } from "../db/tables.ts";
import { chargeInstrument, escalate } from "../billing/charge_instrument.ts";
import { takeReceiptNumbers } from "../db/receipt_numbers.ts";
import { CREDIT_MONTHS } from "../context/constants.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { newId } from "../db/ids.ts";
import { recordEvent } from "../db/record_event.ts";
import { renews } from "../db/statuses.ts";
import { languageOf } from "../context/language.ts";
import { addOnEmail } from "../emails/purchase_emails.ts";
import { createActionLinks, storeActionLinks } from "../emails/action_links.ts";
import { catalogPlan } from "../context/offered_plans.ts";
import { isSentenceCode } from "../../../wire/site/refusal.ts";
import { declineCode } from "../context/decline_texts.ts";
import { refused } from "../context/refusals.ts";

/** Charges the add-on if its outcome is unknown, then delivers it. May run again. */
export async function completeAddOn(
  context: SubscriptionContext,
  { id }: Pick<ChargeRow, "id">,
  subscription: SubscriptionRow,
): Promise<CreateAnswer> {
  const charge = await readCharge(context, id);
  const plan = findPlan(charge.plan_id);
  if (plan === undefined) throw new Error(`A charge names an unknown plan: ${charge.plan_id}`);
  if (charge.state === "sending") {
    const outcome = await chargeInstrument(context, charge, { ...subscription, isWanted: true });
    switch (outcome.kind) {
      case "succeeded":
        await deliver(context, { charge, plan, subscription });
        break;
      case "declined":
        await decline(context, charge, outcome.reason);
        break;
      case "mismatch":
        await escalate(context, charge, outcome.cents);
        break;
      case "approval":
        return { ...refused("needs_approval"), approval: outcome.approval };
      case "stopped":
      case "unknown":
        return refused("in_flight");
    }
  }
  return await answerOf(context, id);
}

async function readCharge({ db }: SubscriptionContext, id: string): Promise<ChargeRow> {
  return await db.selectFrom("subs_charges").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

async function answerOf(context: SubscriptionContext, chargeId: string): Promise<CreateAnswer> {
  const charge = await readCharge(context, chargeId);
  if (charge.state !== "succeeded") return refused(isSentenceCode(charge.error) ? charge.error : "payment_refused");
  const product = await context.db.selectFrom("subs_products").select("id").where("charge_id", "=", chargeId)
    .executeTakeFirstOrThrow();
  return { id: product.id, subscription_id: charge.subscription_id, error: "" };
}

async function decline({ db, clock }: SubscriptionContext, charge: ChargeRow, reason: string): Promise<void> {
  await db.updateTable("subs_charges")
    .set({ state: "failed", error: declineCode(reason), settled_ms: clock.now() })
    .where("id", "=", charge.id).where("state", "=", "sending").execute();
}

interface PaidAddOn {
  readonly charge: ChargeRow;
  readonly plan: Plan;
  readonly subscription: SubscriptionRow;
}

/** Records product, credits, event and receipt in one transaction. A second run finds it done. */
async function deliver(context: SubscriptionContext, { charge, plan, subscription }: PaidAddOn): Promise<void> {
  const { db, clock } = context;
  const nowMs = clock.now();
  const untilMs = plan.credits === undefined ? addLength(nowMs, plan.length) : addMonths(nowMs, CREDIT_MONTHS);
  const canCancel = renews(subscription.status);
  const language = languageOf(subscription);
  const actionLinks = createActionLinks(context, {
    subscriptionId: subscription.id,
    language,
    canCancel,
    withdrawalRight: "withdrawal",
    opensReport: true,
  });
  const about = {
    key: `receipt:${charge.subscription_id}:${charge.charge_key}`,
    subscriptionId: subscription.id,
    kind: "receipt",
    to: subscription.email,
    nowMs,
  };
  const ofThis = { subscription_id: subscription.id, bought_ms: nowMs };
  const isFirst = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("subs_charges").set({ state: "succeeded", settled_ms: nowMs })
      .where("id", "=", charge.id).where("state", "=", "sending").executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const [receipt = ""] = await takeReceiptNumbers(trx, { count: 1, nowMs });
    await trx.updateTable("subs_charges").set({ receipt }).where("id", "=", charge.id).execute();
    await trx.insertInto("subs_products").values({
      id: newId("product"),
      ...ofThis,
      charge_id: charge.id,
      plan_id: plan.id,
      cents: charge.cents,
      until_ms: untilMs,
    }).execute();
    if (plan.credits !== undefined) {
      const lot = { id: newId("lot"), ...ofThis, total: plan.credits, remaining: plan.credits, expires_ms: untilMs };
      await trx.insertInto("subs_credit_lots").values(lot).execute();
    }
    await recordEvent(trx, {
      subscriptionId: subscription.id,
      name: "bought",
      detail: { plan_id: plan.id, charge_id: charge.id },
      nowMs,
    });
    await storeActionLinks(trx, actionLinks.links);
    const sold = catalogPlan(plan, context.settings);
    const email = addOnEmail({ plan: sold, language, actionLinks, cents: charge.cents, untilMs, receipt });
    await enqueueEmails(trx, [{ ...email, ...about }]);
    return true;
  });
  if (isFirst) context.sender.wake();
}
