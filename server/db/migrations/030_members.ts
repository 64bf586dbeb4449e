/** Tables of the members service. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const members: Migration = {
  async up(db: Kysely<unknown>) {
    await createReports(db);
    await createProfiles(db);
  },
};

async function createReports(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("members_reports")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("subscription_id", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("e164", "text", (c) => c.notNull())
    .addColumn("score", "integer")
    .addColumn("band", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("at_ms", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("members_reports_subscription").on("members_reports")
    .columns(["subscription_id", "at_ms"]).execute();
  await db.schema.createIndex("members_reports_user").on("members_reports").columns(["user_id", "at_ms"]).execute();
  await db.schema.createTable("members_allowances")
    .addColumn("subscription_id", "text", (c) => c.primaryKey())
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("used", "integer", (c) => c.notNull())
    .execute();
  await db.schema.createTable("members_number_reports")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("e164", "text", (c) => c.notNull())
    .addColumn("reporter_id", "text", (c) => c.notNull())
    .addColumn("is_bad", "integer", (c) => c.notNull())
    .addColumn("at_ms", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("members_number_reports_e164").on("members_number_reports")
    .columns(["e164", "at_ms"]).execute();
}

async function createProfiles(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("members_profiles")
    .addColumn("user_id", "text", (c) => c.primaryKey())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("own_number", "text", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("updated_ms", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createTable("members_profile_subscriptions")
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("subscription_id", "text", (c) => c.notNull())
    .addColumn("added_ms", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("members_profile_subscriptions_key", ["user_id", "subscription_id"])
    .execute();
}
