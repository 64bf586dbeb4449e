/** Finds the payment of a repeated request without reading every payment there ever was. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const paymentsIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex("pay_intents_request").on("pay_intents").column("request_key").execute();
  },
};
