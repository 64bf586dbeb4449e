/** A subscription in the wire's shape, with products, credits and receipts. */
import type { Selectable } from "kysely";
import { isoTime } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import { CURRENCY } from "../../../wire/billing/plans.ts";
import { CARD_CHANGES, type Charge, type Subscription } from "../../../wire/billing/subscriptions.ts";
import type { ChargeRow, SubscriptionRow, SubscriptionsTables } from "../db/tables.ts";
import { refundReceipt } from "../db/receipt_numbers.ts";
import { countParts, type RefundRow, returnedCents, sentCents } from "../db/refund_parts.ts";
import { isOwned, renews } from "../db/statuses.ts";
import { isStoppedByDispute } from "../disputes/apply_dispute.ts";
import { upcomingCharges } from "../billing/upcoming_charges.ts";
import { creditsLeft } from "../credits/credits.ts";
import type { SubscriptionsSettings } from "../settings.ts";
import { chargedNameOf } from "../context/offered_plans.ts";
import { withdrawables } from "../refunds/withdrawable.ts";
import { storedRefusal } from "../context/refusals.ts";

type ProductRow = Selectable<SubscriptionsTables["subs_products"]>;

interface Books extends ViewPorts {
  readonly settings: Pick<SubscriptionsSettings, "hasRegistry">;
}
interface ViewPorts {
  readonly db: Db;
  readonly clock: { now(): number };
}

/**
 * The status at a moment: a cancelled plan has ended once its paid time is over, and one that waits to resume is
 * paused.
 */
export function statusAt(row: SubscriptionRow, nowMs: number): Subscription["status"] {
  const isOver = row.current_period_end_ms <= nowMs;
  if (row.status === "cancelled" && isOver) return "ended";
  return row.status === "active" && isOver && row.resume_ms !== null && row.resume_ms > nowMs ? "paused" : row.status;
}

function viewProduct({ plan_id, cents, bought_ms, until_ms }: ProductRow) {
  return { plan_id, cents, bought_at: isoTime(bought_ms), until: isoTime(until_ms) };
}

/** One subscription in the wire's shape. */
export async function viewSubscription({ db, clock }: ViewPorts, row: SubscriptionRow): Promise<Subscription> {
  const products = await db.selectFrom("subs_products").selectAll().where("subscription_id", "=", row.id)
    .orderBy("bought_ms").orderBy("id").execute();
  const { next_charge_ms, next_charge_cents } = row;
  return {
    id: row.id,
    subscription_id: row.id,
    plan_id: row.plan_id,
    status: statusAt(row, clock.now()),
    email: row.email,
    user_id: row.user_id,
    started_at: isoTime(row.started_ms),
    current_period_end: isoTime(row.current_period_end_ms),
    next_charge: next_charge_ms === null || next_charge_cents === null
      ? null
      : { at: isoTime(next_charge_ms), cents: next_charge_cents },
    products: products.map(viewProduct),
    credits: await creditsLeft(db, row.id, clock.now()),
    paused_until: row.resume_ms === null ? null : isoTime(row.resume_ms),
    next_plan_id: row.next_plan_id,
    coming: [...upcomingCharges(row, clock.now())],
    card: viewCard(row),
    is_stopped_by_dispute: !renews(row.status) && await isStoppedByDispute(db, row),
    is_owned: isOwned(row),
    error: "",
  };
}

/** What the card's network reported last; null while it has reported nothing. */
function viewCard({ card_change, card_changed_ms, card_label }: SubscriptionRow): Subscription["card"] {
  const change = CARD_CHANGES.find((known) => known === card_change);
  if (change === undefined || card_changed_ms === null) return null;
  return { label: card_label, change, changed_at: isoTime(card_changed_ms) };
}

/** All subscriptions of a member, newest first. */
export async function viewSubscriptionsOf(at: ViewPorts, uid: string): Promise<readonly Subscription[]> {
  const rows = await at.db.selectFrom("subs_subscriptions").selectAll().where("user_id", "=", uid)
    .orderBy("started_ms", "desc").orderBy("id").execute();
  return await Promise.all(rows.map((row) => viewSubscription(at, row)));
}

/** The charges of receipts, newest first, with what can still be refunded and what was. */
export async function viewCharges({ db, clock, settings }: Books, subscriptionId: string): Promise<readonly Charge[]> {
  const rows = await db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", subscriptionId)
    .orderBy("created_ms", "desc").orderBy("id").execute();
  const open = await withdrawables(db, { subscriptionId, atMs: clock.now() });
  const refunds = await db.selectFrom("subs_refunds").selectAll().where("subscription_id", "=", subscriptionId)
    .execute();
  const parts = await countParts(db, subscriptionId);
  return rows.map((row) => {
    const back = open.find(({ charge }) => charge.id === row.id);
    const refund = refunds.find(({ charge_id }) => charge_id === row.id);
    return {
      ...viewCharge(row, chargedNameOf(row, settings)),
      withdrawal: back === undefined ? null : { cents: back.cents, until: isoTime(back.untilMs) },
      refund: refund === undefined ? null : viewRefund(row, refund, parts.get(refund.id) ?? 1),
    };
  });
}

/** Null for one that a dispute dropped before any of it was sent: the bank returned the money. */
function viewRefund({ receipt }: ChargeRow, refund: RefundRow, parts: number): Charge["refund"] {
  const cents = returnedCents(refund);
  if (cents === 0) return null;
  const { id } = refund;
  const receipts = Array.from({ length: parts }, (_, at) => refundReceipt(receipt, { id, part: at + 1 }));
  return {
    id: [...new Set(receipts)].join(", "),
    cents,
    sent_cents: sentCents(refund),
    at: isoTime((refund.state === "sent" ? refund.settled_ms : null) ?? refund.created_ms),
    is_sent: refund.state !== "due",
  };
}

function viewCharge(
  { id, receipt, plan_id, kind, cents, state, settled_ms, created_ms, error }: ChargeRow,
  name: string,
) {
  return {
    id,
    receipt,
    plan_id,
    name,
    kind,
    cents,
    currency: CURRENCY,
    state,
    at: isoTime(settled_ms ?? created_ms),
    ...storedRefusal(error),
  };
}
