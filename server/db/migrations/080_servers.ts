/** Live servers, and which of them is making a call to the acquirer. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const servers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createTable("app_servers")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("expires_ms", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createTable("app_probe")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("written", "text", (c) => c.notNull())
      .execute();
    await db.schema.alterTable("pay_intents").addColumn("server_id", "text").execute();
  },
};
