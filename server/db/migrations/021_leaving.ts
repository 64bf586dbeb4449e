/** Refunds, pauses, plan changes, yearly notices, leases of due work, and the links and headers of emails. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type Schema = Kysely<unknown>["schema"];

const YEAR_MS = 365 * 86_400_000;

export const leaving: Migration = {
  async up(db: Kysely<unknown>) {
    await subscriptionColumns(db.schema);
    await refunds(db.schema);
    await db.schema.alterTable("subs_capabilities").addColumn("effective_ms", "bigint").execute();
    await db.schema.alterTable("subs_letters").addColumn("unsubscribe_url", "text", (c) => c.notNull().defaultTo(""))
      .execute();
    // Plans bought before yearly notices existed get them too.
    await sql`update subs_subscriptions set annual_ms = started_ms + ${sql.lit(YEAR_MS)}
      where next_charge_ms is not null`.execute(db);
  },
};

/** One column per statement: SQLite takes no more. */
async function subscriptionColumns(schema: Schema): Promise<void> {
  const table = () => schema.alterTable("subs_subscriptions");
  await table().addColumn("anchor_ms", "bigint").execute();
  await table().addColumn("anchor_period", "integer").execute();
  await table().addColumn("resume_ms", "bigint").execute();
  await table().addColumn("next_plan_id", "text").execute();
  await table().addColumn("annual_ms", "bigint").execute();
  await table().addColumn("reminders_off", "integer", (c) => c.notNull().defaultTo(0)).execute();
  await table().addColumn("lease_ms", "bigint", (c) => c.notNull().defaultTo(0)).execute();
  await table().addColumn("lease_by", "text", (c) => c.notNull().defaultTo("")).execute();
  await schema.createIndex("subs_subscriptions_annual").on("subs_subscriptions").column("annual_ms").execute();
  await schema.createIndex("subs_subscriptions_lease").on("subs_subscriptions").column("lease_by").execute();
  await schema.createIndex("subs_subscriptions_checkout").on("subs_subscriptions").column("checkout_hash").execute();
}

async function refunds(schema: Schema): Promise<void> {
  await schema.createTable("subs_refunds")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("charge_id", "text", (c) => c.notNull().unique())
    .addColumn("subscription_id", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("cents", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("next_ms", "bigint", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("settled_ms", "bigint")
    .execute();
  await schema.createIndex("subs_refunds_due").on("subs_refunds").columns(["state", "next_ms"]).execute();
  await schema.createIndex("subs_refunds_subscription").on("subs_refunds").column("subscription_id").execute();
}
