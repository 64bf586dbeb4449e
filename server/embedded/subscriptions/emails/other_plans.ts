/**
 * The plans a buyer already has when they buy another one. The email to that address names them; an answer never does.
 */
import { type Selectable, sql, type Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { isPostgres } from "../../../db/engine.ts";
import { LIVE } from "../db/statuses.ts";
import type { SubscriptionsTables } from "../db/tables.ts";

export type OtherPlan = Pick<
  Selectable<SubscriptionsTables["subs_subscriptions"]>,
  "plan_id" | "started_ms" | "next_charge_ms" | "next_charge_cents"
>;

/**
 * Plans that continue to be charged besides this one. Of two purchases at the same moment, the later one sees the
 * other.
 */
export async function otherPlans(
  trx: Transaction<Database>,
  { id, email_key, user_id }: { readonly id: string; readonly email_key: string; readonly user_id: string },
): Promise<readonly OtherPlan[]> {
  if (isPostgres<Database>(trx)) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`plans of ${email_key}`}, 0))`.execute(trx);
  }
  return await trx.selectFrom("subs_subscriptions")
    .select(["plan_id", "started_ms", "next_charge_ms", "next_charge_cents"])
    .where((eb) => eb.or([eb("email_key", "=", email_key), ...(user_id === "" ? [] : [eb("user_id", "=", user_id)])]))
    .where("status", "in", LIVE).where("id", "!=", id).orderBy("started_ms").orderBy("id").execute();
}
