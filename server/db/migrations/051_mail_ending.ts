/** The one-click unsubscribe address of an email, for its headers. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const mailEnding: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("mail_outbox").addColumn("unsubscribe_url", "text", (c) => c.notNull().defaultTo(""))
      .execute();
  },
};
