/** Compares the stored disputes with the acquirer's: money that only one of them knows. */
import type { ComparedTime, Difference, Sums } from "../../../db/differences.ts";
import type { AcquirerDispute } from "../acquirer/disputes.ts";
import type { PaymentContext } from "../context/context.ts";
import type { DisputeRow } from "../db/dispute_tables.ts";
import { syncDisputes } from "./sync_disputes.ts";

/** Disputes opened or changed in this time, after the acquirer's list was read once more. */
export async function disputeDifferences(
  context: PaymentContext,
  { by, fromMs, toMs, stopping }: ComparedTime,
): Promise<readonly Difference[]> {
  await syncDisputes(context, stopping);
  const isIn = (ms: number) => ms >= fromMs && ms < toMs;
  const reported = await context.acquirer.disputes({ changedFromMs: fromMs });
  const compared = reported.filter(({ openedMs, changedMs }) => isIn(by === "move" ? changedMs : openedMs));
  const rows = await context.db.selectFrom("pay_disputes").selectAll()
    .where((eb) =>
      eb.or([
        eb("changed_ms", ">=", fromMs),
        ...(compared.length === 0 ? [] : [eb("acquirer_id", "in", compared.map(({ id }) => id))]),
      ])
    ).execute();
  const stored = new Map(rows.map((row) => [row.acquirer_id, row]));
  const differences = compared.flatMap((dispute) => {
    const row = stored.get(dispute.id);
    const found = sumsOfReported(dispute);
    const { currency } = dispute;
    return unlike(dispute.openedMs, {
      subject: row?.id ?? dispute.id,
      expected: sumsOf(row),
      found: row === undefined ? { ...found, currency } : found,
    });
  });
  const known = new Set(reported.map(({ id }) => id));
  const alone = rows.filter(({ acquirer_id, created_ms }) => isIn(created_ms) && !known.has(acquirer_id));
  return [
    ...differences,
    ...alone.flatMap((row) =>
      unlike(row.created_ms, { subject: row.id, expected: sumsOf(row), found: sumsOf(undefined) })
    ),
  ];
}

function unlike(
  atMs: number,
  { subject, expected, found }: Pick<Difference, "subject" | "expected" | "found">,
): Difference[] {
  const isSame = expected.disputedMinor === found.disputedMinor && expected.disputeFeesMinor === found.disputeFeesMinor;
  return isSame ? [] : [{ between: "ledger", subject, atMs, expected, found }];
}

function sumsOf(row: DisputeRow | undefined): Sums {
  return sums((row?.withdrawn_minor ?? 0) - (row?.returned_minor ?? 0), row?.fee_minor ?? 0);
}

function sumsOfReported({ withdrawnMinor, returnedMinor, feeMinor }: AcquirerDispute): Sums {
  return sums(withdrawnMinor - returnedMinor, feeMinor);
}

function sums(disputedMinor: number, disputeFeesMinor: number): Sums {
  return { capturedMinor: 0, refundedMinor: 0, heldMinor: 0, disputedMinor, disputeFeesMinor };
}
