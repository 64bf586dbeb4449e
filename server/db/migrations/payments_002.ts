/** Webhooks that are kept with their outcome. The indexes of the lists for merchants are among the large ones. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const paymentLists: Migration = {
  async up(db: Kysely<unknown>) {
    await deliveries(db);
  },
};

/** Until now a webhook was deleted once it was accepted, and its id was that of its event. */
async function deliveries(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable("pay_webhooks").addColumn("event_id", "text", (c) => c.notNull().defaultTo("")).execute();
  await schema.alterTable("pay_webhooks").addColumn("state", "text", (c) => c.notNull().defaultTo("waiting")).execute();
  await schema.alterTable("pay_webhooks").addColumn("replay_of", "text").execute();
  await schema.alterTable("pay_webhooks").addColumn("attempted_ms", "bigint").execute();
  await schema.alterTable("pay_webhooks").addColumn("answer_status", "integer").execute();
  await sql`update pay_webhooks set event_id = id`.execute(db);
  await schema.dropIndex("pay_webhooks_lane").execute();
  await schema.createIndex("pay_webhooks_lane").on("pay_webhooks").columns(["execution_id", "created_ms", "id"])
    .execute();
  await schema.dropIndex("pay_webhooks_due").execute();
  await schema.createIndex("pay_webhooks_due").on("pay_webhooks").column("next_ms").where(
    sql.ref("state"),
    "=",
    "waiting",
  ).execute();
}
