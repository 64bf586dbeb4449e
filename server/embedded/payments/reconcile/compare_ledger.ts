/** Compares executions with the acquirer's ledger: money that only one of them knows. */
import {
  type ComparedTime,
  type Difference,
  inSlices,
  isSameSums,
  NO_SUMS,
  type Sums,
} from "../../../db/differences.ts";
import type { LedgerCharge } from "../acquirer/acquirer.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow } from "../db/tables.ts";
import { movedIn } from "../executions/list_executions.ts";

const BATCH = 500;

type Compared = Pick<
  ExecutionRow,
  "id" | "state" | "charge_key" | "authorized_minor" | "captured_minor" | "refunded_minor" | "created_ms"
>;
const COLUMNS = [
  "id",
  "state",
  "charge_key",
  "authorized_minor",
  "captured_minor",
  "refunded_minor",
  "created_ms",
] as const;

/** What is being decided now differs for a moment, and is compared in a later run. */
const DECIDING = /ing$/;

export async function ledgerDifferences(
  context: PaymentContext,
  time: ComparedTime,
): Promise<readonly Difference[]> {
  const differences = new Map<string, Difference>();
  await inSlices(time, async (slice) => {
    const charges = await context.acquirer.charges(slice);
    const found = await inBatches(charges, (some) => chargesUnlike(context, some));
    const known = new Set(charges.map(({ key }) => key));
    const rows = (await executionsOf(context, slice)).filter(({ charge_key }) => !known.has(charge_key ?? ""));
    found.push(...await inBatches(rows, (some) => executionsUnlike(context, some)));
    // A charge that moved in two slices is compared in both.
    for (const difference of found) differences.set(difference.subject, difference);
    return charges.length >= BATCH;
  });
  return [...differences.values()];
}

async function inBatches<Row>(
  rows: readonly Row[],
  compare: (some: readonly Row[]) => Promise<readonly Difference[]>,
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (let at = 0; at < rows.length; at += BATCH) found.push(...await compare(rows.slice(at, at + BATCH)));
  return found;
}

/** Charges that differ from their execution, or that no execution names. */
async function chargesUnlike(
  { db }: PaymentContext,
  charges: readonly LedgerCharge[],
): Promise<readonly Difference[]> {
  if (charges.length === 0) return [];
  const keys = charges.map(({ key }) => key);
  const intents = await db.selectFrom("pay_intents").select(["key", "execution_id", "is_open"])
    .where("key", "in", keys).execute();
  const executionIds = [...new Set(intents.map(({ execution_id }) => execution_id))];
  const rows = executionIds.length === 0
    ? []
    : await db.selectFrom("pay_executions").select(COLUMNS).where("id", "in", executionIds).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byKey = new Map(intents.map((intent) => [intent.key, intent]));
  return charges.flatMap((charge): Difference[] => {
    const intent = byKey.get(charge.key);
    const row = intent === undefined ? undefined : byId.get(intent.execution_id);
    if (intent?.is_open === 1 || (row !== undefined && DECIDING.test(row.state))) return [];
    const { key, createdMs: atMs, currency, ...sums } = charge;
    const found = row === undefined ? { ...sums, currency } : sums;
    const expected = row?.charge_key === key ? sumsOf(row) : NO_SUMS;
    if (isSameSums(expected, found)) return [];
    return [{ between: "ledger", subject: row?.id ?? key, atMs, expected, found }];
  });
}

function sumsOf({ authorized_minor, captured_minor, refunded_minor }: Compared): Sums {
  return {
    capturedMinor: captured_minor,
    refundedMinor: refunded_minor,
    heldMinor: Math.max(0, authorized_minor - captured_minor),
  };
}

/** Executions with money that were created in this time, or whose money moved in it. */
async function executionsOf(
  { db, settings }: PaymentContext,
  { by, fromMs, toMs }: ComparedTime,
): Promise<readonly Compared[]> {
  const clients = settings.clients.map(({ id }) => id);
  const paid = db.selectFrom("pay_executions").select(COLUMNS).where("client_id", "in", clients)
    .where("charge_key", "is not", null).where("authorized_minor", ">", 0);
  return by === "creation"
    ? await paid.where("created_ms", ">=", fromMs).where("created_ms", "<", toMs).execute()
    : await paid.where("id", "in", movedIn(db, { fromMs, toMs })).execute();
}

/**
 * Executions whose charge the acquirer did not list. It may have recorded the charge a moment later, or long before:
 * when the database was restored, or when a move of the execution never reached it.
 */
async function executionsUnlike(context: PaymentContext, rows: readonly Compared[]): Promise<readonly Difference[]> {
  const decided = rows.filter(({ state }) => !DECIDING.test(state));
  if (decided.length === 0) return [];
  const charges = await context.acquirer.charges({ keys: decided.map(({ charge_key }) => charge_key ?? "") });
  const known = new Set(charges.map(({ key }) => key));
  const without = decided.filter(({ charge_key }) => !known.has(charge_key ?? ""))
    .map((row): Difference => (
      { between: "ledger", subject: row.id, atMs: row.created_ms, expected: sumsOf(row), found: NO_SUMS }
    ));
  return [...await chargesUnlike(context, charges), ...without];
}
