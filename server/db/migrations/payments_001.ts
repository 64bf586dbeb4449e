/** Tables of the payments service. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type Schema = Kysely<unknown>["schema"];

export const payments: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await executions(schema);
    await intents(schema);
    await challenges(schema);
    await instruments(schema);
    await sealsAndKeys(schema);
    await webhooks(schema);
    await records(schema);
    await displays(schema);
    await velocity(schema);
    await refusals(schema);
  },
};

async function executions(schema: Schema): Promise<void> {
  await schema.createTable("pay_executions")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("client_id", "text", (c) => c.notNull())
    .addColumn("init_key", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("workflow_code", "text", (c) => c.notNull())
    .addColumn("merchant_reference", "text", (c) => c.notNull())
    .addColumn("holder_reference", "text", (c) => c.notNull())
    .addColumn("workspace_id", "text")
    .addColumn("amount_minor", "bigint", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("capture", "text", (c) => c.notNull())
    .addColumn("methods", "text")
    .addColumn("meta", "text", (c) => c.notNull())
    .addColumn("client_origin", "text")
    .addColumn("return_info", "text")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("statuses", "text", (c) => c.notNull())
    .addColumn("authorized_minor", "bigint", (c) => c.notNull())
    .addColumn("captured_minor", "bigint", (c) => c.notNull())
    .addColumn("refunded_minor", "bigint", (c) => c.notNull())
    .addColumn("instrument_id", "text")
    .addColumn("charge_key", "text")
    .addColumn("action", "text")
    .addColumn("action_id", "text")
    .addColumn("due_ms", "bigint")
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("preferred_scheme", "text")
    .execute();
  await schema.createIndex("pay_executions_due").on("pay_executions").column("due_ms").where("due_ms", "is not", null)
    .execute();
  await schema.createIndex("pay_executions_init").on("pay_executions").columns(["client_id", "init_key"]).unique()
    .execute();
}

/** Calls to the acquirer, each written before it is made. */
async function intents(schema: Schema): Promise<void> {
  await schema.createTable("pay_intents")
    .addColumn("key", "text", (c) => c.notNull().primaryKey())
    .addColumn("execution_id", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("amount_minor", "bigint", (c) => c.notNull())
    .addColumn("instrument_id", "text")
    .addColumn("stores", "integer", (c) => c.notNull())
    .addColumn("request_key", "text")
    .addColumn("is_open", "integer", (c) => c.notNull())
    .addColumn("outcome", "text")
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("resolved_ms", "bigint")
    .addColumn("method", "text")
    .addColumn("preferred_scheme", "text")
    .addColumn("server_id", "text")
    .execute();
  // A second guard beside compare-and-set: one call to the acquirer at a time per execution.
  await schema.createIndex("pay_intents_one_open").on("pay_intents").column("execution_id").unique().where(
    sql.ref("is_open"),
    "=",
    1,
  ).execute();
  await schema.createIndex("pay_intents_open").on("pay_intents").column("created_ms").where(sql.ref("is_open"), "=", 1)
    .execute();
  // Finds the payment of a repeated request.
  await schema.createIndex("pay_intents_request").on("pay_intents").column("request_key").execute();
}

async function challenges(schema: Schema): Promise<void> {
  await schema.createTable("pay_challenges")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("execution_id", "text", (c) => c.notNull())
    .addColumn("intent_key", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("code", "text", (c) => c.notNull())
    .addColumn("tries", "integer", (c) => c.notNull())
    .addColumn("is_open", "integer", (c) => c.notNull())
    .addColumn("expires_ms", "bigint", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .execute();
}

async function instruments(schema: Schema): Promise<void> {
  await schema.createTable("pay_instruments")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("client_id", "text", (c) => c.notNull())
    .addColumn("holder_reference", "text", (c) => c.notNull())
    .addColumn("payment_method", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("is_default", "integer", (c) => c.notNull())
    .addColumn("network", "text")
    .addColumn("bin", "text")
    .addColumn("suffix", "text")
    .addColumn("expiry_month", "text")
    .addColumn("expiry_year", "text")
    .addColumn("issuer_country", "text")
    .addColumn("email", "text")
    .addColumn("future_usage", "text", (c) => c.notNull())
    .addColumn("merchant_reference", "text")
    .addColumn("network_transaction_reference", "text")
    .addColumn("fingerprint", "text")
    .addColumn("live_key", "text")
    .addColumn("sealed_number", "text")
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("updated_ms", "bigint", (c) => c.notNull())
    .addColumn("preferred_scheme", "text")
    .execute();
  await schema.createIndex("pay_instruments_holder").on("pay_instruments").columns(["client_id", "holder_reference"])
    .execute();
  await schema.createIndex("pay_instruments_live").on("pay_instruments").column("live_key").unique().execute();
}

async function sealsAndKeys(schema: Schema): Promise<void> {
  await schema.createTable("pay_used_seals")
    .addColumn("hash", "text", (c) => c.notNull().primaryKey())
    .addColumn("execution_id", "text", (c) => c.notNull())
    .addColumn("purpose", "text", (c) => c.notNull())
    .addColumn("used_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("pay_used_seals_saves").on("pay_used_seals").columns(["execution_id", "used_ms"]).where(
    sql.ref("purpose"),
    "=",
    "save",
  ).execute();
  await schema.createTable("pay_idempotency")
    .addColumn("scope", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("body_hash", "text", (c) => c.notNull())
    .addColumn("status", "integer")
    .addColumn("answer", "text")
    .addColumn("lease_until_ms", "bigint", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("pay_idempotency_pk", ["scope", "key"])
    .execute();
  await schema.createIndex("pay_idempotency_age").on("pay_idempotency").column("created_ms").execute();
}

async function webhooks(schema: Schema): Promise<void> {
  await schema.createTable("pay_webhooks")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("client_id", "text", (c) => c.notNull())
    .addColumn("execution_id", "text", (c) => c.notNull())
    .addColumn("url", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("next_ms", "bigint", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("pay_webhooks_due").on("pay_webhooks").column("next_ms").execute();
  // Finds earlier webhooks of an execution, which later ones wait for.
  await schema.createIndex("pay_webhooks_lane").on("pay_webhooks").columns(["execution_id", "created_ms"]).execute();
}

/** Records beside cards in the vault: each column sealed on its own, and found by a keyed hash of its value. */
async function records(schema: Schema): Promise<void> {
  await schema.createTable("pay_records")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("client_id", "text", (c) => c.notNull())
    .addColumn("holder_reference", "text", (c) => c.notNull())
    .addColumn("table_name", "text", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("updated_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createTable("pay_record_columns")
    .addColumn("record_id", "text", (c) => c.notNull())
    .addColumn("column_name", "text", (c) => c.notNull())
    .addColumn("sealed", "text", (c) => c.notNull())
    .addColumn("mac", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("pay_record_columns_pk", ["record_id", "column_name"])
    .execute();
  await schema.createIndex("pay_record_columns_mac").on("pay_record_columns").column("mac").execute();
}

/** Permissions to reveal a stored card or record for a few minutes, each with its requester. */
async function displays(schema: Schema): Promise<void> {
  await schema.createTable("pay_displays")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("client_id", "text", (c) => c.notNull())
    .addColumn("instrument_id", "text")
    .addColumn("record_id", "text")
    .addColumn("audit", "text", (c) => c.notNull())
    .addColumn("views", "integer", (c) => c.notNull())
    .addColumn("expires_ms", "bigint", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("pay_displays_age").on("pay_displays").column("created_ms").execute();
}

/** Cards that one network saved and payments that were declined within a short time (SECURITY I7, SU6). */
async function velocity(schema: Schema): Promise<void> {
  await schema.createTable("pay_velocity")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("network", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("at_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("pay_velocity_age").on("pay_velocity").column("at_ms").execute();
  await schema.createIndex("pay_velocity_network").on("pay_velocity").columns(["network", "kind", "at_ms"]).execute();
}

/** Declined cards by client, card and range, and the blocks that follow from them; shared by all servers. */
async function refusals(schema: Schema): Promise<void> {
  await schema.createTable("pay_refusals")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("shop", "text")
    .addColumn("network", "text", (c) => c.notNull())
    .addColumn("card", "text")
    .addColumn("range", "text")
    .addColumn("shop_tries", "integer", (c) => c.notNull())
    .addColumn("range_tries", "integer", (c) => c.notNull())
    .addColumn("at_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("pay_refusals_age").on("pay_refusals").column("at_ms").execute();
  await schema.createIndex("pay_refusals_card").on("pay_refusals").columns(["card", "at_ms"]).execute();
  await schema.createIndex("pay_refusals_range").on("pay_refusals").columns(["range", "at_ms"]).execute();
  await schema.createIndex("pay_refusals_shop").on("pay_refusals").columns(["shop", "at_ms"]).execute();
  await schema.createTable("pay_guards")
    .addColumn("subject", "text", (c) => c.primaryKey())
    .addColumn("until_ms", "bigint", (c) => c.notNull())
    .execute();
}
