/** The deliveries of a merchant's webhooks: listed with what became of them, and sent again on request. */
import type * as z from "zod/mini";
import { DELIVERIES_KEEP_MS, PRUNE_BATCH } from "../context/constants.ts";
import { ApiError } from "../context/api_errors.ts";
import type { PaymentContext } from "../context/context.ts";
import { isOnPage, type Page, pageOf, readCursor } from "../context/pages.ts";
import type { Queries } from "../db/queries.ts";
import type { WebhookRow } from "../db/tables.ts";
import type { Delivery, WebhookBody } from "../schemas/webhook_answers.ts";
import { addressesOf } from "./receivers.ts";
import { DELIVERY_STATES } from "../schemas/fields.ts";
import type { DeliveriesQuery } from "../schemas/queries.ts";

/** Whether the address of a delivery still receives webhooks. */
export async function isRegistered(context: PaymentContext, { client_id, url }: WebhookRow): Promise<boolean> {
  return (await addressesOf(context, context.db, client_id)).includes(url);
}

/** A delivery that is due now. */
export function newDelivery(nowMs: number) {
  return {
    id: crypto.randomUUID(),
    state: "waiting",
    replay_of: null,
    attempts: 0,
    attempted_ms: null,
    answer_status: null,
    next_ms: nowMs,
    created_ms: nowMs,
  };
}

/** A server of the previous version, which still runs during an update, writes the event's id as that of the row. */
export function eventIdOf({ event_id, id }: Pick<WebhookRow, "event_id" | "id">): string {
  return event_id === "" ? id : event_id;
}

/** One page of the merchant's deliveries, newest first. */
export async function listDeliveries(
  context: PaymentContext,
  clientId: string,
  query: z.infer<typeof DeliveriesQuery>,
): Promise<Page<WebhookRow>> {
  const list = { list: "deliveries", clientId, query };
  return pageOf(context, list, await deliveriesQuery(context, clientId, query).execute());
}

/** Apart from its execution, so that a test reads its plan. */
export function deliveriesQuery(
  context: Pick<PaymentContext, "db" | "keys">,
  clientId: string,
  query: z.infer<typeof DeliveriesQuery>,
) {
  const { executionId, state, limit } = query;
  const after = readCursor(context, { list: "deliveries", clientId, query });
  return context.db.selectFrom("pay_webhooks").selectAll().where("client_id", "=", clientId)
    .$if(executionId !== undefined, (rows) => rows.where("execution_id", "=", executionId ?? ""))
    .$if(state !== undefined, (rows) => rows.where("state", "=", state ?? ""))
    .where(isOnPage(query, after))
    .orderBy("created_ms", "desc").orderBy("id", "desc").limit(limit + 1);
}

/** The merchant's own delivery. Another merchant's gets the same 404 as one that does not exist. */
export async function readDelivery({ db }: PaymentContext, clientId: string, id: string): Promise<WebhookRow> {
  const row = await db.selectFrom("pay_webhooks").selectAll().where("id", "=", id).where("client_id", "=", clientId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("not-found");
  return row;
}

/**
 * The same event to the same address once more, as a delivery of its own. It goes before waiting ones, so that a
 * merchant with a repaired receiver need not wait for the next attempt. Throws 409 when the address is not registered
 * any more.
 */
export async function replayOf(context: PaymentContext, row: WebhookRow): Promise<WebhookRow> {
  if (!await isRegistered(context, row)) throw new ApiError("address-gone");
  return { ...row, ...newDelivery(context.clock.now()), event_id: eventIdOf(row), replay_of: row.id };
}

export function deliveryView(row: WebhookRow): Delivery {
  const { event, move, dispute, instrument } = JSON.parse(row.body) as WebhookBody;
  const state = DELIVERY_STATES.find((known) => known === row.state) ?? "waiting";
  const time = (ms: number) => new Date(ms).toISOString();
  return {
    id: row.id,
    eventId: eventIdOf(row),
    event,
    executionId: row.execution_id,
    ...(move === undefined ? {} : { moveId: move.id }),
    ...(dispute === undefined ? {} : { disputeId: dispute.id }),
    ...(instrument === undefined ? {} : { instrumentId: instrument.id }),
    url: row.url,
    state,
    attempts: row.attempts,
    ...(row.answer_status === null ? {} : { answerStatus: row.answer_status }),
    ...(row.attempted_ms === null ? {} : { attemptedAt: time(row.attempted_ms) }),
    ...(state === "waiting" ? { nextAttemptAt: time(row.next_ms) } : {}),
    ...(row.replay_of === null ? {} : { replayOf: row.replay_of }),
    createdAt: time(row.created_ms),
  };
}

/** Deletes one small batch of deliveries past their retention period, and returns how many. */
export async function pruneDeliveries(
  { db, clock }: { readonly db: Queries } & Pick<PaymentContext, "clock">,
  batch = PRUNE_BATCH,
): Promise<number> {
  const old = await db.selectFrom("pay_webhooks").select("id").where("state", "!=", "waiting")
    .where("created_ms", "<", clock.now() - DELIVERIES_KEEP_MS).limit(batch).execute();
  if (old.length > 0) {
    await db.deleteFrom("pay_webhooks").where("id", "in", old.map(({ id }) => id)).execute();
  }
  return old.length;
}
