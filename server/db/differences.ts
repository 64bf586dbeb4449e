/** Differences between books, executions and the acquirer's ledger, and the list of them that an operator reads. */
import type { Db } from "./open.ts";

export interface Sums {
  readonly capturedMinor: number;
  readonly refundedMinor: number;
  /** Authorized, and neither captured nor voided. */
  readonly heldMinor: number;
  /** Of a dispute: taken by the issuer and not brought back. 0 when left out. */
  readonly disputedMinor?: number;
  /** Of a dispute: the acquirer's fee. 0 when left out. */
  readonly disputeFeesMinor?: number;
  /** ISO 4217, where no row of ours names the subject and so its currency. */
  readonly currency?: string;
}

export interface Difference {
  /** `books`: what the subscriptions service recorded, against executions. `ledger`: executions, against the acquirer. */
  readonly between: "books" | "ledger";
  /** The execution, the dispute, or the acquirer's key of a charge that no execution names. */
  readonly subject: string;
  /** When the subject was created: a comparison of this millisecond finds it again. */
  readonly atMs: number;
  readonly expected: Sums;
  readonly found: Sums;
}

/** What is compared: what was created from the first time up to, but not including, the last. */
export interface ComparedTime {
  readonly fromMs: number;
  readonly toMs: number;
}

export const NO_SUMS: Sums = { capturedMinor: 0, refundedMinor: 0, heldMinor: 0 };

export function isSameSums(a: Sums, b: Sums): boolean {
  return a.capturedMinor === b.capturedMinor && a.refundedMinor === b.refundedMinor && a.heldMinor === b.heldMinor;
}

export interface StoredDifference extends Difference {
  /** When it was found first. */
  readonly seenMs: number;
}

interface Comparison extends ComparedTime {
  readonly nowMs: number;
  readonly found: readonly Difference[];
}

/** Adds new differences, and removes those of this time that are gone. Answers the new ones. */
export async function storeDifferences(
  db: Db,
  { fromMs, toMs, nowMs, found }: Comparison,
): Promise<readonly Difference[]> {
  return await db.transaction().execute(async (trx) => {
    const known = await trx.selectFrom("app_differences").selectAll().where("at_ms", ">=", fromMs)
      .where("at_ms", "<", toMs).execute();
    const keys = new Set(found.map(keyOf));
    for (const { kind, subject } of known) {
      if (keys.has(keyOf({ between: kind, subject }))) continue;
      await trx.deleteFrom("app_differences").where("kind", "=", kind).where("subject", "=", subject).execute();
    }
    const old = new Set(known.map(({ kind, subject }) => keyOf({ between: kind, subject })));
    for (const { between, subject, atMs, expected, found: sums } of found) {
      const figures = { expected_json: JSON.stringify(expected), found_json: JSON.stringify(sums) };
      await trx.insertInto("app_differences").values({
        kind: between,
        subject,
        at_ms: atMs,
        seen_ms: nowMs,
        ...figures,
      })
        .onConflict((on) => on.columns(["kind", "subject"]).doUpdateSet(figures)).execute();
    }
    return found.filter((difference) => !old.has(keyOf(difference)));
  });
}

function keyOf({ between, subject }: Pick<Difference, "between" | "subject">): string {
  return `${between} ${subject}`;
}

const MOST = 500;

/** Oldest subject first, at most 500. */
export async function listDifferences(db: Db): Promise<readonly StoredDifference[]> {
  const rows = await db.selectFrom("app_differences").selectAll().orderBy("at_ms").orderBy("subject").limit(MOST)
    .execute();
  return rows.map(({ kind, subject, at_ms, seen_ms, expected_json, found_json }) => ({
    between: kind,
    subject,
    atMs: at_ms,
    seenMs: seen_ms,
    expected: JSON.parse(expected_json),
    found: JSON.parse(found_json),
  }));
}

export async function countDifferences(db: Db): Promise<number> {
  const { count } = await db.selectFrom("app_differences").select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
