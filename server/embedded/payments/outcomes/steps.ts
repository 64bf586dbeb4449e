/** The transition of an execution that each outcome causes, by the kind of the call. */
import type { Outcome } from "../acquirer/acquirer.ts";
import { CHALLENGE_MS, REDIRECT_MS } from "../context/constants.ts";
import type { Event } from "../executions/execution_state.ts";
import { type Changes, parseStatuses } from "../executions/executions.ts";
import type { Queries } from "../db/queries.ts";
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

export async function stepOf(at: StepContext, resolved: ResolvedIntent): Promise<Step> {
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
      if (!isDone) return { event: wasApproved(row) ? "cancel_refused" : "pending_cancel_refused" };
      if (intent.instrument_id !== null) await dropTransient(at.db, intent.instrument_id);
      return cancelStep(row);
    default:
      throw new TypeError(`Unknown kind of intent ${intent.kind}`);
  }
}

/** By the history: a hold of no money, which checks a card, is approved with an amount of zero. */
function wasApproved(row: ExecutionRow): boolean {
  const codes = parseStatuses(row).map(({ code }) => code);
  return codes.lastIndexOf("authorizeSuccessful") > codes.lastIndexOf("authorizeRequested");
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
          due_ms: at.context.clock.now() + timeFor(outcome.action),
        },
      };
    }
  }
}

/** How long the shopper has. */
function timeFor(action: "3ds" | "redirect" | "confirm"): number {
  return action === "redirect" ? REDIRECT_MS : CHALLENGE_MS;
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
    expires_ms: nowMs + timeFor(kind),
    created_ms: nowMs,
  }).execute();
  return id;
}
