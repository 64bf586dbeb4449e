/** POST /forget-member: what was bought stays in the books under a made-up name; nothing there leads to the person. */
import type { Transaction } from "kysely";
import type { Database } from "../../db/database.ts";
import { fail } from "../../http/answer.ts";
import type { Caller } from "./caller.ts";
import type { Parts } from "./deps.ts";
import { newId } from "./ids.ts";
import { deliverLetters } from "./letter_queue.ts";

const RENEWS = "A plan of this account still renews. Cancel it first; nothing was changed";

export interface Forgotten {
  /** Purchases whose books stay, without the person. */
  readonly invoices: number;
}

/** Sums, dates, receipt numbers and the shown prices stay, as tax law and the proof of consent demand (TRUST T11). */
export async function forgetMember(parts: Parts, { member }: Caller): Promise<Forgotten> {
  if (member === undefined) fail(401, "Please sign in first");
  const { db, clock } = parts;
  // The mail that tells of the cancel still has to find its way.
  await deliverLetters(parts);
  return await db.transaction().execute(async (trx) => {
    const rows = await trx.selectFrom("subs_subscriptions").select([
      "id",
      "checkout_hash",
      "email_key",
      "next_charge_ms",
    ])
      .where("user_id", "=", member.uid).execute();
    if (rows.some(({ next_charge_ms }) => next_charge_ms !== null)) fail(409, RENEWS);
    for (const { id, checkout_hash, email_key } of rows) {
      const nobody = newId("gone");
      await trx.updateTable("subs_subscriptions").set((eb) => ({
        email: "",
        email_key: nobody,
        user_id: nobody,
        checkout_hash: nobody,
        address_json: "{}",
        attribution_json: "{}",
        instrument_label: "",
        version: eb("version", "+", 1),
      })).where("id", "=", id).execute();
      const nameless = { email: "", user_id: nobody, checkout_hash: nobody };
      await trx.updateTable("subs_consents").set(nameless).where("subscription_id", "=", id).execute();
      await trx.updateTable("subs_consents").set(nameless).where("checkout_hash", "=", checkout_hash).execute();
      await trx.updateTable("subs_checkouts").set({ checkout_hash: nobody, buyer_json: "" })
        .where("subscription_id", "=", id).execute();
      await trx.updateTable("subs_letters").set({ recipient: "" }).where("subscription_id", "=", id)
        .where("sent_ms", "is not", null).execute();
      await trx.deleteFrom("subs_requests").where("email_key", "=", email_key).execute();
      await trx.deleteFrom("subs_capabilities").where("subscription_id", "=", id).execute();
      await trx.insertInto("subs_events").values({
        id: newId("event"),
        subscription_id: id,
        name: "forgotten",
        detail_json: "{}",
        at_ms: clock.now(),
      }).execute();
    }
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await namelessEvents(trx, ids);
    return { invoices: rows.length };
  });
}

/** Who claimed and who opened a link is in the events by account. */
async function namelessEvents(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  await trx.updateTable("subs_events").set({ detail_json: "{}" }).where("subscription_id", "in", ids)
    .where("name", "in", ["finalized", "activated"]).execute();
}
