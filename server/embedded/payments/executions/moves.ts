/** Moves of money: the captures, cancels and refunds of an execution, read from its history. */
import type { StatusEntry } from "./execution_state.ts";
import { parseStatuses } from "./executions.ts";
import { writeMoney } from "../context/money.ts";
import type { ExecutionRow } from "../db/tables.ts";
import type { Move } from "../schemas/execution_answers.ts";
import { MOVE_KINDS } from "../schemas/fields.ts";

type History = Pick<ExecutionRow, "id" | "statuses" | "currency">;

/** Every move of the execution, oldest first. Statuses of older versions name no move. */
export function movesOf(row: History): readonly Move[] {
  const moves = new Map<string, Move>();
  for (const entry of parseStatuses(row)) {
    if (entry.move !== undefined) moves.set(entry.move.id, moveAfter(row, entry, moves.get(entry.move.id)));
  }
  return [...moves.values()];
}

/** The move as a status leaves it. An automatic capture has no request, so its first status is its outcome. */
function moveAfter({ id, currency }: History, { code, timeMs, move }: StatusEntry, earlier?: Move): Move {
  const time = new Date(timeMs).toISOString();
  const isRequest = code.endsWith("Requested");
  return {
    id: move?.id ?? "",
    executionId: id,
    kind: MOVE_KINDS.find((kind) => code.startsWith(kind)) ?? "capture",
    amount: writeMoney({ minor: move?.minor ?? 0, currency }),
    ...(move?.key === undefined ? {} : { idempotencyKey: move.key }),
    createdAt: time,
    ...earlier,
    state: isRequest ? "requested" : code.endsWith("Failed") ? "failed" : "successful",
    ...(isRequest ? {} : { endedAt: time }),
  };
}
