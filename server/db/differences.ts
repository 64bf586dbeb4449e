/** Differences between books, executions and the acquirer's ledger, and the list of them that an operator reads. */
import type { ExpressionBuilder } from "kysely";
import type { Database } from "./database.ts";
import type { Db } from "./open.ts";

export interface Sums {
  readonly capturedMinor: number;
  readonly refundedMinor: number;
  /** Authorized, and neither captured nor voided. */
  readonly heldMinor: number;
  /** Of a dispute: taken by the issuer and not returned. 0 when left out. */
  readonly disputedMinor?: number;
  /** Of a dispute: the acquirer's fee. 0 when left out. */
  readonly disputeFeesMinor?: number;
  /** ISO 4217, where none of our rows names the subject and so its currency. */
  readonly currency?: string;
}

export interface Difference {
  /**
   * `books`: what the subscriptions service recorded, against executions. `ledger`: executions, against the acquirer.
   */
  readonly between: "books" | "ledger";
  /** The execution, the dispute, or the acquirer's key of a charge that no execution names. */
  readonly subject: string;
  /** When the subject was created: a comparison of what was created in this millisecond finds it again. */
  readonly atMs: number;
  readonly expected: Sums;
  readonly found: Sums;
}

/**
 * What is compared, from the first time up to, but not including, the last. `creation`: what was created then. `move`:
 * what was authorized, captured, refunded, voided or disputed then, however long ago it was created.
 */
export interface ComparedTime {
  readonly by: "creation" | "move";
  readonly fromMs: number;
  readonly toMs: number;
  /** Once the server stops, the comparison rejects before its next slice. */
  readonly stopping?: AbortSignal | undefined;
}

const HOUR_MS = 3_600_000;
const LONGEST_SLICE_MS = 48 * HOUR_MS;

/**
 * Reads a time from its start in slices, which grow while little happens in them: a busy hour is as much as one query
 * should read. `read` answers whether its slice held more than a page.
 */
export async function inSlices(
  { by, fromMs, toMs, stopping }: ComparedTime,
  read: (slice: ComparedTime) => Promise<boolean>,
): Promise<void> {
  let sliceMs = HOUR_MS;
  for (let startMs = fromMs; startMs < toMs;) {
    stopping?.throwIfAborted();
    const endMs = Math.min(toMs, startMs + sliceMs);
    const isBusy = await read({ by, fromMs: startMs, toMs: endMs });
    sliceMs = isBusy ? HOUR_MS : Math.min(LONGEST_SLICE_MS, sliceMs * 2);
    startMs = endMs;
  }
}

export const NO_SUMS: Sums = { capturedMinor: 0, refundedMinor: 0, heldMinor: 0 };

export function isSameSums(a: Sums, b: Sums): boolean {
  return a.capturedMinor === b.capturedMinor && a.refundedMinor === b.refundedMinor && a.heldMinor === b.heldMinor;
}

export interface StoredDifference extends Difference {
  /** When it was found first. */
  readonly seenMs: number;
}

type Named = Pick<Difference, "between" | "subject">;

/** Adds new differences, and keeps the newest figures of known ones. Returns the new ones. */
export async function storeDifferences(
  db: Db,
  found: readonly Difference[],
  nowMs: number,
): Promise<readonly Difference[]> {
  const added: Difference[] = [];
  for (const difference of found) {
    const { between, subject, atMs, expected, found: sums } = difference;
    const figures = { expected_json: JSON.stringify(expected), found_json: JSON.stringify(sums) };
    const { numInsertedOrUpdatedRows } = await db.insertInto("app_differences")
      .values({ kind: between, subject, at_ms: atMs, seen_ms: nowMs, ...figures })
      .onConflict((on) => on.columns(["kind", "subject"]).doNothing()).executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) added.push(difference);
    else {
      await db.updateTable("app_differences").set(figures).where("kind", "=", between).where("subject", "=", subject)
        .execute();
    }
  }
  return added;
}

/** Removes one whose both sides agree. */
export async function removeDifference(db: Db, { between, subject }: Named): Promise<void> {
  await db.deleteFrom("app_differences").where("kind", "=", between).where("subject", "=", subject).execute();
}

export function isSameSubject(a: Named, b: Named): boolean {
  return a.between === b.between && a.subject === b.subject;
}

const MOST = 500;

type Place = Pick<Difference, "between" | "subject" | "atMs">;

/** Oldest subject first, at most 500, of those behind `after`. */
export async function listDifferences(db: Db, after?: Place): Promise<readonly StoredDifference[]> {
  const all = db.selectFrom("app_differences").selectAll();
  const rows = await (after === undefined ? all : all.where(isBehind(after)))
    .orderBy("at_ms").orderBy("subject").orderBy("kind").limit(MOST).execute();
  return rows.map(({ kind, subject, at_ms, seen_ms, expected_json, found_json }) => ({
    between: kind,
    subject,
    atMs: at_ms,
    seenMs: seen_ms,
    expected: JSON.parse(expected_json),
    found: JSON.parse(found_json),
  }));
}

function isBehind({ atMs, subject, between }: Place) {
  return (eb: ExpressionBuilder<Database, "app_differences">) =>
    eb.or([
      eb("at_ms", ">", atMs),
      eb.and([eb("at_ms", "=", atMs), eb("subject", ">", subject)]),
      eb.and([eb("at_ms", "=", atMs), eb("subject", "=", subject), eb("kind", ">", between)]),
    ]);
}

export async function countDifferences(db: Db): Promise<number> {
  const { count } = await db.selectFrom("app_differences").select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
