/** Addresses of webhooks that merchants register over the merchant API. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const webhookEndpoints: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.createTable("pay_webhook_endpoints")
      .addColumn("id", "text", (c) => c.notNull().primaryKey())
      .addColumn("client_id", "text", (c) => c.notNull())
      .addColumn("slot", "integer", (c) => c.notNull())
      .addColumn("url", "text", (c) => c.notNull())
      .addColumn("sealed_secret", "text", (c) => c.notNull())
      .addColumn("sealed_old_secret", "text")
      .addColumn("old_until_ms", "bigint")
      .addColumn("created_ms", "bigint", (c) => c.notNull())
      .addUniqueConstraint("pay_webhook_endpoints_slot", ["client_id", "slot"])
      .addUniqueConstraint("pay_webhook_endpoints_url", ["client_id", "url"])
      .execute();
  },
};
