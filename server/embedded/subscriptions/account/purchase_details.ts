/** What a member typed at the purchase and what the purchase recorded of their visit, for export (TRUST T11). */
import type { Db } from "../../../db/open.ts";
import type { PurchaseDetails } from "../../../wire/billing/subscriptions.ts";

export async function purchaseDetailsOf(db: Db, uid: string): Promise<PurchaseDetails> {
  const rows = await db.selectFrom("subs_subscriptions").select([
    "id",
    "email",
    "address_json",
    "attribution_json",
    "payment_method",
    "instrument_label",
    "instrument_vault",
    "language",
  ]).where("user_id", "=", uid).orderBy("started_ms", "desc").orderBy("id").execute();
  return {
    purchases: rows.map(({ id, address_json, attribution_json, ...row }) => ({
      ...row,
      subscription_id: id,
      address: JSON.parse(address_json),
      attribution: JSON.parse(attribution_json),
    })),
  };
}
