/** Where one press ends mails of a kind, for the headers of a mail. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const mailEnding: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("mail_outbox").addColumn("unsubscribe_url", "text", (c) => c.notNull().defaultTo(""))
      .execute();
  },
};
