/** The network a shopper chose for a co-badged card, copied to the execution for its readers. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const executionScheme: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("pay_executions").addColumn("preferred_scheme", "text").execute();
  },
};
