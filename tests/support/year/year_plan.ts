/**
 * The expected events of one subscription over a year, computed independently from the plan table and the jobs' ticks.
 */
import type { Plan } from "../../../server/wire/billing/plans.ts";
import { addLength, addMonths, DAY_MS, periodEnd } from "../../../server/wire/billing/schedule.ts";

/** Noon UTC of these days of the month and of Fridays: when an account without funds is charged again. */
const PAY_DAYS: readonly number[] = [1, 15];
const FRIDAY = 5;
const NOON_MS = DAY_MS / 2;
/** Least time between two attempts. */
const REST_MS = DAY_MS / 2;

export interface SubscriptionLife {
  readonly plan: Plan;
  readonly startMs: number;
  /** Time of the cancellation; Infinity for none. A cancellation comes before the work of its tick. */
  readonly cancelMs: number;
  readonly declines: (period: number, attempt: number) => boolean;
}

/** `kind@time`: renewed, declined, reminder, annual, in order. */
export type YearEvent = string;

/** Walks through the ticks of due work and returns what each had to do. */
export function expectedLife(life: SubscriptionLife, ticks: readonly number[]): readonly YearEvent[] {
  const happenings: YearEvent[] = [];
  const state = startOf(life);
  for (const tick of ticks) {
    if (tick < life.startMs || tick >= life.cancelMs || state.dueMs === null) continue;
    if (state.remindMs !== null && state.remindMs <= tick) remind(life, state, { tick, happenings });
    if (state.annualMs <= tick) {
      happenings.push(`annual@${tick}`);
      state.annualMs = addMonths(life.startMs, 24);
    }
    while (state.dueMs !== null && state.dueMs <= tick) charge(life, state, { tick, happenings });
  }
  return happenings;
}

interface State {
  /** Period of the next charge. */
  period: number;
  attempt: number;
  /** The last renewal that came a whole period late, from which the ends count since; undefined for none. */
  late: { readonly tick: number; readonly period: number } | undefined;
  /** Time of the first attempt at the period. */
  firstMs: number;
  dueMs: number | null;
  remindMs: number | null;
  annualMs: number;
}

interface YearPosition {
  readonly tick: number;
  readonly happenings: YearEvent[];
}

function startOf({ plan, startMs }: SubscriptionLife): State {
  const dueMs = periodEnd(plan, startMs, 0);
  const state = {
    period: 1,
    attempt: 0,
    late: undefined,
    firstMs: 0,
    dueMs,
    remindMs: null,
    annualMs: addMonths(startMs, 12),
  };
  return { ...state, remindMs: firstAfter([7, 3, 1], dueMs, startMs) };
}

function firstAfter(days: readonly number[], dueMs: number, afterMs: number): number | null {
  return days.map((day) => dueMs - day * DAY_MS).find((ms) => ms > afterMs) ?? null;
}

/** Reminders missed during an outage are sent as one email; after the charge was due, none is sent. */
function remind({ plan }: SubscriptionLife, state: State, { tick, happenings }: YearPosition): void {
  const dueMs = state.dueMs ?? 0;
  if (tick < dueMs) happenings.push(`reminder@${tick}`);
  const days = state.period === 1 ? [7, 3, 1] : plan.length === "3m" ? [7] : [];
  state.remindMs = firstAfter(days, dueMs, tick);
}

function charge({ plan, startMs, declines }: SubscriptionLife, state: State, { tick, happenings }: YearPosition): void {
  if (declines(state.period, state.attempt)) {
    happenings.push(`declined@${tick}`);
    if (state.attempt === 0) state.firstMs = tick;
    state.dueMs = retryMs(plan, state.firstMs, tick);
    state.attempt += 1;
    return;
  }
  happenings.push(`renewed@${tick}`);
  const endOf = ({ late, period }: State) =>
    late === undefined ? periodEnd(plan, startMs, period) : addLength(late.tick, plan.length, period - late.period + 1);
  if (endOf(state) <= tick) state.late = { tick, period: state.period };
  const endMs = endOf(state);
  state.remindMs = plan.length === "3m" ? firstAfter([7], endMs, tick) : null;
  Object.assign(state, { period: state.period + 1, attempt: 0, dueMs: endMs });
}

/**
 * The pay day that follows a decline for lack of funds. The last attempt is two weeks after the first, or a day before
 * the next period if that is earlier; null after it, when the plan ends.
 */
function retryMs(plan: Plan, firstMs: number, nowMs: number): number | null {
  const lastMs = Math.min(firstMs + 14 * DAY_MS, addLength(firstMs, plan.length) - DAY_MS);
  const todayMs = nowMs - nowMs % DAY_MS;
  for (let noonMs = todayMs + NOON_MS; noonMs <= lastMs; noonMs += DAY_MS) {
    const day = new Date(noonMs);
    const isPayDay = PAY_DAYS.includes(day.getUTCDate()) || day.getUTCDay() === FRIDAY;
    if (isPayDay && noonMs >= nowMs + REST_MS) return noonMs;
  }
  return lastMs >= nowMs + REST_MS ? lastMs : null;
}
