/** A fixture without the rows of earlier tests: one database serves all tests of an engine. */
import type { Database } from "../../../db/database.ts";
import { openSubscriptionsFixture, type SubscriptionsFixture, type SubscriptionsFixtureOptions } from "./fixture.ts";

const TABLES = [
  "mail_outbox",
  "subs_capabilities",
  "subs_charges",
  "subs_checkouts",
  "subs_consents",
  "subs_credit_lots",
  "subs_credit_spends",
  "subs_disputes",
  "subs_events",
  "subs_moves",
  "subs_products",
  "subs_refunds",
  "subs_requests",
  "subs_subscriptions",
] as const satisfies readonly (keyof Database)[];

export async function openEmptyFixture(options: SubscriptionsFixtureOptions): Promise<SubscriptionsFixture> {
  const h = await openSubscriptionsFixture(options);
  for (const table of TABLES) await h.db.deleteFrom(table).execute();
  return h;
}

/** Opens a fixture for one test and closes it afterwards. */
export async function withEmptyFixture(
  options: SubscriptionsFixtureOptions,
  run: (h: SubscriptionsFixture) => Promise<void>,
): Promise<void> {
  const h = await openEmptyFixture(options);
  try {
    await run(h);
  } finally {
    await h.close();
  }
}
