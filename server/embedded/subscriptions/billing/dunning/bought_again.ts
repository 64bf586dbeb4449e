/** Whether a member has bought a plan again while the first one waited for another card. */
import { expressionBuilder } from "kysely";
import type { Database } from "../../../../db/database.ts";
import { LIVE } from "../../db/statuses.ts";

/** A later plan of the same kind and email runs. For queries of `subs_subscriptions`. */
export function isReplaced() {
  const eb = expressionBuilder<Database, "subs_subscriptions">();
  return eb.exists(
    eb.selectFrom("subs_subscriptions as later").select("later.id")
      .whereRef("later.email_key", "=", "subs_subscriptions.email_key")
      .whereRef("later.plan_id", "=", "subs_subscriptions.plan_id")
      .whereRef("later.started_ms", ">", "subs_subscriptions.started_ms")
      .where("later.status", "in", LIVE).where("later.grace_ms", "is", null),
  );
}
