/** From an acquirer's outcome to the execution's next state: one transaction, once per intent (SECURITY R8). */
import { type Statement, together } from "../../../db/postgres/together.ts";
import type { Outcome } from "../acquirer/acquirer.ts";
import { ACQUIRER_DEADLINE_MS, CHALLENGE_MS, RECONCILE_MS } from "../context/constants.ts";
import type { Recording } from "../idempotency/claim.ts";
import type { Event } from "../executions/execution_state.ts";
import { type Changes, readExecution, stateChangeOf } from "../executions/executions.ts";
import type { Queries } from "../db/queries.ts";
import { writeWithWebhook } from "../webhooks/webhooks.ts";
import { dropTransient, enableInstrument } from "../instruments/instruments.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow, IntentRow } from "../db/tables.ts";

const CODE_DIGITS = 6;
/** An acquirer that never got the call refused nothing, but the shopper may try again. */
const NEVER_ARRIVED = "ProviderConnectionError";

interface Step {
  readonly event: Event;
  readonly result?: string;
  readonly changes?: Changes;
}

/** A committed intent, and what is known of it without looking. */
export interface BegunIntent {
  readonly intent: IntentRow;
  /** The execution as the intent's transaction left it. */
  readonly row: ExecutionRow;
  /** Takes the answer with the settlement. */
  readonly record: Recording | undefined;
}

/** Makes the call of a committed intent and settles what comes of it. A lost answer is asked for, never repeated. */
export async function callAcquirer(
  context: PaymentContext,
  begun: BegunIntent,
  call: () => Promise<Outcome>,
): Promise<ExecutionRow> {
  const { intent } = begun;
  // Until this function ends nothing else settles the call: neither a poll nor another server.
  context.inHand.add(intent.key);
  try {
    return await carry(context, begun, call);
  } finally {
    context.inHand.delete(intent.key);
  }
}

async function carry(context: PaymentContext, begun: BegunIntent, call: () => Promise<Outcome>): Promise<ExecutionRow> {
  const { intent } = begun;
  let outcome: Outcome | undefined;
  try {
    outcome = await inTime(call());
  } catch (error) {
    context.log.warn("payments: the acquirer's answer was lost", { error: nameOf(error), key: intent.key });
    outcome = await askAgain(context, intent.key);
  }
  // Still unknown: the intent stays open, and every later read of the execution asks again.
  const settled = outcome === undefined ? undefined : await settleAgain(context, begun, outcome);
  return settled ?? await readExecution(context.db, intent.execution_id);
}

/** An acquirer that never answers is asked about like one whose answer was lost. */
async function inTime(calling: Promise<Outcome>): Promise<Outcome> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new DOMException("No answer in time", "TimeoutError")),
    ACQUIRER_DEADLINE_MS,
  );
  Deno.unrefTimer(timer);
  try {
    return await Promise.race([calling, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Two payments that store the same card at once may collide on its one row; the second look finds it. */
async function settleAgain(
  context: PaymentContext,
  begun: BegunIntent,
  outcome: Outcome,
): Promise<ExecutionRow | undefined> {
  try {
    return await applyOutcome(context, begun, outcome);
  } catch (error) {
    const { intent, record } = begun;
    context.log.warn("payments: settling once more", { error, key: intent.key });
    return await applyOutcome(context, { intent, record }, outcome);
  }
}

/** No more than the name: an adapter's message may quote the card it was given. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

async function askAgain({ acquirer }: PaymentContext, key: string): Promise<Outcome | undefined> {
  for (const pauseMs of RECONCILE_MS) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    try {
      const found = await acquirer.find(key);
      if (found !== undefined) return found;
    } catch {
      // Not reachable yet; the next pause is longer, and recovery asks after that.
    }
  }
  return undefined;
}

/** Safe to call twice and from two processes: only the one that closes the intent moves the execution, and answers. */
export async function applyOutcome(
  context: PaymentContext,
  { intent, row: known, record }: Pick<BegunIntent, "intent"> & Partial<BegunIntent>,
  outcome: Outcome,
): Promise<ExecutionRow | undefined> {
  const { db, clock } = context;
  try {
    const settled = await db.transaction().execute(async (trx) => {
      // What is known needs no look, and then nothing waits for the intent to be closed.
      const closing = closeIntent(trx, { intent, outcome, nowMs: clock.now() });
      if (known === undefined) await together(trx, [closing]);
      const row = known ?? await readExecution(trx, intent.execution_id);
      const step = await stepOf({ service: context, db: trx }, { row, intent, outcome });
      const move = stateChangeOf({ row, event: step.event }, { nowMs: clock.now(), ...step });
      await together(trx, [
        ...(known === undefined ? [] : [closing]),
        ...writeWithWebhook(context, trx, move),
        ...(record === undefined ? [] : [record.finish(trx, move.after)]),
      ]);
      return move.after;
    });
    record?.done();
    return settled;
  } catch (error) {
    if (error instanceof IntentClosed) return undefined;
    throw error;
  }
}

/** Another server has settled it; what was begun on top of that is taken back. */
class IntentClosed extends Error {
  override readonly name = "IntentClosed";
}

interface Closing {
  readonly intent: IntentRow;
  readonly outcome: Outcome;
  readonly nowMs: number;
}

function closeIntent(db: Queries, { intent, outcome, nowMs }: Closing): Statement {
  return {
    query: db.updateTable("pay_intents").set({ is_open: 0, outcome: outcome.kind, resolved_ms: nowMs })
      .where("key", "=", intent.key).where("is_open", "=", 1),
    check(changed) {
      if (changed !== 1n) throw new IntentClosed();
    },
  };
}

interface At {
  readonly service: PaymentContext;
  /** The transaction of this settlement. */
  readonly db: Queries;
}

interface Settlement {
  readonly row: ExecutionRow;
  readonly intent: IntentRow;
  readonly outcome: Outcome;
}

async function stepOf(at: At, settlement: Settlement): Promise<Step> {
  const { row, intent, outcome } = settlement;
  const isDone = outcome.kind === "approved";
  switch (intent.kind) {
    case "authorize":
      return await authorizeStep(at, settlement);
    case "capture": {
      if (!isDone) return { event: "capture_refused" };
      const captured_minor = row.captured_minor + intent.amount_minor;
      const isWhole = captured_minor >= row.authorized_minor;
      return { event: isWhole ? "captured_whole" : "captured_in_part", changes: { captured_minor } };
    }
    case "refund":
      return refundStep(row, intent, isDone);
    case "cancel":
      if (!isDone) return { event: row.authorized_minor > 0 ? "cancel_refused" : "pending_cancel_refused" };
      if (intent.instrument_id !== null) await dropTransient(at.db, intent.instrument_id);
      return cancelStep(row);
    default:
      throw new TypeError(`Unknown kind of intent ${intent.kind}`);
  }
}

/** Where the rest of a payment is still held, it can be captured after the refund. */
function refundStep(row: ExecutionRow, intent: IntentRow, isDone: boolean): Step {
  const isHeld = row.captured_minor < row.authorized_minor;
  if (!isDone) return { event: isHeld ? "refund_refused_while_held" : "refund_refused" };
  const refunded_minor = row.refunded_minor + intent.amount_minor;
  const changes = { refunded_minor };
  if (isHeld) return { event: "refunded_while_held", changes };
  return { event: refunded_minor >= row.captured_minor ? "refunded_whole" : "refunded_in_part", changes };
}

/** What was captured stays; only the rest is given up. */
function cancelStep(row: ExecutionRow): Step {
  if (row.captured_minor === 0) return { event: "cancelled", changes: { authorized_minor: 0, ...NO_ACTION } };
  const event = row.refunded_minor >= row.captured_minor ? "rest_cancelled_after_refund" : "rest_cancelled";
  return { event, changes: { authorized_minor: row.captured_minor } };
}

const NO_ACTION = { action: null, action_id: null, due_ms: null } as const;

export async function authorizeStep(at: At, { row, intent, outcome }: Settlement): Promise<Step> {
  const instrumentId = intent.instrument_id;
  switch (outcome.kind) {
    case "approved":
      return await approvedStep(at, row, intent);
    case "declined":
    case "closed":
      if (instrumentId !== null) await dropTransient(at.db, instrumentId);
      return {
        event: "refused",
        result: outcome.kind === "declined" ? outcome.result : NEVER_ARRIVED,
        changes: { ...NO_ACTION, charge_key: null },
      };
    case "pending":
      return {
        event: "action_required",
        changes: { ...NO_ACTION, charge_key: intent.key, due_ms: at.service.clock.now() + outcome.askAgainMs },
      };
    case "asks": {
      const id = outcome.action === "confirm" ? null : await openChallenge(at, intent, outcome.action);
      return {
        event: "action_required",
        changes: {
          action: outcome.action,
          action_id: id,
          charge_key: intent.key,
          due_ms: at.service.clock.now() + CHALLENGE_MS,
        },
      };
    }
  }
}

async function approvedStep(at: At, row: ExecutionRow, intent: IntentRow): Promise<Step> {
  const captures = row.capture === "automatic";
  return {
    event: captures ? "approved_and_captured" : "approved",
    changes: {
      ...NO_ACTION,
      charge_key: intent.key,
      authorized_minor: row.amount_minor,
      captured_minor: captures ? row.amount_minor : 0,
      instrument_id: await keptInstrument(at, intent),
    },
  };
}

/** Listed when the shopper asked for it; a card saved for one payment only is gone after it. */
async function keptInstrument(
  { service: context, db }: At,
  { instrument_id: id, stores }: IntentRow,
): Promise<string | null> {
  if (id === null) return null;
  if (stores === 1) return await enableInstrument(context, db, id);
  await dropTransient(db, id);
  const left = await db.selectFrom("pay_instruments").select("id").where("id", "=", id).executeTakeFirst();
  return left?.id ?? null;
}

async function openChallenge(
  { service: context, db }: At,
  intent: IntentRow,
  kind: "3ds" | "redirect",
): Promise<string> {
  const id = crypto.randomUUID();
  const nowMs = context.clock.now();
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  await db.insertInto("pay_challenges").values({
    id,
    execution_id: intent.execution_id,
    intent_key: intent.key,
    kind,
    code: String(random % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, "0"),
    tries: 0,
    is_open: 1,
    expires_ms: nowMs + CHALLENGE_MS,
    created_ms: nowMs,
  }).execute();
  return id;
}
