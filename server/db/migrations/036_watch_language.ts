/** The language of an alert, taken from the request that created it. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const watchLanguage: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("members_watches").addColumn("language", "text", (c) => c.notNull().defaultTo("en"))
      .execute();
  },
};
