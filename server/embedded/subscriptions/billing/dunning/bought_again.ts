/** Whether a member has bought a plan again while the first one waited for another card. */
import { expressionBuilder } from "kysely";
import type { Database } from "../../../../db/database.ts";
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
