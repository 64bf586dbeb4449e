/**
 * Reminders before a charge that is new or rare: price, day and how to cancel, never after a cancellation (TRUST T4).
 */
import { addMonths } from "../../../wire/billing/schedule.ts";
import { enqueueEmails } from "../../../outbox/outbox.ts";
import type { SubscriptionRow } from "../db/tables.ts";
import { REMIND_BEFORE_MS } from "../context/constants.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { forEachDueRow } from "../db/for_each_row.ts";
import { languageOf } from "../context/language.ts";
import { annualEmail, reminderEmail } from "../emails/purchase_emails.ts";
import { createActionLink, createActionLinks, storeActionLinks } from "../emails/action_links.ts";
import { sentCents } from "../db/refund_parts.ts";
import { planOf } from "./periods.ts";

const BATCH = 200;

type ReminderSource = Pick<
  SubscriptionRow,
  "plan_id" | "next_plan_id" | "period" | "started_ms" | "resume_ms" | "next_charge_ms"
>;

/**
 * The first moment after `afterMs` at which a reminder is due; those at the purchase itself are left out. The first
 * full charge, and one that a pause or a plan change moved, get all reminders. Other charges of a long period get the
 * first one. Shorter periods have their receipts.
 */
export function nextReminderMs(row: ReminderSource, afterMs: number): number | null {
  const { next_charge_ms: chargeMs, started_ms: startedMs } = row;
  if (chargeMs === null) return null;
  const isNews = row.period === 0 || row.resume_ms !== null || row.next_plan_id !== null;
  const before = isNews ? REMIND_BEFORE_MS : planOf(row).length === "3m" ? REMIND_BEFORE_MS.slice(0, 1) : [];
  return before.map((beforeMs) => chargeMs - beforeMs).find((ms) => ms > startedMs && ms > afterMs) ?? null;
}

/** Writes the due reminders. Returns how many. */
export async function remindDue(context: SubscriptionContext): Promise<number> {
  const due = context.db.selectFrom("subs_subscriptions").selectAll().where("remind_ms", "<=", context.clock.now())
    .orderBy("remind_ms").limit(BATCH);
  const written = await forEachDueRow(context, {
    job: "subscriptions-reminders",
    read: (tried) => due.$if(tried.length > 0, (query) => query.where("id", "not in", tried)).execute(),
    work: (row) => writeReminder(context, row),
  });
  if (written > 0) context.sender.wake();
  return written;
}

/** After downtime, the moments that passed produce one email; after the charge itself, none. */
async function writeReminder(context: SubscriptionContext, row: SubscriptionRow): Promise<boolean> {
  const { db, clock } = context;
  const nowMs = clock.now();
  const { next_charge_ms: chargeMs } = row;
  const language = languageOf(row);
  const actionLinks = createActionLinks(context, { subscriptionId: row.id, language, canCancel: true });
  const ending = createActionLink(context, { kind: "mails", subscriptionId: row.id, language });
  const plan = planOf({ plan_id: row.next_plan_id ?? row.plan_id });
  const key = `remind:${row.id}:${row.remind_ms}`;
  return await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("subs_subscriptions").set((eb) => ({
      remind_ms: nextReminderMs(row, nowMs),
      version: eb("version", "+", 1),
    })).where("id", "=", row.id).where("version", "=", row.version).where("remind_ms", "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || chargeMs === null || chargeMs <= nowMs) return false;
    if (row.reminders_off === 1) return false;
    const email = reminderEmail({ plan, language, cents: row.next_charge_cents ?? 0, actionLinks, chargeMs });
    await storeActionLinks(trx, [...actionLinks.links, ending]);
    const about = { key, subscriptionId: row.id, kind: "reminder", to: row.email, nowMs, unsubscribeUrl: ending.url };
    await enqueueEmails(trx, [{ ...email, ...about }]);
    return true;
  });
}

/** Writes the yearly emails: what the plan costs, what was paid, and how to cancel (Cal. ARL). Returns how many. */
export async function sendYearlyEmails(context: SubscriptionContext): Promise<number> {
  const due = context.db.selectFrom("subs_subscriptions").selectAll().where("annual_ms", "<=", context.clock.now())
    .orderBy("annual_ms").limit(BATCH);
  const written = await forEachDueRow(context, {
    job: "subscriptions-yearly-emails",
    read: (tried) => due.$if(tried.length > 0, (query) => query.where("id", "not in", tried)).execute(),
    work: (row) => writeYearlyEmail(context, row),
  });
  if (written > 0) context.sender.wake();
  return written;
}

/** While a plan waits for another card, it has no next charge to name: the email follows once it has one. */
async function writeYearlyEmail(context: SubscriptionContext, row: SubscriptionRow): Promise<boolean> {
  const { db, clock } = context;
  const nowMs = clock.now();
  const { next_charge_ms: chargeMs } = row;
  if (chargeMs === null) return false;
  const paidCents = await paidSince(context, row.id, addMonths(nowMs, -12));
  const language = languageOf(row);
  const actionLinks = createActionLinks(context, { subscriptionId: row.id, language, canCancel: true });
  const plan = planOf({ plan_id: row.next_plan_id ?? row.plan_id });
  return await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("subs_subscriptions")
      .set((eb) => ({ annual_ms: nextYearlyMs(row, nowMs), version: eb("version", "+", 1) }))
      .where("id", "=", row.id).where("version", "=", row.version).where("annual_ms", "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const email = annualEmail({ plan, language, paidCents, chargeMs, actionLinks });
    await storeActionLinks(trx, actionLinks.links);
    const about = { key: `annual:${row.id}:${row.annual_ms}`, subscriptionId: row.id, kind: "annual", to: row.email };
    await enqueueEmails(trx, [{ ...email, ...about, nowMs }]);
    return true;
  });
}

/** Charges less what went back of them. */
async function paidSince({ db }: SubscriptionContext, subscriptionId: string, fromMs: number): Promise<number> {
  const charges = await db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", subscriptionId)
    .where("state", "in", ["succeeded", "refunded"]).where("settled_ms", ">=", fromMs).execute();
  const refunds = await db.selectFrom("subs_refunds").selectAll().where("subscription_id", "=", subscriptionId)
    .execute();
  return charges.reduce((sum, { id, cents }) => {
    const refund = refunds.find(({ charge_id }) => charge_id === id);
    return sum + cents - (refund === undefined ? 0 : sentCents(refund));
  }, 0);
}

/** The next anniversary of the start. Anniversaries that passed in downtime produce one email. */
export function nextYearlyMs({ started_ms }: Pick<SubscriptionRow, "started_ms">, nowMs: number): number {
  let years = 1;
  while (addMonths(started_ms, 12 * years) <= nowMs) years += 1;
  return addMonths(started_ms, 12 * years);
}
