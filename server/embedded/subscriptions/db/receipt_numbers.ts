/** Readable receipt numbers: "TC-2026-000123", in one series a year without gaps. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";

const DIGITS = 6;

/**
 * Takes numbers in the transaction that records the charges, so that a charge which is not recorded uses none. The year
 * is that of the charge in UTC.
 */
export async function takeReceiptNumbers(
  trx: Transaction<Database>,
  { count, nowMs }: { readonly count: number; readonly nowMs: number },
): Promise<readonly string[]> {
  const year = new Date(nowMs).getUTCFullYear();
  const { last_number } = await trx.insertInto("subs_receipt_numbers").values({ year, last_number: count })
    .onConflict((on) =>
      on.column("year").doUpdateSet((eb) => ({ last_number: eb("subs_receipt_numbers.last_number", "+", count) }))
    ).returning("last_number").executeTakeFirstOrThrow();
  const first = last_number - count + 1;
  return Array.from({ length: count }, (_, at) => `TC-${year}-${String(first + at).padStart(DIGITS, "0")}`);
}

interface RefundPart {
  readonly id: string;
  /** 1 for the first part that was sent. */
  readonly part: number;
}

/**
 * The receipt of a refund says which charge it belongs to, and of a refund in parts which one: "-R", "-R2", "-R3". The
 * refund's id while the charge has no number yet.
 */
export function refundReceipt(receipt: string, { id, part }: RefundPart): string {
  return receipt === "" ? id : `${receipt}-R${part === 1 ? "" : part}`;
}
