/** Records beside cards in the vault: each column sealed on its own, and found by a keyed hash of its value. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const vaultRecords: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createTable("pay_records")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("client_id", "text", (column) => column.notNull())
      .addColumn("holder_reference", "text", (column) => column.notNull())
      .addColumn("table_name", "text", (column) => column.notNull())
      .addColumn("created_ms", "bigint", (column) => column.notNull())
      .addColumn("updated_ms", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createTable("pay_record_columns")
      .addColumn("record_id", "text", (column) => column.notNull())
      .addColumn("column_name", "text", (column) => column.notNull())
      .addColumn("sealed", "text", (column) => column.notNull())
      .addColumn("mac", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("pay_record_columns_pk", ["record_id", "column_name"])
      .execute();
    await db.schema.createIndex("pay_record_columns_mac").on("pay_record_columns").column("mac").execute();
  },
};
