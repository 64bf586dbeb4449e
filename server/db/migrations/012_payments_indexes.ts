/** Index that finds the payment of a repeated request without a full scan. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const paymentsIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex("pay_intents_request").on("pay_intents").column("request_key").execute();
  },
};
