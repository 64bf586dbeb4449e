/** The last check before renewals are charged: stores their executions and allows only plans that still run. */
import { sql } from "kysely";
import type { RenewalCharge, SubscriptionsPorts } from "../context/context.ts";
import { LIVE } from "../db/statuses.ts";

/**
 * One statement for all. True for renewals that may be charged: not for an attempt that another server has ended while
 * this one was suspended, since a newer one has its own execution.
 */
export async function confirmActive(
  { db }: Pick<SubscriptionsPorts, "db">,
  charges: readonly RenewalCharge[],
): Promise<boolean[]> {
  const cases = charges.map(({ chargeId, executionId }) => sql`when ${chargeId} then ${executionId}`);
  const attempts = charges.map(({ chargeId, attempt }) => sql`when ${chargeId} then ${attempt}`);
  const allowed = await db.updateTable("subs_charges")
    .set({ execution_id: sql<string>`case id ${sql.join(cases, sql` `)} end` })
    .where("id", "in", charges.map(({ chargeId }) => chargeId)).where("state", "=", "sending")
    .where("attempt", "=", sql<number>`cast(case id ${sql.join(attempts, sql` `)} end as integer)`)
    .where((eb) =>
      eb.exists(
        eb.selectFrom("subs_subscriptions as s").select("s.id")
          .whereRef("s.id", "=", "subs_charges.subscription_id").where("s.status", "in", LIVE),
      )
    ).returning("id").execute();
  const ids = new Set(allowed.map(({ id }) => id));
  return charges.map(({ chargeId }) => ids.has(chargeId));
}
