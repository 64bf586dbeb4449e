/**
 * Indexes by which the operator's console finds a customer, and reads days for its figures. They are
 * of several services, so they stand where all tables exist: migrations run in the order of their names.
 */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Table and columns; the index is named after both. */
const INDEXES: readonly (readonly [table: string, ...columns: string[]])[] = [
  ["pay_instruments", "suffix"],
  ["pay_executions", "instrument_id"],
  ["pay_executions", "created_ms"],
  ["pay_intents", "execution_id"],
  ["pay_challenges", "execution_id"],
  ["subs_charges", "execution_id"],
  ["subs_charges", "settled_ms"],
  ["subs_checkouts", "subscription_id"],
  ["subs_subscriptions", "payment_instrument_id"],
  ["subs_subscriptions", "holder_reference"],
  ["subs_subscriptions", "started_ms"],
  ["subs_events", "at_ms"],
  ["subs_refunds", "settled_ms"],
  ["subs_consents", "subscription_id"],
  ["members_reports", "e164"],
];

export const search: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const [table, ...columns] of INDEXES) {
      await schema.createIndex(`${table}_by_${columns.join("_")}`).ifNotExists().on(table).columns(columns).execute();
    }
  },
};
