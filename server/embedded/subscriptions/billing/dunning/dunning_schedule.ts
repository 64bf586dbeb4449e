/** When a declined renewal is tried again: the times of `dunning_rules.ts` within the period that is being charged. */
import { addLength, DAY_MS } from "../../../../wire/billing/schedule.ts";
import type { Decline, DunningPolicy } from "../../context/dunning_policy.ts";
import {
  DUNNING_RULES,
  type DunningAction,
  dunningReasonOf,
  MAX_ATTEMPTS,
  type RetrySchedule,
} from "./dunning_rules.ts";

const HOUR_MS = 3_600_000;
const NOON_MS = 12 * HOUR_MS;
/** No card is retried for longer. */
const LONGEST_MS = 14 * DAY_MS;
/** How long a plan waits for another card, or for the member's approval. */
const GRACE_MS = 5 * DAY_MS;

/**
 * A reason counts from the decline that brought it, so that one that comes late, such as an outage on a pay day, still
 * has its retries or its days of grace.
 */
export const dunningByReason: DunningPolicy = (decline) => {
  const { nowMs, earlier } = decline;
  const action = actionOf(decline.result);
  // Another card that is declined too leaves the deadline as it was.
  const promisedMs = earlier.at(-1)?.untilMs;
  if (action.kind !== "retry") {
    const untilMs = promisedMs ?? Math.min(nowMs + GRACE_MS, lastMomentOf(decline));
    return untilMs > nowMs ? { kind: "wait", untilMs, needs: action.kind } : { kind: "end" };
  }
  const atMs = nextRetryMs(action.at, decline);
  if (atMs !== undefined) return { kind: "retry", atMs, isQuiet: earlier.length < (action.quietAttempts ?? 0) };
  if (promisedMs !== undefined && promisedMs > nowMs) return { kind: "wait", untilMs: promisedMs, needs: "new_card" };
  return { kind: "end" };
};

function actionOf(result: string): DunningAction {
  return DUNNING_RULES[dunningReasonOf(result)].action;
}

/** A day before the next period, so that two are never due at once. */
function lastMomentOf({ firstMs, plan }: Decline): number {
  return addLength(firstMs, plan.length) - DAY_MS;
}

/**
 * Undefined after the last retry. All times lie within one period of the first attempt; a retry that is paid after the
 * end of its period begins a new one.
 */
function nextRetryMs(at: RetrySchedule, decline: Decline): number | undefined {
  const { firstMs, nowMs, earlier } = decline;
  if (earlier.length + 1 >= MAX_ATTEMPTS) return undefined;
  const untilMs = Math.min(firstMs + LONGEST_MS, lastMomentOf(decline));
  const restMs = at.kind === "hours" ? HOUR_MS / 2 : DAY_MS / 2;
  const fromMs = earlier.find(({ result }) => isRetriedAt(at, result))?.atMs ?? nowMs;
  const ownMs = timesOf(at, fromMs, untilMs).find((ms) => ms >= nowMs + restMs && ms <= untilMs);
  if (ownMs !== undefined) return ownMs;
  // A member who pays in between and is declined loses no retry that was planned.
  const plannedMs = earlier.at(-1)?.retryMs;
  return plannedMs !== undefined && plannedMs > nowMs ? plannedMs : undefined;
}

function isRetriedAt(at: RetrySchedule, result: string): boolean {
  const action = actionOf(result);
  return action.kind === "retry" && action.at === at;
}

function timesOf(at: RetrySchedule, fromMs: number, untilMs: number): readonly number[] {
  if (at.kind === "days") return at.after.map((days) => fromMs + days * DAY_MS);
  if (at.kind === "hours") return at.after.map((hours) => fromMs + hours * HOUR_MS);
  const midnightMs = Math.floor(fromMs / DAY_MS) * DAY_MS;
  const days = Array.from(
    { length: Math.ceil((untilMs - midnightMs) / DAY_MS) },
    (_, day) => midnightMs + day * DAY_MS,
  );
  const payDays = days.filter((ms) => {
    const day = new Date(ms);
    return at.monthDays.includes(day.getUTCDate()) || day.getUTCDay() === at.weekDay;
  });
  return [...payDays.map((ms) => ms + NOON_MS), untilMs];
}
