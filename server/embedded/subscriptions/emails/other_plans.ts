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
 * For each of the purchases, by id, the plans that continue to be charged besides it. Of two purchases whose receipts
 * are both due, only the later one's names the other.
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
  return new Map(purchases.map((purchase) => [
    purchase.id,
    running.filter((other) => isSamePerson(other, purchase) && isBefore(other, purchase)),
  ]));
}

function isSamePerson(other: NewPurchase, { email_key, user_id }: NewPurchase): boolean {
  return other.email_key === email_key || (user_id !== "" && other.user_id === user_id);
}

/** A plan whose receipt is written was bought before every purchase whose receipt is due. */
function isBefore(other: NewPurchase, { id, receipt_due_ms }: NewPurchase): boolean {
  if (other.id === id) return false;
  if (other.receipt_due_ms === null || receipt_due_ms === null) return true;
  return other.receipt_due_ms === receipt_due_ms ? other.id < id : other.receipt_due_ms < receipt_due_ms;
}
