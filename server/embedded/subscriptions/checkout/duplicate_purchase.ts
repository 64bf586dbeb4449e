/** Prevents duplicate purchases: two tabs of one browser never pay for the same plan twice. */
import type { Selectable, Transaction } from "kysely";
import { lockName, lockRows } from "../../../db/locks.ts";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import { type Buyer, parseBuyer } from "./buyer.ts";
import type { SubscriptionsTables } from "../db/tables.ts";
import type { Problem } from "../context/refusals.ts";
import { isOwned } from "../db/statuses.ts";

type CheckoutRow = Selectable<SubscriptionsTables["subs_checkouts"]>;

type BrowserCheckout = Pick<CheckoutRow, "execution_id" | "state" | "subscription_id">;

/** The browser's checkouts of this plan. */
function checkoutsOf(db: Db | Transaction<Database>, { checkout_hash, plan_id }: CheckoutRow) {
  return db.selectFrom("subs_checkouts").select(["execution_id", "state", "subscription_id"])
    .where("checkout_hash", "=", checkout_hash).where("plan_id", "=", plan_id)
    .orderBy("created_ms").orderBy("execution_id");
}

/** Serializes the purchases of one plan in one browser by locking its checkouts, and returns them. */
export async function waitForBrowser(
  trx: Transaction<Database>,
  row: CheckoutRow,
): Promise<readonly BrowserCheckout[]> {
  return await lockRows(trx, checkoutsOf(trx, row));
}

/** Serializes a member's purchases on all their devices. */
export async function waitForMember(trx: Transaction<Database>, { userId }: Pick<Buyer, "userId">): Promise<void> {
  if (userId !== undefined) await lockName(trx, `purchase ${userId}`);
}

/**
 * The code of a duplicate purchase by the same person in this browser or account; empty when there is none. `checkouts`
 * are those that {@link waitForBrowser} answered.
 */
export async function findDuplicatePurchase(
  trx: Db | Transaction<Database>,
  { row, checkouts }: { readonly row: CheckoutRow; readonly checkouts?: readonly BrowserCheckout[] },
  { email, userId }: Pick<Buyer, "email" | "userId">,
): Promise<Problem> {
  if (userId !== undefined) {
    // The order matters: a purchase that completes between the two queries is seen by the second.
    const isBuying = await buysElsewhere(trx, userId, row);
    if (await hasPlan(trx, userId, row.plan_id)) return "bought_already";
    if (isBuying) return "in_flight";
  }
  const others = (checkouts ?? await checkoutsOf(trx, row).execute())
    .filter(({ execution_id }) => execution_id !== row.execution_id);
  const bought = others.flatMap(({ state, subscription_id: id }) => state === "done" && id !== null ? [id] : []);
  if (bought.length > 0 && await hasRunning(trx, bought, email)) return "bought_already";
  return others.some(({ state }) => state === "completing") ? "payment_unavailable" : "";
}

async function hasRunning(
  trx: Db | Transaction<Database>,
  ids: readonly string[],
  email: string,
): Promise<boolean> {
  const rows = await trx.selectFrom("subs_subscriptions").select(["status", "grace_ms"]).where("id", "in", ids)
    .where("email_key", "=", email.trim().toLowerCase()).execute();
  return rows.some(isOwned);
}

/** On another device than the checkout's at this moment. Few purchases are between claim and subscription. */
export async function buysElsewhere(
  trx: Db | Transaction<Database>,
  userId: string,
  { plan_id, execution_id = "" }: Pick<CheckoutRow, "plan_id"> & Partial<Pick<CheckoutRow, "execution_id">>,
): Promise<boolean> {
  const open = await trx.selectFrom("subs_checkouts").select("buyer_json").where("state", "=", "completing")
    .where("plan_id", "=", plan_id).where("execution_id", "!=", execution_id).execute();
  return open.some((other) => parseBuyer(other)?.userId === userId);
}

async function hasPlan(trx: Db | Transaction<Database>, userId: string, planId: string): Promise<boolean> {
  const rows = await trx.selectFrom("subs_subscriptions").select(["status", "grace_ms"])
    .where("user_id", "=", userId).where("plan_id", "=", planId).execute();
  return rows.some(isOwned);
}
