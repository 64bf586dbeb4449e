/** Going on after the shopper did something: chose at the bank page, or confirmed in a wallet. */
import type { Answer } from "./acquirer/acquirer.ts";
import { readExecution, StateConflict } from "./executions.ts";
import { Fault } from "./faults.ts";
import type { Service } from "./service.ts";
import { carryOut } from "./settle.ts";
import { moveAndTell } from "./webhooks.ts";
import type { ExecutionRow, IntentRow } from "./tables.ts";

interface Given {
  readonly row: ExecutionRow;
  readonly answer: Answer;
  readonly requestKey?: string;
}

/** The pending charge is continued under a new key; a second answer finds nothing pending any more. */
export async function goOn(service: Service, { row, answer, requestKey }: Given): Promise<ExecutionRow> {
  const { db, clock, acquirer } = service;
  const continues = row.charge_key;
  if (row.state !== "pending" || row.action === null || continues === null) throw new Fault("state-conflict");
  const first = await db.selectFrom("pay_intents").selectAll().where("key", "=", continues).executeTakeFirst();
  const nowMs = clock.now();
  const intent: IntentRow = {
    key: crypto.randomUUID(),
    execution_id: row.id,
    kind: "authorize",
    amount_minor: row.amount_minor,
    instrument_id: first?.instrument_id ?? null,
    method: first?.method ?? null,
    stores: first?.stores ?? 0,
    request_key: requestKey ?? null,
    is_open: 1,
    outcome: null,
    created_ms: nowMs,
    resolved_ms: null,
  };
  try {
    await db.transaction().execute(async (trx) => {
      const event = row.action === "confirm" ? "confirm_asked" : "shopper_answered";
      const changes = { action: null, action_id: null, due_ms: null };
      await moveAndTell(service, trx, { row, event, options: { nowMs, changes } });
      await trx.insertInto("pay_intents").values(intent).execute();
    });
  } catch (error) {
    if (!(error instanceof StateConflict)) throw error;
    throw new Fault("state-conflict", { cause: error });
  }
  await carryOut(service, intent, () => acquirer.continue({ key: intent.key, continues, answer }));
  return await readExecution(db, row.id);
}
