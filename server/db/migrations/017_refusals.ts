/** Declined cards by client, card and range, and the blocks that follow from them; shared by all servers. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const refusals: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createTable("pay_refusals")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("shop", "text")
      .addColumn("network", "text", (column) => column.notNull())
      .addColumn("card", "text")
      .addColumn("range", "text")
      .addColumn("shop_tries", "integer", (column) => column.notNull())
      .addColumn("range_tries", "integer", (column) => column.notNull())
      .addColumn("at_ms", "bigint", (column) => column.notNull())
      .execute();
    for (const subject of ["shop", "card", "range"]) {
      await db.schema.createIndex(`pay_refusals_${subject}`).on("pay_refusals").columns([subject, "at_ms"]).execute();
    }
    await db.schema.createIndex("pay_refusals_age").on("pay_refusals").column("at_ms").execute();
    await db.schema.createTable("pay_guards")
      .addColumn("subject", "text", (column) => column.primaryKey())
      .addColumn("until_ms", "bigint", (column) => column.notNull())
      .execute();
  },
};
