/** Applies an acquirer's outcome to the execution: one transaction, once per intent (SECURITY R8). */
import { withDeadline } from "../../../platform/deadline.ts";
import type { Outcome } from "../acquirer/acquirer.ts";
import { DECLINE_RESULTS } from "../acquirer/decline_results.ts";
import { ACQUIRER_DEADLINE_MS, CHALLENGE_MS, RECONCILE_MS } from "../context/constants.ts";
import type { Recording } from "../idempotency/claim.ts";
import type { Event, MoveEntry } from "../executions/execution_state.ts";
import { type Changes, readExecution, stateChangeOf } from "../executions/executions.ts";
import type { Queries } from "../db/queries.ts";
import { writeWithWebhook } from "../webhooks/webhooks.ts";
import { dropTransient, enableInstrument } from "../instruments/instruments.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow, InstrumentRow, IntentRow } from "../db/tables.ts";

const CODE_DIGITS = 6;
/** The result when a call never reached the acquirer: the acquirer declined nothing, and the shopper may try again. */
const NEVER_ARRIVED = "ProviderConnectionError";

interface Step {
  readonly event: Event;
  readonly result?: string;
  readonly changes?: Changes;
}

/** A committed intent with the rows that are known without a query. */
export interface BegunIntent {
  readonly intent: IntentRow;
  /** The execution as the intent's transaction left it. */
  readonly row: ExecutionRow;
  /** Stores the request's answer in the transaction of the outcome. */
  readonly record: Recording | undefined;
  /** The instrument that was written with the intent. */
  readonly storing?: InstrumentRow | undefined;
}

/**
 * Calls the acquirer for a committed intent and applies the outcome. When the answer is lost, the service asks for the
 * outcome and never repeats the call.
 */
export async function callAcquirer(
  context: PaymentContext,
  begun: BegunIntent,
  call: () => Promise<Outcome>,
): Promise<ExecutionRow> {
  const { intent } = begun;
  // While the key is in this set, no poll and no other server resolves the intent.
  context.callsInProgress.add(intent.key);
  try {
    return await callAndApply(context, begun, call);
  } finally {
    context.callsInProgress.delete(intent.key);
  }
}

async function callAndApply(
  context: PaymentContext,
  begun: BegunIntent,
  call: () => Promise<Outcome>,
): Promise<ExecutionRow> {
  const { intent } = begun;
  let outcome: Outcome | undefined;
  try {
    // An acquirer that does not answer in time is treated like one whose answer was lost.
    outcome = await withDeadline(
      call(),
      ACQUIRER_DEADLINE_MS,
      () => new DOMException("No answer in time", "TimeoutError"),
    );
  } catch (error) {
    context.log.warn("acquirer.answer-lost", { error: nameOf(error), key: intent.key });
    outcome = await findOutcome(context, intent.key);
  }
  // Without an outcome the intent stays open, and every later read of the execution asks again.
  const after = outcome === undefined ? undefined : await applyWithRetry(context, begun, outcome);
  return after ?? await readExecution(context.db, intent.execution_id);
}

/** Two payments that store the same card at once may collide on its row. The second attempt finds the row. */
async function applyWithRetry(
  context: PaymentContext,
  begun: BegunIntent,
  outcome: Outcome,
): Promise<ExecutionRow | undefined> {
  try {
    return await applyOutcome(context, begun, outcome);
  } catch (error) {
    const { intent, record } = begun;
    context.log.warn("outcome.applied-again", { error, key: intent.key });
    return await applyOutcome(context, { intent, record }, outcome);
  }
}

/** Only the name: an adapter's message may quote the card it was given. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

async function findOutcome({ acquirer }: PaymentContext, key: string): Promise<Outcome | undefined> {
  for (const pauseMs of RECONCILE_MS) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    try {
      const found = await acquirer.find(key);
      if (found !== undefined) return found;
    } catch {
      // The acquirer is unreachable. The next pause is longer, and recovery asks after the last one.
    }
  }
  return undefined;
}

/**
 * Safe to call twice and from two processes: only the call that closes the intent changes the execution and returns it.
 */
export async function applyOutcome(
  context: PaymentContext,
  { intent, row: known, record, storing }: Pick<BegunIntent, "intent"> & Partial<BegunIntent>,
  outcome: Outcome,
): Promise<ExecutionRow | undefined> {
  const { db, clock } = context;
  try {
    const after = await db.transaction().execute(async (trx) => {
      await closeIntent(trx, { intent, outcome, nowMs: clock.now() });
      const row = known ?? await readExecution(trx, intent.execution_id);
      const step = await stepOf({ context, db: trx }, { row, intent, outcome, storing });
      const change = stateChangeOf({ row, event: step.event }, {
        nowMs: clock.now(),
        move: moveOf(intent),
        ...step,
      });
      await writeWithWebhook(context, trx, change);
      await record?.finish(trx, change.after);
      return change.after;
    });
    record?.done();
    countOutcome(context, { intent, outcome, after });
    return after;
  } catch (error) {
    if (error instanceof IntentClosed) return undefined;
    throw error;
  }
}

interface Applied {
  readonly intent: IntentRow;
  readonly outcome: Outcome;
  readonly after: ExecutionRow;
}

/** Only reasons of our own list become labels: an adapter may pass on what its provider sends. */
export function countOutcome(
  { count }: PaymentContext,
  { intent: { kind, amount_minor }, outcome, after }: Applied,
): void {
  const reason = outcome.kind !== "declined"
    ? "none"
    : DECLINE_RESULTS.find((known) => known === outcome.result) ?? "other";
  count("payments", { kind, outcome: outcome.kind, reason });
  if (outcome.kind !== "approved") return;
  const { currency, capture } = after;
  count("money", { kind, currency }, amount_minor);
  if (kind === "authorize" && capture === "automatic") count("money", { kind: "capture", currency }, amount_minor);
}

/** The move that an approval of this call makes. An automatic capture has the key of its authorize call. */
export function moveOf({ key, amount_minor }: IntentRow): MoveEntry {
  return { id: key, minor: amount_minor };
}

/** Another server has resolved the intent; this transaction rolls back. */
class IntentClosed extends Error {
  override readonly name = "IntentClosed";
}

interface ClosedIntent {
  readonly intent: IntentRow;
  readonly outcome: Outcome;
  readonly nowMs: number;
}

async function closeIntent(db: Queries, { intent, outcome, nowMs }: ClosedIntent): Promise<void> {
  const { numUpdatedRows } = await db.updateTable("pay_intents")
    .set({ is_open: 0, outcome: outcome.kind, resolved_ms: nowMs })
    .where("key", "=", intent.key).where("is_open", "=", 1).executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new IntentClosed();
}

interface StepContext {
  readonly context: PaymentContext;
  /** The transaction that applies the outcome. */
  readonly db: Queries;
}

interface ResolvedIntent {
  readonly row: ExecutionRow;
  readonly intent: IntentRow;
  readonly outcome: Outcome;
  readonly storing?: InstrumentRow | undefined;
}

async function stepOf(at: StepContext, resolved: ResolvedIntent): Promise<Step> {
  const { row, intent, outcome } = resolved;
  const isDone = outcome.kind === "approved";
  switch (intent.kind) {
    case "authorize":
      return await authorizeStep(at, resolved);
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

/** While a part of the payment is held, it can be captured even after a refund. */
function refundStep(row: ExecutionRow, intent: IntentRow, isDone: boolean): Step {
  const isHeld = row.captured_minor < row.authorized_minor;
  if (!isDone) return { event: isHeld ? "refund_refused_while_held" : "refund_refused" };
  const refunded_minor = row.refunded_minor + intent.amount_minor;
  const changes = { refunded_minor };
  if (isHeld) return { event: "refunded_while_held", changes };
  return { event: refunded_minor >= row.captured_minor ? "refunded_whole" : "refunded_in_part", changes };
}

/** The captured amount stays; only the rest is voided. */
function cancelStep(row: ExecutionRow): Step {
  if (row.captured_minor === 0) return { event: "cancelled", changes: { authorized_minor: 0, ...NO_ACTION } };
  const event = row.refunded_minor >= row.captured_minor ? "rest_cancelled_after_refund" : "rest_cancelled";
  return { event, changes: { authorized_minor: row.captured_minor } };
}

const NO_ACTION = { action: null, action_id: null, due_ms: null } as const;

/** The transition that the outcome of an authorize or continue call causes. */
export async function authorizeStep(at: StepContext, resolved: ResolvedIntent): Promise<Step> {
  const { intent, outcome } = resolved;
  const instrumentId = intent.instrument_id;
  switch (outcome.kind) {
    case "approved":
      return await approvedStep(at, resolved);
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
        changes: { ...NO_ACTION, charge_key: intent.key, due_ms: at.context.clock.now() + outcome.askAgainMs },
      };
    case "asks": {
      const id = outcome.action === "confirm" ? null : await openChallenge(at, intent, outcome.action);
      return {
        event: "action_required",
        changes: {
          action: outcome.action,
          action_id: id,
          charge_key: intent.key,
          due_ms: at.context.clock.now() + CHALLENGE_MS,
        },
      };
    }
  }
}

async function approvedStep(at: StepContext, { row, intent, storing }: ResolvedIntent): Promise<Step> {
  const captures = row.capture === "automatic";
  return {
    event: captures ? "approved_and_captured" : "approved",
    changes: {
      ...NO_ACTION,
      charge_key: intent.key,
      authorized_minor: row.amount_minor,
      captured_minor: captures ? row.amount_minor : 0,
      instrument_id: await storedInstrument(at, intent, storing),
    },
  };
}

/** Stores the instrument when the shopper asked for it. A card saved for this payment only is deleted. */
async function storedInstrument(
  { context, db }: StepContext,
  { instrument_id: id, stores }: IntentRow,
  written: InstrumentRow | undefined,
): Promise<string | null> {
  if (id === null) return null;
  if (stores === 1) return await enableInstrument(context, db, { id, written });
  await dropTransient(db, id);
  const left = await db.selectFrom("pay_instruments").select("id").where("id", "=", id).executeTakeFirst();
  return left?.id ?? null;
}

async function openChallenge(
  { context, db }: StepContext,
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
