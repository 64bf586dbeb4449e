/** Reads executions, and holds the only function that changes their state. */
import { sql } from "kysely";
import * as z from "zod/mini";
import { isPostgres } from "../../../db/engine.ts";
import { appendStatuses, type Event, type MoveEntry, nextOf, type State, type StatusEntry } from "./execution_state.ts";
import { ApiError } from "../context/api_errors.ts";
import type { ExecutionRow } from "../db/tables.ts";
import type { Queries } from "../db/queries.ts";
import { EXECUTION_STATES } from "../schemas/fields.ts";

const Statuses = z.array(z.object({
  code: z.string(),
  timeMs: z.number(),
  result: z.optional(z.string()),
  move: z.optional(z.object({ id: z.string(), minor: z.number(), key: z.optional(z.string()) })),
  installments: z.optional(z.number()),
}));

/** Another request changed the execution first. */
export class StateConflict extends Error {
  override readonly name = "StateConflict";
}

/** The execution is in a state that does not allow the event. */
export class IllegalTransition extends Error {
  override readonly name = "IllegalTransition";
}

/** True when the change was refused, because of the execution's state or because another request was first. */
export function isRefusedChange(error: unknown): boolean {
  return error instanceof StateConflict || error instanceof IllegalTransition;
}

/** The execution with this id; undefined when there is none. */
export async function findExecution(db: Queries, id: string): Promise<ExecutionRow | undefined> {
  // Postgres refuses a NUL in a text, and no id has one.
  if (id.includes("\0")) return undefined;
  return await db.selectFrom("pay_executions").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The execution with this id. Throws the uniform 404 when there is none. */
export async function readExecution(db: Queries, id: string): Promise<ExecutionRow> {
  const found = await findExecution(db, id);
  if (found === undefined) throw new ApiError("not-found");
  return found;
}

export function stateOf({ state }: Pick<ExecutionRow, "state">): State {
  const found = EXECUTION_STATES.find((known) => known === state);
  if (found === undefined) throw new TypeError(`Unknown execution state ${state}`);
  return found;
}

export function parseStatuses({ statuses }: Pick<ExecutionRow, "statuses">): readonly StatusEntry[] {
  return z.parse(Statuses, JSON.parse(statuses)) as readonly StatusEntry[];
}

/** Columns a transition may change in addition to state, version and history. */
export type Changes = Partial<Omit<ExecutionRow, "id" | "state" | "version" | "statuses">>;

export interface StateChangeOptions {
  readonly nowMs: number;
  readonly result?: string;
  /** The capture, cancel or refund that the transition belongs to. */
  readonly move?: MoveEntry;
  /** Count of the monthly parts of the attempt that the transition begins. */
  readonly installments?: number | undefined;
  readonly changes?: Changes;
}

export interface StateChange {
  readonly before: ExecutionRow;
  readonly event: Event;
  readonly after: ExecutionRow;
  /** The changed columns. */
  readonly set: Changes & Pick<ExecutionRow, "state" | "version" | "statuses">;
}

interface Change {
  readonly row: ExecutionRow;
  readonly event: Event;
}

/** Computes the row after a transition. Throws `IllegalTransition` when the table has no such transition. */
export function stateChangeOf({ row, event }: Change, options: StateChangeOptions): StateChange {
  const transition = nextOf(stateOf(row), event);
  if (transition === undefined) throw new IllegalTransition(`${event} in state ${row.state}`);
  const { changes = {}, ...added } = options;
  const statuses = appendStatuses(parseStatuses(row), transition.codes, added);
  const set = {
    ...changes,
    state: transition.to,
    version: row.version + 1,
    statuses: JSON.stringify(statuses),
  };
  return { before: row, event, after: { ...row, ...set }, set };
}

/**
 * Writes the change by compare-and-set: throws `StateConflict` when the row is no longer the one that was read. Returns
 * the addresses that the merchant registered for webhooks; reading them separately would cost every change another
 * statement.
 */
export async function writeStateChange(db: Queries, { before, event, set }: StateChange): Promise<readonly string[]> {
  const listed = sql.raw(isPostgres(db) ? "string_agg(url, chr(10))" : "group_concat(url, char(10))");
  const changed = await db.updateTable("pay_executions").set(set)
    .where("id", "=", before.id).where("version", "=", before.version).where("state", "=", before.state)
    .returning(
      sql<string | null>`(select ${listed} from (
        select url from pay_webhook_endpoints where client_id = ${before.client_id} order by slot) as own)`.as("urls"),
    ).executeTakeFirst();
  if (changed === undefined) throw new StateConflict(`${event} lost the race`);
  return changed.urls?.split("\n") ?? [];
}
