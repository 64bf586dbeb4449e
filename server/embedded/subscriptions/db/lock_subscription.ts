/** The lock under which a subscription's charges, refunds, products and credits are decided. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { lockRows } from "../../../db/locks.ts";
import { purchasesOfPerson } from "./same_person.ts";

/** Until the transaction ends, others that lock this subscription wait, and then read what it wrote. */
export async function lockSubscription(trx: Transaction<Database>, id: string): Promise<void> {
  await lockRows(trx, trx.selectFrom("subs_subscriptions").select("id").where("id", "=", id));
}

/** The same for this purchase and all others of its person, always in one order. */
export async function lockPurchasesOfPerson(trx: Transaction<Database>, id: string): Promise<void> {
  const theirs = trx.selectFrom("subs_subscriptions").select("id").where("id", "in", purchasesOfPerson(trx, id));
  await lockRows(trx, theirs.orderBy("id"));
}
