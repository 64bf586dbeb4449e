/**
 * The plans a buyer already has when they buy another one. The email to that address names them; an answer never does.
 */
import type { Selectable, Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { LIVE } from "../db/statuses.ts";
import type { SubscriptionsTables } from "../db/tables.ts";

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
