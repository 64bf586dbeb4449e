/** app_limits: how often something was done from one place, for all servers together. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const limits: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.createTable("app_limits")
      .addColumn("key", "text", (c) => c.primaryKey())
      .addColumn("since_ms", "bigint", (c) => c.notNull())
      .addColumn("count", "integer", (c) => c.notNull())
      .execute();
    await schema.createIndex("app_limits_since").on("app_limits").column("since_ms").execute();
  },
};
