/**
 * Counts members' look-ups: twenty per UTC day with an active plan, the same number free for 24 hours, further ones one
 * credit each. Visitors' checks are limited in `server/routes/services/free_checks.ts`.
 */
import { sha256Hex } from "../../../platform/crypto/secrets.ts";
import type { Selectable, Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { lockRows } from "../../../db/locks.ts";
import type { Db } from "../../../db/open.ts";
import { DAILY_CHECKS } from "../../../wire/members/report.ts";

export type StoredReport = Selectable<Database["members_reports"]>;
/** A look-up before it has an outcome. */
export type AskedReport = Pick<StoredReport, "subscription_id" | "e164" | "at_ms">;
/** The reports of one number since it was paid for, newest first; the last is the paid one. */
type Repeats = readonly [StoredReport, ...StoredReport[]];
/** `stored`: within the quota. `repeated`: made before. `needs_credit`: nothing was written. */
export type QuotaClaim =
  | { readonly kind: "stored"; readonly leftToday: number }
  | { readonly kind: "repeated"; readonly leftToday: number; readonly earlier: Repeats }
  | { readonly kind: "needs_credit" };

export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

interface QuotaPorts {
  readonly db: Db;
  readonly dailyLimit: number;
}

/**
 * Whether the day's quota, a credit or a free repeat would pay for the look-up now. Asked before sources that bill each
 * call; {@link claimLookup} decides.
 */
export async function isPayable(
  report: AskedReport,
  { db, dailyLimit, credits }: QuotaPorts & { readonly credits: number },
): Promise<boolean> {
  return credits > 0 || await usedOn(db, report) < dailyLimit || await findRepeats(db, report) !== undefined;
}

/** What a transaction that stores a report does first; throws when the report must not be stored anymore. */
export type MayStore = (trx: Transaction<Database>) => Promise<void>;

/** A used-up day stays used up, so two reads are enough and nothing is written. */
export async function claimLookup(
  report: StoredReport,
  { db, dailyLimit, mayStore }: QuotaPorts & { readonly mayStore: MayStore },
): Promise<QuotaClaim> {
  if (await usedOn(db, report) < dailyLimit) return await claimLocked(report, { db, dailyLimit, mayStore });
  const earlier = await findRepeats(db, report);
  return earlier === undefined ? { kind: "needs_credit" } : { kind: "repeated", leftToday: 0, earlier };
}

/**
 * One transaction that first locks the subscription's row, so that simultaneous look-ups are counted one after another.
 */
function claimLocked(
  report: StoredReport,
  { db, dailyLimit, mayStore }: QuotaPorts & { readonly mayStore: MayStore },
): Promise<QuotaClaim> {
  return db.transaction().execute(async (tx) => {
    await mayStore(tx);
    const day = dayOf(report.at_ms);
    const row = await lockUsedQuota(tx, report.subscription_id, day);
    const used = row?.day === day ? row.used : 0;
    const earlier = await findRepeats(tx, report);
    const leftToday = Math.max(0, dailyLimit - used);
    if (earlier !== undefined) return { kind: "repeated", leftToday, earlier };
    if (leftToday === 0) return { kind: "needs_credit" };
    await tx.updateTable("members_allowances").set({ day, used: used + 1 })
      .where("subscription_id", "=", report.subscription_id).execute();
    await tx.insertInto("members_reports").values(report).execute();
    return { kind: "stored", leftToday: leftToday - 1 };
  });
}

/** Stores a look-up outside of the quota; the same one arriving twice is stored once. */
export async function storeOnce(
  report: StoredReport,
  { db, mayStore }: { readonly db: Db; readonly mayStore: MayStore },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await mayStore(tx);
    await tx.insertInto("members_reports").values(report).onConflict((oc) => oc.column("id").doNothing()).execute();
  });
}

/** Daily limit of look-ups of the plan; 0 for one that does not pay. {@link claimLookup} counts against it. */
export function dailyLookups(isPaidUp: boolean): number {
  return isPaidUp ? DAILY_CHECKS : 0;
}

/** Writes the row first where there is none, since only a row can be locked. */
async function lockUsedQuota(tx: Transaction<Database>, subscriptionId: string, day: string) {
  await tx.insertInto("members_allowances").values({ subscription_id: subscriptionId, day, used: 0 })
    .onConflict((oc) => oc.column("subscription_id").doNothing()).execute();
  return (await lockRows(tx, usedQuota(tx, subscriptionId)))[0];
}

type Queries = Db | Transaction<Database>;

function usedQuota(db: Queries, subscriptionId: string) {
  return db.selectFrom("members_allowances").select(["day", "used"]).where("subscription_id", "=", subscriptionId);
}

/** Number of look-ups used on the day of this one. */
async function usedOn(db: Db, { subscription_id, at_ms }: AskedReport): Promise<number> {
  const row = await usedQuota(db, subscription_id).executeTakeFirst();
  return row?.day === dayOf(at_ms) ? row.used : 0;
}

/**
 * What was stored about the number since it was paid for within the last 24 hours; undefined when it was not. The free
 * reports of a number do not lengthen that time.
 */
export async function findRepeats(db: Queries, asked: AskedReport): Promise<Repeats | undefined> {
  const { subscription_id, e164, at_ms } = asked;
  const since = at_ms - REPEAT_FREE_MS;
  const paid = [at_ms, since].map((ms) => reportId(asked, dayOf(ms)));
  const rows = await db.selectFrom("members_reports").selectAll()
    .where("subscription_id", "=", subscription_id).where("e164", "=", e164).where("at_ms", ">", since)
    .orderBy("at_ms", "desc").orderBy("id").limit(2 * MAX_REPORTS).execute();
  const [newest, ...older] = rows.slice(0, rows.findIndex(({ id }) => paid.includes(id)) + 1);
  return newest === undefined ? undefined : [newest, ...older];
}

/** Whether one of the numbers was paid for within the last 24 hours, so that its repeat is free. */
export async function hasFreeRepeat(
  db: Db,
  { e164s, ...asked }: Omit<AskedReport, "e164"> & { readonly e164s: readonly string[] },
): Promise<boolean> {
  if (e164s.length === 0) return false;
  const since = asked.at_ms - REPEAT_FREE_MS;
  const paid = e164s.flatMap((e164) => [asked.at_ms, since].map((ms) => reportId({ ...asked, e164 }, dayOf(ms))));
  const row = await db.selectFrom("members_reports").select("id").where("id", "in", paid).where("at_ms", ">", since)
    .limit(1).executeTakeFirst();
  return row !== undefined;
}

/** One id per number and day, so that two simultaneous requests do not both pay. `which` is the day of a paid report. */
export function reportId({ subscription_id, e164 }: Omit<AskedReport, "at_ms">, which: string): string {
  return sha256Hex(`${subscription_id} ${e164} ${which}`).slice(0, ID_CHARS);
}

const ID_CHARS = 32;
/** A repeat of the same number within this time is free. */
const REPEAT_FREE_MS = 24 * 3_600_000;
/** Stored reports of one number for one payment; more than change a day, and few enough to read. */
export const MAX_REPORTS = 10;
