/** Stores, lists, finds and deletes a holder's payment instruments. */
import type { StoredInstrument } from "../../../../sdk/wire/instruments.ts";
import { type ExpressionBuilder, sql } from "kysely";
import type { Database } from "../../../db/database.ts";
import { BRANDS } from "../../../../sdk/card/brands.ts";
import { countryOf, issuerCountryOf } from "./bins.ts";
import type { Queries } from "../db/queries.ts";
import { CARD_CHANGES, type CardChange } from "../acquirer/disputes.ts";
import { ApiError } from "../context/api_errors.ts";
import { findMethod } from "../context/payment_methods.ts";
import type { PaymentContext } from "../context/context.ts";
import type { InstrumentRow } from "../db/tables.ts";
import { shownDigits } from "./shown_digits.ts";
import { fingerprint, openNumber, sealNumber } from "../vault/at_rest.ts";
import type { Card } from "../vault/open_sealed.ts";
import type { Owner } from "../db/owner.ts";

const STATUSES = ["enabled", "created", "deleted", "disabled", "invalid", "transient"] as const;
/** The network's report of a card that it alone switches on again. */
export const SUSPENDED: CardChange = "token_suspended";
/** Statuses that can pay. A `transient` instrument belongs to the execution that created it. */
const PAYABLE: readonly string[] = ["enabled", "created", "transient"];

interface NewInstrument {
  readonly futureUsage?: string;
  readonly preferredScheme?: string | undefined;
}

/** A row that is not listed yet: an approval makes it `enabled`, a decline deletes it. */
export async function newCardInstrument(
  { keys, clock }: Pick<PaymentContext, "keys" | "clock">,
  { owner, card }: { readonly owner: Owner; readonly card: Card },
  { futureUsage = "CardOnFile", preferredScheme }: NewInstrument = {},
): Promise<InstrumentRow> {
  const id = crypto.randomUUID();
  const nowMs = clock.now();
  return {
    ...blankInstrument(owner, id, nowMs),
    payment_method: "card",
    network: card.network,
    preferred_scheme: preferredScheme ?? null,
    ...shownDigits(card.number),
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    issuer_country: issuerCountryOf(card.number) ?? null,
    future_usage: futureUsage,
    fingerprint: await fingerprint(keys, card.number),
    sealed_number: await sealNumber(keys, card.number, id),
  };
}

export function blankInstrument({ client_id, holder_reference }: Owner, id: string, nowMs: number): InstrumentRow {
  return {
    id,
    client_id,
    holder_reference,
    payment_method: "card",
    status: "transient",
    is_default: 0,
    network: null,
    preferred_scheme: null,
    bin: null,
    suffix: null,
    expiry_month: null,
    expiry_year: null,
    issuer_country: null,
    email: null,
    future_usage: "CardOnFile",
    merchant_reference: null,
    network_transaction_reference: null,
    fingerprint: null,
    live_key: null,
    card_change: null,
    card_changed_ms: null,
    suspended_status: null,
    paying_execution_id: null,
    sealed_number: null,
    created_ms: nowMs,
    updated_ms: nowMs,
  };
}

type InstrumentContext = Pick<PaymentContext, "keys" | "clock">;

/**
 * Lists the row, or updates the row the holder already has for the same card. Returns the id to pay with from now on.
 * `written` is the row if this request wrote it, which saves reading it.
 */
export async function enableInstrument(
  context: InstrumentContext,
  db: Queries,
  { id, written }: { readonly id: string; readonly written?: InstrumentRow | undefined },
): Promise<string> {
  if (written !== undefined && await enableNew(context, db, written)) return id;
  const row = await db.selectFrom("pay_instruments").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined || row.status !== "transient") return id;
  if (written === undefined && await enableNew(context, db, row)) return id;
  const sameId = await mergeSame(context, db, row);
  if (sameId !== undefined) return sameId;
  // The same card was closed by its network, or erased in between.
  await enableNew(context, db, row);
  return id;
}

/** False when the holder has the same card already. */
async function enableNew(context: InstrumentContext, db: Queries, row: InstrumentRow): Promise<boolean> {
  const live_key = await liveKeyOf(context, row);
  const { numUpdatedRows } = await db.updateTable("pay_instruments")
    .set({ status: "enabled", live_key, updated_ms: context.clock.now() })
    .where("id", "=", row.id).where("status", "=", "transient")
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("pay_instruments as same").select("same.id").where("same.live_key", "=", live_key)))
    ).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Undefined when the holder no longer has the same card: an erased row loses its key and stays erased. So does one that
 * its network closed: it never pays again, and the card gets a new id. One that its network suspends stays suspended.
 */
async function mergeSame(context: InstrumentContext, db: Queries, row: InstrumentRow): Promise<string | undefined> {
  const { expiry_month, expiry_year, preferred_scheme } = row;
  const updated_ms = context.clock.now();
  const live_key = await liveKeyOf(context, row);
  const closed = await db.updateTable("pay_instruments").set({ live_key: null, updated_ms })
    .where("live_key", "=", live_key).where("status", "=", "invalid").executeTakeFirstOrThrow();
  if (closed.numUpdatedRows > 0n) return undefined;
  const same = await db.updateTable("pay_instruments").set((eb) => ({
    status: eb.case().when(isSuspended(eb)).then(eb.ref("status")).else("enabled").end(),
    expiry_month,
    expiry_year,
    updated_ms,
    ...(preferred_scheme === null ? {} : { preferred_scheme }),
  })).where("live_key", "=", live_key).returning("id").executeTakeFirst();
  if (same === undefined) return undefined;
  await db.deleteFrom("pay_instruments").where("id", "=", row.id).execute();
  return same.id;
}

/** The last report alone says so of a row that a server of an older version suspended. */
export function isSuspended(eb: ExpressionBuilder<Database, "pay_instruments">) {
  return eb.or([
    eb("suspended_status", "is not", null),
    eb(eb.fn.coalesce("card_change", sql.lit("")), "=", SUSPENDED),
  ]);
}

/** What a card that is disabled now will be after its suspension; null when none is under way. */
export function disabledStatus(eb: ExpressionBuilder<Database, "pay_instruments">) {
  return eb.case().when("suspended_status", "is not", null).then("disabled").else(null).end();
}

async function liveKeyOf({ keys }: Pick<PaymentContext, "keys">, row: InstrumentRow): Promise<string | null> {
  if (row.fingerprint === null) return null;
  return await fingerprint(keys, row.client_id, row.holder_reference, row.fingerprint);
}

/** A declined payment leaves nothing of the card. */
export async function dropTransient(db: Queries, id: string): Promise<void> {
  await db.deleteFrom("pay_instruments").where("id", "=", id).where("status", "=", "transient").execute();
}

/** The holder's own instrument. Throws 404 for another holder's, as if it did not exist (SECURITY M6). */
export async function findInstrument(db: Queries, owner: Owner, id: string): Promise<InstrumentRow> {
  const row = await db.selectFrom("pay_instruments").selectAll().where("id", "=", id)
    .where("client_id", "=", owner.client_id).where("holder_reference", "=", owner.holder_reference)
    .where("status", "!=", "deleted").executeTakeFirst();
  if (row === undefined) throw new ApiError("not-found");
  return row;
}

/** Decrypts the stored card for a payment. */
export async function readStoredCard({ keys }: Pick<PaymentContext, "keys">, row: InstrumentRow): Promise<Card> {
  if (row.sealed_number === null || !PAYABLE.includes(row.status)) throw new ApiError("not-found");
  return {
    number: await openNumber(keys, row.sealed_number, row.id),
    network: row.network,
    expiryMonth: row.expiry_month ?? "",
    expiryYear: row.expiry_year ?? "",
  };
}

/** What init and the holder's list show: all but deleted and transient instruments. */
export async function listInstruments(db: Queries, owner: Owner): Promise<readonly InstrumentRow[]> {
  return await db.selectFrom("pay_instruments").selectAll().where("client_id", "=", owner.client_id)
    .where("holder_reference", "=", owner.holder_reference).where("status", "not in", ["deleted", "transient"])
    .orderBy("is_default", "desc").orderBy("created_ms").orderBy("id").execute();
}

/** What a deleted instrument loses. Network and last four digits stay: disputes of its payments name them. */
const GONE = {
  status: "deleted",
  is_default: 0,
  sealed_number: null,
  live_key: null,
  fingerprint: null,
  bin: null,
  expiry_month: null,
  expiry_year: null,
  issuer_country: null,
  email: null,
  merchant_reference: null,
  network_transaction_reference: null,
  suspended_status: null,
  paying_execution_id: null,
} as const;

/** Erases the instrument, and keeps what past payments refer to. */
export async function deleteInstrument({ db, clock }: Pick<PaymentContext, "db" | "clock">, row: InstrumentRow) {
  await db.updateTable("pay_instruments").set({ ...GONE, updated_ms: clock.now() }).where("id", "=", row.id).execute();
  await db.deleteFrom("pay_card_changes").where("instrument_id", "=", row.id).execute();
}

/** The wire's shape, and what only merchants read. */
type InstrumentView = StoredInstrument & {
  readonly default: boolean;
  readonly holderReference: string;
  readonly data: { readonly cardChange?: { readonly change: CardChange; readonly time: string } };
};

/** A stored instrument in the wire's shape, without its number. */
export function instrumentView(row: InstrumentRow): InstrumentView {
  const name = displayNameOf(row);
  return {
    id: row.id,
    paymentMethod: row.payment_method,
    status: STATUSES.find((known) => known === row.status) ?? "invalid",
    default: row.is_default === 1,
    holderReference: row.holder_reference,
    ...(name === undefined ? {} : { displayName: name }),
    data: {
      ...(row.bin === null ? {} : { bin: row.bin }),
      ...(row.network === null ? {} : { network: row.network }),
      ...(row.preferred_scheme === null ? {} : { preferredScheme: row.preferred_scheme }),
      ...(row.suffix === null ? {} : { suffix: row.suffix }),
      ...(row.expiry_month === null ? {} : { expiryMonth: row.expiry_month }),
      ...(row.expiry_year === null ? {} : { expiryYear: row.expiry_year }),
      ...(row.email === null ? {} : { email: row.email }),
      ...cardChangeOf(row),
      ...(row.issuer_country === null ? {} : { binLookup: { issuerCountry: countryOf(row.issuer_country) } }),
    },
  };
}

/** What the network reported of the card last. */
function cardChangeOf({ card_change, card_changed_ms }: InstrumentRow): Pick<InstrumentView["data"], "cardChange"> {
  const change = CARD_CHANGES.find((known) => known === card_change);
  if (change === undefined || card_changed_ms === null) return {};
  return { cardChange: { change, time: new Date(card_changed_ms).toISOString() } };
}

function displayNameOf(row: InstrumentRow): string | undefined {
  if (row.suffix === null) return row.email ?? findMethod(row.payment_method)?.displayName;
  const brand = Object.values(BRANDS).find(({ network }) => network !== undefined && network === row.network);
  return `${brand?.name ?? "Card"} •••• ${row.suffix}`.trimEnd();
}
