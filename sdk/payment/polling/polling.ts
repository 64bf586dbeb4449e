/** The rules of polling as one pure step from an answer to what happens next (S-POLL-03 to S-POLL-09). */
import type { ExecutionResponse, ExecutionStatus } from "../../wire/payments.ts";
import {
  FAILED_POLL_COST,
  INITIAL_POLL_DELAY_MS,
  MAX_POLL_ATTEMPTS,
  MAX_REQUESTED_RETRIES,
  MAX_THROTTLED_WAIT_MS,
  POLL_INTERVAL_MS,
} from "../constants.ts";

export interface PollState {
  readonly attempts: number;
  /** Number of answers without an `authorizeRequested` of this attempt. */
  readonly withoutRequest: number;
  /** Time of the last status seen before this attempt (`lastActionUpdateTime`). */
  readonly since?: string | undefined;
  /** Set after a challenge, when the attempt is known: only newer statuses count. */
  readonly baseline?: string;
  readonly intervalMs: number;
}

export type PollEvent =
  | { readonly type: "answered"; readonly execution: Pick<ExecutionResponse, "status" | "finalState"> }
  /** `throttled`: 429, which costs one attempt and waits longer each time. The last two end the polls. */
  | { readonly type: "failed" | "throttled" | "unauthorized" | "stopped" };

export type PollStep =
  | { readonly type: "again"; readonly state: PollState; readonly inMs: number }
  | { readonly type: "final"; readonly status: ExecutionStatus }
  | { readonly type: NotFinal };

export type NotFinal = "not_requested" | "exhausted" | "unauthorized" | "stopped";

const TERMINAL: ReadonlySet<string> = new Set(["authorizeSuccessful", "authorizeFailed"]);

export type PollOptions = Pick<PollState, "since" | "baseline"> & { readonly intervalMs?: number | undefined };

export function startPolling(options: PollOptions = {}) {
  const { intervalMs = POLL_INTERVAL_MS, ...rest } = options;
  const state: PollState = { attempts: 0, withoutRequest: 0, intervalMs, ...rest };
  return { state, inMs: INITIAL_POLL_DELAY_MS };
}

export function poll(state: PollState, event: PollEvent): PollStep {
  switch (event.type) {
    case "failed":
      return again(state, FAILED_POLL_COST);
    case "throttled":
      return again(state, 1, Math.min(state.intervalMs * (state.attempts + 1), MAX_THROTTLED_WAIT_MS));
    case "answered":
      return answered(state, event.execution);
    default:
      return { type: event.type };
  }
}

function answered(
  state: PollState,
  { status: statuses, finalState }: Pick<ExecutionResponse, "status" | "finalState">,
): PollStep {
  const baseline = baselineOf(state, statuses);
  if (baseline === undefined) {
    const withoutRequest = state.withoutRequest + 1;
    return withoutRequest > MAX_REQUESTED_RETRIES ? { type: "not_requested" } : again({ ...state, withoutRequest }, 1);
  }
  const newer = statuses.filter((status) => isNewer(status.time, baseline));
  // A declined card must never look pending: a terminal status of the attempt is final.
  const found = newest(newer.filter(({ code }) => TERMINAL.has(code))) ??
    finalOf(finalState, statuses, newer) ??
    newest(newer.filter(({ code }) => code === "authorizePending"));
  return found === undefined ? again(state, 1) : { type: "final", status: found };
}

/**
 * The final state, used when the list of statuses is behind it. One that belongs to an earlier attempt does not count.
 */
function finalOf(
  final: ExecutionResponse["finalState"],
  statuses: readonly ExecutionStatus[],
  newer: readonly ExecutionStatus[],
): ExecutionStatus | undefined {
  if (!final || !TERMINAL.has(final.code) || statuses.some(({ code }) => code === final.code)) return;
  return { ...final, time: (newest(newer) ?? newest(statuses))?.time ?? "" };
}

/** Time of the newest `confirmRequested` of this attempt or, without one, of its `authorizeRequested`. */
function baselineOf(state: PollState, statuses: readonly ExecutionStatus[]): string | undefined {
  const fresh = statuses.filter(({ time }) => state.since === undefined || isNewer(time, state.since));
  const requested = state.baseline ?? newest(fresh.filter(({ code }) => code === "authorizeRequested"))?.time;
  if (requested === undefined) return undefined;
  const confirmed = newest(fresh.filter(({ code, time }) => code === "confirmRequested" && isNewer(time, requested)));
  return confirmed?.time ?? requested;
}

/** By time: providers list statuses in either order (S-POLL-06). */
export function newest<Status extends { readonly time: string }>(statuses: readonly Status[]): Status | undefined {
  return statuses.reduce<Status | undefined>(
    (best, status) => best === undefined || isNewer(status.time, best.time) ? status : best,
    undefined,
  );
}

/** The decimal point and 15 digits; providers write at most 9. */
const FRACTION_CHARS = 16;

/** Providers write times in nanoseconds, which `Date` cannot distinguish. */
export function isNewer(time: string, than: string): boolean {
  const difference = Date.parse(time) - Date.parse(than);
  return difference > 0 || (!(difference < 0) && fractionOf(time) > fractionOf(than));
}

/** The second's fraction in digits that compare as text: `.123` and `.1230` are the same moment. */
function fractionOf(time: string): string {
  return (/\.\d+/.exec(time)?.[0] ?? ".").padEnd(FRACTION_CHARS, "0");
}

function again(state: PollState, cost: number, inMs = state.intervalMs): PollStep {
  const attempts = state.attempts + cost;
  if (attempts > MAX_POLL_ATTEMPTS) return { type: "exhausted" };
  return { type: "again", state: { ...state, attempts }, inMs };
}
