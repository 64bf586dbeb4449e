/** The purchase whose activation link an operator sends again; null for a request that names an address only. */
import type { Migration } from "kysely/migration";

export const requestedPurchase: Migration = {
  async up(db) {
    await db.schema.alterTable("subs_requests").addColumn("subscription_id", "text").execute();
  },
};
