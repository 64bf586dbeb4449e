/**
 * Captures, cancels and refunds, and answers with the state reached, never with the status of the call (SECURITY X5).
 */
import type { Selectable } from "kysely";
import { OPERATION_RETRY_MAX_MS, OPERATION_RETRY_MS } from "../context/constants.ts";
import type { SubscriptionContext } from "../context/context.ts";
import type { Execution } from "../payments_client/execution.ts";
import { PaymentsError } from "../payments_client/send.ts";
import type { OperationKind, SubscriptionsTables } from "../db/tables.ts";

export type OperationRow = Selectable<SubscriptionsTables["subs_moves"]>;

export interface Operation {
  readonly kind: OperationKind;
  readonly executionId: string;
  readonly cents: number;
  /** Of a refund: what its earlier parts have returned, by our books. */
  readonly sentCents?: number;
  /** True when no earlier call asked for it, so that nothing is stored about it. */
  readonly isFirst?: boolean;
}

/** pending: the provider has not decided. Only `done` may be recorded or reported. */
export type OperationEnd = "done" | "refused" | "pending";

interface Result {
  readonly end: OperationEnd;
  readonly reason: string;
  /** The call itself was refused, so the history does not mention it. */
  readonly isCallRefused?: true;
}

/**
 * Each refusal changes the idempotency key, since the old key always answers with the refusal. The key counts the known
 * refusals, so two servers with the same knowledge send the same key, and the money moves once. What is not done stays
 * in `subs_moves` until it is. Throws a PaymentsError when the provider does not answer.
 */
export async function performOperation(
  context: SubscriptionContext,
  operation: Operation,
  known?: Execution,
): Promise<OperationEnd> {
  const row = operation.isFirst === true ? undefined : await findOperation(context, operation);
  const execution = known ?? await context.api.read(operation.executionId);
  const standing = isUntold(execution, operation) ? undefined : endOf(execution, operation);
  // Waits for a pending operation; requests a refused one again.
  const result = standing?.end === "done" || standing?.end === "pending"
    ? standing
    : await requestOperation(context, operation, {
      refusals: execution.operations[operation.kind].refusals + (row?.refusals ?? 0),
      returnedCents: operation.kind === "refund" ? execution.operations.refund.cents ?? operation.sentCents ?? 0 : 0,
    });
  if (result.end === "done") await markDone(context, operation, row);
  else await keepOpen(context, { operation, row, result });
  return result.end;
}

/**
 * A part of the refund was returned before, and the provider reports no sum: only the answer to a request for this part
 * says whether it was returned too.
 */
function isUntold({ operations: { refund } }: Execution, { kind, sentCents = 0 }: Operation): boolean {
  return kind === "refund" && sentCents > 0 && refund.cents === undefined;
}

/** Undefined when no such operation was requested. */
function endOf(execution: Execution, operation: Operation): Result | undefined {
  const { kind, cents } = operation;
  const { last, latest, cents: moved } = execution.operations[kind];
  switch (isUntold(execution, operation) ? latest : last) {
    case "none":
      return undefined;
    case "refused":
      return { end: "refused", reason: `${kind}Failed` };
    case "asked":
      return { end: "pending", reason: `${kind}Requested` };
    case "done": {
      // The amount owed has grown since, or the provider returned a part by itself: the rest is requested.
      if (kind === "refund" && moved !== undefined && moved < cents) return undefined;
      const isWhole = moved === undefined || (kind === "refund" ? moved >= cents : moved === cents);
      return isWhole ? { end: "done", reason: "" } : { end: "pending", reason: `${kind} of ${moved} cents` };
    }
  }
}

interface Known {
  readonly refusals: number;
  /** What earlier parts of a refund have returned. */
  readonly returnedCents: number;
}

async function requestOperation(
  { api }: SubscriptionContext,
  operation: Operation,
  { refusals, returnedCents }: Known,
): Promise<Result> {
  const { kind, executionId } = operation;
  const part = returnedCents === 0 ? "" : `-from-${returnedCents}`;
  const key = `${kind}-${executionId}${part}${refusals === 0 ? "" : `-${refusals}`}`;
  try {
    const answer = await api.operate({ ...operation, cents: operation.cents - returnedCents, key });
    return endOf(answer, operation) ?? { end: "pending", reason: "" };
  } catch (error) {
    if (!(error instanceof PaymentsError) || !error.isFinal) throw error;
    return { end: "refused", reason: error.message, isCallRefused: true };
  }
}

/** The stored operation that did not succeed at once; undefined when there is none. */
export async function findOperation(
  { db }: Pick<SubscriptionContext, "db">,
  { executionId, kind }: Omit<Operation, "cents">,
): Promise<OperationRow | undefined> {
  return await db.selectFrom("subs_moves").selectAll().where("execution_id", "=", executionId).where("kind", "=", kind)
    .executeTakeFirst();
}

/** A cancelled or refunded execution needs no capture. */
async function markDone(
  { db, clock }: SubscriptionContext,
  { kind, executionId }: Operation,
  row: OperationRow | undefined,
): Promise<void> {
  if (row?.settled_ms === null) {
    await db.updateTable("subs_moves").set({ state: "done", settled_ms: clock.now() })
      .where("execution_id", "=", executionId).where("kind", "=", kind).execute();
  }
  if (kind === "capture") return;
  await db.updateTable("subs_moves").set({ state: "released", settled_ms: clock.now() })
    .where("execution_id", "=", executionId).where("kind", "!=", kind).where("settled_ms", "is", null).execute();
}

interface UnfinishedOperation {
  readonly operation: Operation;
  readonly row: OperationRow | undefined;
  readonly result: Result;
}

async function keepOpen(
  { db, clock, log }: SubscriptionContext,
  { operation, row, result }: UnfinishedOperation,
): Promise<void> {
  const { kind, executionId, cents } = operation;
  const { end, reason, isCallRefused } = result;
  const nowMs = clock.now();
  const tries = (row?.tries ?? 0) + 1;
  const waitMs = Math.min(OPERATION_RETRY_MAX_MS, OPERATION_RETRY_MS * 2 ** (tries - 1));
  const refusals = (row?.refusals ?? 0) + (isCallRefused === true ? 1 : 0);
  const state = { cents, state: end, refusals, tries, reason, next_ms: nowMs + waitMs, settled_ms: null } as const;
  await db.insertInto("subs_moves")
    .values({ execution_id: executionId, kind, created_ms: nowMs, ...state })
    .onConflict((on) => on.columns(["execution_id", "kind"]).doUpdateSet(state)).execute();
  const fields = { kind, executionId, end, tries, reason };
  if (end === "refused") log.error("money.not-moved", fields);
  else log.warn("money.not-moved", fields);
}
