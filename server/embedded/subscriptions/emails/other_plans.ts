/**
 * The plans that a buyer has besides the one that an email is about: a receipt names those they already had, a
 * cancellation those that continue. The email to their address names them; an answer never does.
 */
import type { Selectable, Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { findPlan } from "../../../wire/billing/plans.ts";
import type { Language } from "../../../wire/site/languages.ts";
import { pluralForm } from "../../../wire/site/plural.ts";
import { LIVE } from "../db/statuses.ts";
import type { SubscriptionRow, SubscriptionsTables } from "../db/tables.ts";
import { type EmailWords, emailWords } from "./words.ts";

export type OtherPlan = Pick<
  Selectable<SubscriptionsTables["subs_subscriptions"]>,
  "plan_id" | "started_ms" | "next_charge_ms" | "next_charge_cents"
>;

/** A purchase whose receipt is written now. */
export interface NewPurchase {
  readonly id: string;
  readonly email_key: string;
  readonly user_id: string;
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
  const users = purchases.map(({ user_id }) => user_id).filter((id) => id !== "");
  const running = await trx.selectFrom("subs_subscriptions")
    .select([
      "id",
      "email_key",
      "user_id",
      "receipt_due_ms",
      "plan_id",
      "started_ms",
      "next_charge_ms",
      "next_charge_cents",
    ])
    .where((eb) =>
      eb.or([
        eb("email_key", "in", purchases.map(({ email_key }) => email_key)),
        ...(users.length === 0 ? [] : [eb("user_id", "in", users)]),
      ])
    )
    .where("status", "in", LIVE).orderBy("started_ms").orderBy("id").execute();
  const batch = new Set(purchases.map(({ id }) => id));
  return new Map(purchases.map((purchase) => [
    purchase.id,
    running.filter((other) => isSamePerson(other, purchase) && isWrittenBefore(other, purchase, batch)),
  ]));
}

function isSamePerson(other: NewPurchase, { email_key, user_id }: NewPurchase): boolean {
  return other.email_key === email_key || (user_id !== "" && other.user_id === user_id);
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
  { id, email_key, user_id }: Pick<SubscriptionRow, "id" | "email_key" | "user_id">,
): Promise<readonly OtherPlan[]> {
  // A member who was erased has no address, and gets no email.
  if (email_key === "") return [];
  return (await otherPlans(trx, [{ id, email_key, user_id, receipt_due_ms: null }])).get(id) ?? [];
}

/** Says after the end of a plan that others continue; {@link otherFacts} names them. */
export function othersContinue(others: readonly OtherPlan[], language: Language): readonly string[] {
  if (others.length === 0) return [];
  const { t } = emailWords(language);
  return [
    pluralForm(language, others.length, {
      one: t("You have another plan. It continues, and we'll charge you for it until you cancel it."),
      other: t("You have {others} other plans. They continue, and we'll charge you for them until you cancel them.", {
        others: others.length,
      }),
    }),
  ];
}

/** One line for each, with its next charge. */
export function otherFacts(
  others: readonly OtherPlan[],
  words: EmailWords,
): readonly (readonly [label: string, plan: string])[] {
  return others.map((other) => [words.t("You also have"), otherLine(other, words)]);
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
