/**
 * The id of the request or job that caused a charge, or a call to the acquirer: logs and traces are found by it. The
 * indexes are among the large ones.
 */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const requestIds: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const table of ["subs_charges", "pay_intents"]) {
      await schema.alterTable(table).addColumn("request_id", "text", (c) => c.notNull().defaultTo("")).execute();
    }
  },
};
