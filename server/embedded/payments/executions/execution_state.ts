/**
 * The state machine of an execution: which event may happen in which state, the next state, and the status codes it
 * adds.
 */
import type { EXECUTION_STATES } from "../schemas/fields.ts";
import type { ExecutionEvent } from "../schemas/webhook_events.ts";

export type State = (typeof EXECUTION_STATES)[number];

/** Events of an execution, in the past tense. */
export type Event =
  | "authorize_requested"
  | "shopper_answered"
  | "confirm_requested"
  | "given_up"
  | "approved"
  | "approved_and_captured"
  | "refused"
  | "action_required"
  | "capture_requested"
  | "captured_in_part"
  | "captured_whole"
  | "capture_refused"
  | "cancel_requested"
  | "pending_cancel_requested"
  | "cancelled"
  | "rest_cancelled"
  | "rest_cancelled_after_refund"
  | "cancel_refused"
  | "pending_cancel_refused"
  | "dropped"
  | "refund_requested"
  | "refunded_in_part"
  | "refunded_whole"
  | "refund_refused"
  | "refunded_while_held"
  | "refund_refused_while_held";

export interface Transition {
  readonly from: State;
  readonly event: Event;
  readonly to: State;
  /** Status codes the transition appends, oldest first. */
  readonly codes: readonly ExecutionEvent[];
}

const row = (from: State, event: Event, to: State, ...codes: ExecutionEvent[]): Transition => ({
  from,
  event,
  to,
  codes,
});

/** Every transition there is. An event without a row for the state is refused. */
export const TRANSITIONS: readonly Transition[] = [
  row("created", "authorize_requested", "authorizing", "authorizeRequested"),
  row("declined", "authorize_requested", "authorizing", "authorizeRequested"),
  row("authorizing", "approved", "authorized", "authorizeSuccessful"),
  row("authorizing", "approved_and_captured", "captured", "authorizeSuccessful", "captureSuccessful"),
  row("authorizing", "refused", "declined", "authorizeFailed"),
  row("authorizing", "action_required", "pending", "authorizePending"),
  row("pending", "shopper_answered", "authorizing"),
  row("pending", "confirm_requested", "authorizing", "confirmRequested"),
  row("pending", "given_up", "authorizing"),
  row("pending", "approved", "authorized", "authorizeSuccessful"),
  row("pending", "approved_and_captured", "captured", "authorizeSuccessful", "captureSuccessful"),
  row("pending", "refused", "declined", "authorizeFailed"),
  row("pending", "pending_cancel_requested", "cancelling", "cancelRequested"),
  row("authorized", "capture_requested", "capturing", "captureRequested"),
  row("capturing", "captured_in_part", "authorized", "captureSuccessful"),
  row("capturing", "captured_whole", "captured", "captureSuccessful"),
  row("capturing", "capture_refused", "authorized", "captureFailed"),
  row("authorized", "cancel_requested", "cancelling", "cancelRequested"),
  row("cancelling", "cancelled", "cancelled", "cancelSuccessful"),
  row("cancelling", "rest_cancelled", "captured", "cancelSuccessful"),
  row("cancelling", "rest_cancelled_after_refund", "refunded", "cancelSuccessful"),
  row("cancelling", "cancel_refused", "authorized", "cancelFailed"),
  row("cancelling", "pending_cancel_refused", "pending", "cancelFailed"),
  row("created", "dropped", "cancelled", "cancelRequested", "cancelSuccessful"),
  row("declined", "dropped", "cancelled", "cancelRequested", "cancelSuccessful"),
  row("captured", "refund_requested", "refunding", "refundRequested"),
  row("refunding", "refunded_in_part", "captured", "refundSuccessful"),
  row("refunding", "refunded_whole", "refunded", "refundSuccessful"),
  row("refunding", "refund_refused", "captured", "refundFailed"),
  // A part is captured and the rest is still held.
  row("authorized", "refund_requested", "refunding", "refundRequested"),
  row("refunding", "refunded_while_held", "authorized", "refundSuccessful"),
  row("refunding", "refund_refused_while_held", "authorized", "refundFailed"),
];

/** The transition for an event in a state; undefined when it is not allowed. */
export function nextOf(from: State, event: Event): Transition | undefined {
  return TRANSITIONS.find((transition) => transition.from === from && transition.event === event);
}

export interface StatusEntry {
  readonly code: ExecutionEvent;
  readonly timeMs: number;
  /** The decline result. */
  readonly result?: string;
  /** Set in every entry of a capture, cancel or refund. */
  readonly move?: MoveEntry;
  /** Count of the monthly parts the shopper chose. Only an `authorizeRequested` has it. */
  readonly installments?: number;
}

/** The move of money that a status belongs to. */
export interface MoveEntry {
  /** The key under which the acquirer knows the call that moves the money. */
  readonly id: string;
  readonly minor: number;
  /** Idempotency key of the merchant's request. Kept with the first entry of the move. */
  readonly key?: string;
}

export interface NewStatuses {
  readonly nowMs: number;
  readonly result?: string;
  /** Stored with the statuses that belong to a move. */
  readonly move?: MoveEntry;
  /** Stored with the request of an attempt. */
  readonly installments?: number | undefined;
}

/** A status of a move of money: what was asked for, and how it ended. */
const MOVE_STATUS = /^(capture|cancel|refund)(Requested|Successful|Failed)$/;

/** Appends entries to the history. Each is at least 1 ms later than the one before, even if the clock went back. */
export function appendStatuses(
  history: readonly StatusEntry[],
  codes: readonly ExecutionEvent[],
  { nowMs, result, move, installments }: NewStatuses,
): readonly StatusEntry[] {
  return codes.reduce<readonly StatusEntry[]>((entries, code) => {
    const timeMs = Math.max(nowMs, (entries.at(-1)?.timeMs ?? -1) + 1);
    const isFailure = code.endsWith("Failed");
    return [...entries, {
      code,
      timeMs,
      ...(isFailure && result !== undefined ? { result } : {}),
      ...(move !== undefined && MOVE_STATUS.test(code) ? { move } : {}),
      ...(installments !== undefined && code === "authorizeRequested" ? { installments } : {}),
    }];
  }, history);
}
