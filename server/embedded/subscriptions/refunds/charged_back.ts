/** Charges whose money an issuer has taken back: a refund would return it twice. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";

const FINAL = ["lost", "accepted", "expired"];

/** The dispute decides whether the refund waits for its end, or is dropped. */
export type RefundHold = "open" | "final";

/** Of these charges, those that are disputed and neither won nor without money moved. */
export async function chargedBack(
  db: Db | Transaction<Database>,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, RefundHold>> {
  if (chargeIds.length === 0) return new Map();
  const rows = await db.selectFrom("subs_disputes").select(["charge_id", "state", "withdrawn_cents", "returned_cents"])
    .where("charge_id", "in", chargeIds).execute();
  return new Map(
    rows.filter(({ withdrawn_cents, returned_cents }) => withdrawn_cents > returned_cents)
      .map(({ charge_id, state }) => [charge_id, FINAL.includes(state) ? "final" : "open"] as const),
  );
}
