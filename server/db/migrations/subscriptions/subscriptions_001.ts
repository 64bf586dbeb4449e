/** Tables of the subscriptions service. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type Schema = Kysely<unknown>["schema"];

export const subscriptions: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await checkouts(schema);
    await consents(schema);
    await subscriptionRows(schema);
    await events(schema);
    await charges(schema);
    await moneyMoves(schema);
    await refunds(schema);
    await credits(schema);
    await capabilities(schema);
    await requests(schema);
  },
};

async function checkouts(schema: Schema): Promise<void> {
  await schema.createTable("subs_checkouts")
    .addColumn("execution_id", "text", (c) => c.primaryKey())
    .addColumn("checkout_hash", "text", (c) => c.notNull())
    .addColumn("plan_id", "text", (c) => c.notNull())
    .addColumn("cents", "integer", (c) => c.notNull())
    .addColumn("holder_reference", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("subscription_id", "text")
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("changed_ms", "bigint", (c) => c.notNull())
    .addColumn("buyer_json", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("cancel_ms", "bigint")
    .execute();
  await schema.createIndex("subs_checkouts_cancels").on("subs_checkouts").column("cancel_ms").where(
    "cancel_ms",
    "is not",
    null,
  ).execute();
  await schema.createIndex("subs_checkouts_hash").on("subs_checkouts").column("checkout_hash").execute();
  await schema.createIndex("subs_checkouts_state").on("subs_checkouts").columns(["state", "changed_ms"]).execute();
}

async function consents(schema: Schema): Promise<void> {
  await schema.createTable("subs_consents")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("checkout_hash", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("plan_id", "text", (c) => c.notNull())
    .addColumn("subscription_id", "text")
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("text_sha256", "text", (c) => c.notNull())
    .addColumn("text_version", "text", (c) => c.notNull())
    .addColumn("locale", "text", (c) => c.notNull())
    .addColumn("ip_network", "text", (c) => c.notNull())
    .addColumn("shown_json", "text", (c) => c.notNull())
    .addColumn("used_by", "text")
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("link_text_version", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await schema.createIndex("subs_consents_hash").on("subs_consents").columns(["checkout_hash", "plan_id"]).execute();
}

async function subscriptionRows(schema: Schema): Promise<void> {
  await schema.createTable("subs_subscriptions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("execution_id", "text", (c) => c.notNull().unique())
    .addColumn("plan_id", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("email_key", "text", (c) => c.notNull())
    .addColumn("checkout_hash", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("holder_reference", "text", (c) => c.notNull())
    .addColumn("payment_instrument_id", "text", (c) => c.notNull())
    .addColumn("attribution_json", "text", (c) => c.notNull())
    .addColumn("address_json", "text", (c) => c.notNull())
    .addColumn("started_ms", "bigint", (c) => c.notNull())
    .addColumn("period", "integer", (c) => c.notNull())
    .addColumn("current_period_end_ms", "bigint", (c) => c.notNull())
    .addColumn("next_charge_ms", "bigint")
    .addColumn("next_charge_cents", "integer")
    .addColumn("remind_ms", "bigint")
    .addColumn("declines", "integer", (c) => c.notNull())
    .addColumn("cancelled_ms", "bigint")
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("anchor_ms", "bigint")
    .addColumn("anchor_period", "integer")
    .addColumn("resume_ms", "bigint")
    .addColumn("next_plan_id", "text")
    .addColumn("annual_ms", "bigint")
    .addColumn("reminders_off", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("lease_ms", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("lease_by", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("payment_method", "text", (c) => c.notNull().defaultTo("card"))
    .addColumn("instrument_label", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("instrument_vault", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("language", "text", (c) => c.notNull().defaultTo("en"))
    .execute();
  await subscriptionIndexes(schema);
}

async function subscriptionIndexes(schema: Schema): Promise<void> {
  await schema.createIndex("subs_subscriptions_annual").on("subs_subscriptions").column("annual_ms").execute();
  await schema.createIndex("subs_subscriptions_checkout").on("subs_subscriptions").column("checkout_hash").execute();
  await schema.createIndex("subs_subscriptions_due").on("subs_subscriptions").column("next_charge_ms").execute();
  await schema.createIndex("subs_subscriptions_email").on("subs_subscriptions").column("email_key").execute();
  await schema.createIndex("subs_subscriptions_remind").on("subs_subscriptions").column("remind_ms").execute();
  await schema.createIndex("subs_subscriptions_user").on("subs_subscriptions").column("user_id").execute();
}

async function events(schema: Schema): Promise<void> {
  await schema.createTable("subs_events")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("subscription_id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("detail_json", "text", (c) => c.notNull())
    .addColumn("at_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("subs_events_subscription").on("subs_events").column("subscription_id").execute();
}

async function charges(schema: Schema): Promise<void> {
  await schema.createTable("subs_charges")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("subscription_id", "text", (c) => c.notNull())
    .addColumn("charge_key", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("plan_id", "text", (c) => c.notNull())
    .addColumn("cents", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("attempt", "integer", (c) => c.notNull())
    .addColumn("execution_id", "text", (c) => c.notNull())
    .addColumn("consent_id", "text")
    .addColumn("error", "text", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("settled_ms", "bigint")
    .execute();
  await schema.createIndex("subs_charges_once").on("subs_charges").columns(["subscription_id", "charge_key"]).unique()
    .execute();
  await schema.createIndex("subs_charges_state").on("subs_charges").columns(["state", "created_ms"]).execute();
  await schema.createTable("subs_products")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("subscription_id", "text", (c) => c.notNull())
    .addColumn("charge_id", "text", (c) => c.notNull().unique())
    .addColumn("plan_id", "text", (c) => c.notNull())
    .addColumn("cents", "integer", (c) => c.notNull())
    .addColumn("bought_ms", "bigint", (c) => c.notNull())
    .addColumn("until_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("subs_products_subscription").on("subs_products").column("subscription_id").execute();
}

/** Captures, voids and refunds that the payments service refused or left open, kept until they succeed. */
async function moneyMoves(schema: Schema): Promise<void> {
  await schema.createTable("subs_moves")
    .addColumn("execution_id", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("cents", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("refusals", "integer", (c) => c.notNull())
    .addColumn("tries", "integer", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("next_ms", "bigint", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("settled_ms", "bigint")
    .addPrimaryKeyConstraint("subs_moves_pk", ["execution_id", "kind"])
    .execute();
  await schema.createIndex("subs_moves_open").on("subs_moves").column("next_ms").where(
    sql.ref("settled_ms"),
    "is",
    null,
  )
    .execute();
}

async function refunds(schema: Schema): Promise<void> {
  await schema.createTable("subs_refunds")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("charge_id", "text", (c) => c.notNull().unique())
    .addColumn("subscription_id", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("cents", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("next_ms", "bigint", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("settled_ms", "bigint")
    .execute();
  await schema.createIndex("subs_refunds_due").on("subs_refunds").columns(["state", "next_ms"]).execute();
  await schema.createIndex("subs_refunds_subscription").on("subs_refunds").column("subscription_id").execute();
}

async function credits(schema: Schema): Promise<void> {
  await schema.createTable("subs_credit_lots")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("subscription_id", "text", (c) => c.notNull())
    .addColumn("total", "integer", (c) => c.notNull())
    .addColumn("remaining", "integer", (c) => c.notNull())
    .addColumn("bought_ms", "bigint", (c) => c.notNull())
    .addColumn("expires_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("subs_credit_lots_subscription").on("subs_credit_lots").column("subscription_id").execute();
  await schema.createTable("subs_credit_spends")
    .addColumn("subscription_id", "text", (c) => c.notNull())
    .addColumn("spend_id", "text", (c) => c.notNull())
    .addColumn("lot_id", "text", (c) => c.notNull())
    .addColumn("spent_ms", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("subs_credit_spends_pk", ["subscription_id", "spend_id"])
    .execute();
}

/** The links in emails. */
async function capabilities(schema: Schema): Promise<void> {
  await schema.createTable("subs_capabilities")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("subscription_id", "text", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .addColumn("expires_ms", "bigint")
    .addColumn("effective_ms", "bigint")
    .execute();
  await schema.createIndex("subs_capabilities_age").on("subs_capabilities").column("created_ms").execute();
  await schema.createIndex("subs_capabilities_subscription").on("subs_capabilities").column("subscription_id").where(
    sql.ref("expires_ms"),
    "is not",
    null,
  ).execute();
}

async function requests(schema: Schema): Promise<void> {
  await schema.createTable("subs_requests")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("email_key", "text", (c) => c.notNull())
    .addColumn("ip_network", "text", (c) => c.notNull())
    .addColumn("at_ms", "bigint", (c) => c.notNull())
    .addColumn("done_ms", "bigint")
    .addColumn("mailed", "integer", (c) => c.notNull())
    .execute();
  await schema.createIndex("subs_requests_email").on("subs_requests").columns(["email_key", "at_ms"]).execute();
  await schema.createIndex("subs_requests_ip").on("subs_requests").columns(["ip_network", "at_ms"]).execute();
  await schema.createIndex("subs_requests_waiting").on("subs_requests").column("at_ms").where(
    sql.ref("done_ms"),
    "is",
    null,
  )
    .execute();
}
