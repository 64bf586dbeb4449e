/** Which browser holds which checkout: the rows behind the checkout cookie. */
import type { Db } from "../../db/open.ts";

export interface CheckoutRow {
  readonly executionId: string;
  readonly chkHash: string;
  readonly planId: string;
  readonly nowMs: number;
}

export async function saveCheckout(db: Db, { executionId, chkHash, planId, nowMs }: CheckoutRow): Promise<void> {
  await db.insertInto("app_checkouts")
    .values({ execution_id: executionId, chk_hash: chkHash, plan_id: planId, subscription_id: null, created_ms: nowMs })
    .onConflict((conflict) => conflict.column("execution_id").doNothing())
    .execute();
}

/** True when this execution was begun by the browser with this cookie. */
export async function holdsExecution(db: Db, chkHash: string, executionId: string): Promise<boolean> {
  const row = await db.selectFrom("app_checkouts").select("chk_hash").where("execution_id", "=", executionId)
    .executeTakeFirst();
  return row?.chk_hash === chkHash;
}

/** True when this subscription was bought by the browser with this cookie. */
export async function holdsSubscription(db: Db, chkHash: string, subscriptionId: string): Promise<boolean> {
  const row = await db.selectFrom("app_checkouts").select("execution_id")
    .where("chk_hash", "=", chkHash).where("subscription_id", "=", subscriptionId).executeTakeFirst();
  return row !== undefined;
}

export async function linkSubscription(db: Db, executionId: string, subscriptionId: string): Promise<void> {
  await db.updateTable("app_checkouts").set({ subscription_id: subscriptionId })
    .where("execution_id", "=", executionId).execute();
}

/** True when this browser began a checkout of this plan. */
export async function holdsPlan(db: Db, chkHash: string, planId: string): Promise<boolean> {
  const row = await db.selectFrom("app_checkouts").select("execution_id").where("chk_hash", "=", chkHash)
    .where("plan_id", "=", planId).executeTakeFirst();
  return row !== undefined;
}

/** True when this browser ever began a checkout. */
export async function holdsAnyCheckout(db: Db, chkHash: string): Promise<boolean> {
  const row = await db.selectFrom("app_checkouts").select("execution_id").where("chk_hash", "=", chkHash)
    .executeTakeFirst();
  return row !== undefined;
}

interface Recovered {
  readonly chkHash: string;
  readonly planId: string;
  readonly subscriptionId: string;
}

/** Links a purchase to this browser's newest checkout for its plan that has no subscription yet. */
export async function linkNewest(db: Db, { chkHash, planId, subscriptionId }: Recovered): Promise<void> {
  const row = await db.selectFrom("app_checkouts").select("execution_id").where("chk_hash", "=", chkHash)
    .where("plan_id", "=", planId).where("subscription_id", "is", null).orderBy("created_ms", "desc")
    .executeTakeFirst();
  if (row !== undefined) await linkSubscription(db, row.execution_id, subscriptionId);
}
