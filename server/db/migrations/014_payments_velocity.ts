/** Velocity of one network: cards it saved and payments that were declined within a short time (SECURITY I7, SU6). */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const paymentsVelocity: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createTable("pay_velocity")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("network", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("at_ms", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("pay_velocity_network").on("pay_velocity").columns(["network", "kind", "at_ms"])
      .execute();
    await db.schema.createIndex("pay_velocity_age").on("pay_velocity").column("at_ms").execute();
  },
};
