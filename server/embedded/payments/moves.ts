/** Capture, cancel and refund: the merchant's moves of money that is held. */
import type { MoveCall } from "./acquirer/acquirer.ts";
import { MoveBody, parseRequest } from "./bodies.ts";
import { readExecution, StateConflict } from "./executions.ts";
import type { Event } from "./execution_state.ts";
import { Fault } from "./faults.ts";
import { readMoney } from "./money.ts";
import type { Service } from "./service.ts";
import { moveAndTell } from "./webhooks.ts";
import { refresh } from "./refresh.ts";
import { carryOut } from "./settle.ts";
import type { ExecutionRow, IntentRow } from "./tables.ts";

export type MoveKind = MoveCall["kind"];

export interface MoveAsk {
  readonly executionId: string;
  readonly kind: MoveKind;
  readonly body: unknown;
  readonly requestKey: string;
}

export async function moveMoney(service: Service, ask: MoveAsk): Promise<ExecutionRow> {
  const { db, acquirer } = service;
  const read = await readExecution(db, ask.executionId);
  const known = await db.selectFrom("pay_intents").select("key").where("request_key", "=", ask.requestKey)
    .executeTakeFirst();
  const row = await refresh(service, read);
  if (known !== undefined) return row;
  if (ask.kind === "cancel" && (row.state === "created" || row.state === "declined")) return await drop(service, row);
  // Cancelling what is cancelled asks for nothing new.
  if (ask.kind === "cancel" && row.state === "cancelled") return row;
  const amountMinor = amountOf(row, ask);
  const intent = await begin(service, { row, ask, amountMinor });
  const chargeKey = row.charge_key ?? "";
  await carryOut(service, intent, () => acquirer.move({ key: intent.key, chargeKey, kind: ask.kind, amountMinor }));
  return await readExecution(db, row.id);
}

/** Nothing is held yet, so nobody has to be asked. */
async function drop(service: Service, row: ExecutionRow): Promise<ExecutionRow> {
  const { db, clock } = service;
  return await withConflict(() =>
    db.transaction().execute((trx) =>
      moveAndTell(service, trx, { row, event: "dropped", options: { nowMs: clock.now() } })
    )
  );
}

function amountOf(row: ExecutionRow, { kind, body }: MoveAsk): number {
  const left = {
    capture: row.authorized_minor - row.captured_minor,
    refund: row.captured_minor - row.refunded_minor,
    cancel: row.amount_minor,
  }[kind];
  const { amount } = parseRequest(MoveBody, body ?? {});
  if (amount === undefined || kind === "cancel") return left;
  const money = readMoney(amount);
  if (money === undefined || money.minor <= 0 || money.currency !== row.currency) throw new Fault("amount-invalid");
  if (money.minor > left && allows(row, kind)) throw new Fault("amount-too-high");
  return money.minor;
}

function allows(row: ExecutionRow, kind: MoveKind): boolean {
  return kind === "refund" ? row.state === "captured" : row.state === "authorized";
}

function eventOf(row: ExecutionRow, kind: MoveKind): Event {
  switch (kind) {
    case "capture":
      return "capture_asked";
    case "refund":
      return "refund_asked";
    case "cancel":
      // Part of it is captured: that part can only be refunded.
      if (row.captured_minor > 0) throw new Fault("state-conflict");
      return row.state === "pending" ? "pending_cancel_asked" : "cancel_asked";
  }
}

interface Beginning {
  readonly row: ExecutionRow;
  readonly ask: MoveAsk;
  readonly amountMinor: number;
}

async function begin(service: Service, { row, ask, amountMinor }: Beginning): Promise<IntentRow> {
  const { db, clock } = service;
  const nowMs = clock.now();
  const event = eventOf(row, ask.kind);
  const charged = await db.selectFrom("pay_intents").select("instrument_id").where("key", "=", row.charge_key ?? "")
    .executeTakeFirst();
  const intent: IntentRow = {
    key: crypto.randomUUID(),
    execution_id: row.id,
    kind: ask.kind,
    amount_minor: amountMinor,
    instrument_id: charged?.instrument_id ?? null,
    method: null,
    stores: 0,
    request_key: ask.requestKey,
    is_open: 1,
    outcome: null,
    created_ms: nowMs,
    resolved_ms: null,
  };
  await withConflict(() =>
    db.transaction().execute(async (trx) => {
      await moveAndTell(service, trx, { row, event, options: { nowMs } });
      await trx.insertInto("pay_intents").values(intent).execute();
    })
  );
  return intent;
}

async function withConflict<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof StateConflict)) throw error;
    throw new Fault("state-conflict", { cause: error });
  }
}
