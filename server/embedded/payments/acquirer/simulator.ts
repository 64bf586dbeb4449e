/**
 * Simulates an acquirer and its issuers for tests and demonstrations: decides by test card or test amount and keeps a
 * ledger in a database of its own.
 */
import type { UpdateQueryBuilder, UpdateResult } from "kysely";
import type { Clock } from "../../../platform/clock.ts";
import {
  type Acquirer,
  type AuthorizeCall,
  type ContinueCall,
  type LedgerCharge,
  type LedgerQuery,
  type OperationCall,
  type Outcome,
} from "./acquirer.ts";
import { DECLINE_RESULTS, type DeclineResult } from "./decline_results.ts";
import type { LedgerTables, SimulatorPorts } from "./ledger.ts";
import type { ChargeRow, MovementRow } from "./ledger_tables.ts";
import { amountScenarioOf } from "./test_amounts.ts";
import { createSimulatedCardUpdates } from "./simulated/card_updates.ts";
import { cardFacts, decide, laterDecline, scenarioFor } from "./simulated/decide.ts";
import { createSimulatedDisputes } from "./simulated/disputes.ts";
import { APPROVE_LATER_MS, scenarioText } from "./test_cards.ts";

/**
 * Creates the simulator on its ledger. Outcomes follow from the test card or the test amount; `clock` decides when a
 * pending charge is approved.
 *
 * ```ts
 * const acquirer = createSimulator({ db: await openLedger(ledgerPlace(place, dataDir)), clock });
 * ```
 */
export function createSimulator(ports: SimulatorPorts): Acquirer {
  return {
    authorize: (call) => authorize(ports, call),
    continue: (call) => continueCharge(ports, call),
    operate: (call) => operate(ports, call),
    find: (key) => find(ports, key),
    close: (key) => close(ports, key),
    charges: (query) => charges(ports, query),
    ...createSimulatedDisputes(ports),
    ...createSimulatedCardUpdates(ports),
  };
}

async function authorize(ports: SimulatorPorts, call: AuthorizeCall): Promise<Outcome> {
  const special = amountScenarioOf(call.amountMinor);
  if (special?.kind === "call_lost") throw new TypeError("the call did not arrive");
  if (special?.kind === "slow") await new Promise((resolve) => setTimeout(resolve, special.delayMs));
  const scenario = special?.kind === "decline" ? special : scenarioFor(call);
  const outcome = await record(
    ports,
    charge(ports, {
      ...call,
      ...cardFacts(call),
      scenario: scenarioText(scenario),
      outcome: decide(scenario, call, ports.clock.now()),
      laterDecline: laterDecline(scenario),
    }),
  );
  if (special?.kind === "answer_lost") throw new TypeError("the answer was lost");
  return outcome;
}

async function continueCharge(ports: SimulatorPorts, { key, continues, answer }: ContinueCall): Promise<Outcome> {
  const first = await ports.db.selectFrom("acq_charges").selectAll().where("key", "=", continues).executeTakeFirst();
  if (first === undefined || !first.outcome.startsWith("asks:") || first.is_cancelled === 1) {
    return { kind: "declined", result: "OperationNotAllowed" };
  }
  const outcome = afterAnswer(first, answer);
  return await record(
    ports,
    charge(ports, {
      key,
      continues,
      amountMinor: first.amount_minor,
      currency: first.currency,
      captures: first.captures === 1,
      network: first.network,
      expiry: first.expiry,
      initiator: "customer",
      scenario: first.scenario,
      outcome,
    }),
  );
}

/** The outcome of the shopper's answer. A card that the issuer declines is declined only now. */
function afterAnswer({ scenario, result, outcome }: ChargeRow, answer: ContinueCall["answer"]): Outcome {
  if (answer === "cancelled") return { kind: "declined", result: "PayerCanceled" };
  // A hosted page declines by itself: no issuer was asked.
  if (answer === "failed" && outcome !== "asks:3ds") return { kind: "declined", result: "ProviderUnknownError" };
  if (answer === "failed" || scenario === "challenge_then_decline") {
    return { kind: "declined", result: "PayerAuthenticationFailed" };
  }
  if (scenario === "decline") return { kind: "declined", result: readResult(result) };
  return scenario === "settle_later" ? { kind: "pending", askAgainMs: APPROVE_LATER_MS } : { kind: "approved" };
}

/** The ledger's rules are conditions of a single update, so that two calls at once cannot both pass. */
async function operate({ db, clock }: SimulatorPorts, call: OperationCall): Promise<Outcome> {
  const known = await find({ db, clock }, call.key);
  if (known !== undefined) return known;
  await find({ db, clock }, call.chargeKey);
  return await db.transaction().execute(async (trx) => {
    const held = trx.updateTable("acq_charges").where("key", "=", call.chargeKey).where("is_cancelled", "=", 0);
    const { numUpdatedRows } = await UPDATES[call.kind](held, call.amountMinor).executeTakeFirst();
    const isDone = numUpdatedRows === 1n;
    await trx.insertInto("acq_movements").values({
      key: call.key,
      charge_key: call.chargeKey,
      kind: call.kind,
      amount_minor: call.amountMinor,
      outcome: isDone ? "approved" : "declined",
      result: isDone ? null : "OperationNotAllowed",
      created_ms: clock.now(),
    }).execute();
    return isDone ? { kind: "approved" } : { kind: "declined", result: "OperationNotAllowed" };
  });
}

type ChargeUpdate = UpdateQueryBuilder<LedgerTables, "acq_charges", "acq_charges", UpdateResult>;

const UPDATES: Readonly<Record<OperationCall["kind"], (held: ChargeUpdate, minor: number) => ChargeUpdate>> = {
  capture: (held, minor) =>
    held.set((row) => ({ captured_minor: row("captured_minor", "+", minor) }))
      .where("outcome", "=", "approved")
      .where((row) => row(row("captured_minor", "+", minor), "<=", row.ref("amount_minor"))),
  refund: (held, minor) =>
    held.set((row) => ({ refunded_minor: row("refunded_minor", "+", minor) }))
      .where((row) => row(row("refunded_minor", "+", minor), "<=", row.ref("captured_minor"))),
  // The captured amount stays captured; the rest is voided.
  cancel: (held) =>
    held.set((row) => ({
      is_cancelled: row.case().when("captured_minor", "=", 0).then(1).else(0).end(),
      amount_minor: row.case().when("captured_minor", "=", 0).then(row.ref("amount_minor")).else(
        row.ref("captured_minor"),
      )
        .end(),
    })).where((row) => row.or([row("captured_minor", "=", 0), row("captured_minor", "<", row.ref("amount_minor"))])),
};

async function find({ db, clock }: SimulatorPorts, key: string): Promise<Outcome | undefined> {
  const moved = await db.selectFrom("acq_movements").selectAll().where("key", "=", key).executeTakeFirst();
  if (moved !== undefined) return parseOutcome(moved, clock);
  const row = await db.selectFrom("acq_charges").selectAll().where("key", "=", key).executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.outcome !== "pending" || clock.now() < (row.settles_ms ?? 0)) return parseOutcome(row, clock);
  await db.updateTable("acq_charges").set({
    outcome: "approved",
    captured_minor: row.captures === 1 ? row.amount_minor : 0,
  }).where("key", "=", key).where("outcome", "=", "pending").where("is_cancelled", "=", 0).execute();
  return { kind: row.is_cancelled === 1 ? "closed" : "approved" };
}

async function charges({ db }: SimulatorPorts, query: LedgerQuery): Promise<readonly LedgerCharge[]> {
  const approved = db.selectFrom("acq_charges").selectAll().where("outcome", "=", "approved").orderBy("created_ms");
  if ("keys" in query) return ledgerCharges(await approved.where("key", "in", query.keys).execute());
  const { by, fromMs, toMs } = query;
  const created = await approved.where("created_ms", ">=", fromMs).where("created_ms", "<", toMs).execute();
  if (by === "creation") return ledgerCharges(created);
  const moved = db.selectFrom("acq_movements").select("charge_key").where("created_ms", ">=", fromMs)
    .where("created_ms", "<", toMs);
  const older = await approved.where("key", "in", moved).where("created_ms", "<", fromMs).execute();
  return ledgerCharges([...older, ...created]);
}

function ledgerCharges(rows: readonly ChargeRow[]): readonly LedgerCharge[] {
  return rows.map(({ key, created_ms, amount_minor, captured_minor, refunded_minor, is_cancelled, currency }) => ({
    key,
    createdMs: created_ms,
    capturedMinor: captured_minor,
    refundedMinor: refunded_minor,
    heldMinor: is_cancelled === 1 ? 0 : amount_minor - captured_minor,
    currency,
  }));
}

/** Takes the key in both tables, so that no later call can use it. */
async function close(ports: SimulatorPorts, key: string): Promise<Outcome> {
  const found = await find(ports, key);
  if (found !== undefined) return found;
  const row = charge(ports, { key, scenario: "none", outcome: { kind: "closed" } });
  const movement = {
    key,
    charge_key: key,
    kind: "none",
    amount_minor: 0,
    outcome: "closed",
    result: null,
    created_ms: row.created_ms,
  };
  await ports.db.transaction().execute(async (trx) => {
    await trx.insertInto("acq_charges").values(row).onConflict((on) => on.column("key").doNothing()).execute();
    await trx.insertInto("acq_movements").values(movement).onConflict((on) => on.column("key").doNothing()).execute();
  });
  const charged = await ports.db.selectFrom("acq_charges").selectAll().where("key", "=", key).executeTakeFirst();
  if (charged !== undefined && charged.outcome !== "closed") return parseOutcome(charged, ports.clock);
  return await find(ports, key) ?? { kind: "closed" };
}

/** Inserts the charge unless its key exists. The answer is always that of the first call. */
async function record(ports: SimulatorPorts, row: ChargeRow): Promise<Outcome> {
  const { numInsertedOrUpdatedRows } = await ports.db.insertInto("acq_charges").values(row)
    .onConflict((conflict) => conflict.column("key").doNothing()).executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return parseOutcome(row, ports.clock);
  return await find(ports, row.key) ?? { kind: "closed" };
}

interface NewCharge extends Partial<Pick<AuthorizeCall, "amountMinor" | "currency" | "captures" | "initiator">> {
  readonly key: string;
  readonly network?: string | null;
  readonly expiry?: string | null;
  readonly continues?: string;
  readonly scenario: string;
  readonly outcome: Outcome;
  /** How the issuer declines this card after the shopper acted. */
  readonly laterDecline?: DeclineResult | undefined;
}

function charge({ clock }: SimulatorPorts, fields: NewCharge): ChargeRow {
  const { key, continues, amountMinor = 0, currency = "", captures = false, scenario, outcome } = fields;
  const { network = null, expiry = null, initiator = null } = fields;
  return {
    key,
    continues: continues ?? null,
    amount_minor: amountMinor,
    currency,
    captures: captures ? 1 : 0,
    captured_minor: captures && outcome.kind === "approved" ? amountMinor : 0,
    refunded_minor: 0,
    is_cancelled: 0,
    outcome: outcome.kind === "asks" ? `asks:${outcome.action}` : outcome.kind,
    result: outcome.kind === "declined" ? outcome.result : fields.laterDecline ?? null,
    scenario,
    settles_ms: outcome.kind === "pending" ? clock.now() + outcome.askAgainMs : null,
    created_ms: clock.now(),
    network,
    initiator,
    expiry,
  };
}

function parseOutcome(row: ChargeRow | MovementRow, clock: Clock): Outcome {
  switch (row.outcome) {
    case "approved":
      return { kind: "approved" };
    case "asks:3ds":
      return { kind: "asks", action: "3ds" };
    case "asks:redirect":
      return { kind: "asks", action: "redirect" };
    case "asks:confirm":
      return { kind: "asks", action: "confirm" };
    case "pending":
      return {
        kind: "pending",
        askAgainMs: Math.max(0, ("settles_ms" in row ? row.settles_ms ?? 0 : 0) - clock.now()),
      };
    case "declined":
      return { kind: "declined", result: readResult(row.result) };
    default:
      return { kind: "closed" };
  }
}

function readResult(text: string | null): DeclineResult {
  return DECLINE_RESULTS.find((result) => result === text) ?? "Unknown";
}
