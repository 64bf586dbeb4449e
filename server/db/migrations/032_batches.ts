/** Bulk checks with their results, so that the file can be downloaded again. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const batches: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createTable("members_batches")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("subscription_id", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("body", "text", (c) => c.notNull())
      .addColumn("at_ms", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("members_batches_user").on("members_batches").columns(["user_id", "at_ms"]).execute();
  },
};
