/** Captures, cancels and refunds that stay refused or undecided, for an operator. */
import type { Db } from "../../../db/open.ts";
import type { OperationKind } from "../db/tables.ts";

/** One that an operator has to look at; every field as `subs_moves` has it. */
export interface OpenMove {
  readonly executionId: string;
  readonly kind: OperationKind;
  readonly cents: number;
  readonly state: string;
  readonly tries: number;
  /** The provider's last answer. */
  readonly reason: string;
  readonly sinceMs: number;
  readonly nextMs: number;
  /** Receipt number and subscription of its charge; null for an abandoned checkout. */
  readonly chargeId: string | null;
  readonly subscriptionId: string | null;
}

/** A move that succeeds within its first retries needs no operator. */
const STAYS_AFTER_TRIES = 3;
const MOST = 500;

/** Oldest first, at most 500. */
export async function listOpenMoves(db: Db): Promise<readonly OpenMove[]> {
  return await stuck(db).leftJoin("subs_charges as c", "c.execution_id", "m.execution_id")
    .select([
      "m.execution_id as executionId",
      "m.kind",
      "m.cents",
      "m.state",
      "m.tries",
      "m.reason",
      "m.created_ms as sinceMs",
      "m.next_ms as nextMs",
      "c.id as chargeId",
      "c.subscription_id as subscriptionId",
    ]).orderBy("m.created_ms").limit(MOST).execute();
}

export async function countOpenMoves(db: Db): Promise<number> {
  const { count } = await stuck(db).select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return Number(count);
}

function stuck(db: Db) {
  return db.selectFrom("subs_moves as m").where("m.settled_ms", "is", null).where("m.tries", ">=", STAYS_AFTER_TRIES);
}
