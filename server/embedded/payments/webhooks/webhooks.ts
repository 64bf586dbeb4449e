/** Notices to merchants: written with what they tell of, sent from an outbox until taken, for three days at most. */
import { type Statement, together } from "../../../db/postgres/together.ts";
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
/** While one process sends, no other takes the notice. */
const LEASE_MS = 60_000;
const BATCH = 100;
const AT_ONCE = 16;

interface Moving {
  readonly row: ExecutionRow;
  readonly event: Event;
  readonly options: StateChangeOptions;
}

/** A transition, and a notice of every status it adds: in one transaction, so that none is lost or sent for nothing. */
export async function changeStateWithWebhook(
  context: Pick<PaymentContext, "settings" | "clock">,
  db: Queries,
  { row, event, options }: Moving,
): Promise<ExecutionRow> {
  const move = stateChangeOf({ row, event }, options);
  await together(db, writeWithWebhook(context, db, move));
  return move.after;
}

/** The statements of it, for a transaction that has more to write. */
export function writeWithWebhook(
  context: Pick<PaymentContext, "settings" | "clock">,
  db: Queries,
  move: StateChange,
): readonly Statement[] {
  const notices = noticesOf(context, move);
  const told = notices.length === 0 ? [] : [{ query: db.insertInto("pay_webhooks").values(notices) }];
  return [writeStateChange(db, move), ...told];
}

function noticesOf(
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
        // Times of statuses grow, so that notices of one transaction have an order too.
        created_ms: Date.parse(time),
      };
    })
  );
}

/** Sends what is due, as long as everything of a batch is taken; answers how many were. */
export async function sendWebhooks(context: PaymentContext): Promise<number> {
  let sum = 0;
  while (true) {
    const taken = await sendBatch(context);
    sum += taken;
    if (taken < BATCH) return sum;
  }
}

/**
 * Notices of one execution to one address in their order, those of different ones beside each other. What stands behind
 * one that was not taken waits for it.
 */
async function sendBatch(context: PaymentContext): Promise<number> {
  const { db } = context;
  const due = await findDue(context);
  const mine = await claim(context, due);
  const lanes = [...Map.groupBy(due, ({ execution_id, url }) => `${execution_id} ${url}`).values()];
  const silent = new Set<string>();
  const taken = new Set<string>();
  const passed = new Set<string>();
  const worker = async () => {
    for (let lane = lanes.pop(); lane !== undefined; lane = lanes.pop()) {
      for (const notice of lane) {
        if (!mine.has(notice.id)) break;
        passed.add(notice.id);
        if (!await send(context, notice, silent)) break;
        taken.add(notice.id);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (taken.size > 0) await db.deleteFrom("pay_webhooks").where("id", "in", [...taken]).execute();
  await giveBack(context, [...mine.difference(passed)]);
  return taken.size;
}

/** The oldest that are due; not those behind one that waits for its next try, or that another process is sending. */
async function findDue({ db, clock }: PaymentContext): Promise<readonly WebhookRow[]> {
  const nowMs = clock.now();
  return await db.selectFrom("pay_webhooks as notice").selectAll().where("next_ms", "<=", nowMs)
    .where(({ not, exists, selectFrom }) =>
      not(exists(
        selectFrom("pay_webhooks as older").select("older.id")
          .whereRef("older.execution_id", "=", "notice.execution_id").whereRef("older.url", "=", "notice.url")
          .whereRef("older.created_ms", "<", "notice.created_ms").where("older.next_ms", ">", nowMs),
      ))
    )
    .orderBy("created_ms").limit(BATCH).execute();
}

/** Those that no other process has taken meanwhile. */
async function claim({ db, clock }: PaymentContext, due: readonly WebhookRow[]): Promise<ReadonlySet<string>> {
  if (due.length === 0) return new Set();
  const nowMs = clock.now();
  const mine = await db.updateTable("pay_webhooks")
    .set((row) => ({ attempts: row("attempts", "+", 1), next_ms: nowMs + LEASE_MS }))
    .where("id", "in", due.map(({ id }) => id)).where("next_ms", "<=", nowMs).returning("id").execute();
  return new Set(mine.map(({ id }) => id));
}

/** They were claimed, and not tried. */
async function giveBack({ db, clock }: PaymentContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable("pay_webhooks").set((row) => ({ attempts: row("attempts", "-", 1), next_ms: clock.now() }))
    .where("id", "in", ids).execute();
}

/** An address that did not answer is not asked again in this batch, so that no other merchant waits behind it. */
async function send(context: PaymentContext, notice: WebhookRow, silent: Set<string>): Promise<boolean> {
  const { db, clock } = context;
  const wasSkipped = silent.has(notice.url);
  const answer = wasSkipped ? "none" : await deliver(context, notice);
  if (answer === "taken") return true;
  if (answer === "none") silent.add(notice.url);
  // What was not tried is not given up.
  if (!wasSkipped && clock.now() >= notice.created_ms + KEEP_MS) {
    context.log.error("payments: a webhook was given up after three days", { id: notice.id });
    await db.deleteFrom("pay_webhooks").where("id", "=", notice.id).execute();
    return false;
  }
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** notice.attempts, LONGEST_PAUSE_MS);
  await db.updateTable("pay_webhooks").set({ next_ms: clock.now() + pauseMs }).where("id", "=", notice.id).execute();
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
 * base64 of HMAC-SHA256: over the bytes that are sent in X-Signature (COMPAT 3.14), and with id and time before them in
 * webhook-signature (standardwebhooks.com), so that a notice an attacker kept cannot be sent again later.
 */
export async function signBody(secret: string, body: string): Promise<string> {
  const encoder = new TextEncoder();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), hmac, false, ["sign"]);
  return toBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(body))));
}
