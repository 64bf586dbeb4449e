/** Look-up credits from packs: lots with an expiry, spent oldest first and never below zero. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { lockSubscription } from "../db/lock_subscription.ts";

type Queries = Db | Transaction<Database>;

interface Spend {
  readonly subscriptionId: string;
  readonly spendId: string;
}
export async function creditsLeft(db: Queries, subscriptionId: string, nowMs: number): Promise<number> {
  const row = await db.selectFrom("subs_credit_lots").select((eb) => eb.fn.sum<number | string>("remaining").as("left"))
    .where("subscription_id", "=", subscriptionId).where("expires_ms", ">", nowMs).executeTakeFirst();
  return Number(row?.left ?? 0);
}

/**
 * Spends one credit and returns how many remain; undefined when there was none. The same spend id again spends nothing.
 */
export async function spendCredit(
  { db, clock }: SubscriptionContext,
  { subscriptionId, spendId }: Spend,
): Promise<number | undefined> {
  const nowMs = clock.now();
  return await db.transaction().execute(async (trx) => {
    await lockSubscription(trx, subscriptionId);
    const known = await trx.selectFrom("subs_credit_spends").select("lot_id")
      .where("subscription_id", "=", subscriptionId).where("spend_id", "=", spendId).executeTakeFirst();
    if (known === undefined) {
      const lot = await trx.selectFrom("subs_credit_lots").select("id").where("subscription_id", "=", subscriptionId)
        .where("expires_ms", ">", nowMs).where("remaining", ">", 0).orderBy("expires_ms").orderBy("id").limit(1)
        .executeTakeFirst();
      if (lot === undefined) return undefined;
      await trx.updateTable("subs_credit_lots").set((eb) => ({ remaining: eb("remaining", "-", 1) }))
        .where("id", "=", lot.id).where("remaining", ">", 0).execute();
      const spend = { subscription_id: subscriptionId, spend_id: spendId, lot_id: lot.id, spent_ms: nowMs };
      await trx.insertInto("subs_credit_spends").values(spend).execute();
    }
    return await creditsLeft(trx, subscriptionId, nowMs);
  });
}
