/** Rows of refunds and of the parts in which they are sent. */
import type { Selectable, Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import { newId } from "./ids.ts";
import { recordEvent } from "./record_event.ts";
import type { RefundReason, SubscriptionsTables } from "./tables.ts";

export type RefundRow = Selectable<SubscriptionsTables["subs_refunds"]>;

/** The event of each part that was sent: the row of a refund keeps only the last. */
export const REFUND_SENT = "refund_sent";
export interface RefundSent {
  readonly refund_id: string;
  readonly cents: number;
}

interface NewRefund {
  readonly charge: { readonly id: string; readonly subscription_id: string };
  readonly cents: number;
  readonly reason: RefundReason;
  readonly nowMs: number;
}

export function refundRow({ charge, cents, reason, nowMs }: NewRefund): RefundRow {
  return {
    id: newId("refund"),
    charge_id: charge.id,
    subscription_id: charge.subscription_id,
    reason,
    cents,
    state: "due",
    attempts: 0,
    next_ms: nowMs,
    created_ms: nowMs,
    settled_ms: null,
    sent_cents: 0,
  };
}

/** Records a refund that the provider has made, of a charge that was returned before it was recorded as paid. */
export async function recordMadeRefund(trx: Transaction<Database>, row: RefundRow): Promise<void> {
  // A dispute may have recorded one, which is booked when it is sent.
  const { numInsertedOrUpdatedRows } = await trx.insertInto("subs_refunds")
    .values({ ...row, state: "sent", settled_ms: row.created_ms })
    .onConflict((on) => on.column("charge_id").doNothing()).executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 0n) await recordPart(trx, row, row.created_ms);
}

/** The event of a part that was sent. */
export async function recordPart(
  trx: Transaction<Database>,
  { id, subscription_id: subscriptionId, cents, sent_cents }: RefundRow,
  nowMs: number,
): Promise<void> {
  const sent: RefundSent = { refund_id: id, cents: cents - sent_cents };
  await recordEvent(trx, { subscriptionId, name: REFUND_SENT, detail: sent, nowMs });
}

/** How many parts of each refund of a purchase were sent, by the refund's id. */
export async function countParts(
  db: Db | Transaction<Database>,
  subscriptionId: string,
): Promise<ReadonlyMap<string, number>> {
  const parts = Map.groupBy(await sentParts(db, subscriptionId), ({ refund_id }) => refund_id);
  return new Map([...parts].map(([id, { length }]) => [id, length]));
}

/** When the last part of a refund was sent, also of one that has grown since; 0 for none. */
export async function lastSentMs(
  db: Db,
  { id, subscription_id, state, settled_ms }: Pick<RefundRow, "id" | "subscription_id" | "state" | "settled_ms">,
): Promise<number> {
  if (state === "sent" && settled_ms !== null) return settled_ms;
  const parts = (await sentParts(db, subscription_id)).filter(({ refund_id }) => refund_id === id);
  return Math.max(0, ...parts.map(({ at_ms }) => at_ms));
}

/** The parts that were sent of the refunds of a purchase, the oldest first. */
export async function sentParts(db: Db | Transaction<Database>, subscriptionId: string) {
  const events = await db.selectFrom("subs_events").select(["detail_json", "at_ms"])
    .where("subscription_id", "=", subscriptionId).where("name", "=", REFUND_SENT).orderBy("at_ms").orderBy("id")
    .execute();
  return events.map(({ detail_json, at_ms }) => ({ ...JSON.parse(detail_json) as RefundSent, at_ms }));
}

/** What has gone back so far: a refund that grows keeps what was sent before. */
export function sentCents({ state, cents, sent_cents }: Pick<RefundRow, "state" | "cents" | "sent_cents">): number {
  return state === "sent" ? cents : sent_cents;
}

/** What goes back in the end: of a refund that a dispute dropped, only what was sent before. */
export function returnedCents(refund: Pick<RefundRow, "state" | "cents" | "sent_cents">): number {
  return refund.state === "dropped" ? sentCents(refund) : refund.cents;
}
