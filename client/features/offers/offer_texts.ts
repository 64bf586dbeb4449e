/** A short description of each add-on, and the button text that also serves as the consent. */
import { LANGUAGE } from "../../i18n/language.ts";
import { t } from "../../i18n/t.ts";
import { DEFAULT_LANGUAGE } from "../../../server/wire/site/languages.ts";
import { planName } from "../../lib/format/plan_names.ts";
import { money } from "../../lib/format/money.ts";
import { longDate } from "../../lib/format/dates.ts";
import { addLength } from "../../../server/wire/billing/schedule.ts";
import { addOnConsentText, addOnLabel } from "../../../server/wire/billing/consent_texts.ts";
import { type Plan, todayCents, type UnlockGroup } from "../../../server/wire/billing/plans.ts";

const ADDS: Readonly<Record<UnlockGroup, string>> = {
  pdf_report: t(
    "Every check as a PDF with its sources, date, and a verification code, ready to show your bank or the police.",
  ),
  guide: t("How phone scams work and how to get out of one, step by step, for every kind of contact."),
  sex_offender: t("Search the registry by name. A matching name alone doesn't identify a person."),
};

export interface OfferLinesOptions {
  readonly offered?: readonly Plan[];
  /** The registry has made-up entries only, which are no benefit. */
  readonly hasMadeUp?: boolean;
}

/** One line per thing the product adds; of a pack, a part that is `offered` beside it is only named. */
export function offerLines(plan: Plan, { offered = [], hasMadeUp = false }: OfferLinesOptions = {}): readonly string[] {
  if (plan.credits !== undefined) {
    return [
      t("{credits} extra checks, on top of the 20 a day you get with an active plan.", { credits: plan.credits }),
    ];
  }
  const groups = (plan.unlocks ?? []).filter((group) => !hasMadeUp || group !== "sex_offender");
  const named = groups.flatMap((group) => partName(group, { plan, offered }) ?? []);
  const isForeign = LANGUAGE !== DEFAULT_LANGUAGE && groups.includes("guide");
  return [
    ...named,
    ...groups.filter((group) => partName(group, { plan, offered }) === undefined).map((group) => ADDS[group]),
    ...(isForeign ? [t("The guide is available in English only.")] : []),
  ];
}

function partName(group: UnlockGroup, { plan, offered }: { readonly plan: Plan; readonly offered: readonly Plan[] }) {
  const part = offered.find(({ id, unlocks }) => id !== plan.id && unlocks?.length === 1 && unlocks[0] === group);
  return part === undefined ? undefined : planName(part);
}

/** What is left out because it cannot be delivered; empty otherwise. */
export function withoutLine(plan: Plan): string {
  const isWithout = plan.name_without_registry !== undefined && plan.unlocks?.includes("sex_offender") !== true;
  return isWithout ? t("Without the registry check, which requires a licensed source we don't have yet.") : "";
}

export interface Saving {
  /** "Save $6.99". */
  readonly label: string;
  /** What it is saved against. */
  readonly proof: string;
}

/**
 * What a pack saves against its parts that are offered beside it; undefined when it saves nothing or holds one of them.
 * Made-up entries are worth nothing, so that a part which has only them is not counted.
 */
export function savingOf(plan: Plan, { offered = [], hasMadeUp = false }: OfferLinesOptions): Saving | undefined {
  const parts = offered.filter((part) =>
    part.id !== plan.id && isPartOf(part, plan) && !(hasMadeUp && part.unlocks?.includes("sex_offender"))
  );
  const cents = parts.reduce((sum, part) => sum + todayCents(part), 0);
  const saved = cents - todayCents(plan);
  if (parts.length < 2 || saved <= 0) return undefined;
  return {
    label: t("Save {sum}", { sum: money(saved) }),
    proof: t("{sum} if bought separately", { sum: money(cents) }),
  };
}

function isPartOf({ unlocks = [] }: Plan, whole: Plan): boolean {
  return unlocks.length > 0 && unlocks.every((group) => whole.unlocks?.includes(group));
}

/** "Add for $19.99": pressing the button is the consent, so it names the amount and that it is charged once. */
export function addLabel(plan: Plan): string {
  return addOnLabel({ t, sum: money }, plan);
}

/** What one press charges. Before the card's name is known, it is still the one that has just paid. */
export function paymentLine(card?: string): string {
  if (card === undefined) return t("One-time payment.");
  return card === ""
    ? t("If you add one, we'll charge the card you just used. You pay once, right away.")
    : t("If you add one, we'll charge {card} once, right away.", { card: card.replaceAll(" ", "\u00a0") });
}

/** What pressing the button agrees to. The server writes the same text into the record of the consent. */
export function addOnConsent(plan: Plan): string {
  return addOnConsentText({ t, sum: money, planName }, plan);
}

/** How long a product is available: validation packs for 12 months, all others for the plan's 120 months. */
export function accessLine(plan: Plan, nowMs: number): string {
  const until = plan.credits === undefined ? addLength(nowMs, plan.length) : addLength(nowMs, "1m", 12);
  return t("Access until {day}.", { day: longDate(new Date(until).toISOString()) });
}
