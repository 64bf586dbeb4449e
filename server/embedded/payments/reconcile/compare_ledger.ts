/** Compares executions with the acquirer's ledger: money that only one of them knows. */
import { type ComparedTime, type Difference, isSameSums, NO_SUMS, type Sums } from "../../../db/differences.ts";
import type { LedgerCharge } from "../acquirer/acquirer.ts";
import type { PaymentContext } from "../context/context.ts";
import type { ExecutionRow } from "../db/tables.ts";

/** The charges of this time are read at once. */
const SLICE_MS = 6 * 3_600_000;
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
  { fromMs, toMs }: ComparedTime,
): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs += SLICE_MS) {
    const slice = { fromMs: startMs, toMs: Math.min(toMs, startMs + SLICE_MS) };
    const charges = await context.acquirer.charges(slice);
    for (let at = 0; at < charges.length; at += BATCH) {
      differences.push(...await chargesUnlike(context, charges.slice(at, at + BATCH)));
    }
    differences.push(...await executionsWithoutCharge(context, slice, new Set(charges.map(({ key }) => key))));
  }
  return differences;
}

/** Charges that differ from their execution, or that no execution names. */
async function chargesUnlike(
  { db }: PaymentContext,
  charges: readonly LedgerCharge[],
): Promise<readonly Difference[]> {
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

/** Executions with money whose charge the acquirer does not know. */
async function executionsWithoutCharge(
  { db, settings, acquirer }: PaymentContext,
  { fromMs, toMs }: ComparedTime,
  known: ReadonlySet<string>,
): Promise<readonly Difference[]> {
  const clients = settings.clients.map(({ id }) => id);
  const rows = await db.selectFrom("pay_executions").select(COLUMNS).where("client_id", "in", clients)
    .where("created_ms", ">=", fromMs).where("created_ms", "<", toMs).where("charge_key", "is not", null)
    .where("authorized_minor", ">", 0).execute();
  const differences: Difference[] = [];
  for (const row of rows) {
    if (known.has(row.charge_key ?? "") || DECIDING.test(row.state)) continue;
    // The acquirer may have recorded it a moment later, or long before when the database was restored.
    if ((await acquirer.find(row.charge_key ?? ""))?.kind === "approved") continue;
    differences.push({
      between: "ledger",
      subject: row.id,
      atMs: row.created_ms,
      expected: sumsOf(row),
      found: NO_SUMS,
    });
  }
  return differences;
}
