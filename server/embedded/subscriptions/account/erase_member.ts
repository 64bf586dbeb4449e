/** POST /forget-member: erases a member. Purchases stay in the books under a made-up name that leads to no person. */
import { HTTPException } from "hono/http-exception";
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { fail } from "../../../platform/http/answer.ts";
import type { Member } from "../../../platform/id_token.ts";
import type { Requester } from "../context/requester.ts";
import { deliverEmails, NO_SUBSCRIPTION } from "../emails/outbox.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { newId } from "../db/ids.ts";

const RENEWS = "A plan of this account still renews. Cancel it first; nothing was changed";

const MAILS_STAY =
  "Our mails to you could not be removed just now, so nothing was changed. Please try again in a moment";

export interface ErasedMember {
  /** Purchases whose records stay, without the person. */
  readonly invoices: number;
}

/**
 * Keeps amounts, dates, receipt numbers and shown prices, which tax law and the proof of consent require (TRUST T11).
 */
export async function eraseMember(context: SubscriptionContext, { member }: Requester): Promise<ErasedMember> {
  if (member === undefined) fail(401, "Please sign in first");
  const { db, clock } = context;
  // The email about the cancellation needs the address, so it is sent first.
  await deliverEmails(context);
  await eraseEmails(context, member);
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
      const pseudonym = newId("gone");
      await trx.updateTable("subs_subscriptions").set((eb) => ({
        email: "",
        email_key: pseudonym,
        user_id: pseudonym,
        checkout_hash: pseudonym,
        address_json: "{}",
        attribution_json: "{}",
        instrument_label: "",
        instrument_vault: "",
        version: eb("version", "+", 1),
      })).where("id", "=", id).execute();
      const anonymous = { email: "", user_id: pseudonym, checkout_hash: pseudonym, link_text_version: "" };
      await trx.updateTable("subs_consents").set(anonymous).where("subscription_id", "=", id).execute();
      // Other people who share this browser have given consents too, which stay theirs.
      await trx.updateTable("subs_consents").set(anonymous).where("checkout_hash", "=", checkout_hash)
        .where((eb) =>
          eb.or([
            eb("user_id", "=", member.uid),
            eb(eb.fn<string>("lower", ["email"]), "=", email_key),
            eb(
              "used_by",
              "in",
              eb.selectFrom("subs_checkouts").select("execution_id").where("subscription_id", "=", id),
            ),
            eb.and([eb("user_id", "=", ""), eb("email", "=", ""), eb("used_by", "is", null)]),
          ])
        ).execute();
      await trx.updateTable("subs_checkouts").set({ checkout_hash: pseudonym, buyer_json: "" })
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
    if (member.emailVerified) {
      await trx.updateTable("subs_letters").set({ recipient: "" }).where("subscription_id", "=", NO_SUBSCRIPTION)
        .where((eb) => eb(eb.fn<string>("lower", ["recipient"]), "=", member.email.toLowerCase())).execute();
    }
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await anonymizeEvents(trx, ids);
    return { invoices: rows.length };
  });
}

/**
 * Has the mail service erase address and content of the member's emails: those of their plans, and others to their
 * verified address. This comes first, because afterwards the emails could not be found. If it fails, nothing is erased.
 */
async function eraseEmails({ db, mail }: SubscriptionContext, { uid, email, emailVerified }: Member): Promise<void> {
  const own = db.selectFrom("subs_subscriptions").where("user_id", "=", uid);
  const renewing = await own.select("id").where("next_charge_ms", "is not", null).executeTakeFirst();
  if (renewing !== undefined) fail(409, RENEWS);
  const emails = await db.selectFrom("subs_letters").select("id").where("subscription_id", "in", own.select("id"))
    .execute();
  const body = { ids: emails.map(({ id }) => id), ...(emailVerified ? { to: email } : {}) };
  const answer = await mail(
    new Request("http://mail/forget", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  ).catch((cause: unknown) => {
    throw new HTTPException(502, { message: MAILS_STAY, cause });
  });
  await answer.body?.cancel();
  if (!answer.ok) fail(502, MAILS_STAY);
}

/** The events name accounts that claimed a purchase or opened a link. */
async function anonymizeEvents(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  await trx.updateTable("subs_events").set({ detail_json: "{}" }).where("subscription_id", "in", ids)
    .where("name", "in", ["finalized", "activated"]).execute();
}
