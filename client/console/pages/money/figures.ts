/** Sums of the figures over a range of days, for the headline of each chart. */
import type { Figures, FUNNEL_STEPS } from "../../../../server/wire/admin/money.ts";
import type { ChartPoint } from "../../ui/Chart.tsx";
import type { FunnelStep } from "../../ui/Steps.tsx";
import { day } from "../../format/time.ts";

type Days = Figures["days"];

const SHORT = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "short", timeZone: "UTC" });

export function pointsOf(days: Days, valueOf: (of: Days[number]) => number | undefined): readonly ChartPoint[] {
  return days.map((each) => ({
    label: SHORT.format(new Date(each.day)),
    name: day(each.day),
    value: valueOf(each),
  }));
}

/** Every currency that money moved in, by its code: amounts in two currencies cannot be compared. */
export function currenciesOf(days: Days): readonly string[] {
  return [...new Set(days.flatMap(({ revenue }) => revenue.map(({ currency }) => currency)))].sort();
}

/** Captured less refunded, in minor units. */
export function netOf({ revenue }: Days[number], currency: string): number {
  return revenue.filter((each) => each.currency === currency)
    .reduce((sum, { captured_minor, refunded_minor }) => sum + captured_minor - refunded_minor, 0);
}

export function sumOf(days: Days, valueOf: (of: Days[number]) => number): number {
  return days.reduce((sum, each) => sum + valueOf(each), 0);
}

/** A share in percent; undefined on a day without any. */
export function percent(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : (100 * part) / whole;
}

/** Plans that ended in the range, and what share of those that ran at its start. */
export function churnOf(days: Days): { readonly ended: number; readonly running: number } {
  const first = days[0];
  const ended = sumOf(days, ({ churn }) => churn.cancelled + churn.ended_unpaid);
  if (first === undefined) return { ended, running: 0 };
  const { running, started, cancelled, ended_unpaid } = first.churn;
  return { ended, running: running - started + cancelled + ended_unpaid };
}

/** Declines by reason over the range, most first. */
export function declinesOf(days: Days): readonly { readonly reason: string; readonly count: number }[] {
  const totals = new Map<string, number>();
  for (const { declines } of days) {
    for (const { reason, count } of declines) totals.set(reason, (totals.get(reason) ?? 0) + count);
  }
  return [...totals].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}

/**
 * Steps that a reader of the funnel compares, in its order, by their names on the wire. Not the pages opened: one
 * visitor opens many, so no share of them says anything.
 */
const MAIN_STEPS: readonly (readonly [step: (typeof FUNNEL_STEPS)[number], name: string])[] = [
  ["number-check", "Number checked"],
  ["quiz-complete", "Questions answered"],
  ["scan-complete", "Scan finished"],
  ["details-submit", "Details given"],
  ["plan-select", "Plan chosen"],
  ["modal-payment-open", "Payment opened"],
  ["modal-payment-submit", "Payment sent"],
  ["purchase", "Purchased"],
];

/** Steps that the server does not know are left out. */
export function funnelOf({ days, funnel_steps }: Figures): readonly FunnelStep[] {
  return MAIN_STEPS.filter(([step]) => funnel_steps.includes(step)).map(([step, name]) => {
    const at = funnel_steps.indexOf(step);
    return { name, count: sumOf(days, ({ funnel }) => funnel[at] ?? 0) };
  });
}

const DAY_MS = 24 * 60 * 60_000;

/** The last `length` days up to today, both included. */
export function rangeOf(length: number, nowMs: number): { readonly from: string; readonly to: string } {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { from: dayOf(nowMs - (length - 1) * DAY_MS), to: dayOf(nowMs) };
}
