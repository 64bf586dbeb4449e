/** Simulates issuers that dispute test cards' charges, and networks that decide. The rules are in the README. */
import type { AcquirerDispute, AcquirerFeeds, DisputeResponse, DisputesQuery } from "../disputes.ts";
import { DISPUTE_KINDS, DISPUTE_STATES, type DisputeKind } from "../disputes.ts";
import { DISPUTE_CATEGORIES, NETWORK_GROUPS, REASON_CODES, RESPOND_DAYS } from "../dispute_reasons.ts";
import type { ChargeRow, DisputeRow } from "../ledger_tables.ts";
import type { SimulatorPorts } from "../ledger.ts";
import { scenarioTexts } from "../test_cards.ts";

/** A test card is disputed this long after its charge, once it is captured. */
const DISPUTE_AFTER_MS = 60_000;
/** A network decides this long after it has the evidence; a real one takes about 60 days. */
const DECIDE_AFTER_MS = 60_000;
/** The acquirer's fee for each chargeback: 15.00. A won dispute does not return it. */
const DISPUTE_FEE_MINOR = 1_500;
/** The words of evidence that decide, as in the sandboxes of real providers. */
const WINNING_EVIDENCE = "winning_evidence";
const DAY_MS = 86_400_000;

export function createSimulatedDisputes(
  ports: SimulatorPorts,
): Pick<AcquirerFeeds, "disputes" | "respond" | "acceptDispute"> {
  return {
    disputes: (query) => disputes(ports, query),
    respond: (response) => respond(ports, response),
    acceptDispute: (id) => accept(ports, id),
  };
}

async function disputes(ports: SimulatorPorts, { changedFromMs }: DisputesQuery): Promise<readonly AcquirerDispute[]> {
  await openDue(ports);
  await changeDue(ports);
  const rows = await ports.db.selectFrom("acq_disputes").selectAll().where("changed_ms", ">=", changedFromMs)
    .orderBy("changed_ms").orderBy("id").execute();
  return rows.map(viewOf);
}

/** Charges of test cards that are captured and a minute old. */
async function openDue({ db, clock }: SimulatorPorts): Promise<void> {
  const dueMs = clock.now() - DISPUTE_AFTER_MS;
  const charges = await db.selectFrom("acq_charges as c").selectAll("c")
    .where("c.scenario", "in", scenarioTexts("disputed")).where("c.created_ms", "<=", dueMs)
    .where("c.outcome", "=", "approved")
    .where("c.captured_minor", ">", 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("acq_disputes as d").select("d.id").whereRef("d.charge_key", "=", "c.key")))
    ).execute();
  for (const charge of charges) {
    await db.insertInto("acq_disputes").values(newDispute(charge, clock.now()))
      .onConflict((on) => on.column("charge_key").doNothing()).execute();
  }
}

function newDispute({ key, scenario, network, captured_minor, currency }: ChargeRow, nowMs: number): DisputeRow {
  const [, kindText, categoryText] = scenario.split(":");
  const kind = DISPUTE_KINDS.find((known) => known === kindText) ?? "chargeback";
  const group = NETWORK_GROUPS.find((known) => known === network) ?? "other";
  return {
    id: `dp_${key}`,
    charge_key: key,
    kind,
    state: "needs_response",
    category: categoryText ?? "general",
    network: group,
    amount_minor: captured_minor,
    currency,
    ...moneyOf(kind, captured_minor),
    returned_minor: 0,
    respond_by_ms: nowMs + RESPOND_DAYS[group] * DAY_MS,
    decide_ms: null,
    verdict: null,
    opened_ms: nowMs,
    changed_ms: nowMs,
  };
}

/** Only a chargeback takes money. */
function moneyOf(kind: DisputeKind, amountMinor: number): Pick<DisputeRow, "withdrawn_minor" | "fee_minor"> {
  return kind === "chargeback"
    ? { withdrawn_minor: amountMinor, fee_minor: DISPUTE_FEE_MINOR }
    : { withdrawn_minor: 0, fee_minor: 0 };
}

/** Decisions that are due, deadlines that passed, and warnings whose charge was refunded. */
async function changeDue(ports: SimulatorPorts): Promise<void> {
  const { db, clock } = ports;
  const nowMs = clock.now();
  const open = await db.selectFrom("acq_disputes").selectAll().where("state", "in", ["needs_response", "under_review"])
    .execute();
  for (const row of open) {
    const change = row.state === "under_review" ? decisionOf(row, nowMs) : await unansweredOf(ports, row);
    if (change !== undefined) await write(ports, row, change);
  }
}

type Change = Partial<Omit<DisputeRow, "id" | "charge_key">>;

function decisionOf(row: DisputeRow, nowMs: number): Change | undefined {
  if (row.decide_ms === null || nowMs < row.decide_ms) return undefined;
  const isWon = row.verdict === "won";
  if (row.kind !== "chargeback") return isWon ? { state: "closed" } : escalated(row, nowMs);
  return isWon ? { state: "won", returned_minor: row.withdrawn_minor } : { state: "lost" };
}

async function unansweredOf({ db, clock }: SimulatorPorts, row: DisputeRow): Promise<Change | undefined> {
  const nowMs = clock.now();
  if (row.kind === "early_warning" && await isRefunded({ db, clock }, row)) return { state: "closed" };
  if (nowMs < row.respond_by_ms) return undefined;
  return row.kind === "chargeback" ? { state: "expired" } : escalated(row, nowMs);
}

/** An early warning that is not refunded and an inquiry that is not answered become chargebacks. */
function escalated({ amount_minor, network }: DisputeRow, nowMs: number): Change {
  const group = NETWORK_GROUPS.find((known) => known === network) ?? "other";
  return {
    kind: "chargeback",
    state: "needs_response",
    ...moneyOf("chargeback", amount_minor),
    respond_by_ms: nowMs + RESPOND_DAYS[group] * DAY_MS,
    decide_ms: null,
    verdict: null,
  };
}

async function isRefunded({ db }: SimulatorPorts, { charge_key, amount_minor }: DisputeRow): Promise<boolean> {
  const charge = await db.selectFrom("acq_charges").select("refunded_minor").where("key", "=", charge_key)
    .executeTakeFirst();
  return (charge?.refunded_minor ?? 0) >= amount_minor;
}

async function respond(ports: SimulatorPorts, { id, texts }: DisputeResponse): Promise<AcquirerDispute | undefined> {
  const row = await readOpen(ports, id);
  if (row === undefined) return undefined;
  // A repeat of the answer finds it.
  if (row.state === "under_review") return viewOf(row);
  const wins = Object.values(texts).some((text) => text.includes(WINNING_EVIDENCE)) || await isRefunded(ports, row);
  return await write(ports, row, {
    state: "under_review",
    decide_ms: ports.clock.now() + DECIDE_AFTER_MS,
    verdict: wins ? "won" : "lost",
  });
}

/** Accepting an early warning or an inquiry ends it; the merchant is expected to refund. */
async function accept(ports: SimulatorPorts, id: string): Promise<AcquirerDispute | undefined> {
  const known = await find(ports, id);
  if (known?.state === "accepted") return viewOf(known);
  const row = await readOpen(ports, id);
  if (row === undefined || row.state === "under_review") return undefined;
  return await write(ports, row, { state: row.kind === "chargeback" ? "accepted" : "closed" });
}

async function find({ db }: SimulatorPorts, id: string): Promise<DisputeRow | undefined> {
  return await db.selectFrom("acq_disputes").selectAll().where("id", "=", id).executeTakeFirst();
}

async function readOpen(ports: SimulatorPorts, id: string): Promise<DisputeRow | undefined> {
  await changeDue(ports);
  const row = await find(ports, id);
  return row?.state === "needs_response" || row?.state === "under_review" ? row : undefined;
}

/** The previous state is a condition, so that only one of two simultaneous changes is written. */
async function write(
  { db, clock }: SimulatorPorts,
  row: DisputeRow,
  change: Change,
): Promise<AcquirerDispute | undefined> {
  const changed_ms = clock.now();
  const { numUpdatedRows } = await db.updateTable("acq_disputes").set({ ...change, changed_ms })
    .where("id", "=", row.id).where("state", "=", row.state).where("kind", "=", row.kind).executeTakeFirst();
  const now = numUpdatedRows === 1n ? { ...row, ...change, changed_ms } : await find({ db, clock }, row.id);
  return now === undefined ? undefined : viewOf(now);
}

function viewOf(row: DisputeRow): AcquirerDispute {
  const network = NETWORK_GROUPS.find((known) => known === row.network) ?? "other";
  const category = DISPUTE_CATEGORIES.find((known) => known === row.category) ?? "general";
  return {
    id: row.id,
    chargeKey: row.charge_key,
    kind: DISPUTE_KINDS.find((known) => known === row.kind) ?? "chargeback",
    state: DISPUTE_STATES.find((known) => known === row.state) ?? "needs_response",
    category,
    reasonCode: REASON_CODES[category][network],
    network,
    amountMinor: row.amount_minor,
    currency: row.currency,
    withdrawnMinor: row.withdrawn_minor,
    returnedMinor: row.returned_minor,
    feeMinor: row.fee_minor,
    respondByMs: row.respond_by_ms,
    openedMs: row.opened_ms,
    changedMs: row.changed_ms,
  };
}
