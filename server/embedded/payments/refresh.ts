/** Asking later: what an overdue call, a waiting payment or an earlier process left open (SECURITY R8). */
import { sql } from "kysely";
import type { Outcome } from "./acquirer/acquirer.ts";
import { STALE_INTENT_MS } from "./constants.ts";
import { readExecution, StateConflict } from "./executions.ts";
import { releaseKey } from "./idempotency.ts";
import type { Service } from "./service.ts";
import { authorizeStep, nameOf, settle } from "./settle.ts";
import type { ExecutionRow } from "./tables.ts";
import { moveAndTell } from "./webhooks.ts";

/** In the statement itself: the index of open ones serves no value that comes later. */
export const OPEN = sql.lit(1);

/** The execution as it is now: what is due is asked for first, so that a poll never waits for a job. */
export async function refresh(service: Service, row: ExecutionRow): Promise<ExecutionRow> {
  const nowMs = service.clock.now();
  try {
    if (row.state === "pending" && row.due_ms !== null && row.due_ms <= nowMs) {
      await settlePending(service, row);
    } else if (row.state.endsWith("ing") && row.state !== "pending") {
      await resolveStale(service, row.id, nowMs - STALE_INTENT_MS);
    } else return row;
  } catch (error) {
    // Another process settled it, or the acquirer is still away: the next read sees or asks again.
    if (!(error instanceof StateConflict)) {
      service.log.warn("payments: could not ask the acquirer", { error: nameOf(error) });
    }
  }
  return await readExecution(service.db, row.id);
}

async function settlePending(service: Service, row: ExecutionRow): Promise<void> {
  const { db, clock, acquirer } = service;
  const intent = await db.selectFrom("pay_intents").selectAll().where("key", "=", row.charge_key ?? "")
    .executeTakeFirst();
  const outcome: Outcome = row.action !== null
    ? { kind: "declined", result: "PayerAuthenticationFailed" }
    : await acquirer.find(row.charge_key ?? "") ?? { kind: "closed" };
  if (intent === undefined || outcome.kind === "pending" || outcome.kind === "asks") return;
  await db.transaction().execute(async (trx) => {
    const step = await authorizeStep({ service, db: trx }, { row, intent, outcome });
    await moveAndTell(service, trx, { row, event: step.event, options: { nowMs: clock.now(), ...step } });
  });
}

/** Asks about intents whose answer is overdue; a call that never arrived is closed for good. */
async function resolveStale(
  service: Service,
  executionId: string,
  createdBeforeMs: number,
): Promise<void> {
  const intents = await service.db.selectFrom("pay_intents").selectAll().where("execution_id", "=", executionId)
    .where("is_open", "=", OPEN).where("created_ms", "<=", createdBeforeMs).execute();
  for (const intent of intents) await settle(service, { intent }, await service.acquirer.close(intent.key));
}

/** At start: every call whose outcome was not written down is asked about, and settled (SECURITY R8). */
export async function recover(service: Service): Promise<number> {
  const open = await service.db.selectFrom("pay_intents").selectAll().where("is_open", "=", OPEN).orderBy("created_ms")
    .execute();
  let settled = 0;
  for (const intent of open) {
    try {
      await settle(service, { intent }, await service.acquirer.close(intent.key));
      if (intent.request_key !== null) await releaseKey(service, intent.request_key);
      settled += 1;
    } catch (error) {
      service.log.error("payments: an intent could not be settled", { error: nameOf(error), key: intent.key });
    }
  }
  return settled;
}
