/** Whether a member has bought a plan again while the first one waited for another card, or was cancelled. */
import { expressionBuilder, type Transaction } from "kysely";
import type { Database } from "../../../../db/database.ts";
import type { Db } from "../../../../db/open.ts";
import { isOfSamePerson } from "../../db/same_person.ts";
import { LIVE } from "../../db/statuses.ts";

/** A later plan of the same kind and person runs. For queries of `subs_subscriptions`. */
export function isReplaced() {
  const eb = expressionBuilder<Database, "subs_subscriptions">();
  return eb.exists(
    eb.selectFrom("subs_subscriptions as own")
      .innerJoin("subs_subscriptions as other", (join) => join.on(isOfSamePerson())).select("other.id")
      .whereRef("own.id", "=", "subs_subscriptions.id").whereRef("other.plan_id", "=", "own.plan_id")
      .whereRef("other.started_ms", ">", "own.started_ms")
      .where("other.status", "in", LIVE).where("other.grace_ms", "is", null),
  );
}

/** Whether another plan of the same kind and person runs, or waits for another card with which it can still be paid. */
export async function runsBeside(db: Db | Transaction<Database>, id: string): Promise<boolean> {
  const other = await db.selectFrom("subs_subscriptions as own")
    .innerJoin("subs_subscriptions as other", (join) => join.on(isOfSamePerson())).select("other.id")
    .where("own.id", "=", id).whereRef("other.id", "!=", "own.id").whereRef("other.plan_id", "=", "own.plan_id")
    .where("other.status", "in", LIVE).limit(1).executeTakeFirst();
  return other !== undefined;
}
