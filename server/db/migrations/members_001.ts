/** Tables of the members service. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

type Schema = Kysely<unknown>["schema"];

export const members: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await reports(schema);
    await reportHashes(schema);
    await batches(schema);
    await numberReports(schema);
    await profiles(schema);
    await registrySearches(schema);
    await watches(schema);
  },
};

async function reports(schema: Schema): Promise<void> {
  await schema.createTable("members_reports")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("subscription_id", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("e164", "text", (c) => c.notNull())
    .addColumn("score", "integer")
    .addColumn("band", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("at_ms", "bigint", (c) => c.notNull())
    .execute();
  // Finds an earlier look-up of the same number on the same day.
  await schema.createIndex("members_reports_repeat").on("members_reports").columns(["subscription_id", "e164", "at_ms"])
    .execute();
  await schema.createIndex("members_reports_subscription").on("members_reports").columns(["subscription_id", "at_ms"])
    .execute();
  await schema.createIndex("members_reports_user").on("members_reports").columns(["user_id", "at_ms"]).execute();
  await schema.createTable("members_allowances")
    .addColumn("subscription_id", "text", (c) => c.primaryKey())
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("used", "integer", (c) => c.notNull())
    .execute();
}

/** Hashes printed on PDF reports, so that /verify can say whether this server made them. */
async function reportHashes(schema: Schema): Promise<void> {
  await schema.createTable("members_report_hashes")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("report_id", "text", (c) => c.notNull())
    .addColumn("at_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("members_report_hashes_report").on("members_report_hashes").column("report_id").execute();
}

/** Bulk checks with their results, so that the file can be downloaded again. */
async function batches(schema: Schema): Promise<void> {
  await schema.createTable("members_batches")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("subscription_id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("at_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("members_batches_user").on("members_batches").columns(["user_id", "at_ms"]).execute();
}

/** What members report about a number, one report per member and number; disputes under review. */
async function numberReports(schema: Schema): Promise<void> {
  await schema.createTable("members_number_reports")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("e164", "text", (c) => c.notNull())
    .addColumn("reporter_id", "text", (c) => c.notNull())
    .addColumn("is_bad", "integer", (c) => c.notNull())
    .addColumn("at_ms", "bigint", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull().defaultTo("other"))
    .addColumn("text", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await schema.createIndex("members_number_reports_e164").on("members_number_reports").columns(["e164", "at_ms"])
    .execute();
  await schema.createIndex("members_number_reports_voice").on("members_number_reports").columns(["reporter_id", "e164"])
    .unique().execute();
  await schema.createTable("members_disputes")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("e164", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("at_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("members_disputes_e164").on("members_disputes").columns(["e164", "at_ms"]).execute();
  await schema.createIndex("members_disputes_voice").on("members_disputes").columns(["user_id", "e164"]).unique()
    .execute();
}

async function profiles(schema: Schema): Promise<void> {
  await schema.createTable("members_profiles")
    .addColumn("user_id", "text", (c) => c.primaryKey())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("own_number", "text", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("updated_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createTable("members_profile_subscriptions")
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("subscription_id", "text", (c) => c.notNull())
    .addColumn("added_ms", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("members_profile_subscriptions_pk", ["user_id", "subscription_id"])
    .execute();
}

/** Registry searches with the terms accepted for each: evidence of use, without the results. */
async function registrySearches(schema: Schema): Promise<void> {
  await schema.createTable("members_registry_searches")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("terms_version", "text", (c) => c.notNull())
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("at_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("members_registry_searches_user").on("members_registry_searches").columns([
    "user_id",
    "at_ms",
  ]).execute();
}

/** Numbers with an alert, and the links in emails that end it. */
async function watches(schema: Schema): Promise<void> {
  await schema.createTable("members_watches")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("e164", "text", (c) => c.notNull())
    .addColumn("score", "integer", (c) => c.notNull())
    .addColumn("reporters", "integer", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("due_ms", "bigint", (c) => c.notNull())
    .addColumn("mailed_ms", "bigint", (c) => c.notNull())
    .addColumn("language", "text", (c) => c.notNull().defaultTo("en"))
    .addUniqueConstraint("members_watches_unique", ["user_id", "e164"])
    .execute();
  await schema.createIndex("members_watches_due").on("members_watches").column("due_ms").execute();
  await schema.createIndex("members_watches_e164").on("members_watches").column("e164").execute();
  await schema.createTable("members_watch_links")
    .addColumn("secret_hash", "text", (c) => c.primaryKey())
    .addColumn("watch_id", "text", (c) => c.notNull())
    .execute();
  await schema.createIndex("members_watch_links_watch").on("members_watch_links").column("watch_id").execute();
}
