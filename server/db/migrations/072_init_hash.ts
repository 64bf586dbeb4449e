/** What an init asked for, so that another request under its key is told from its repeat. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const initHash: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("pay_executions").addColumn("init_hash", "text").execute();
  },
};
