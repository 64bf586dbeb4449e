/** Lists for merchants: executions by reference, holder, state and time, and webhooks that are kept with their outcome. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const paymentLists: Migration = {
  async up(db: Kysely<unknown>) {
    await executionLists(db.schema);
    await deliveries(db);
  },
};

/** Each in the order of the list, so that a page costs the same among a million rows. */
async function executionLists(schema: Kysely<unknown>["schema"]): Promise<void> {
  const order = ["created_ms", "id"];
  await schema.createIndex("pay_executions_list").on("pay_executions").columns(["client_id", ...order]).execute();
  for (const column of ["merchant_reference", "holder_reference", "state"]) {
    await schema.createIndex(`pay_executions_${column}`).on("pay_executions").columns(["client_id", column, ...order])
      .execute();
  }
}

/** Until now a webhook was deleted once it was accepted, and its id was that of its event. */
async function deliveries(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable("pay_webhooks").addColumn("event_id", "text", (c) => c.notNull().defaultTo("")).execute();
  await schema.alterTable("pay_webhooks").addColumn("state", "text", (c) => c.notNull().defaultTo("waiting")).execute();
  await schema.alterTable("pay_webhooks").addColumn("replay_of", "text").execute();
  await schema.alterTable("pay_webhooks").addColumn("attempted_ms", "bigint").execute();
  await schema.alterTable("pay_webhooks").addColumn("answer_status", "integer").execute();
  await sql`update pay_webhooks set event_id = id`.execute(db);
  const order = ["created_ms", "id"];
  await schema.createIndex("pay_webhooks_list").on("pay_webhooks").columns(["client_id", ...order]).execute();
  await schema.createIndex("pay_webhooks_state").on("pay_webhooks").columns(["client_id", "state", ...order]).execute();
  await schema.createIndex("pay_webhooks_age").on("pay_webhooks").column("created_ms").execute();
  await schema.dropIndex("pay_webhooks_lane").execute();
  await schema.createIndex("pay_webhooks_lane").on("pay_webhooks").columns(["execution_id", ...order]).execute();
  await schema.dropIndex("pay_webhooks_due").execute();
  await schema.createIndex("pay_webhooks_due").on("pay_webhooks").column("next_ms").where(
    sql.ref("state"),
    "=",
    "waiting",
  ).execute();
}
