/** The payment method of an intent, so that the hosted page can show it. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const intentMethod: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("pay_intents").addColumn("method", "text").execute();
  },
};
