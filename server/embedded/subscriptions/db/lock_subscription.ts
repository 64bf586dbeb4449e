/** The lock under which a subscription's charges, refunds, products and credits are decided. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { lockRows } from "../../../db/locks.ts";

/** Until the transaction ends, others that lock this subscription wait, and then read what it wrote. */
export async function lockSubscription(trx: Transaction<Database>, id: string): Promise<void> {
  await lockRows(trx, trx.selectFrom("subs_subscriptions").select("id").where("id", "=", id));
}
