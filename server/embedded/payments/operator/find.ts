/** Executions and instruments for the operator's console: found by reference or by a card's last four digits. */
import type { Db } from "../../../db/open.ts";
import { type InstrumentFacts, instrumentFacts } from "./story.ts";

export interface CardsFound {
  readonly instruments: readonly string[];
  /** The newest that these instruments paid, newest first. */
  readonly executions: readonly string[];
}

/** Cards whose number ends in these digits, or did before their network replaced it, and what they paid. */
export async function findByLastFour(db: Db, digits: string, limit: number): Promise<CardsFound> {
  const instruments = await db.selectFrom("pay_instruments").select("id").where("suffix", "=", digits)
    .orderBy("created_ms", "desc").limit(limit).execute();
  const replaced = await db.selectFrom("pay_card_changes").select("instrument_id as id").where(
    "old_suffix",
    "=",
    digits,
  )
    .orderBy("changed_ms", "desc").limit(limit).execute();
  const cards = [...new Set([...instruments, ...replaced].map(({ id }) => id))];
  if (cards.length === 0) return { instruments: [], executions: [] };
  const executions = await db.selectFrom("pay_executions").select("id").where("instrument_id", "in", cards)
    .orderBy("created_ms", "desc").limit(limit).execute();
  return { instruments: cards, executions: executions.map(({ id }) => id) };
}

interface Reference {
  readonly reference: string;
  /** Clients whose references are searched: indexes of references begin with the client. */
  readonly clients: readonly string[];
  readonly limit: number;
}

/** Executions that a reference names: their own id, the merchant's, an intent's key, a webhook, an instrument. */
export async function executionsByReference(
  db: Db,
  { reference, clients, limit }: Reference,
): Promise<readonly string[]> {
  const by = (column: "id" | "instrument_id") =>
    db.selectFrom("pay_executions").select("id").where(column, "=", reference).orderBy("created_ms", "desc")
      .limit(limit).execute();
  const ofClients = (column: "merchant_reference" | "holder_reference") =>
    db.selectFrom("pay_executions").select("id").where("client_id", "in", clients).where(column, "=", reference)
      .orderBy("created_ms", "desc").limit(limit).execute();
  const found = await Promise.all([
    by("id"),
    by("instrument_id"),
    ofClients("merchant_reference"),
    ofClients("holder_reference"),
    db.selectFrom("pay_intents").select("execution_id as id").where("key", "=", reference).execute(),
    db.selectFrom("pay_webhooks").select("execution_id as id").where("id", "=", reference).execute(),
    db.selectFrom("pay_disputes").select("execution_id as id").where("client_id", "in", clients)
      .where((each) => each.or([each("id", "=", reference), each("acquirer_id", "=", reference)])).execute(),
  ]);
  return [...new Set(found.flat().map(({ id }) => id))];
}

/** Executions for which this request or job called the acquirer. */
export async function executionsOfRequest(db: Db, requestId: string, limit: number): Promise<readonly string[]> {
  const rows = await db.selectFrom("pay_intents").select("execution_id").where("request_id", "=", requestId)
    .where("request_id", "!=", "").orderBy("created_ms", "desc").limit(limit).execute();
  return [...new Set(rows.map(({ execution_id }) => execution_id))];
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

/** Payments with these instruments, by id, including deleted instruments. */
export async function readInstruments(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InstrumentFacts>> {
  const known = ids.filter((id) => id !== "");
  if (known.length === 0) return new Map();
  const rows = await db.selectFrom("pay_instruments").selectAll().where("id", "in", known).execute();
  return new Map(rows.map((row) => [row.id, instrumentFacts(row)]));
}
