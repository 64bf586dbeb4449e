/** Table of the email outbox. */
import { type Kysely, sql } from "kysely";
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
      .addColumn("subscription_id", "text", (c) => c.notNull().defaultTo(""))
      .addColumn("erase_when_sent", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await schema.createIndex("mail_outbox_waiting").on("mail_outbox").column("next_ms").where(
      sql.ref("sent_ms"),
      "is",
      null,
    ).execute();
    await schema.createIndex("mail_outbox_sent").on("mail_outbox").column("sent_ms").execute();
    await schema.createIndex("mail_outbox_subscription").on("mail_outbox").column("subscription_id").execute();
    await schema.createIndex("mail_outbox_recipient").on("mail_outbox").columns(["recipient", "created_ms"]).execute();
  },
};
