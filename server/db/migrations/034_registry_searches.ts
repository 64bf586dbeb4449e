/** Registry searches with the terms accepted for each: evidence of use, without the results. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const registrySearches: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createTable("members_registry_searches")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("user_id", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("terms_version", "text", (c) => c.notNull())
      .addColumn("source", "text", (c) => c.notNull())
      .addColumn("at_ms", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("members_registry_searches_user").on("members_registry_searches")
      .columns(["user_id", "at_ms"]).execute();
  },
};
