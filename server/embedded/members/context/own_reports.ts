/**
 * Which stored reports are the member's: those they made, and those made with the checkout cookie before sign-in on
 * subscriptions that are theirs now.
 */
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";

/** The subscriptions in the member's profile. */
export async function ownedIds(uid: string, db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom("members_profile_subscriptions").select("subscription_id")
    .where("user_id", "=", uid).orderBy("added_ms").execute();
  return rows.map((row) => row.subscription_id);
}

export function isTheirs(
  eb: ExpressionBuilder<Database, "members_reports">,
  uid: string,
  owned: readonly string[],
): Expression<SqlBool> {
  const before = owned.length === 0 ? [] : [eb.and([eb("user_id", "=", ""), eb("subscription_id", "in", owned)])];
  return eb.or([eb("user_id", "=", uid), ...before]);
}
