/** Buyer and payment method, kept with a checkout until it becomes a subscription; how a subscription is paid. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const means: Migration = {
  async up({ schema }: Kysely<unknown>) {
    const add = (table: string, column: string, value = "") =>
      schema.alterTable(table).addColumn(column, "text", (c) => c.notNull().defaultTo(value)).execute();
    await add("subs_checkouts", "buyer_json");
    await add("subs_subscriptions", "payment_method", "card");
    await add("subs_subscriptions", "instrument_label");
    await add("subs_subscriptions", "instrument_vault");
  },
};
