/** Prevents duplicate purchases: two tabs of one browser never pay for the same plan twice. */
import { type Selectable, sql, type Transaction } from "kysely";
import { isPostgres } from "../../../db/engine.ts";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import { type Buyer, parseBuyer } from "./buyer.ts";
import type { SubscriptionsTables } from "../db/tables.ts";
import type { Problem } from "../context/refusals.ts";
import { LIVE } from "../db/statuses.ts";

type CheckoutRow = Selectable<SubscriptionsTables["subs_checkouts"]>;

/** Serializes the purchases of one browser: its oldest checkout is the lock. SQLite runs one transaction at a time. */
export async function waitForBrowser(trx: Transaction<Database>, { checkout_hash }: CheckoutRow): Promise<void> {
  if (!isPostgres<Database>(trx)) return;
  await trx.selectFrom("subs_checkouts").select("execution_id").where("checkout_hash", "=", checkout_hash)
    .orderBy("created_ms").orderBy("execution_id").limit(1).forUpdate().execute();
}

/** Serializes a member's purchases on all their devices. */
export async function waitForMember(trx: Transaction<Database>, { userId }: Pick<Buyer, "userId">): Promise<void> {
  if (userId === undefined || !isPostgres<Database>(trx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`purchase ${userId}`}, 0))`.execute(trx);
}

/** The code of a duplicate purchase by the same person in this browser or account; empty when there is none. */
export async function findDuplicatePurchase(
  trx: Db | Transaction<Database>,
  row: CheckoutRow,
  { email, userId }: Pick<Buyer, "email" | "userId">,
): Promise<Problem> {
  if (userId !== undefined) {
    // The order matters: a purchase that completes between the two queries is seen by the second.
    const isBuying = await buysElsewhere(trx, userId, row);
    if (await hasPlan(trx, userId, row.plan_id)) return "bought_already";
    if (isBuying) return "in_flight";
  }
  const duplicates = await trx.selectFrom("subs_checkouts as c").leftJoin(
    "subs_subscriptions as s",
    "s.id",
    "c.subscription_id",
  )
    .select(["c.state", "s.status", "s.email_key"])
    .where("c.checkout_hash", "=", row.checkout_hash).where("c.plan_id", "=", row.plan_id)
    .where("c.execution_id", "!=", row.execution_id).where("c.state", "in", ["completing", "done"]).execute();
  const isBought = duplicates.some(({ status, email_key }) =>
    email_key === email.trim().toLowerCase() && LIVE.some((running) => running === status)
  );
  if (isBought) return "bought_already";
  return duplicates.some(({ state }) => state === "completing") ? "payment_unavailable" : "";
}

/** On another device at this moment. Few purchases are between claim and subscription. */
async function buysElsewhere(trx: Db | Transaction<Database>, userId: string, row: CheckoutRow): Promise<boolean> {
  const open = await trx.selectFrom("subs_checkouts").select("buyer_json").where("state", "=", "completing")
    .where("plan_id", "=", row.plan_id).where("execution_id", "!=", row.execution_id).execute();
  return open.some((other) => parseBuyer(other)?.userId === userId);
}

async function hasPlan(trx: Db | Transaction<Database>, userId: string, planId: string): Promise<boolean> {
  const row = await trx.selectFrom("subs_subscriptions").select("id").where("user_id", "=", userId)
    .where("plan_id", "=", planId).where("status", "in", LIVE).executeTakeFirst();
  return row !== undefined;
}
