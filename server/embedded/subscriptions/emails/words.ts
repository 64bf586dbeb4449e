/** Words that several emails share: names of plans, amounts, days and intervals. */
import type { Language } from "../../../wire/site/languages.ts";
import { type Plan, runningName } from "../../../wire/billing/plans.ts";
import type { ChargeKind } from "../db/tables.ts";
import * as format from "../../../i18n/format.ts";
import { type Translate, translationOf, translator } from "../../../i18n/translate.ts";

export interface EmailWords {
  readonly t: Translate;
  readonly money: (cents: number) => string;
  /** "Mar 12, 2027 (UTC)": only the day, since the service promises charges by day. */
  readonly day: (ms: number) => string;
  /** "March 12, 2027 at 9:30:05 AM UTC": the time of a cancellation or withdrawal, as its proof. */
  readonly moment: (ms: number) => string;
  /** "every month". */
  readonly every: (plan: Plan) => string;
  /** "Weekly plan", which it is also after its trial, or the full name of a product. */
  readonly name: (plan: Plan) => string;
  /** "Weekly plan with a 3-day trial": only for its purchase. */
  readonly boughtName: (plan: Plan) => string;
  /** What a charge paid for, as its receipt says. */
  readonly chargedName: (plan: Plan, kind: ChargeKind) => string;
}

/** The words of a language. */
export function emailWords(language: Language): EmailWords {
  const t = translator(language);
  const every: Readonly<Record<string, string>> = {
    "7d": t("every 7 days"),
    "1m": t("every month"),
    "3m": t("every 3 months"),
  };
  const name = (plan: Plan) => translationOf(runningName(plan), language);
  const boughtName = ({ name_full }: Plan) => translationOf(name_full, language);
  return {
    t,
    money: (cents) => format.money(cents, language),
    day: (ms) => `${format.day(ms, language)} (UTC)`,
    moment: (ms) => format.moment(ms, language),
    every: ({ length }) => every[length] ?? "",
    name,
    boughtName,
    chargedName: (plan, kind) => kind === "renewal" ? name(plan) : boughtName(plan),
  };
}
