/** The period in which a server may declare another one dead. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const serverJudges: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ["judges_from_ms", "judges_until_ms"]) {
      await db.schema.alterTable("app_servers").addColumn(column, "bigint", (c) => c.notNull().defaultTo(0)).execute();
    }
  },
};
