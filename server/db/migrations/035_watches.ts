/** Numbers with an alert, and the links in emails that end it. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const watches: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createTable("members_watches")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("email", "text", (c) => c.notNull())
      .addColumn("e164", "text", (c) => c.notNull())
      .addColumn("score", "integer", (c) => c.notNull())
      .addColumn("reporters", "integer", (c) => c.notNull())
      .addColumn("created_ms", "bigint", (c) => c.notNull())
      .addColumn("due_ms", "bigint", (c) => c.notNull())
      .addColumn("mailed_ms", "bigint", (c) => c.notNull())
      .addUniqueConstraint("members_watches_number", ["user_id", "e164"])
      .execute();
    await db.schema.createIndex("members_watches_due").on("members_watches").column("due_ms").execute();
    await db.schema.createIndex("members_watches_e164").on("members_watches").column("e164").execute();
    await db.schema.createTable("members_watch_links")
      .addColumn("secret_hash", "text", (c) => c.primaryKey())
      .addColumn("watch_id", "text", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("members_watch_links_watch").on("members_watch_links").column("watch_id").execute();
  },
};
