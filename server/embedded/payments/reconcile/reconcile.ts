/** Reconciles what an overdue call, a waiting payment or a stopped process left open (SECURITY R8). */
import { sql } from "kysely";
import type { Outcome } from "../acquirer/acquirer.ts";
import { livingServers } from "../../../db/lease.ts";
import { ASK_AGAIN_MS, STALE_INTENT_MS } from "../context/constants.ts";
import { readExecution, StateConflict } from "../executions/executions.ts";
import { releaseKey } from "../idempotency/idempotency.ts";
import type { PaymentContext } from "../context/context.ts";
import { applyOutcome, countOutcome, isDecided, moveOf, writeMoveTime } from "../outcomes/apply_outcome.ts";
import { authorizeStep } from "../outcomes/steps.ts";
import { nameOf } from "../outcomes/call_acquirer.ts";
import type { ExecutionRow, IntentRow } from "../db/tables.ts";
import { changeStateWithWebhook } from "../webhooks/write_webhooks.ts";

/** A literal rather than a parameter: the partial index on open intents serves only a literal. */
const OPEN = sql.lit(1);

/** The execution as it is now. It asks the acquirer about due work first, so that a poll does not wait for a job. */
export async function reconcile(context: PaymentContext, row: ExecutionRow): Promise<ExecutionRow> {
  const nowMs = context.clock.now();
  try {
    if (row.state === "pending" && row.due_ms !== null && row.due_ms <= nowMs) {
      await resolvePending(context, row);
    } else if (row.state.endsWith("ing") && row.state !== "pending") {
      for (const intent of await findAbandoned(context, row.id)) await takeOver(context, intent);
    } else return row;
  } catch (error) {
    // Another process resolved it, or the acquirer is unavailable: the next read finds the result or asks again.
    if (!(error instanceof StateConflict)) {
      context.log.warn("acquirer.unanswered", { error: nameOf(error) });
      await askLater(context, row, ASK_AGAIN_MS);
    }
  }
  return await readExecution(context.db, row.id);
}

async function resolvePending(context: PaymentContext, row: ExecutionRow): Promise<void> {
  const { db, clock, acquirer } = context;
  const key = row.charge_key ?? "";
  const intent = await db.selectFrom("pay_intents").selectAll().where("key", "=", key).executeTakeFirst();
  const outcome: Outcome | undefined = row.action !== null
    ? { kind: "declined", result: row.action === "3ds" ? "PayerAuthenticationFailed" : "Timeout" }
    // A call that the acquirer does not know may still arrive: it moves no money once its key is closed.
    : await acquirer.find(key) ?? (intent && await acquirer.close(key));
  if (outcome?.kind === "pending") return await askLater(context, row, outcome.askAgainMs);
  if (intent === undefined || outcome === undefined || outcome.kind === "asks") {
    return await askLater(context, row, ASK_AGAIN_MS);
  }
  const after = await db.transaction().execute(async (trx) => {
    const step = await authorizeStep({ context, db: trx }, { row, intent, outcome });
    const options = { nowMs: clock.now(), move: moveOf(intent), ...step };
    const changed = await changeStateWithWebhook(context, trx, { row, event: step.event, options });
    await writeMoveTime(trx, { intent, outcome, after: changed });
    return changed;
  });
  countOutcome(context, { intent, outcome, after });
}

/** After the payments that are due: those that stay pending would fill every batch. */
async function askLater({ db, clock }: PaymentContext, row: ExecutionRow, byMs: number): Promise<void> {
  await db.updateTable("pay_executions").set({ due_ms: clock.now() + Math.max(byMs, ASK_AGAIN_MS) })
    .where("id", "=", row.id).where("version", "=", row.version).where("due_ms", "=", row.due_ms).execute();
}

/**
 * Finds open intents that no server works on: those of servers whose lease is over (SECURITY X6), and overdue ones of
 * this server that are not in progress. An intent of a running server belongs only to that server, however long the
 * call takes.
 */
async function findAbandoned(
  { db, clock, serverId, callsInProgress }: PaymentContext,
  of?: string,
): Promise<readonly IntentRow[]> {
  const overdueMs = clock.now() - STALE_INTENT_MS;
  const open = db.selectFrom("pay_intents").selectAll().where("is_open", "=", OPEN).orderBy("created_ms")
    .where((eb) =>
      eb.or([
        eb("created_ms", "<=", overdueMs).and(eb.or([eb("server_id", "is", null), eb("server_id", "=", serverId)])),
        eb("server_id", "!=", serverId).and("server_id", "not in", livingServers(db, serverId)),
      ])
    );
  const rows = await (of === undefined ? open : open.where("execution_id", "=", of)).execute();
  return rows.filter(({ key }) => !callsInProgress.has(key));
}

/**
 * Closes the call permanently, so that one still on its way moves no money, and applies its outcome. False when the
 * acquirer has the call and has not decided it.
 */
async function takeOver(context: PaymentContext, intent: IntentRow): Promise<boolean> {
  const outcome = await context.acquirer.close(intent.key);
  if (!isDecided(intent, outcome)) return false;
  await applyOutcome(context, { intent }, outcome);
  if (intent.request_key !== null) await releaseKey(context, intent.request_key);
  return true;
}

/** Resolves every abandoned intent and returns how many (SECURITY R8). */
export async function recoverIntents(context: PaymentContext, stopping?: AbortSignal): Promise<number> {
  let recovered = 0;
  for (const intent of await findAbandoned(context)) {
    if (stopping?.aborted === true) break;
    try {
      if (await takeOver(context, intent)) recovered += 1;
    } catch (error) {
      context.count("rows", { job_name: "payments-open-intents" });
      context.log.error("intent.unresolved", { error: nameOf(error), key: intent.key });
    }
  }
  return recovered;
}
