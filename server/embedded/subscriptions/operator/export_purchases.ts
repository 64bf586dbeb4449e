/** Everything stored about purchases, for a person who asks for it and has no account of their own. */
import type { SubscriptionContext } from "../context/context.ts";

/** Rows by the name of their file. Secrets and hashes of browsers are not the person's data and stay out. */
export async function exportPurchases(
  { db }: SubscriptionContext,
  ids: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  if (ids.length === 0) return {};
  const purchases = await db.selectFrom("subs_subscriptions").selectAll().where("id", "in", ids).execute();
  const emailKeys = [...new Set(purchases.map(({ email_key }) => email_key))];
  const [charges, refunds, products, credits, spends, events, disputes, checkouts, requests, agreements] = await Promise
    .all([
      db.selectFrom("subs_charges").selectAll().where("subscription_id", "in", ids).orderBy("created_ms").execute(),
      db.selectFrom("subs_refunds").selectAll().where("subscription_id", "in", ids).orderBy("created_ms").execute(),
      db.selectFrom("subs_products").selectAll().where("subscription_id", "in", ids).orderBy("bought_ms").execute(),
      db.selectFrom("subs_credit_lots").selectAll().where("subscription_id", "in", ids).orderBy("bought_ms").execute(),
      db.selectFrom("subs_credit_spends").selectAll().where("subscription_id", "in", ids).orderBy("spent_ms").execute(),
      db.selectFrom("subs_events").selectAll().where("subscription_id", "in", ids).orderBy("at_ms").execute(),
      db.selectFrom("subs_disputes").selectAll().where("subscription_id", "in", ids).orderBy("created_ms").execute(),
      db.selectFrom("subs_checkouts").selectAll().where("subscription_id", "in", ids).orderBy("created_ms").execute(),
      db.selectFrom("subs_requests").selectAll().where("email_key", "in", emailKeys).orderBy("at_ms").execute(),
      db.selectFrom("subs_consents").selectAll().where((eb) => {
        const charged = eb.selectFrom("subs_charges").select("consent_id").where("subscription_id", "in", ids)
          .where("consent_id", "is not", null);
        return eb.or([eb("subscription_id", "in", ids), eb("id", "in", charged)]);
      }).orderBy("created_ms").execute(),
    ]);
  return {
    "purchases.json": purchases.map(({ checkout_hash: _, lease_by: __, lease_ms: ___, ...row }) => row),
    "purchase-charges.json": charges,
    "purchase-refunds.json": refunds,
    "purchase-products.json": products,
    "purchase-credits.json": credits,
    "purchase-credits-spent.json": spends,
    "purchase-events.json": events,
    "purchase-disputes.json": disputes,
    "purchase-checkouts.json": checkouts.map(({ checkout_hash: _, ...row }) => row),
    "purchase-requests-by-email.json": requests,
    "purchase-agreements.json": agreements.map(({ checkout_hash: _, ...row }) => row),
  };
}
