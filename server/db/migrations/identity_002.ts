/** When a wrong password was counted last; 0 in rows that the previous release wrote. */
import type { Migration } from "kysely/migration";

export const attemptTimes: Migration = {
  async up({ schema }) {
    await schema.alterTable("id_attempts").addColumn("changed_ms", "bigint", (c) => c.notNull().defaultTo(0)).execute();
    await schema.createIndex("id_attempts_age").on("id_attempts").column("changed_ms").execute();
  },
};
