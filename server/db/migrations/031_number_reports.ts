/** Member reports about a number: one per member and number, its kind of trouble, and disputes under review. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const numberReports: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("members_number_reports")
      .addColumn("kind", "text", (c) => c.notNull().defaultTo("other")).execute();
    await db.schema.alterTable("members_number_reports")
      .addColumn("text", "text", (c) => c.notNull().defaultTo("")).execute();
    await db.schema.createIndex("members_number_reports_voice").on("members_number_reports").unique()
      .columns(["reporter_id", "e164"]).execute();
    await db.schema.createTable("members_disputes")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("e164", "text", (c) => c.notNull())
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("reason", "text", (c) => c.notNull())
      .addColumn("text", "text", (c) => c.notNull())
      .addColumn("at_ms", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("members_disputes_voice").on("members_disputes").unique()
      .columns(["user_id", "e164"]).execute();
    await db.schema.createIndex("members_disputes_e164").on("members_disputes").columns(["e164", "at_ms"]).execute();
  },
};
