/** Hashes printed on PDF reports, so that /verify can say whether this server made them. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const reportHashes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createTable("members_report_hashes")
      .addColumn("hash", "text", (c) => c.primaryKey())
      .addColumn("report_id", "text", (c) => c.notNull())
      .addColumn("at_ms", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("members_report_hashes_report").on("members_report_hashes").column("report_id")
      .execute();
  },
};
