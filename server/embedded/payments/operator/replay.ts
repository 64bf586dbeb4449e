/** A webhook that an operator sends to its address once more. */
import type { PaymentContext } from "../context/context.ts";
import { uuidFrom } from "../db/ids.ts";
import type { WebhookRow } from "../db/tables.ts";
import { deliveryView, isRegistered, replayOf } from "../webhooks/deliveries.ts";

export interface WebhookFacts {
  readonly id: string;
  readonly event: string;
  readonly origin: string;
  readonly executionId: string;
  /** False when the address is no longer registered. */
  readonly canReplay: boolean;
}

export async function readWebhook(context: PaymentContext, id: string): Promise<WebhookFacts | undefined> {
  const row = await find(context, id);
  if (row === undefined) return undefined;
  const { event } = deliveryView(row);
  return {
    id,
    event,
    origin: new URL(row.url).origin,
    executionId: row.execution_id,
    canReplay: await isRegistered(context, row),
  };
}

/** Adds a delivery whose own id is derived from the key, so that a repeat adds none. */
export async function addReplay(context: PaymentContext, id: string, key: string): Promise<void> {
  const row = await find(context, id);
  if (row === undefined) return;
  const replay = { ...await replayOf(context, row), id: await uuidFrom(JSON.stringify(["operator", id, key])) };
  await context.db.insertInto("pay_webhooks").values(replay).onConflict((on) => on.column("id").doNothing()).execute();
}

async function find({ db }: PaymentContext, id: string): Promise<WebhookRow | undefined> {
  return await db.selectFrom("pay_webhooks").selectAll().where("id", "=", id).executeTakeFirst();
}
