/** The terms version named by the link, beside the version of the text that was shown. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const linkTextVersion: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("subs_consents")
      .addColumn("link_text_version", "text", (c) => c.notNull().defaultTo("")).execute();
  },
};
