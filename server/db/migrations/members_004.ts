/** What a paid source said about a number, kept for a day under a hash of the number. */
import type { Migration } from "kysely/migration";

export const sourceFacts: Migration = {
  async up({ schema }) {
    await schema.createTable("members_source_facts")
      .addColumn("key", "text", (c) => c.primaryKey())
      .addColumn("facts", "text")
      .addColumn("until_ms", "bigint", (c) => c.notNull())
      .execute();
    await schema.createIndex("members_source_facts_until").on("members_source_facts").column("until_ms").execute();
  },
};
