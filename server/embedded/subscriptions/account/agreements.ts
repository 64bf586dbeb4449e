/** What a member agreed to, as it was shown then: both sides keep the proof (TRUST T2). */
import type { Db } from "../../../db/open.ts";
import type { Agreements } from "../../../wire/billing/subscriptions.ts";

/** Consents given with the account, for one of the member's purchases, or with one of its charges. */
export async function agreementsOf(db: Db, uid: string): Promise<Agreements> {
  const rows = await db.selectFrom("subs_consents").selectAll().where((eb) => {
    const own = eb.selectFrom("subs_subscriptions").select("id").where("user_id", "=", uid);
    const charged = eb.selectFrom("subs_charges").select("consent_id").where("subscription_id", "in", own)
      .where("consent_id", "is not", null);
    return eb.or([eb("user_id", "=", uid), eb("subscription_id", "in", own), eb("id", "in", charged)]);
  }).orderBy("created_ms", "desc").orderBy("id").execute();
  return {
    agreements: rows.map((row) => ({
      id: row.id,
      plan_id: row.plan_id,
      subscription_id: row.subscription_id,
      at: new Date(row.created_ms).toISOString(),
      text: row.text,
      text_sha256: row.text_sha256,
      text_version: row.text_version,
      link_text_version: row.link_text_version,
      locale: row.locale,
      ip_network: row.ip_network,
      shown: JSON.parse(row.shown_json),
    })),
  };
}
