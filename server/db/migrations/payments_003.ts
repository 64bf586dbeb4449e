/** Disputes with their evidence, the networks of payments, and what networks report about stored cards. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

type Schema = Kysely<unknown>["schema"];

export const disputes: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("pay_executions").addColumn("network", "text").execute();
    await schema.alterTable("pay_instruments").addColumn("card_change", "text").execute();
    await schema.alterTable("pay_instruments").addColumn("card_changed_ms", "bigint").execute();
    await disputeTable(schema);
    await schema.createTable("pay_dispute_files")
      .addColumn("id", "text", (c) => c.notNull().primaryKey())
      .addColumn("dispute_id", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("content_type", "text", (c) => c.notNull())
      .addColumn("bytes", "integer", (c) => c.notNull())
      .addColumn("sealed", "text", (c) => c.notNull())
      .addColumn("created_ms", "bigint", (c) => c.notNull())
      .execute();
    await schema.createIndex("pay_dispute_files_of").on("pay_dispute_files").column("dispute_id").execute();
    await schema.createTable("pay_feeds")
      .addColumn("name", "text", (c) => c.notNull().primaryKey())
      .addColumn("read_ms", "bigint", (c) => c.notNull())
      .execute();
  },
};

async function disputeTable(schema: Schema): Promise<void> {
  await schema.createTable("pay_disputes")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("acquirer_id", "text", (c) => c.notNull().unique())
    .addColumn("client_id", "text", (c) => c.notNull())
    .addColumn("execution_id", "text", (c) => c.notNull())
    .addColumn("holder_reference", "text", (c) => c.notNull())
    .addColumn("merchant_reference", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("category", "text", (c) => c.notNull())
    .addColumn("reason_code", "text", (c) => c.notNull())
    .addColumn("network", "text", (c) => c.notNull())
    .addColumn("amount_minor", "bigint", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("withdrawn_minor", "bigint", (c) => c.notNull())
    .addColumn("returned_minor", "bigint", (c) => c.notNull())
    .addColumn("fee_minor", "bigint", (c) => c.notNull())
    .addColumn("respond_by_ms", "bigint", (c) => c.notNull())
    .addColumn("sealed_texts", "text")
    .addColumn("submitted_ms", "bigint")
    .addColumn("history", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("changed_ms", "bigint", (c) => c.notNull())
    .execute();
  const order = ["created_ms", "id"];
  await schema.createIndex("pay_disputes_list").on("pay_disputes").columns(["client_id", ...order]).execute();
  for (const column of ["execution_id", "holder_reference", "state"]) {
    await schema.createIndex(`pay_disputes_${column}`).on("pay_disputes").columns(["client_id", column, ...order])
      .execute();
  }
}
