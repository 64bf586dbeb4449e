/**
 * Disputes of charges, plans that wait for another card, and what networks report about the card that pays. The indexes
 * of the plans are among the large ones.
 */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const disputedCharges: Migration = {
  async up({ schema }: Kysely<unknown>) {
    const plans = () => schema.alterTable("subs_subscriptions");
    await plans().addColumn("grace_ms", "bigint").execute();
    await plans().addColumn("card_change", "text").execute();
    await plans().addColumn("card_changed_ms", "bigint").execute();
    await plans().addColumn("card_label", "text", (c) => c.notNull().defaultTo("")).execute();
    await schema.createTable("subs_disputes")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("charge_id", "text", (c) => c.notNull())
      .addColumn("subscription_id", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("category", "text", (c) => c.notNull())
      .addColumn("withdrawn_cents", "integer", (c) => c.notNull())
      .addColumn("returned_cents", "integer", (c) => c.notNull())
      .addColumn("fee_cents", "integer", (c) => c.notNull())
      .addColumn("access_json", "text")
      .addColumn("created_ms", "bigint", (c) => c.notNull())
      .addColumn("changed_ms", "bigint", (c) => c.notNull())
      .execute();
    await schema.createIndex("subs_disputes_charge").on("subs_disputes").column("charge_id").execute();
    await schema.createIndex("subs_disputes_subscription").on("subs_disputes").column("subscription_id").execute();
    await schema.createIndex("subs_disputes_state").on("subs_disputes").column("state").execute();
  },
};
