/** Money as finance sees it: disputes, differences between the books, and figures by day. */
import { isoTime } from "../platform/clock.ts";
import type { Db } from "../db/open.ts";
import { countDifferences, listDifferences, type Sums } from "../db/differences.ts";
import { countOpenMoves, listOpenMoves } from "../embedded/subscriptions/subscriptions.ts";
import { CURRENCY } from "../wire/billing/plans.ts";
import { DAY_MS } from "../wire/billing/schedule.ts";
import { type Differences, type Disputes, type Figures, FUNNEL_STEPS } from "../wire/admin/money.ts";
import { FUNNEL_EVENTS } from "../wire/site/funnel_events.ts";
import { findCustomer } from "./customers.ts";
import type { ConsolePorts } from "./ports.ts";

const MOST_DISPUTES = 200;

export async function viewDisputes(ports: ConsolePorts): Promise<Disputes> {
  const disputes = await ports.payments?.disputes(MOST_DISPUTES + 1) ?? [];
  const rows: Disputes["disputes"] = [];
  for (const dispute of disputes.slice(0, MOST_DISPUTES)) {
    const [purchase] = await ports.subscriptions?.find({ executionIds: [dispute.executionId], limit: 1 }) ?? [];
    const customer = purchase === undefined ? undefined : await findCustomer(ports, purchase);
    rows.push({
      id: dispute.id,
      execution_id: dispute.executionId,
      purchase_id: purchase ?? null,
      customer_id: customer?.id ?? null,
      state: dispute.state,
      reason: dispute.reason,
      kind: dispute.kind,
      amount: { minor: dispute.minor, currency: dispute.currency },
      refunded: { minor: dispute.refundedMinor, currency: dispute.currency },
      opened_at: isoTime(dispute.openedMs),
      due_at: dispute.dueMs === undefined ? null : isoTime(dispute.dueMs),
      possible: dispute.dueMs === undefined ? [] : ["answer_dispute"],
    });
  }
  return { disputes: rows, more: disputes.length > MOST_DISPUTES, unseen: [...ports.unseen] };
}

export async function viewDifferences(ports: ConsolePorts): Promise<Differences> {
  const { db, unseen } = ports;
  const [stored, moves] = [await listDifferences(db), await listOpenMoves(db)];
  return {
    differences: await Promise.all(stored.map(async ({ between, subject, atMs, seenMs, expected, found }) => {
      const { about, currency } = await subjectOf(ports, between, subject);
      return {
        between,
        subject,
        about,
        currency: found.currency ?? expected.currency ?? currency,
        at: isoTime(atMs),
        first_seen_at: isoTime(seenMs),
        expected: sumsOf(expected),
        found: sumsOf(found),
      };
    })),
    more_differences: await countDifferences(db) > stored.length,
    moves: moves.map((move) => ({
      execution_id: move.executionId,
      kind: move.kind,
      amount: { minor: move.cents, currency: CURRENCY },
      state: move.state,
      tries: move.tries,
      reason: move.reason,
      since: isoTime(move.sinceMs),
      next_try_at: isoTime(move.nextMs),
      charge_id: move.chargeId,
      purchase_id: move.subscriptionId,
    })),
    more_moves: await countOpenMoves(db) > moves.length,
    unseen: [...unseen],
  };
}

function sumsOf(sums: Sums): Differences["differences"][number]["expected"] {
  return {
    captured_minor: sums.capturedMinor,
    refunded_minor: sums.refundedMinor,
    held_minor: sums.heldMinor,
    disputed_minor: sums.disputedMinor ?? 0,
    dispute_fees_minor: sums.disputeFeesMinor ?? 0,
  };
}

type About = Pick<Differences["differences"][number], "about" | "currency">;

/** What a difference is about, and in which currency. The books have one; executions and disputes name theirs. */
async function subjectOf({ payments }: ConsolePorts, between: "books" | "ledger", id: string): Promise<About> {
  const [execution] = await payments?.executions([id]) ?? [];
  if (execution !== undefined) return { about: "execution", currency: execution.currency };
  const dispute = await payments?.dispute(id);
  if (dispute !== undefined) return { about: "dispute", currency: dispute.currency };
  return between === "books" ? { about: "execution", currency: CURRENCY } : { about: "acquirer", currency: "" };
}

const MOST_DAYS = 92;

/** Undefined for dates that don't exist, that are in the wrong order, or that are too far apart. */
export async function viewFigures(
  ports: ConsolePorts,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Figures | undefined> {
  const [fromMs, toMs] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)];
  const count = (toMs - fromMs) / DAY_MS + 1;
  const isWrong = Number.isNaN(count) || day(fromMs) !== from || day(toMs) !== to;
  if (isWrong || count < 1 || count > MOST_DAYS) return undefined;
  const dayMs = Array.from({ length: count }, (_, at) => fromMs + at * DAY_MS);
  const [plans, approval, funnel, details] = await Promise.all([
    ports.subscriptions?.figures(dayMs),
    ports.payments?.figures(dayMs),
    ports.reading((db) => funnelOf(db, dayMs)),
    ports.reading((db) => detailsOf(db, fromMs, toMs + DAY_MS)),
  ]);
  return {
    from,
    to,
    days: dayMs.map((ms, at) => ({
      day: day(ms),
      ...NO_PLANS,
      ...plans?.[at],
      ...NO_APPROVAL,
      ...approval?.[at],
      funnel: [...funnel[at] ?? []],
    })),
    funnel_steps: [...FUNNEL_STEPS],
    funnel_details: details,
    funnel_collected: ports.collectsFunnel,
    unseen: [...ports.unseen],
  };
}

const NO_PLANS = {
  revenue: [],
  renewals: { paid: 0, declined: 0, recovered: 0 },
  churn: { started: 0, cancelled: 0, ended_unpaid: 0, running: 0 },
};
const NO_APPROVAL = { approval: { approved: 0, declined: 0 }, declines: [] };

/** Counts by day and step. */
async function funnelOf(db: Db, dayMs: readonly number[]): Promise<readonly (readonly number[])[]> {
  const counts: number[][] = [];
  for (const startMs of dayMs) {
    const rows = await db.selectFrom("funnel_events").select(["name", (eb) => eb.fn.countAll().as("many")])
      .where("created_ms", ">=", startMs).where("created_ms", "<", startMs + DAY_MS).groupBy("name").execute();
    counts.push(FUNNEL_STEPS.map((step) => Number(rows.find(({ name }) => name === step)?.many ?? 0)));
  }
  return counts;
}

const MOST_DETAILS = 2_000;
const MOST_OF_ONE_STEP = 10;

/** Error texts, questions, plans and the like, in the order of the steps, most first. */
async function detailsOf(db: Db, fromMs: number, untilMs: number): Promise<Figures["funnel_details"]> {
  const rows = await db.selectFrom("funnel_events")
    .select(["name", "fields_json", (eb) => eb.fn.countAll().as("many")])
    .where("created_ms", ">=", fromMs).where("created_ms", "<", untilMs).where("fields_json", "!=", "{}")
    .groupBy(["name", "fields_json"]).orderBy("many", "desc").orderBy("fields_json").limit(MOST_DETAILS).execute();
  return FUNNEL_EVENTS.flatMap((step) => rows.filter(({ name }) => name === step).slice(0, MOST_OF_ONE_STEP))
    .map(({ name, fields_json, many }) => ({
      reason: `${name}: ${Object.values(JSON.parse(fields_json)).join(", ")}`,
      count: Number(many),
    }));
}

function day(ms: number): string {
  return Number.isNaN(ms) ? "" : isoTime(ms).slice(0, "2026-11-22".length);
}
