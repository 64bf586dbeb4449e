/** Capture, cancel and refund: the merchant's moves of money that is held. */
import { together } from "../../db/together.ts";
import type { MoveCall } from "./acquirer/acquirer.ts";
import { isKnown } from "./authorize.ts";
import { MoveBody, parseRequest } from "./bodies.ts";
import type { Recording } from "./claim.ts";
import { moveOf, readExecution, StateConflict } from "./executions.ts";
import type { Event } from "./execution_state.ts";
import { Fault } from "./faults.ts";
import { timedId } from "./ids.ts";
import { readMoney } from "./money.ts";
import type { Service } from "./service.ts";
import { writeAndTell } from "./webhooks.ts";
import { refresh } from "./refresh.ts";
import { type Begun, carryOut } from "./settle.ts";
import type { ExecutionRow, IntentRow } from "./tables.ts";

export type MoveKind = MoveCall["kind"];

export interface MoveAsk {
  readonly row: ExecutionRow;
  readonly kind: MoveKind;
  readonly body: unknown;
  readonly requestKey: string;
  readonly record: Recording;
}

export async function moveMoney(service: Service, ask: MoveAsk): Promise<ExecutionRow> {
  const { db, acquirer } = service;
  const known = ask.record.isRepeat && await isKnown(service, ask.requestKey);
  const row = await refresh(service, known ? await readExecution(db, ask.row.id) : ask.row);
  if (known) return row;
  if (ask.kind === "cancel" && (row.state === "created" || row.state === "declined")) {
    return await drop(service, row, ask.record);
  }
  // Cancelling what is cancelled asks for nothing new.
  if (ask.kind === "cancel" && row.state === "cancelled") return row;
  const amountMinor = amountOf(row, ask);
  const begun = await begin(service, { row, ask, amountMinor });
  const call = { key: begun.intent.key, chargeKey: row.charge_key ?? "", kind: ask.kind, amountMinor };
  return await carryOut(service, begun, () => acquirer.move(call));
}

/** Nothing is held yet, so nobody has to be asked. */
async function drop(service: Service, row: ExecutionRow, record: Recording): Promise<ExecutionRow> {
  const { db, clock } = service;
  const dropped = await withConflict(() =>
    db.transaction().execute(async (trx) => {
      const move = moveOf({ row, event: "dropped" }, { nowMs: clock.now() });
      await together(trx, [...writeAndTell(service, trx, move), record.finish(trx, move.after)]);
      return move.after;
    })
  );
  record.done();
  return dropped;
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

async function begin(service: Service, { row, ask, amountMinor }: Beginning): Promise<Begun> {
  const { db, clock } = service;
  const nowMs = clock.now();
  const event = eventOf(row, ask.kind);
  const charged = await db.selectFrom("pay_intents").select("instrument_id").where("key", "=", row.charge_key ?? "")
    .executeTakeFirst();
  const intent: IntentRow = {
    key: timedId(nowMs),
    execution_id: row.id,
    kind: ask.kind,
    amount_minor: amountMinor,
    instrument_id: charged?.instrument_id ?? null,
    method: null,
    preferred_scheme: null,
    stores: 0,
    request_key: ask.requestKey,
    is_open: 1,
    outcome: null,
    created_ms: nowMs,
    resolved_ms: null,
  };
  const moved = await withConflict(() =>
    db.transaction().execute(async (trx) => {
      const move = moveOf({ row, event }, { nowMs });
      await together(trx, [
        ...ask.record.take(trx),
        ...writeAndTell(service, trx, move),
        { query: trx.insertInto("pay_intents").values(intent) },
      ]);
      return move.after;
    })
  );
  return { intent, row: moved, record: ask.record };
}

async function withConflict<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof StateConflict)) throw error;
    throw new Fault("state-conflict", { cause: error });
  }
}
