/**
 * Records paid periods: subscription, charge, event, links and receipt of each, several renewals in one transaction.
 */
import { sql, type Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Plan } from "../../../wire/billing/plans.ts";
import { type Email, enqueueEmails } from "../../../outbox/outbox.ts";
import type { SubscriptionRow } from "../db/tables.ts";
import type { Renewal, SubscriptionsPorts } from "../context/context.ts";
import { newId } from "../db/ids.ts";
import { languageOf } from "../context/language.ts";
import { renewalEmail } from "../emails/purchase_emails.ts";
import { type ActionLinks, createActionLinks, storeActionLinks } from "../emails/action_links.ts";
import { LIVE } from "../db/statuses.ts";
import { isFirstFullCharge, planOf, renewedPeriod } from "./periods.ts";
import { takeReceiptNumbers } from "../db/receipt_numbers.ts";
import { type Right, rightsTo } from "./withdrawal_right.ts";
import { nextReminderMs } from "./reminders.ts";

/** What a renewal changes, computed before anything is written. */
interface RenewalRecord extends Renewal {
  readonly plan: Plan;
  readonly period: number;
  readonly anchor: Pick<SubscriptionRow, "anchor_ms" | "anchor_period">;
  readonly endMs: number;
  readonly missed: number;
  readonly actionLinks: ActionLinks;
}

/** Records renewals. False for a plan that was cancelled while its charge was in flight; nothing is written for it. */
export async function recordRenewals(ports: SubscriptionsPorts, renewals: readonly Renewal[]): Promise<boolean[]> {
  const nowMs = ports.clock.now();
  const records = renewals.map((renewal) => recordOf(ports, renewal));
  // Servers that record the same rows lock them in the same order.
  const ordered = records.toSorted((a, b) => a.row.id < b.row.id ? -1 : 1);
  const recorded = await ports.db.transaction().execute(async (trx) => {
    const moved = await movePeriods(trx, ordered, nowMs);
    const own = ordered.filter(({ row }) => moved.has(row.id));
    if (own.length > 0) await writeRecords(trx, own, nowMs);
    return moved;
  });
  return renewals.map(({ row }) => recorded.has(row.id));
}

function recordOf(ports: SubscriptionsPorts, { charge, row }: Renewal): RenewalRecord {
  const plan = planOf(charge);
  const period = Number(charge.charge_key.slice("period:".length));
  const actionLinks = createActionLinks(ports, {
    subscriptionId: row.id,
    language: languageOf(row),
    canCancel: true,
    withdrawalRight: isFirstFullCharge(charge, row.plan_id) ? "withdrawal" : "regret",
    opensReport: true,
  });
  return { charge, row, plan, period, ...renewedPeriod(row, plan, ports.clock.now()), actionLinks };
}

/**
 * Moves each subscription to its next period, in one statement for both engines. Returns those whose plan still ran.
 */
async function movePeriods(
  trx: Transaction<Database>,
  records: readonly RenewalRecord[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const rows = records.map(({ row, plan, period, anchor, endMs }) => {
    const renewed = { period, next_charge_ms: endMs, resume_ms: null, next_plan_id: null };
    const remindMs = nextReminderMs({ ...row, ...renewed, plan_id: plan.id }, nowMs);
    const { anchor_ms, anchor_period } = anchor;
    return sql`(${row.id}, ${plan.id}, ${period}, ${endMs}, ${plan.sum_cents}, ${remindMs}, ${anchor_ms}, ${anchor_period})`;
  });
  const { rows: moved } = await sql<{ readonly id: string }>`
    update subs_subscriptions set
      status = 'active', plan_id = v.plan_id, next_plan_id = null, resume_ms = null, period = v.period,
      current_period_end_ms = v.end_ms, next_charge_ms = v.end_ms, next_charge_cents = v.cents, remind_ms = v.remind_ms,
      anchor_ms = v.anchor_ms, anchor_period = v.anchor_period, lease_ms = 0, declines = 0, version = version + 1
    from (
      select column1 as of_id, column2 as plan_id, cast(column3 as integer) as period, cast(column4 as bigint) as end_ms,
        cast(column5 as integer) as cents, cast(column6 as bigint) as remind_ms, cast(column7 as bigint) as anchor_ms,
        cast(column8 as integer) as anchor_period
      from (values ${sql.join(rows)}) as given
    ) as v
    where id = v.of_id and subs_subscriptions.period = v.period - 1 and status in (${sql.join([...LIVE])})
    returning id`.execute(trx);
  return new Set(moved.map(({ id }) => id));
}

/** Writes charges, events, links and receipts of the renewals that moved. */
async function writeRecords(
  trx: Transaction<Database>,
  records: readonly RenewalRecord[],
  nowMs: number,
): Promise<void> {
  const receipts = await takeReceiptNumbers(trx, { count: records.length, nowMs });
  const paid = records.map(({ charge: { id, attempt } }, at) => sql`(${id}, ${attempt}, ${receipts[at]})`);
  const { rows } = await sql`
    update subs_charges set state = 'succeeded', error = '', settled_ms = ${nowMs}, receipt = v.column3
    from (values ${sql.join(paid)}) as v
    where id = v.column1 and attempt = cast(v.column2 as integer) and state = 'sending'
    returning id`.execute(trx);
  if (rows.length !== records.length) throw new Error("A period was booked twice");
  await trx.insertInto("subs_events").values(records.map(({ row, charge, missed }) => ({
    id: newId("event"),
    subscription_id: row.id,
    name: "renewed",
    detail_json: JSON.stringify({
      charge_id: charge.id,
      charge_key: charge.charge_key,
      ...(missed > 0 ? { missed_periods: missed } : {}),
    }),
    at_ms: nowMs,
    request_id: charge.request_id,
  }))).execute();
  await storeActionLinks(trx, records.flatMap(({ actionLinks }) => actionLinks.links));
  const rights = await rightsTo(trx, records.map(({ charge }) => charge), nowMs);
  await enqueueEmails(
    trx,
    records.map((booking, at) =>
      receiptOf(booking, { receipt: receipts[at] ?? "", right: rights.get(booking.charge.id), nowMs })
    ),
  );
}

interface ReceiptParts {
  readonly receipt: string;
  readonly right: Right | undefined;
  readonly nowMs: number;
}

function receiptOf(
  { charge, row, plan, actionLinks, endMs, missed }: RenewalRecord,
  { receipt, right, nowMs }: ReceiptParts,
): Email {
  const email = renewalEmail({
    plan,
    language: languageOf(row),
    cents: charge.cents,
    actionLinks,
    receipt,
    nextMs: endMs,
    isLate: missed > 0,
    withdrawUntilMs: right?.reason === "withdrawal" ? right.untilMs : undefined,
  });
  const key = `renewed:${row.id}:${charge.charge_key}:${charge.attempt}`;
  return { ...email, key, subscriptionId: row.id, kind: "renewed", to: row.email, nowMs };
}
