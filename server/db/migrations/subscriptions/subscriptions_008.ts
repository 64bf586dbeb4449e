/**
 * When recovery looks at a checkout next; 0 in rows that the previous release wrote. Its index is among the large ones.
 */
import type { Migration } from "kysely/migration";

export const dueCheckouts: Migration = {
  async up(db) {
    await db.schema.alterTable("subs_checkouts").addColumn("next_ms", "bigint", (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
