/** Funnel events, without anything that identifies a visitor. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const funnelEvents: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createTable("funnel_events")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("fields_json", "text", (c) => c.notNull())
      .addColumn("created_ms", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("funnel_events_created").on("funnel_events").column("created_ms").execute();
  },
};
