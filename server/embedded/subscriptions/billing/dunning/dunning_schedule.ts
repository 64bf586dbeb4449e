/** When a declined renewal is tried again: the times of `dunning_rules.ts` within the period that is being charged. */
import { addLength, DAY_MS } from "../../../../wire/billing/schedule.ts";
import type { Decline, DunningPolicy } from "../../context/dunning_policy.ts";
import {
  DUNNING_RULES,
  type DunningAction,
  type DunningReason,
  dunningReasonOf,
  MAX_ATTEMPTS,
  type RetrySchedule,
} from "./dunning_rules.ts";

const HOUR_MS = 3_600_000;
const NOON_MS = 12 * HOUR_MS;
/** No plan is dunned for longer. */
const LONGEST_MS = 14 * DAY_MS;
/** How long a plan waits for another card, or for the member's approval. */
const GRACE_MS = 5 * DAY_MS;

export const dunningByReason: DunningPolicy = (decline) => {
  const reason: DunningReason = dunningReasonOf(decline.result);
  const action: DunningAction = DUNNING_RULES[reason].action;
  if (action.kind !== "retry") {
    const untilMs = decline.firstMs + GRACE_MS;
    return untilMs > decline.nowMs ? { kind: "wait", untilMs, needs: action.kind } : { kind: "end" };
  }
  const atMs = nextRetryMs(action.at, decline);
  if (atMs === undefined) return { kind: "end" };
  return { kind: "retry", atMs, isQuiet: decline.declines < (action.quietAttempts ?? 0) };
};

/**
 * Undefined after the last retry. All times lie within one period of the first attempt, so that two are never due at
 * once; a retry that is paid after the end of its period begins a new one.
 */
function nextRetryMs(at: RetrySchedule, { firstMs, nowMs, declines, plan }: Decline): number | undefined {
  if (declines + 1 >= MAX_ATTEMPTS) return undefined;
  const untilMs = Math.min(firstMs + LONGEST_MS, addLength(firstMs, plan.length) - DAY_MS);
  const restMs = at.kind === "hours" ? HOUR_MS / 2 : DAY_MS / 2;
  return timesOf(at, firstMs, untilMs).find((ms) => ms >= nowMs + restMs && ms <= untilMs);
}

function timesOf(at: RetrySchedule, firstMs: number, untilMs: number): readonly number[] {
  if (at.kind === "days") return at.after.map((days) => firstMs + days * DAY_MS);
  if (at.kind === "hours") return at.after.map((hours) => firstMs + hours * HOUR_MS);
  const midnightMs = Math.floor(firstMs / DAY_MS) * DAY_MS;
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
