/** Writes webhooks to merchants in the transaction of the status or report that they carry. */
import type { Event } from "../executions/execution_state.ts";
import { executionDetails } from "../executions/execution_view.ts";
import {
  parseStatuses,
  type StateChange,
  stateChangeOf,
  type StateChangeOptions,
  writeStateChange,
} from "../executions/executions.ts";
import { lockRows } from "../../../db/locks.ts";
import type { Queries, Trx } from "../db/queries.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow, WebhookRow } from "../db/tables.ts";
import { movesOf } from "../executions/moves.ts";
import type { WebhookBody } from "../schemas/webhook_answers.ts";
import type { WebhookEvent } from "../schemas/webhook_events.ts";
import { newDelivery } from "./deliveries.ts";
import { addressesOf, receiving } from "./receivers.ts";

interface StateChangeCall {
  readonly row: ExecutionRow;
  readonly event: Event;
  readonly options: StateChangeOptions;
}

/**
 * Writes a transition and a webhook for every status it adds in one transaction, so that no webhook is lost or sent
 * without a cause.
 */
export async function changeStateWithWebhook(
  context: Pick<PaymentContext, "settings" | "clock">,
  db: Queries,
  { row, event, options }: StateChangeCall,
): Promise<ExecutionRow> {
  const change = stateChangeOf({ row, event }, options);
  await writeWithWebhook(context, db, change);
  return change.after;
}

/** Writes a transition and its webhooks, in a transaction that writes more. */
export async function writeWithWebhook(
  context: Pick<PaymentContext, "settings" | "clock">,
  db: Queries,
  change: StateChange,
): Promise<void> {
  const registered = await writeStateChange(db, change);
  await writeInOrder(db, webhooksOf(context, change, receiving(context, change.after.client_id, registered)));
}

/**
 * Writes webhooks of one execution after those that it has, even if they fall into the same millisecond or another
 * server's clock is ahead: `created_ms` is the order in which they are sent.
 */
async function writeInOrder(db: Queries, rows: readonly WebhookRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const latest = await db.selectFrom("pay_webhooks").select((eb) => eb.fn.max("created_ms").as("ms"))
    .where("execution_id", "=", first.execution_id).where("replay_of", "is", null).executeTakeFirst();
  const shiftMs = Math.max(0, Number(latest?.ms ?? 0) + 1 - first.created_ms);
  await db.insertInto("pay_webhooks").values(rows.map((row) => ({ ...row, created_ms: row.created_ms + shiftMs })))
    .execute();
}

function webhooksOf(
  context: Pick<PaymentContext, "settings" | "clock">,
  { before: row, after: moved }: StateChange,
  urls: readonly string[],
): WebhookRow[] {
  if (urls.length === 0) return [];
  const execution = executionDetails(context.settings, moved);
  const moves = new Map(movesOf(moved).map((move) => [move.id, move]));
  const events = execution.status.slice(parseStatuses(row).length).map(({ code, time, moveId }): WebhookBody => {
    const move = moves.get(moveId ?? "");
    return { id: crypto.randomUUID(), event: code, time, ...(move === undefined ? {} : { move }), execution };
  });
  return urls.flatMap((url) => events.map((event) => deliveryOf(context, { row, url, event })));
}

interface NewWebhook {
  readonly row: ExecutionRow;
  readonly url: string;
  readonly event: WebhookBody;
}

function deliveryOf({ clock }: Pick<PaymentContext, "clock">, { row, url, event }: NewWebhook): WebhookRow {
  return {
    ...newDelivery(clock.now()),
    event_id: event.id,
    client_id: row.client_id,
    execution_id: row.id,
    url,
    body: JSON.stringify(event),
    // Times of statuses grow, which orders the webhooks of one transaction.
    created_ms: Date.parse(event.time),
  };
}

/** What happened to an execution's dispute or to its card, rather than to the execution. */
export interface Report extends Pick<WebhookBody, "dispute" | "instrument"> {
  readonly event: WebhookEvent;
  readonly timeMs: number;
}

/**
 * Writes the webhooks of a report, in the transaction of what it reports. A status of the execution that is written at
 * the same time waits, or is read, so that both have places of their own in the order.
 */
export async function writeReport(
  context: Pick<PaymentContext, "settings" | "clock">,
  db: Trx,
  row: ExecutionRow,
  { event: code, timeMs, ...about }: Report,
): Promise<void> {
  const execution = executionDetails(context.settings, row);
  const event = { id: crypto.randomUUID(), event: code, time: new Date(timeMs).toISOString(), ...about, execution };
  const urls = await addressesOf(context, db, row.client_id);
  await lockRows(db, db.selectFrom("pay_executions").select("id").where("id", "=", row.id));
  await writeInOrder(db, urls.map((url) => deliveryOf(context, { row, url, event })));
}
