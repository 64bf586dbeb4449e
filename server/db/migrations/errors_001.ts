/** Table of the errors service. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const errors: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.createTable("error_events")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("project", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("title", "text", (c) => c.notNull())
      .addColumn("release", "text", (c) => c.notNull())
      .addColumn("body_json", "text", (c) => c.notNull())
      .addColumn("received_ms", "bigint", (c) => c.notNull())
      .execute();
    await schema.createIndex("error_events_received").on("error_events").column("received_ms").execute();
  },
};
