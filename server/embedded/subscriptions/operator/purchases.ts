/** Purchases as the operator's console shows them: found by what is known of them, with what can be done now. */
import type { Db } from "../../../db/open.ts";
import { CURRENCY } from "../../../wire/billing/plans.ts";
import type { Money } from "../../../wire/admin/fields.ts";
import type { Act } from "../../../wire/admin/acts.ts";
import { statusAt } from "../account/view.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { planNameOf } from "../context/offered_plans.ts";
import { returnedCents, sentCents } from "../db/refund_parts.ts";
import { renews } from "../db/statuses.ts";
import type { ChargeRow, SubscriptionRow, SubscriptionsTables } from "../db/tables.ts";
import { chargedBack } from "../refunds/charged_back.ts";
import type { Selectable } from "kysely";

type RefundRow = Selectable<SubscriptionsTables["subs_refunds"]>;

/** A purchase without masks; the console masks what it shows. */
export interface PurchaseFacts {
  readonly id: string;
  readonly planId: string;
  readonly planName: string;
  readonly status: ReturnType<typeof statusAt>;
  readonly startedMs: number;
  readonly paidUntilMs: number;
  readonly nextCharge: { readonly atMs: number; readonly amount: Money } | undefined;
  readonly pausedUntilMs: number | undefined;
  readonly declines: number;
  readonly executionId: string;
  readonly instrumentId: string;
  /** The reference by which the payments service knows the buyer. */
  readonly holderReference: string;
  readonly paymentMethod: string;
  readonly email: string;
  /** Empty until a member claimed the purchase. */
  readonly userId: string;
  readonly isErased: boolean;
  readonly language: string;
  readonly address: Readonly<Record<string, string>>;
  readonly charges: readonly ChargeFacts[];
  readonly possible: readonly Act[];
}

export interface ChargeFacts {
  readonly id: string;
  readonly purchaseId: string;
  readonly kind: ChargeRow["kind"];
  readonly planId: string;
  readonly planName: string;
  readonly amount: Money;
  /** `partly_refunded` while the refunds are less than the charge. */
  readonly state: ChargeRow["state"] | "partly_refunded";
  readonly atMs: number;
  readonly executionId: string;
  readonly decline: string;
  /** The readable number; empty until the amount is charged. */
  readonly receipt: string;
  /** The request or job that caused it; empty for none. */
  readonly requestId: string;
  readonly refunded: Money;
  readonly refundable: Money;
}

export const money = (minor: number): Money => ({ minor, currency: CURRENCY });

/** What to look for; every field that is given adds its purchases. */
export interface PurchaseQuery {
  readonly ids?: readonly string[];
  readonly userId?: string;
  readonly email?: string;
  /** Only purchases of this address that no member has claimed. */
  readonly unclaimedOf?: string;
  readonly executionIds?: readonly string[];
  /** Purchases that are paid with these now. */
  readonly instrumentIds?: readonly string[];
  readonly limit: number;
}

/** Ids of purchases, newest first. */
export async function findPurchases(db: Db, query: PurchaseQuery): Promise<readonly string[]> {
  const { ids = [], userId = "", email = "", unclaimedOf = "", executionIds = [], instrumentIds = [], limit } = query;
  const byExecution = executionIds.length === 0 ? [] : await purchasesOfExecutions(db, executionIds);
  const named = [...ids, ...byExecution];
  const isAny = named.length + instrumentIds.length > 0 || userId + email + unclaimedOf !== "";
  if (!isAny) return [];
  const rows = await db.selectFrom("subs_subscriptions").select("id").where((eb) =>
    eb.or([
      ...(named.length === 0 ? [] : [eb("id", "in", named)]),
      ...(instrumentIds.length === 0 ? [] : [eb("payment_instrument_id", "in", instrumentIds)]),
      ...(userId === "" ? [] : [eb("user_id", "=", userId)]),
      ...(email === "" ? [] : [eb("email_key", "=", email.toLowerCase())]),
      ...(unclaimedOf === ""
        ? []
        : [eb.and([eb("email_key", "=", unclaimedOf.toLowerCase()), eb("user_id", "=", "")])]),
    ])
  ).orderBy("started_ms", "desc").orderBy("id").limit(limit).execute();
  return rows.map(({ id }) => id);
}

async function purchasesOfExecutions(db: Db, ids: readonly string[]): Promise<readonly string[]> {
  const charged = await db.selectFrom("subs_charges").select("subscription_id").where("execution_id", "in", ids)
    .execute();
  const begun = await db.selectFrom("subs_checkouts").select("subscription_id").where("execution_id", "in", ids)
    .where("subscription_id", "is not", null).execute();
  return [...new Set([...charged, ...begun].flatMap(({ subscription_id: id }) => id === null ? [] : [id]))];
}

/**
 * Purchases that a reference of this service names: its own id, a charge, a receipt's number, refund, consent, event or
 * account.
 */
export async function purchasesByReference(db: Db, reference: string): Promise<readonly string[]> {
  const own = await db.selectFrom("subs_subscriptions").select("id as id")
    .where((eb) =>
      eb.or([
        eb("id", "=", reference),
        eb.and([eb("user_id", "=", reference), eb("user_id", "!=", "")]),
      ])
    ).execute();
  const named = await Promise.all([
    db.selectFrom("subs_charges").select("subscription_id as id").where("id", "=", reference).execute(),
    db.selectFrom("subs_charges").select("subscription_id as id").where("receipt", "=", receiptIn(reference))
      .where("receipt", "!=", "").execute(),
    db.selectFrom("subs_refunds").select("subscription_id as id").where("id", "=", reference).execute(),
    db.selectFrom("subs_events").select("subscription_id as id").where("id", "=", reference).execute(),
    db.selectFrom("subs_consents as c").innerJoin("subs_charges as g", "g.consent_id", "c.id")
      .select("g.subscription_id as id").where("c.id", "=", reference).execute(),
  ]);
  return [...new Set([...own, ...named.flat()].map(({ id }) => id))];
}

/** The number of the charge, also in that of a refund. */
function receiptIn(reference: string): string {
  return reference.toUpperCase().replace(/-R\d*$/, "");
}

/** Purchases that this request or job began, agreed to, charged or changed; a job may have charged very many. */
export async function purchasesOfRequest(db: Db, requestId: string, limit: number): Promise<readonly string[]> {
  if (requestId === "") return [];
  const idsIn = (table: "subs_checkouts" | "subs_consents" | "subs_charges" | "subs_events") =>
    db.selectFrom(table).select("subscription_id as id").where("request_id", "=", requestId)
      .where("subscription_id", "is not", null).limit(limit).execute();
  const rows = await Promise.all([
    idsIn("subs_checkouts"),
    idsIn("subs_consents"),
    idsIn("subs_charges"),
    idsIn("subs_events"),
    // The consent to a plan names the checkout that used it.
    db.selectFrom("subs_consents as c").innerJoin("subs_checkouts as o", "o.execution_id", "c.used_by")
      .select("o.subscription_id as id").where("c.request_id", "=", requestId)
      .where("o.subscription_id", "is not", null).limit(limit).execute(),
  ]);
  return [...new Set(rows.flat().flatMap(({ id }) => id ?? []))];
}

/** The purchases with these ids, newest first. */
export async function readPurchases(
  context: SubscriptionContext,
  ids: readonly string[],
): Promise<readonly PurchaseFacts[]> {
  if (ids.length === 0) return [];
  const { db } = context;
  const rows = await db.selectFrom("subs_subscriptions").selectAll().where("id", "in", ids)
    .orderBy("started_ms", "desc").orderBy("id").execute();
  const charges = await db.selectFrom("subs_charges").selectAll().where("subscription_id", "in", ids)
    .orderBy("created_ms", "desc").orderBy("id").execute();
  const refunds = await db.selectFrom("subs_refunds").selectAll().where("subscription_id", "in", ids).execute();
  const held = await chargedBack(db, charges.map(({ id }) => id));
  return rows.map((row) =>
    factsOf(context, row, {
      charges: charges.filter(({ subscription_id }) => subscription_id === row.id),
      refunds,
      held,
    })
  );
}

interface Books {
  readonly charges: readonly ChargeRow[];
  readonly refunds: readonly RefundRow[];
  /** Charges whose money an issuer has taken back. */
  readonly held: Pick<ReadonlyMap<string, unknown>, "has">;
}

function factsOf(context: SubscriptionContext, row: SubscriptionRow, books: Books): PurchaseFacts {
  const nowMs = context.clock.now();
  const { next_charge_ms: atMs, next_charge_cents: cents } = row;
  return {
    id: row.id,
    planId: row.plan_id,
    planName: planNameOf(row.plan_id, context.settings),
    status: statusAt(row, nowMs),
    startedMs: row.started_ms,
    paidUntilMs: row.current_period_end_ms,
    nextCharge: atMs === null || cents === null ? undefined : { atMs, amount: money(cents) },
    pausedUntilMs: row.resume_ms ?? undefined,
    declines: row.declines,
    executionId: row.execution_id,
    instrumentId: row.payment_instrument_id,
    holderReference: row.holder_reference,
    paymentMethod: row.payment_method,
    email: row.email,
    userId: row.user_id,
    isErased: row.email === "" && row.email_key === row.user_id,
    language: row.language,
    address: JSON.parse(row.address_json),
    charges: books.charges.map((charge) => chargeFacts(context, charge, books)),
    possible: possibleNow(row, nowMs),
  };
}

function chargeFacts(context: SubscriptionContext, charge: ChargeRow, { refunds, held }: Books): ChargeFacts {
  const refund = refunds.find(({ charge_id }) => charge_id === charge.id);
  const isHeld = held.has(charge.id);
  // What waits for the end of a dispute may never be returned.
  const returned = isHeld ? sentCents : returnedCents;
  return {
    id: charge.id,
    purchaseId: charge.subscription_id,
    kind: charge.kind,
    planId: charge.plan_id,
    planName: planNameOf(charge.plan_id, context.settings),
    amount: money(charge.cents),
    state: isPartlyRefunded(charge, refund) ? "partly_refunded" : charge.state,
    atMs: charge.settled_ms ?? charge.created_ms,
    executionId: charge.execution_id,
    decline: charge.state === "failed" ? charge.error : "",
    receipt: charge.receipt,
    requestId: charge.request_id,
    refunded: money(refund === undefined ? 0 : returned(refund)),
    refundable: money(isHeld ? 0 : refundableCents(charge, refund)),
  };
}

function isPartlyRefunded({ state, cents }: ChargeRow, refund: RefundRow | undefined): boolean {
  return state === "refunded" && refund !== undefined && sentCents(refund) < cents;
}

/** What a refund can still return. While one is on its way there is no second. */
export function refundableCents(
  { state, cents }: Pick<ChargeRow, "state" | "cents">,
  refund: Pick<RefundRow, "state" | "cents"> | undefined,
): number {
  if (refund === undefined) return state === "succeeded" ? cents : 0;
  return refund.state === "sent" ? Math.max(0, cents - refund.cents) : 0;
}

function possibleNow(row: SubscriptionRow, nowMs: number): readonly Act[] {
  const isLive = renews(row.status);
  const isCharged = isLive && row.next_charge_ms !== null && row.status !== "past_due";
  const mayPause = isCharged && row.status === "active" && row.resume_ms === null && row.current_period_end_ms > nowMs;
  return [
    ...(isLive ? ["cancel" as const] : []),
    ...(mayPause ? ["pause" as const] : []),
    ...(isCharged && row.resume_ms !== null ? ["resume" as const] : []),
    ...(row.email === "" ? [] : ["resend" as const]),
  ];
}
