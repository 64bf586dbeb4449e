/** app_checkouts: which browser holds which checkout. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const checkouts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createTable("app_checkouts")
      .addColumn("execution_id", "text", (c) => c.primaryKey())
      .addColumn("chk_hash", "text", (c) => c.notNull())
      .addColumn("plan_id", "text", (c) => c.notNull())
      .addColumn("subscription_id", "text")
      .addColumn("created_ms", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("app_checkouts_chk").on("app_checkouts").column("chk_hash").execute();
  },
};
