/** Sends the webhooks of the outbox until merchants accept them, for three days at most. */
import { sql } from "kysely";
import type { PaymentContext } from "../context/context.ts";
import type { WebhookRow } from "../db/tables.ts";
import { deliver } from "./post_webhook.ts";

const KEEP_MS = 3 * 86_400_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** While one process sends a webhook, no other claims it. */
const LEASE_MS = 60_000;
/** From then on nothing more of a batch begins: a delivery and its two statements end before the lease does. */
const BEGIN_MS = LEASE_MS / 2;
const BATCH = 100;
const AT_ONCE = 16;
/** A literal rather than a parameter: the partial index on waiting deliveries serves only a literal. */
const WAITING = sql.lit("waiting");

/** Sends what is due, as long as every webhook of a batch is accepted. Returns how many were. */
export async function sendWebhooks(context: PaymentContext): Promise<number> {
  let sum = 0;
  while (true) {
    const taken = (await Promise.all(await startBatch(context))).reduce((total, count) => total + count, 0);
    sum += taken;
    if (taken < BATCH) return sum;
  }
}

/** Begins to send what is due without waiting for any address: one that does not answer delays no other. */
export async function startWebhooks(context: PaymentContext): Promise<void> {
  while (!context.stopping.signal.aborted) {
    const started = await startBatch(context);
    if (started.length === 0) return;
    for (const run of started) void run.then((taken) => continueAfter(context, taken));
  }
}

/** An address that accepted webhooks may have more waiting. */
async function continueAfter(context: PaymentContext, taken: number): Promise<void> {
  if (taken === 0) return;
  await startWebhooks(context).catch((error: unknown) => context.log.error("webhook.failed", { error }));
}

/** Claims a batch and begins to send it, each address separately. The runs never reject. */
async function startBatch(context: PaymentContext): Promise<readonly Promise<number>[]> {
  const due = await dueQuery(context).execute();
  const claimed = await claim(context, due);
  const started: Promise<number>[] = [];
  for (const [url, rows] of Map.groupBy(due, (webhook) => webhook.url)) {
    if (context.sending.has(url)) {
      await release(context, claimed, rows);
      continue;
    }
    const run = sendTo(context, rows, claimed).catch((error: unknown) => {
      context.log.error("webhook.failed", { error });
      return 0;
    }).finally(() => context.sending.delete(url));
    context.sending.set(url, run);
    started.push(run);
  }
  return started;
}

/**
 * Sends the webhooks of one address: those of one execution in order, and those of different executions side by side. A
 * webhook that is not accepted holds up the later ones of its execution.
 */
async function sendTo(
  context: PaymentContext,
  due: readonly WebhookRow[],
  claimed: Claimed,
): Promise<number> {
  const lanes = [...Map.groupBy(due, laneOf).values()];
  const unresponsive = new Set<string>();
  const passed = new Set<string>();
  let taken = 0;
  const worker = async () => {
    for (let lane = lanes.pop(); lane !== undefined; lane = lanes.pop()) {
      for (const webhook of lane) {
        if (!claimed.ids.has(webhook.id) || context.clock.now() >= claimed.beginUntilMs) break;
        passed.add(webhook.id);
        if (!await send(context, webhook, claimed, unresponsive)) break;
        taken += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await release(context, claimed, due.filter(({ id }) => !passed.has(id)));
  return taken;
}

/** A replay has a lane of its own. */
function laneOf({ id, replay_of, execution_id, url }: WebhookRow): string {
  return replay_of === null ? `${execution_id} ${url}` : id;
}

/**
 * The oldest that are due, except those to an address that this process is sending to, and those behind one that waits
 * for its next attempt or is being sent by another process.
 */
export function dueQuery({ db, clock, sending }: Pick<PaymentContext, "db" | "clock" | "sending">) {
  const nowMs = clock.now();
  const busy = [...sending.keys()];
  return db.selectFrom("pay_webhooks as webhook").selectAll().where("next_ms", "<=", nowMs)
    .where("state", "=", WAITING).$if(busy.length > 0, (rows) => rows.where("url", "not in", busy))
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb("replay_of", "is not", null),
        not(exists(
          selectFrom("pay_webhooks as older").select("older.id")
            .whereRef("older.execution_id", "=", "webhook.execution_id").whereRef("older.url", "=", "webhook.url")
            .whereRef("older.created_ms", "<", "webhook.created_ms").where("older.next_ms", ">", nowMs)
            .where("older.state", "=", WAITING).where("older.replay_of", "is", null),
        )),
      ])
    )
    .orderBy("created_ms").limit(BATCH);
}

/** What this process claimed at one time. */
interface Claimed {
  readonly ids: ReadonlySet<string>;
  readonly beginUntilMs: number;
  /** In the rows as `next_ms`: a later claim of another process has a later one. */
  readonly endMs: number;
}

/** Claims those that no other process has claimed since. */
async function claim({ db, clock }: PaymentContext, due: readonly WebhookRow[]): Promise<Claimed> {
  const nowMs = clock.now();
  const endMs = nowMs + LEASE_MS;
  const mine = due.length === 0 ? [] : await db.updateTable("pay_webhooks")
    .set((row) => ({ attempts: row("attempts", "+", 1), next_ms: endMs }))
    .where("id", "in", due.map(({ id }) => id)).where("next_ms", "<=", nowMs).where("state", "=", WAITING)
    .returning("id").execute();
  return { ids: new Set(mine.map(({ id }) => id)), beginUntilMs: nowMs + BEGIN_MS, endMs };
}

/** Releases webhooks that were claimed and not attempted, except those that another process has claimed since. */
async function release({ db, clock }: PaymentContext, claimed: Claimed, rows: readonly WebhookRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id).filter((id) => claimed.ids.has(id));
  if (ids.length === 0) return;
  await db.updateTable("pay_webhooks").set((row) => ({ attempts: row("attempts", "-", 1), next_ms: clock.now() }))
    .where("id", "in", ids).where("next_ms", "=", claimed.endMs).execute();
}

/**
 * Sends one webhook and returns whether the merchant accepted it; an accepted one stays for the merchant's list and for
 * replays. An address that did not answer is skipped for the rest of the batch, so that other merchants do not wait for
 * it.
 */
async function send(
  context: PaymentContext,
  webhook: WebhookRow,
  { endMs }: Claimed,
  unresponsive: Set<string>,
): Promise<boolean> {
  const { db, clock } = context;
  const own = () => db.updateTable("pay_webhooks").where("id", "=", webhook.id);
  const wasSkipped = unresponsive.has(webhook.url);
  const answer = wasSkipped ? "none" : await deliver(context, webhook);
  if (!wasSkipped) context.count("webhooks", { outcome: outcomeOf(answer) });
  if (typeof answer !== "string" && answer.ok) {
    // At once: a process that is killed later in the batch sends it no second time.
    await own().set({ state: "accepted", attempted_ms: clock.now(), answer_status: answer.status }).execute();
    return true;
  }
  if (answer === "none") unresponsive.add(webhook.url);
  const attempted = wasSkipped
    ? {}
    : { attempted_ms: clock.now(), answer_status: typeof answer === "string" ? null : answer.status };
  // A webhook that was not attempted is not given up.
  const isOver = !wasSkipped && clock.now() >= webhook.created_ms + KEEP_MS;
  if (isOver) {
    context.count("webhooks", { outcome: "given-up" });
    context.log.error("webhook.given-up", { id: webhook.id });
  }
  // A skipped one waits as after its last attempt.
  const failures = wasSkipped ? Math.max(0, webhook.attempts - 1) : webhook.attempts;
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
  const next = isOver ? { state: "abandoned" } : { next_ms: clock.now() + pauseMs };
  await own().set((row) => ({ ...next, ...attempted, ...(wasSkipped ? { attempts: row("attempts", "-", 1) } : {}) }))
    .where("next_ms", "=", endMs).execute();
  return false;
}

function outcomeOf(answer: Response | "unknown" | "none"): string {
  if (typeof answer === "string") return answer === "none" ? "unreachable" : "address-gone";
  return answer.ok ? "accepted" : "refused";
}
