/** What the payments service knows about an execution: intents, moves, 3-D Secure, webhooks and their attempts. */
import type { Db } from "../../../db/open.ts";
import { entry, factsOf } from "../../../wire/admin/entries.ts";
import type { TimelineEntry } from "../../../wire/admin/timeline.ts";
import type { ExecutionRow, InstrumentRow } from "../db/tables.ts";
import { parseStatuses } from "../executions/executions.ts";
import { parseHistory, STATE_AFTER } from "../disputes/dispute_view.ts";
import { deliveryView } from "../webhooks/deliveries.ts";

/** Entries of these executions, in no order. */
export async function executionStory(db: Db, ids: readonly string[]): Promise<readonly TimelineEntry[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("pay_executions").selectAll().where("id", "in", ids).execute();
  const currencies = new Map(rows.map(({ id, currency }) => [id, currency]));
  return [
    ...rows.flatMap((row) => [opened(row), ...moves(row)]),
    ...await intents(db, ids, currencies),
    ...await challenges(db, ids),
    ...await cardChanges(db, rows),
    ...await webhooks(db, ids),
    ...await disputes(db, ids),
  ];
}

function opened(row: ExecutionRow): TimelineEntry {
  return entry({
    id: `execution:${row.id}`,
    atMs: row.created_ms,
    kind: "execution",
    name: "opened",
    state: "info",
    amount: { minor: row.amount_minor, currency: row.currency },
    facts: factsOf({
      state: row.state,
      client: row.client_id,
      merchant_reference: row.merchant_reference,
      holder_reference: row.holder_reference,
      capture: row.capture,
      attempts: row.attempts,
    }),
    execution_id: row.id,
  });
}

function moves(row: ExecutionRow): readonly TimelineEntry[] {
  const statuses = parseStatuses(row);
  return statuses.map(({ code, timeMs, result, move }, at) => {
    const isLast = statuses.slice(at + 1).every((later) => verbOf(later.code) !== verbOf(code));
    return entry({
      id: `move:${row.id}:${at + 1}`,
      atMs: timeMs,
      kind: "move",
      name: code,
      state: code.endsWith("Failed") ? "failed" : code.endsWith("Successful") ? "ok" : isLast ? "open" : "info",
      amount: move === undefined ? null : { minor: move.minor, currency: row.currency },
      reason: result ?? "",
      facts: factsOf({ move: move?.id }),
      execution_id: row.id,
    });
  });
}

/** Of "authorizeRequested": "authorize". A step is open until another one of the same move follows it. */
function verbOf(code: string): string {
  return /^[a-z]+/.exec(code)?.[0] ?? code;
}

async function intents(db: Db, ids: readonly string[], currencies: ReadonlyMap<string, string>) {
  const rows = await db.selectFrom("pay_intents").selectAll().where("execution_id", "in", ids).execute();
  return rows.map((row) =>
    entry({
      id: `intent:${row.key}`,
      atMs: row.created_ms,
      kind: "intent",
      name: row.kind,
      state: row.is_open === 1 ? "open" : row.outcome === "declined" || row.outcome === "refused" ? "failed" : "ok",
      amount: { minor: row.amount_minor, currency: currencies.get(row.execution_id) ?? "" },
      facts: factsOf({
        key: row.key,
        method: row.method,
        outcome: row.outcome,
        request_id: row.request_id,
        resolved_at: row.resolved_ms === null ? undefined : new Date(row.resolved_ms).toISOString(),
      }),
      execution_id: row.execution_id,
    })
  );
}

async function challenges(db: Db, ids: readonly string[]) {
  const rows = await db.selectFrom("pay_challenges").selectAll().where("execution_id", "in", ids).execute();
  return rows.map((row) =>
    entry({
      id: `challenge:${row.intent_key}:${row.created_ms}`,
      atMs: row.created_ms,
      kind: "challenge",
      name: row.kind,
      state: row.is_open === 1 ? "open" : "info",
      facts: factsOf({ tries: row.tries, expires_at: new Date(row.expires_ms).toISOString() }),
      execution_id: row.execution_id,
    })
  );
}

/** Once for each change, with the latest of these executions that the card paid. */
async function cardChanges(db: Db, executions: readonly ExecutionRow[]) {
  const paid = new Map(
    executions.toSorted((a, b) => a.created_ms - b.created_ms).map((row) => [row.instrument_id ?? "", row.id]),
  );
  paid.delete("");
  if (paid.size === 0) return [];
  const rows = await db.selectFrom("pay_card_changes").selectAll().where("instrument_id", "in", [...paid.keys()])
    .execute();
  return rows.map((row) =>
    entry({
      id: `card:${row.instrument_id}:${row.changed_ms}`,
      atMs: row.changed_ms,
      kind: "card",
      name: row.change,
      state: "info",
      facts: factsOf(
        row.old_suffix === row.new_suffix
          ? { last_four: row.new_suffix }
          : { old_last_four: row.old_suffix, new_last_four: row.new_suffix },
      ),
      execution_id: paid.get(row.instrument_id) ?? null,
    })
  );
}

async function webhooks(db: Db, ids: readonly string[]) {
  const rows = await db.selectFrom("pay_webhooks").selectAll().where("execution_id", "in", ids).execute();
  return rows.map((row) => {
    const view = deliveryView(row);
    return entry({
      id: `webhook:${row.id}`,
      atMs: row.created_ms,
      kind: "webhook",
      name: view.event,
      state: view.state === "accepted" ? "ok" : view.state === "abandoned" || row.attempts > 0 ? "failed" : "open",
      subject: { kind: "webhook", id: row.id },
      possible: ["replay_webhook"],
      facts: factsOf({
        delivery: view.state,
        origin: new URL(row.url).origin,
        attempts: row.attempts,
        http_status: row.answer_status,
        attempted_at: view.attemptedAt,
        next_attempt_at: view.nextAttemptAt,
        replay_of: row.replay_of,
      }),
      execution_id: row.execution_id,
    });
  });
}

async function disputes(db: Db, ids: readonly string[]) {
  const rows = await db.selectFrom("pay_disputes").selectAll().where("execution_id", "in", ids).execute();
  return rows.flatMap((row) => {
    const history = parseHistory(row);
    const escalatedAt = history.findLastIndex(({ event }) => event === "disputeEscalated");
    return history.map(({ event, timeMs, kind }, at) => {
      const state = STATE_AFTER[event];
      // The row has what the acquirer reported last, which is true from the last change of the kind on.
      const isCurrent = at >= escalatedAt;
      return entry({
        id: `dispute:${row.id}:${at + 1}`,
        atMs: timeMs,
        kind: "dispute",
        name: event,
        state: endOf(state, at === history.length - 1),
        amount: { minor: row.amount_minor, currency: row.currency },
        reason: row.category,
        subject: { kind: "dispute", id: row.id },
        possible: at === 0 && row.state === "needs_response" ? ["answer_dispute"] : [],
        facts: factsOf({
          kind: kind ?? (isCurrent ? row.kind : undefined),
          state,
          reason_code: row.reason_code,
          respond_by: isCurrent && state === "needs_response" ? new Date(row.respond_by_ms).toISOString() : undefined,
        }),
        execution_id: row.execution_id,
      });
    });
  });
}

/** A state that another one followed is open no more. */
function endOf(state: (typeof STATE_AFTER)[keyof typeof STATE_AFTER], isLast: boolean): TimelineEntry["state"] {
  if (state === "needs_response" || state === "under_review") return isLast ? "open" : "info";
  return state === "won" ? "ok" : state === "closed" ? "info" : "failed";
}

export interface InstrumentFacts {
  readonly method: string;
  readonly network: string;
  readonly last_four: string;
}

export function instrumentFacts(row: InstrumentRow | undefined, method = ""): InstrumentFacts {
  return { method: row?.payment_method ?? method, network: row?.network ?? "", last_four: row?.suffix ?? "" };
}
