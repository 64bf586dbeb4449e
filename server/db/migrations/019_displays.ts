/** Permissions to reveal a stored card or record for a few minutes, each with its requester. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const displays: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createTable("pay_displays")
      .addColumn("hash", "text", (column) => column.primaryKey())
      .addColumn("client_id", "text", (column) => column.notNull())
      .addColumn("instrument_id", "text")
      .addColumn("record_id", "text")
      .addColumn("audit", "text", (column) => column.notNull())
      .addColumn("views", "integer", (column) => column.notNull())
      .addColumn("expires_ms", "bigint", (column) => column.notNull())
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("pay_displays_age").on("pay_displays").column("created_ms").execute();
  },
};
