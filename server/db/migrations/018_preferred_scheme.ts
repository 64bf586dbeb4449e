/** The network a shopper chose for a co-badged card, stored with the charge and with the stored card. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const preferredScheme: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("pay_intents").addColumn("preferred_scheme", "text").execute();
    await db.schema.alterTable("pay_instruments").addColumn("preferred_scheme", "text").execute();
  },
};
