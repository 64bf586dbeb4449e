/** Notices to merchants: written with what they tell of, sent from an outbox until taken, for three days at most. */
import { toBase64 } from "./digest.ts";
import { executionDetails } from "./execution_view.ts";
import type { Queries } from "./executions.ts";
import type { Service } from "./service.ts";
import type { ExecutionRow, WebhookRow } from "./tables.ts";

const KEEP_MS = 3 * 86_400_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** While one process sends, no other takes the notice. */
const LEASE_MS = 60_000;
const BATCH = 50;

/** In the transaction of the change, so that a notice is neither lost nor sent for what was rolled back. */
export async function announce({ settings, clock }: Service, db: Queries, row: ExecutionRow): Promise<void> {
  const hooks = (settings.webhooks ?? []).filter(({ clientId }) => clientId === row.client_id);
  const nowMs = clock.now();
  for (const { url } of hooks) {
    const id = crypto.randomUUID();
    const execution = executionDetails(settings, row);
    const event = execution.status.at(-1)?.code;
    await db.insertInto("pay_webhooks").values({
      id,
      client_id: row.client_id,
      execution_id: row.id,
      url,
      body: JSON.stringify({ id, event, time: execution.status.at(-1)?.time, execution }),
      attempts: 0,
      next_ms: nowMs,
      created_ms: nowMs,
    }).execute();
  }
}

/** Sends what is due; answers how many were taken. */
export async function sendWebhooks(service: Service): Promise<number> {
  const { db, clock } = service;
  const due = await db.selectFrom("pay_webhooks").selectAll().where("next_ms", "<=", clock.now()).orderBy("next_ms")
    .limit(BATCH).execute();
  let taken = 0;
  for (const notice of due) {
    const claim = { attempts: notice.attempts + 1, next_ms: clock.now() + LEASE_MS };
    const { numUpdatedRows } = await db.updateTable("pay_webhooks").set(claim).where("id", "=", notice.id)
      .where("attempts", "=", notice.attempts).executeTakeFirst();
    if (numUpdatedRows === 1n && await send(service, notice)) taken += 1;
  }
  return taken;
}

async function send(service: Service, notice: WebhookRow): Promise<boolean> {
  const { db, clock } = service;
  const isTaken = await deliver(service, notice);
  if (isTaken || clock.now() >= notice.created_ms + KEEP_MS) {
    if (!isTaken) service.log.error("payments: a webhook was given up after three days", { id: notice.id });
    await db.deleteFrom("pay_webhooks").where("id", "=", notice.id).execute();
    return isTaken;
  }
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** notice.attempts, LONGEST_PAUSE_MS);
  await db.updateTable("pay_webhooks").set({ next_ms: clock.now() + pauseMs }).where("id", "=", notice.id).execute();
  return false;
}

async function deliver(
  { settings, deliver, log }: Service,
  { body, url, client_id, id }: WebhookRow,
): Promise<boolean> {
  const hook = settings.webhooks?.find((row) => row.clientId === client_id && row.url === url);
  if (hook === undefined) return false;
  const headers = { "content-type": "application/json", "x-signature": await signBody(hook.secret, body) };
  try {
    const answer = await deliver(new Request(url, { method: "POST", headers, body }));
    await answer.body?.cancel();
    return answer.ok;
  } catch (error) {
    log.warn("payments: a webhook did not arrive", { id, error });
    return false;
  }
}

/** base64 of HMAC-SHA256 over the bytes that are sent. */
export async function signBody(secret: string, body: string): Promise<string> {
  const encoder = new TextEncoder();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), hmac, false, ["sign"]);
  return toBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(body))));
}
