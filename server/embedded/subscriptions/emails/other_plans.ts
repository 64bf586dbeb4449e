/**
 * The plans that a buyer has besides the one that an email is about: a receipt names those they already had, a
 * cancellation those that continue. The email to their address names them; an answer never does.
 */
import type { Selectable, Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { findPlan } from "../../../wire/billing/plans.ts";
import type { Language } from "../../../wire/site/languages.ts";
import { pluralForm } from "../../../wire/site/plural.ts";
import { isOfSamePerson } from "../db/same_person.ts";
import { LIVE } from "../db/statuses.ts";
import type { SubscriptionRow, SubscriptionsTables } from "../db/tables.ts";
import { type EmailWords, emailWords } from "./words.ts";

export interface OtherPlan extends
  Pick<
    Selectable<SubscriptionsTables["subs_subscriptions"]>,
    "plan_id" | "started_ms" | "next_charge_ms" | "next_charge_cents"
  > {
  /** Otherwise only the address is the same, which its buyer typed: it may be another person's plan. */
  readonly isOfSamePerson: boolean;
}

/** A purchase whose receipt is written now. */
export interface NewPurchase {
  readonly id: string;
  /** When it was made. */
  readonly receipt_due_ms: number | null;
}

/**
 * For each purchase of a batch of receipts, by id, the plans that continue to be charged besides it. Of two purchases
 * by one person only the receipt written later names the other: of two in one batch, that of the later purchase.
 */
export async function otherPlans(
  trx: Transaction<Database>,
  purchases: readonly NewPurchase[],
): Promise<ReadonlyMap<string, readonly OtherPlan[]>> {
  const running = await trx.selectFrom("subs_subscriptions as own")
    .innerJoin(
      "subs_subscriptions as other",
      (join) => join.on((eb) => eb.or([isOfSamePerson(), eb("other.email_key", "=", eb.ref("own.email_key"))])),
    )
    .select([
      "own.id as of_id",
      "other.id",
      "other.receipt_due_ms",
      "other.plan_id",
      "other.started_ms",
      "other.next_charge_ms",
      "other.next_charge_cents",
      isOfSamePerson().as("is_of_same_person"),
    ])
    .where("own.id", "in", purchases.map(({ id }) => id)).where("other.status", "in", LIVE)
    .orderBy("other.started_ms").orderBy("other.id").execute();
  const batch = new Set(purchases.map(({ id }) => id));
  const others = Map.groupBy(running, ({ of_id }) => of_id);
  return new Map(purchases.map((purchase) => [
    purchase.id,
    (others.get(purchase.id) ?? []).filter((other) => isWrittenBefore(other, purchase, batch))
      .map(({ is_of_same_person, ...other }) => ({ ...other, isOfSamePerson: Boolean(is_of_same_person) })),
  ]));
}

/** A due receipt outside the batch, such as one that another transaction has locked, is written later. */
function isWrittenBefore(other: NewPurchase, purchase: NewPurchase, batch: ReadonlySet<string>): boolean {
  if (other.id === purchase.id) return false;
  if (other.receipt_due_ms === null || purchase.receipt_due_ms === null) return true;
  if (!batch.has(other.id)) return false;
  return other.receipt_due_ms === purchase.receipt_due_ms
    ? other.id < purchase.id
    : other.receipt_due_ms < purchase.receipt_due_ms;
}

/** The plans that continue to be charged besides this one. */
export async function otherPlansOf(
  trx: Transaction<Database>,
  { id, email_key }: Pick<SubscriptionRow, "id" | "email_key">,
): Promise<readonly OtherPlan[]> {
  // A member who was erased has no address, and gets no email.
  if (email_key === "") return [];
  return (await otherPlans(trx, [{ id, receipt_due_ms: null }])).get(id) ?? [];
}

/** Says after the end of a plan that others continue; {@link otherFacts} names them. */
export function othersContinue(others: readonly OtherPlan[], language: Language): readonly string[] {
  const { t } = emailWords(language);
  const own = others.filter((other) => other.isOfSamePerson).length;
  const typed = others.length - own;
  return [
    ...(own === 0 ? [] : [pluralForm(language, own, {
      one: t("You have another plan. It continues, and we'll charge you for it until you cancel it."),
      other: t("You have {others} other plans. They continue, and we'll charge you for them until you cancel them.", {
        others: own,
      }),
    })]),
    ...(typed === 0 ? [] : [pluralForm(language, typed, {
      one: t("Another plan was bought with this email address. It continues until it's canceled."),
      other: t("{others} other plans were bought with this email address. They continue until they're canceled.", {
        others: typed,
      }),
    })]),
  ];
}

/** One line for each, with its next charge. */
export function otherFacts(
  others: readonly OtherPlan[],
  words: EmailWords,
): readonly (readonly [label: string, plan: string])[] {
  const { t } = words;
  return others.map((other) => [
    other.isOfSamePerson ? t("You also have") : t("Bought with this address"),
    otherLine(other, words),
  ]);
}

function otherLine(other: OtherPlan, words: EmailWords): string {
  const { next_charge_ms, next_charge_cents } = other;
  const { t, money, day } = words;
  const since = sinceOf(other, words);
  return next_charge_ms === null || next_charge_cents === null
    ? t("{name}, since {day}", since)
    : t("{name}, since {day}: next charge {sum} on {next}", {
      ...since,
      sum: money(next_charge_cents),
      next: day(next_charge_ms),
    });
}

/** The name of a plan and the day it began, which tell two of one kind apart. */
export function sinceOf({ plan_id, started_ms }: Pick<OtherPlan, "plan_id" | "started_ms">, { day, name }: EmailWords) {
  const plan = findPlan(plan_id);
  return { name: plan === undefined ? plan_id : name(plan), day: day(started_ms) };
}
