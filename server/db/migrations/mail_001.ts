/** Table of the mail service. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const mail: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.createTable("mail_outbox")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("recipient", "text", (c) => c.notNull())
      .addColumn("subject", "text", (c) => c.notNull())
      .addColumn("text", "text", (c) => c.notNull())
      .addColumn("html", "text", (c) => c.notNull())
      .addColumn("created_ms", "bigint", (c) => c.notNull())
      .addColumn("sent_ms", "bigint")
      .addColumn("attempts", "integer", (c) => c.notNull())
      .addColumn("next_ms", "bigint", (c) => c.notNull())
      .addColumn("error", "text", (c) => c.notNull())
      .addColumn("unsubscribe_url", "text", (c) => c.notNull().defaultTo(""))
      .execute();
    await schema.createIndex("mail_outbox_due").on("mail_outbox").columns(["sent_ms", "next_ms"]).execute();
    await schema.createIndex("mail_outbox_recipient").on("mail_outbox").columns(["recipient", "created_ms"]).execute();
  },
};
