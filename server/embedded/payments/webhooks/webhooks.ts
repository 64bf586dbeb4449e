/**
 * Webhooks to merchants: written in the transaction of the status they report, then sent from an outbox until accepted,
 * for three days at most.
 */
import { toBase64 } from "../db/digest.ts";
import type { Event } from "../executions/execution_state.ts";
import { executionDetails, statusView } from "../executions/execution_view.ts";
import {
  parseStatuses,
  type StateChange,
  stateChangeOf,
  type StateChangeOptions,
  writeStateChange,
} from "../executions/executions.ts";
import type { Queries } from "../db/queries.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow, WebhookRow } from "../db/tables.ts";

const KEEP_MS = 3 * 86_400_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** While one process sends a webhook, no other claims it. */
const LEASE_MS = 60_000;
const BATCH = 100;
const AT_ONCE = 16;

interface StateChangeCall {
  readonly row: ExecutionRow;
  readonly event: Event;
  readonly options: StateChangeOptions;
}

/**
 * Writes a transition and a webhook for every status it adds in one transaction, so that no webhook is lost or sent
 * without cause.
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
  await writeStateChange(db, change);
  const rows = webhooksOf(context, change);
  if (rows.length > 0) await db.insertInto("pay_webhooks").values(rows).execute();
}

function webhooksOf(
  context: Pick<PaymentContext, "settings" | "clock">,
  { before: row, after: moved }: StateChange,
): WebhookRow[] {
  const hooks = (context.settings.webhooks ?? []).filter(({ clientId }) => clientId === row.client_id);
  if (hooks.length === 0) return [];
  const added = parseStatuses(moved).slice(parseStatuses(row).length).map(statusView);
  const execution = executionDetails(context.settings, moved);
  const nowMs = context.clock.now();
  return hooks.flatMap(({ url }) =>
    added.map(({ code, time }) => {
      const id = crypto.randomUUID();
      return {
        id,
        client_id: row.client_id,
        execution_id: row.id,
        url,
        body: JSON.stringify({ id, event: code, time, execution }),
        attempts: 0,
        next_ms: nowMs,
        // Times of statuses grow, which orders the webhooks of one transaction.
        created_ms: Date.parse(time),
      };
    })
  );
}

/** Sends what is due, as long as every webhook of a batch is accepted. Answers how many were. */
export async function sendWebhooks(context: PaymentContext): Promise<number> {
  let sum = 0;
  while (true) {
    const taken = await sendBatch(context);
    sum += taken;
    if (taken < BATCH) return sum;
  }
}

/**
 * Sends the webhooks of one execution to one address in order, and those of different executions side by side. A
 * webhook that is not accepted holds up the later ones of its execution.
 */
async function sendBatch(context: PaymentContext): Promise<number> {
  const { db } = context;
  const due = await findDue(context);
  const mine = await claim(context, due);
  const lanes = [...Map.groupBy(due, ({ execution_id, url }) => `${execution_id} ${url}`).values()];
  const unresponsive = new Set<string>();
  const taken = new Set<string>();
  const passed = new Set<string>();
  const worker = async () => {
    for (let lane = lanes.pop(); lane !== undefined; lane = lanes.pop()) {
      for (const webhook of lane) {
        if (!mine.has(webhook.id)) break;
        passed.add(webhook.id);
        if (!await send(context, webhook, unresponsive)) break;
        taken.add(webhook.id);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (taken.size > 0) await db.deleteFrom("pay_webhooks").where("id", "in", [...taken]).execute();
  await release(context, [...mine.difference(passed)]);
  return taken.size;
}

/**
 * The oldest that are due, except those behind one that waits for its next attempt or is being sent by another process.
 */
async function findDue({ db, clock }: PaymentContext): Promise<readonly WebhookRow[]> {
  const nowMs = clock.now();
  return await db.selectFrom("pay_webhooks as webhook").selectAll().where("next_ms", "<=", nowMs)
    .where(({ not, exists, selectFrom }) =>
      not(exists(
        selectFrom("pay_webhooks as older").select("older.id")
          .whereRef("older.execution_id", "=", "webhook.execution_id").whereRef("older.url", "=", "webhook.url")
          .whereRef("older.created_ms", "<", "webhook.created_ms").where("older.next_ms", ">", nowMs),
      ))
    )
    .orderBy("created_ms").limit(BATCH).execute();
}

/** Claims those that no other process has claimed since. */
async function claim({ db, clock }: PaymentContext, due: readonly WebhookRow[]): Promise<ReadonlySet<string>> {
  if (due.length === 0) return new Set();
  const nowMs = clock.now();
  const mine = await db.updateTable("pay_webhooks")
    .set((row) => ({ attempts: row("attempts", "+", 1), next_ms: nowMs + LEASE_MS }))
    .where("id", "in", due.map(({ id }) => id)).where("next_ms", "<=", nowMs).returning("id").execute();
  return new Set(mine.map(({ id }) => id));
}

/** Releases webhooks that were claimed and not attempted. */
async function release({ db, clock }: PaymentContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable("pay_webhooks").set((row) => ({ attempts: row("attempts", "-", 1), next_ms: clock.now() }))
    .where("id", "in", ids).execute();
}

/**
 * Sends one webhook. An address that did not answer is skipped for the rest of the batch, so that other merchants do
 * not wait for it.
 */
async function send(context: PaymentContext, webhook: WebhookRow, unresponsive: Set<string>): Promise<boolean> {
  const { db, clock } = context;
  const wasSkipped = unresponsive.has(webhook.url);
  const answer = wasSkipped ? "none" : await deliver(context, webhook);
  if (answer === "taken") return true;
  if (answer === "none") unresponsive.add(webhook.url);
  // A webhook that was not attempted is not given up.
  if (!wasSkipped && clock.now() >= webhook.created_ms + KEEP_MS) {
    context.log.error("payments: a webhook was given up after three days", { id: webhook.id });
    await db.deleteFrom("pay_webhooks").where("id", "=", webhook.id).execute();
    return false;
  }
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** webhook.attempts, LONGEST_PAUSE_MS);
  await db.updateTable("pay_webhooks").set({ next_ms: clock.now() + pauseMs }).where("id", "=", webhook.id).execute();
  return false;
}

async function deliver(
  { settings, deliver, log, clock }: PaymentContext,
  { body, url, client_id, id }: WebhookRow,
): Promise<"taken" | "refused" | "none"> {
  const hook = settings.webhooks?.find((row) => row.clientId === client_id && row.url === url);
  if (hook === undefined) return "refused";
  const sentS = Math.floor(clock.now() / 1000);
  const headers = {
    "content-type": "application/json",
    "x-signature": await signBody(hook.secret, body),
    "webhook-id": id,
    "webhook-timestamp": String(sentS),
    "webhook-signature": `v1,${await signBody(hook.secret, `${id}.${sentS}.${body}`)}`,
  };
  try {
    const answer = await deliver(new Request(url, { method: "POST", headers, body }));
    await answer.body?.cancel();
    return answer.ok ? "taken" : "refused";
  } catch (error) {
    log.warn("payments: a webhook did not arrive", { id, error });
    return "none";
  }
}

/**
 * base64 of HMAC-SHA256. `x-signature` signs the body alone; `webhook-signature` signs id and time with it
 * (standardwebhooks.com), so that a recorded webhook cannot be replayed later.
 */
export async function signBody(secret: string, body: string): Promise<string> {
  const encoder = new TextEncoder();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), hmac, false, ["sign"]);
  return toBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(body))));
}
