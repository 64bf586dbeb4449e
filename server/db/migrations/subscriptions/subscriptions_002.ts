/** When a purchase was made whose receipt is not written yet. */
import type { Migration } from "kysely/migration";

export const dueReceipts: Migration = {
  async up(db) {
    await db.schema.alterTable("subs_subscriptions").addColumn("receipt_due_ms", "bigint").execute();
  },
};
