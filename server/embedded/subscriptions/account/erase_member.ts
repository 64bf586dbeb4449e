/** POST /forget-member: erases a member. Purchases stay in the books under a made-up name that leads to no person. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { lockRows } from "../../../db/locks.ts";
import type { Db } from "../../../db/open.ts";
import { fail } from "../../../platform/http/answer.ts";
import { eraseEmails } from "../../../outbox/outbox.ts";
import type { Requester } from "../context/requester.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { newId } from "../db/ids.ts";
import { recordEvent } from "../db/record_event.ts";
import { renews } from "../db/statuses.ts";
import type { SubscriptionRow } from "../db/tables.ts";
import { eraseAtPayments } from "./erase_at_payments.ts";
import { refusal } from "../../../wire/site/refusal.ts";

const RENEWS = refusal("erase_renews");

export interface ErasedMember {
  /** Purchases whose records stay, without the person. */
  readonly invoices: number;
}

/**
 * Keeps amounts, dates, receipt numbers and shown prices, which tax law and the proof of consent require (TRUST T11).
 */
export async function eraseMember(context: SubscriptionContext, { member }: Requester): Promise<ErasedMember> {
  if (member === undefined) fail(401, refusal("sign_in_first"));
  const to = member.emailVerified ? member.email : "";
  return { invoices: await erasePurchases(context, { ids: [], uid: member.uid, to }) };
}

/** A person and their purchases. */
export interface ErasedPerson {
  /** Purchases beside those of the account. */
  readonly ids: readonly string[];
  /** The account; empty without one. */
  readonly uid: string;
  /** All emails to this address are erased as well; empty for none. */
  readonly to: string;
}

/**
 * Erases the person from their purchases and emails, and returns the number of purchases. 409 while one of them renews.
 */
export async function erasePurchases(
  context: SubscriptionContext,
  { ids: named, uid, to }: ErasedPerson,
): Promise<number> {
  const { db, clock, sender } = context;
  // Before the books forget the holder: a failure leaves everything that a retry needs.
  await eraseAtPayments(context, await rowsOf(db, { named, uid }));
  return await db.transaction().execute(async (trx) => {
    const rows = await lockedRowsOf(trx, { named, uid });
    for (const row of rows) await eraseOne(trx, row, { uid, nowMs: clock.now() });
    await eraseRequests(trx, [...rows.map(({ email_key }) => email_key), to.toLowerCase()]);
    const ids = rows.map(({ id }) => id);
    await eraseEmails(trx, { subscriptionIds: ids, to, waitsForSender: sender.hasTransport });
    if (ids.length > 0) await anonymizeEvents(trx, ids);
    return rows.length;
  });
}

/**
 * The part of {@link erasePurchases} that the payments service does, which may fail: deletes cards and evidence, and
 * changes no row here. 409 while a purchase renews.
 */
export async function erasePayments(
  context: SubscriptionContext,
  { ids, uid }: Pick<ErasedPerson, "ids" | "uid">,
): Promise<void> {
  await eraseAtPayments(context, await rowsOf(context.db, { named: ids, uid }));
}

const COLUMNS = [
  "id",
  "checkout_hash",
  "email_key",
  "status",
  "holder_reference",
  "payment_instrument_id",
] as const;
type ErasedRow = Pick<SubscriptionRow, typeof COLUMNS[number]>;

interface PurchasesOf {
  readonly named: readonly string[];
  readonly uid: string;
}

/** The purchases to erase. 409 while one of them renews. */
async function rowsOf(
  db: Db | Transaction<Database>,
  { named, uid }: PurchasesOf,
): Promise<readonly ErasedRow[]> {
  if (named.length === 0 && uid === "") return [];
  return withoutRenewing(await purchasesOf(db, { named, uid }).execute());
}

/** The same, as they stay until the transaction ends: a cancellation that is taken back meanwhile waits. */
async function lockedRowsOf(trx: Transaction<Database>, of: PurchasesOf): Promise<readonly ErasedRow[]> {
  if (of.named.length === 0 && of.uid === "") return [];
  return withoutRenewing(await lockRows(trx, purchasesOf(trx, of).orderBy("id")));
}

function withoutRenewing(rows: readonly ErasedRow[]): readonly ErasedRow[] {
  return rows.some(({ status }) => renews(status)) ? fail(409, RENEWS) : rows;
}

function purchasesOf(db: Db | Transaction<Database>, { named, uid }: PurchasesOf) {
  return db.selectFrom("subs_subscriptions").select(COLUMNS).where((eb) =>
    eb.or([
      ...(named.length === 0 ? [] : [eb("id", "in", named)]),
      ...(uid === "" ? [] : [eb("user_id", "=", uid)]),
    ])
    // For a purchase that was erased before, both are the made-up name.
  ).whereRef("email_key", "!=", "user_id");
}

async function eraseOne(
  trx: Transaction<Database>,
  { id, checkout_hash, email_key, holder_reference }: ErasedRow,
  { uid, nowMs }: { readonly uid: string; readonly nowMs: number },
): Promise<void> {
  const pseudonym = newId("gone");
  await trx.updateTable("subs_subscriptions").set((eb) => ({
    holder_reference: pseudonym,
    payment_instrument_id: "",
    card_change: null,
    card_changed_ms: null,
    card_label: "",
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
  // Other people who share this browser have given consents too; those stay.
  const given = await trx.selectFrom("subs_consents").select("email").distinct()
    .where("checkout_hash", "=", checkout_hash).execute();
  const spellings = given.map(({ email }) => email).filter((email) => email.toLowerCase() === email_key);
  await trx.updateTable("subs_consents").set(anonymous).where("checkout_hash", "=", checkout_hash)
    .where((eb) =>
      eb.or([
        ...(uid === "" ? [] : [eb("user_id", "=", uid)]),
        ...(spellings.length === 0 ? [] : [eb("email", "in", spellings)]),
        eb(
          "used_by",
          "in",
          eb.selectFrom("subs_checkouts").select("execution_id").where("subscription_id", "=", id),
        ),
        eb.and([eb("user_id", "=", ""), eb("email", "=", ""), eb("used_by", "is", null)]),
      ])
    ).execute();
  await trx.updateTable("subs_checkouts")
    .set({ checkout_hash: pseudonym, buyer_json: "", holder_reference: pseudonym })
    .where("subscription_id", "=", id).execute();
  // Abandoned checkouts of this holder. One that is being completed becomes a purchase with its own person.
  await trx.updateTable("subs_checkouts").set({ holder_reference: pseudonym, buyer_json: "" })
    .where("holder_reference", "=", holder_reference).where("subscription_id", "is", null)
    .where("state", "in", ["cancelled", "voided"]).execute();
  await trx.deleteFrom("subs_capabilities").where("subscription_id", "=", id).execute();
  await recordEvent(trx, { subscriptionId: id, name: "forgotten", nowMs });
}

/** Requests by email from these addresses, which no purchase names any longer. */
async function eraseRequests(trx: Transaction<Database>, emailKeys: readonly string[]): Promise<void> {
  const known = emailKeys.filter((key) => key !== "");
  if (known.length > 0) await trx.deleteFrom("subs_requests").where("email_key", "in", known).execute();
}

/** The events name accounts that claimed a purchase or opened a link, and cards. */
async function anonymizeEvents(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  await trx.updateTable("subs_events").set({ detail_json: "{}" }).where("subscription_id", "in", ids)
    .where("name", "in", ["finalized", "activated", "card_updated"]).execute();
}
