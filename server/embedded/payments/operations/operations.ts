/** Captures, cancels and refunds what a payment holds, for the merchant. */
import type { Amount } from "../../../../sdk/wire/payments.ts";
import type { OperationCall } from "../acquirer/acquirer.ts";
import { isKnown } from "../authorize/authorize.ts";
import { OperationBody, parseRequest } from "../context/bodies.ts";
import type { Recording } from "../idempotency/claim.ts";
import { isRefusedChange, parseStatuses, readExecution, stateChangeOf, stateOf } from "../executions/executions.ts";
import { type Event, nextOf } from "../executions/execution_state.ts";
import { ApiError } from "../context/api_errors.ts";
import { isChargedBack } from "../disputes/list_disputes.ts";
import { operationKey, timedId } from "../db/ids.ts";
import { requireMoney, writeMoney } from "../context/money.ts";
import { currentRequestId } from "../../../platform/telemetry/request_scope.ts";
import type { PaymentContext } from "../context/context.ts";
import { writeWithWebhook } from "../webhooks/write_webhooks.ts";
import { reconcile } from "../reconcile/reconcile.ts";
import type { BegunIntent } from "../outcomes/apply_outcome.ts";
import { callAcquirer } from "../outcomes/call_acquirer.ts";
import { openIntent } from "../outcomes/open_intent.ts";
import type { ExecutionRow } from "../db/tables.ts";

export type OperationKind = OperationCall["kind"];

export interface OperationRequest {
  readonly row: ExecutionRow;
  readonly kind: OperationKind;
  readonly body: unknown;
  /** The request's idempotency key, by which the merchant finds its move again. */
  readonly key: string;
  readonly requestKey: string;
  readonly record: Recording;
}

/**
 * Captures, cancels or refunds and returns the execution with the outcome. Without an amount it takes what is left.
 * Throws 409 when the execution does not allow it, 422 when the amount exceeds what is left.
 */
export async function performOperation(context: PaymentContext, request: OperationRequest): Promise<ExecutionRow> {
  const { db, acquirer } = context;
  const known = request.record.isRepeat && await isKnown(context, request.requestKey);
  const row = await reconcile(context, known ? await readExecution(db, request.row.id) : request.row);
  if (known) return row;
  if (request.kind === "cancel" && (row.state === "created" || row.state === "declined")) {
    return await cancelUnpaid(context, row, request);
  }
  // Cancelling a cancelled payment changes nothing.
  if (request.kind === "cancel" && row.state === "cancelled") return row;
  if (request.kind === "refund" && await isChargedBack(db, row.id)) throw new ApiError("payment-disputed");
  const event = eventOf(row, request.kind);
  const amountMinor = amountOf(row, request);
  const begun = await begin(context, { row, request, event, amountMinor });
  const call = { key: begun.intent.key, chargeKey: row.charge_key ?? "", kind: request.kind, amountMinor };
  return await callAcquirer(context, begun, () => acquirer.operate(call));
}

/** No money is held yet, so the acquirer is not asked. */
async function cancelUnpaid(
  context: PaymentContext,
  row: ExecutionRow,
  { record, key }: OperationRequest,
): Promise<ExecutionRow> {
  const { db, clock } = context;
  const dropped = await withConflict(() =>
    db.transaction().execute(async (trx) => {
      const nowMs = clock.now();
      const move = { id: timedId(nowMs), minor: 0, key };
      const change = stateChangeOf({ row, event: "dropped" }, { nowMs, move });
      await writeWithWebhook(context, trx, change);
      await record.finish(trx, change.after);
      return change.after;
    })
  );
  record.done();
  return dropped;
}

const REQUEST_EVENTS: Readonly<Record<OperationKind, Event>> = {
  capture: "capture_requested",
  refund: "refund_requested",
  cancel: "cancel_requested",
};

function eventOf(row: ExecutionRow, kind: OperationKind): Event {
  if (!allowedOperations(row).includes(kind)) throw conflict(row);
  return kind === "cancel" && row.state === "pending" ? "pending_cancel_requested" : REQUEST_EVENTS[kind];
}

/** The operations this execution allows now. */
function allowedOperations(row: ExecutionRow): readonly OperationKind[] {
  const state = stateOf(row);
  if (state === "pending") return ["cancel"];
  const kinds: readonly OperationKind[] = ["capture", "refund", "cancel"];
  return kinds.filter((kind) =>
    nextOf(state, REQUEST_EVENTS[kind]) !== undefined && (kind !== "refund" || row.captured_minor > 0)
  );
}

function conflict(row: ExecutionRow, cause?: unknown): ApiError {
  const moves = allowedOperations(row);
  const allowed = moves.length === 0 ? "nothing now" : moves.join(" and ");
  const detail = `The execution is in the state ${row.state}, which allows ${allowed}. Nothing was moved.`;
  return new ApiError("state-conflict", { detail, cause });
}

function amountOf(row: ExecutionRow, { kind, body }: OperationRequest): number {
  const { amount } = parseRequest(OperationBody, body ?? {});
  if (kind === "cancel") return row.authorized_minor > 0 ? row.authorized_minor - row.captured_minor : row.amount_minor;
  refuseStrayAmount(kind, body);
  const left = kind === "capture" ? row.authorized_minor - row.captured_minor : row.captured_minor - row.refunded_minor;
  const minor = amount === undefined ? left : minorOf(row, amount);
  if (minor > left || (kind === "refund" && left === 0)) {
    const { value, currency } = writeMoney({ minor: left, currency: row.currency });
    const detail = `${value} ${currency} are left to ${kind}. Nothing was moved.`;
    throw new ApiError("amount-too-high", { detail });
  }
  return minor;
}

/** A body with fields but no `amount` has most likely misplaced it, and would move everything that is left. */
function refuseStrayAmount(kind: OperationKind, body: unknown): void {
  const fields = Object.keys(body ?? {});
  if (fields.length === 0 || fields.includes("amount")) return;
  throw new ApiError("request-invalid", {
    detail: `Field amount is missing. Send an empty body to ${kind} all that is left. Nothing was moved.`,
  });
}

function minorOf(row: ExecutionRow, amount: Amount): number {
  const { minor, currency } = requireMoney(amount);
  if (currency !== row.currency) {
    throw new ApiError("amount-invalid", { detail: `The execution is in ${row.currency}. Nothing was moved.` });
  }
  if (minor === 0) {
    throw new ApiError("amount-invalid", { detail: "Send more than zero, or no amount for all that is left." });
  }
  return minor;
}

interface NewOperation {
  readonly row: ExecutionRow;
  readonly request: OperationRequest;
  readonly event: Event;
  readonly amountMinor: number;
}

/** A pending payment stores its instrument once it is approved; a cancellation deletes what it left. */
async function chargedInstrument(db: PaymentContext["db"], row: ExecutionRow): Promise<string | null> {
  const charged = await db.selectFrom("pay_intents").select("instrument_id").where("key", "=", row.charge_key ?? "")
    .executeTakeFirst();
  return charged?.instrument_id ?? null;
}

async function begin(
  context: PaymentContext,
  { row, request, event, amountMinor }: NewOperation,
): Promise<BegunIntent> {
  const { db, clock } = context;
  const nowMs = clock.now();
  const intent = openIntent(context, nowMs, {
    key: operationKey(row.charge_key ?? row.id, {
      kind: request.kind,
      minor: amountMinor,
      earlier: askedBefore(row, request.kind),
    }),
    execution_id: row.id,
    kind: request.kind,
    amount_minor: amountMinor,
    instrument_id: request.kind === "cancel" ? await chargedInstrument(db, row) : row.instrument_id,
    method: null,
    preferred_scheme: null,
    stores: 0,
    request_key: request.requestKey,
  });
  const moved = await withConflict(() =>
    db.transaction().execute(async (trx) => {
      const move = { id: intent.key, minor: amountMinor, key: request.key };
      const change = stateChangeOf({ row, event }, { nowMs, move });
      await request.record.take(trx);
      await writeWithWebhook(context, trx, change);
      await trx.insertInto("pay_intents").values({ ...intent, request_id: currentRequestId() }).execute();
      return change.after;
    })
  );
  return { intent, row: moved, record: request.record };
}

function askedBefore(row: ExecutionRow, kind: OperationKind): number {
  return parseStatuses(row).filter(({ code }) => code === `${kind}Requested`).length;
}

async function withConflict<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isRefusedChange(error)) throw error;
    throw new ApiError("state-conflict", { cause: error });
  }
}
