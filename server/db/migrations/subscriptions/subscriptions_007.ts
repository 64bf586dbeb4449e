/**
 * The id of the request or job that opened a checkout, stored a consent or wrote an event: the console finds the
 * purchase by it. The indexes are among the large ones.
 */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const requestIdsOfSteps: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const table of ["subs_checkouts", "subs_consents", "subs_events"]) {
      await schema.alterTable(table).addColumn("request_id", "text", (c) => c.notNull().defaultTo("")).execute();
    }
  },
};
