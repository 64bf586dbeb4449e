/** Look-up credits from packs: lots with an expiry, spent oldest first and never below zero. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import { type Placeholder, prepareQuery } from "../../../db/prepared.ts";
import type { SubscriptionContext } from "../context/context.ts";

type Queries = Db | Transaction<Database>;

interface Spend {
  readonly subscriptionId: string;
  readonly spendId: string;
}
interface SpendTime {
  readonly nowMs: number;
}

const left = prepareQuery((db, place: Placeholder<Pick<Spend, "subscriptionId"> & SpendTime>) =>
  db.selectFrom("subs_credit_lots").select((eb) => eb.fn.sum<number | string>("remaining").as("left"))
    .where("subscription_id", "=", place("subscriptionId")).where("expires_ms", ">", place("nowMs"))
);
/** Makes spenders of one subscription wait for each other, on both engines. */
const lockSubscription = prepareQuery((db, place: Placeholder<Spend>) =>
  db.updateTable("subs_subscriptions").set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", place("subscriptionId"))
);
const spentBefore = prepareQuery((db, place: Placeholder<Spend>) =>
  db.selectFrom("subs_credit_spends").select("lot_id").where("subscription_id", "=", place("subscriptionId"))
    .where("spend_id", "=", place("spendId"))
);
const oldestLots = prepareQuery((db, place: Placeholder<Spend & SpendTime>) =>
  db.selectFrom("subs_credit_lots").select("id").where("subscription_id", "=", place("subscriptionId"))
    .where("expires_ms", ">", place("nowMs")).where("remaining", ">", 0).orderBy("expires_ms").orderBy("id").limit(1)
);
const takeOne = prepareQuery((db, place: Placeholder<{ readonly id: string }>) =>
  db.updateTable("subs_credit_lots").set((eb) => ({ remaining: eb("remaining", "-", 1) }))
    .where("id", "=", place("id")).where("remaining", ">", 0)
);
const writeSpend = prepareQuery((db, place: Placeholder<Spend & SpendTime & { readonly lotId: string }>) =>
  db.insertInto("subs_credit_spends").values({
    subscription_id: place("subscriptionId"),
    spend_id: place("spendId"),
    lot_id: place("lotId"),
    spent_ms: place("nowMs"),
  })
);

export async function creditsLeft(db: Queries, subscriptionId: string, nowMs: number): Promise<number> {
  const { rows: [row] } = await left(db, { subscriptionId, nowMs });
  return Number(row?.left ?? 0);
}

/**
 * Spends one credit and answers how many remain; undefined when there was none. The same spend id again spends nothing.
 */
export async function spendCredit({ db, clock }: SubscriptionContext, spend: Spend): Promise<number | undefined> {
  const nowMs = clock.now();
  return await db.transaction().execute(async (trx) => {
    await lockSubscription(trx, spend);
    const { rows: [known] } = await spentBefore(trx, spend);
    if (known === undefined) {
      const { rows: [lot] } = await oldestLots(trx, { ...spend, nowMs });
      if (lot === undefined) return undefined;
      await takeOne(trx, lot);
      await writeSpend(trx, { ...spend, nowMs, lotId: lot.id });
    }
    return await creditsLeft(trx, spend.subscriptionId, nowMs);
  });
}
