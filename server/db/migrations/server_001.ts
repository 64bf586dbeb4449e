/** Tables of the app server: rate limits, live servers, the readiness probe and the funnel. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

type Schema = Kysely<unknown>["schema"];

export const server: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await limits(schema);
    await servers(schema);
    await funnelEvents(schema);
  },
};

/** Counts of rate-limited actions per client, shared by all servers. */
async function limits(schema: Schema): Promise<void> {
  await schema.createTable("app_limits")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("since_ms", "bigint", (c) => c.notNull())
    .addColumn("count", "integer", (c) => c.notNull())
    .execute();
  await schema.createIndex("app_limits_since").on("app_limits").column("since_ms").execute();
}

/** Live servers with the period in which each may declare another one dead, and the row of the readiness probe. */
async function servers(schema: Schema): Promise<void> {
  await schema.createTable("app_servers")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("expires_ms", "bigint", (c) => c.notNull())
    .addColumn("judges_from_ms", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("judges_until_ms", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.createTable("app_probe")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("written", "text", (c) => c.notNull())
    .execute();
}

/** Funnel events, without anything that identifies a visitor. */
async function funnelEvents(schema: Schema): Promise<void> {
  await schema.createTable("funnel_events")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("fields_json", "text", (c) => c.notNull())
    .addColumn("created_ms", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("funnel_events_created").on("funnel_events").column("created_ms").execute();
}
