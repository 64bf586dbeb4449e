/** Price sentences of the plan and payment screens: charges with their dates, and the consent that repeats them. */
import { t } from "../../../i18n/t.ts";
import { everyText, longDate, plainDate } from "../../../lib/format/dates.ts";
import { money } from "../../../lib/format/money.ts";
import { type FigureFormat, planConsentText } from "../../../../server/wire/billing/consent_texts.ts";
import { type Plan, todayCents } from "../../../../server/wire/billing/plans.ts";
import { ROOM_FOR_AMOUNT, ROOM_FOR_DATE } from "../../../lib/hydration/use_known.ts";
import type { Shown } from "../../../../server/wire/billing/purchase.ts";

export const LEAVE_LINE = t("Cancel in two clicks, from your account or any email about your plan.");

export interface PriceLines {
  readonly today: string;
  /** Empty for one-time products. */
  readonly then: string;
  readonly leave: string;
}

const WRITTEN: FigureFormat = { sum: money, date: longDate };
const STORED: FigureFormat = { sum: money, date: plainDate };

/** On a screen that the server sends, which knows neither the visitor's locale nor the time. */
export const ROOM_FOR_FIGURES: FigureFormat = { sum: () => ROOM_FOR_AMOUNT, date: () => ROOM_FOR_DATE };

/** "$1.00 today for 3 days", "Then $19.99 every 7 days from Nov 24, 2026". */
export function priceLines(plan: Plan, shown: Shown): PriceLines {
  if (shown.next_cents === null || shown.next_at === null || shown.every === null) {
    return { today: t("{sum}, one time", { sum: money(shown.today_cents) }), then: "", leave: t("Doesn't renew.") };
  }
  const [sum, period] = [money(shown.today_cents), firstPeriod(plan)];
  return {
    today: period === "" ? t("{sum} today", { sum }) : t("{sum} today for {period}", { sum, period }),
    then: t("Then {sum} {every} from\u00a0{date}", {
      sum: money(shown.next_cents),
      every: everyText(shown.every),
      date: longDate(shown.next_at),
    }),
    leave: LEAVE_LINE,
  };
}

/** One charge of the payment screen: "Today", "3-day trial", "$1.00". */
export interface PriceRow {
  readonly label: string;
  readonly detail: string;
  readonly sum: string;
}

/** Today's charge and, for a plan that renews, the next one with its rhythm and date. */
export function priceRows(
  plan: Plan,
  shown: Shown,
  format: FigureFormat = WRITTEN,
): readonly [PriceRow, PriceRow?] {
  const sum = format.sum(shown.today_cents);
  if (shown.next_cents === null || shown.next_at === null || shown.every === null) {
    return [{ label: t("Today"), detail: t("one time"), sum }];
  }
  const next = format.sum(shown.next_cents);
  return [{ label: t("Today"), detail: firstPeriodRow(plan), sum }, {
    label: t("Then {every}", { every: everyText(shown.every) }),
    detail: t("from {date}", { date: format.date(shown.next_at) }),
    sum: next,
  }];
}

function firstPeriodRow(plan: Plan): string {
  if (plan.trial_days !== undefined) return t("{days}-day trial", { days: plan.trial_days });
  const period = firstPeriod(plan);
  return period === "" ? "" : t("for {period}", { period });
}

/** What the first charge pays for: a trial if there is one, or else a full period. */
export function firstPeriod(plan: Plan): string {
  if (plan.trial_days !== undefined) return t("{count} days", { count: plan.trial_days });
  switch (plan.length) {
    case "7d":
      return t("the first 7 days");
    case "1m":
      return t("the first month");
    case "3m":
      return t("the first 3 months");
    case "120m":
    case "1d":
      return "";
  }
}

/** Text beside the tick. The server writes the same text into the record of the consent. */
export function consentText(plan: Plan, shown: Shown, format: FigureFormat = STORED): string {
  return planConsentText({ t, ...format }, plan, shown);
}

/** Label of the pay button, with the amount charged now. */
export function payLabel(plan: Plan): string {
  return t("Pay {sum}", { sum: money(todayCents(plan)) });
}
