/** app_limits: counts of rate-limited actions per client, shared by all servers. */
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
