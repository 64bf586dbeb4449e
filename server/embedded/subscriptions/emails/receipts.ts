/**
 * What follows from a purchase and delays no buyer: its event, its action links and the email with the receipt. A
 * purchase marks itself as due in its own transaction, so that a server that stops loses none.
 */
import { sql, type Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { lockFreeRows, tryLockName } from "../../../db/locks.ts";
import { type Email, enqueueEmails } from "../../../outbox/outbox.ts";
import { isStorageFault } from "../../../platform/storage_fault.ts";
import { findPlan } from "../../../wire/billing/plans.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { rowFailed } from "../db/for_each_row.ts";
import { languageOf } from "../context/language.ts";
import { newId } from "../db/ids.ts";
import { takeReceiptNumbers } from "../db/receipt_numbers.ts";
import type { SubscriptionRow } from "../db/tables.ts";
import { type ActionLinks, createActionLinks, storeActionLinks } from "./action_links.ts";
import { type OtherPlan, otherPlans } from "./other_plans.ts";
import { enrolmentEmail } from "./purchase_emails.ts";

const BATCH = 50;
/** A batch costs as many statements for many purchases as for one, so purchases that are due together share one. */
const APART_MS = 250;

interface DueReceipt extends SubscriptionRow {
  /** Of the first charge. */
  readonly charge_id: string;
  readonly charged_ms: number;
  /** The request or job that bought, which is not the job that writes the receipt. */
  readonly caused_by: string;
}

/** Purchases of this server wait for each other's receipts, so that one batch holds those of many. */
const TURN = "receipts";

/** Writes what is due, many purchases in one transaction, and wakes the sender. Returns how many there were. */
export function writeReceipts(context: SubscriptionContext): Promise<number> {
  return context.runExclusive(TURN, () => writeDue(context));
}

/** Begins to write what is due, and does not wait for it. */
export function beginReceipts(context: SubscriptionContext): void {
  context.enqueueOnce(TURN, () => writeDue(context), APART_MS);
}

/** A batch that fails is halved until the purchase is found that cannot be written. The next run tries that again. */
async function writeDue(context: SubscriptionContext): Promise<number> {
  const failed: string[] = [];
  let sum = 0;
  for (let [most, isOver] = [BATCH, false]; !isOver && context.stopping?.aborted !== true;) {
    let rows: readonly DueReceipt[] = [];
    try {
      rows = await context.db.transaction().execute(async (trx) => {
        // One server at a time, so that of two purchases by one person one receipt names the other.
        rows = await tryLockName(trx, "receipts") ? await dueReceipts(trx, { most, without: failed }) : [];
        if (rows.length > 0) await writeBatch(context, trx, rows);
        return rows;
      });
      sum += rows.length;
      isOver = rows.length < most;
      most = Math.min(BATCH, most * 2);
    } catch (error) {
      const [first] = rows;
      if (first === undefined || isStorageFault(error)) throw error;
      if (rows.length === 1) {
        failed.push(first.id);
        rowFailed(context, { job: "subscriptions-receipts", row: first.id }, error);
      }
      most = rows.length === 1 ? BATCH : Math.ceil(rows.length / 2);
    }
  }
  if (sum > 0) context.sender.wake();
  return sum;
}

async function writeBatch(
  context: SubscriptionContext,
  trx: Transaction<Database>,
  rows: readonly DueReceipt[],
): Promise<void> {
  const receipts = await numberCharges(trx, rows);
  await trx.insertInto("subs_events").values(rows.map((row) => ({
    id: newId("event"),
    subscription_id: row.id,
    name: "enrolled",
    detail_json: JSON.stringify({ plan_id: row.plan_id, charge_id: row.charge_id }),
    at_ms: row.receipt_due_ms ?? 0,
    request_id: row.caused_by,
  }))).execute();
  // A member who was erased in the meantime gets no email, and no link that leads to them.
  const readers = rows.filter(({ email }) => email !== "");
  const others = readers.length === 0 ? new Map() : await otherPlans(trx, readers);
  const links = readers.map((row) => linksOf(context, row));
  const nowMs = context.clock.now();
  await storeActionLinks(trx, links.flatMap((each) => each.links));
  await enqueueEmails(
    trx,
    readers.flatMap((row, at) => {
      const receipt = receipts.get(row.charge_id) ?? "";
      return emailOf(row, { actionLinks: links[at], others: others.get(row.id) ?? [], receipt, nowMs });
    }),
  );
  await trx.updateTable("subs_subscriptions").set({ receipt_due_ms: null }).where("id", "in", rows.map(({ id }) => id))
    .execute();
}

interface Batch {
  readonly most: number;
  readonly without: readonly string[];
}

async function dueReceipts(
  trx: Transaction<Database>,
  { most, without }: Batch,
): Promise<readonly DueReceipt[]> {
  const due = trx.selectFrom("subs_subscriptions as s")
    .innerJoin(
      "subs_charges as c",
      (join) => join.onRef("c.subscription_id", "=", "s.id").on("c.charge_key", "=", "period:0"),
    )
    .selectAll("s").select(["c.id as charge_id", "c.created_ms as charged_ms", "c.request_id as caused_by"]).where(
      "s.receipt_due_ms",
      "is not",
      null,
    )
    .$if(without.length > 0, (rows) => rows.where("s.id", "not in", without))
    .orderBy("s.receipt_due_ms").orderBy("s.id").limit(most);
  // Erasing a member waits for these rows, and rows that are being erased come with the next batch.
  return await lockFreeRows(trx, due, "s");
}

function linksOf(context: SubscriptionContext, row: DueReceipt): ActionLinks {
  return createActionLinks(context, {
    subscriptionId: row.id,
    language: languageOf(row),
    canCancel: true,
    withdrawalRight: "withdrawal",
    opensReport: true,
  });
}

/** Here and not in the purchase, whose transaction waits for no other purchase. Grouped by year, like the numbers. */
async function numberCharges(
  trx: Transaction<Database>,
  rows: readonly DueReceipt[],
): Promise<ReadonlyMap<string, string>> {
  const receipts = new Map<string, string>();
  for (const [, sameYear = []] of Map.groupBy(rows, (row) => new Date(row.charged_ms).getUTCFullYear())) {
    const numbers = await takeReceiptNumbers(trx, { count: sameYear.length, nowMs: sameYear[0]?.charged_ms ?? 0 });
    for (const [at, { charge_id }] of sameYear.entries()) receipts.set(charge_id, numbers[at] ?? "");
  }
  const numbered = [...receipts].map(([id, receipt]) => sql`when ${id} then ${receipt}`);
  await trx.updateTable("subs_charges").set({ receipt: sql<string>`case id ${sql.join(numbered, sql` `)} end` })
    .where("id", "in", [...receipts.keys()]).execute();
  return receipts;
}

interface ReceiptParts {
  readonly actionLinks: ActionLinks | undefined;
  readonly others: readonly OtherPlan[];
  readonly receipt: string;
  readonly nowMs: number;
}

function emailOf(row: DueReceipt, { actionLinks, others, receipt, nowMs }: ReceiptParts): readonly Email[] {
  const plan = findPlan(row.plan_id);
  if (plan === undefined || actionLinks === undefined) return [];
  const { id, email: to, started_ms: startedMs } = row;
  const content = enrolmentEmail({ plan, language: languageOf(row), startedMs, actionLinks, receipt, others });
  return [{ ...content, key: `enrolment:${id}`, kind: "enrolment", to, subscriptionId: id, nowMs }];
}
