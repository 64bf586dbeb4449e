/** Executions and instruments for the operator's console: found by reference or by a card's last four digits. */
import type { Db } from "../../../db/open.ts";
import { type InstrumentFacts, instrumentFacts } from "./story.ts";

export interface FoundCards {
  readonly instrumentIds: readonly string[];
  readonly executionIds: readonly string[];
}

/** Instruments whose number ends in these digits, newest first, and the executions that they paid. */
export async function findByLastFour(db: Db, digits: string, limit: number): Promise<FoundCards> {
  const instruments = await db.selectFrom("pay_instruments").select("id").where("suffix", "=", digits)
    .orderBy("created_ms", "desc").limit(limit).execute();
  const instrumentIds = instruments.map(({ id }) => id);
  if (instrumentIds.length === 0) return { instrumentIds, executionIds: [] };
  const executions = await db.selectFrom("pay_executions").select("id").where("instrument_id", "in", instrumentIds)
    .orderBy("created_ms", "desc").limit(limit).execute();
  return { instrumentIds, executionIds: executions.map(({ id }) => id) };
}

/** Executions that a reference names: their own id, the merchant's, an intent's key, a webhook, an instrument. */
export async function executionsByReference(db: Db, reference: string, limit: number): Promise<readonly string[]> {
  const found = await Promise.all([
    db.selectFrom("pay_executions").select("id")
      .where((eb) =>
        eb.or([
          eb("id", "=", reference),
          eb("merchant_reference", "=", reference),
          eb("holder_reference", "=", reference),
          eb("instrument_id", "=", reference),
        ])
      ).orderBy("created_ms", "desc").limit(limit).execute(),
    db.selectFrom("pay_intents").select("execution_id as id").where("key", "=", reference).execute(),
    db.selectFrom("pay_webhooks").select("execution_id as id").where("id", "=", reference).execute(),
  ]);
  return [...new Set(found.flat().map(({ id }) => id))];
}

export interface ExecutionFacts {
  readonly id: string;
  readonly clientId: string;
  readonly state: string;
  readonly currency: string;
  readonly paidMinor: number;
  readonly createdMs: number;
}

/** The executions with these ids, newest first. */
export async function readExecutions(db: Db, ids: readonly string[]): Promise<readonly ExecutionFacts[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("pay_executions").selectAll().where("id", "in", ids)
    .orderBy("created_ms", "desc").orderBy("id").execute();
  return rows.map((row) => ({
    id: row.id,
    clientId: row.client_id,
    state: row.state,
    currency: row.currency,
    paidMinor: row.captured_minor - row.refunded_minor,
    createdMs: row.created_ms,
  }));
}

/** What pays with these instruments, by id; also of those that were deleted. */
export async function readInstruments(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InstrumentFacts>> {
  const known = ids.filter((id) => id !== "");
  if (known.length === 0) return new Map();
  const rows = await db.selectFrom("pay_instruments").selectAll().where("id", "in", known).execute();
  return new Map(rows.map((row) => [row.id, instrumentFacts(row)]));
}
