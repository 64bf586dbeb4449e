/** What is stored about holders: what they pay with, and their payments, for a person who asks for their data. */
import type { Db } from "../../../db/open.ts";
import type { PaymentContext } from "../context/context.ts";
import { exportEvidence } from "../disputes/export_evidence.ts";

/** Card numbers are sealed and never exported. */
const INSTRUMENT = [
  "id",
  "payment_method",
  "status",
  "network",
  "suffix",
  "expiry_month",
  "expiry_year",
  "issuer_country",
  "email",
  "created_ms",
] as const;
const PAYMENT = [
  "id",
  "holder_reference",
  "merchant_reference",
  "amount_minor",
  "currency",
  "state",
  "authorized_minor",
  "captured_minor",
  "refunded_minor",
  "instrument_id",
  "created_ms",
] as const;
const DISPUTE = ["id", "execution_id", "kind", "state", "category", "amount_minor", "currency", "created_ms"] as const;

export type StoredInstrumentFacts = Awaited<ReturnType<typeof storedInstruments>>[number];

/** Oldest first. */
export async function storedInstruments(db: Db, holders: readonly string[]) {
  if (holders.length === 0) return [];
  return await db.selectFrom("pay_instruments").select(INSTRUMENT).where("holder_reference", "in", holders)
    .where("status", "not in", ["deleted", "transient"]).orderBy("created_ms").orderBy("id").execute();
}

/** A person's payments: people who share a browser may share a holder, and each has executions of their own. */
export interface PayerQuery {
  readonly holders: readonly string[];
  readonly executionIds: readonly string[];
}

/** Rows by the name of their file. Evidence, which names a person in words, is that of the named executions alone. */
export async function exportHolders(
  { db, keys }: Pick<PaymentContext, "db" | "keys">,
  { holders, executionIds }: PayerQuery,
): Promise<Readonly<Record<string, unknown>>> {
  if (holders.length === 0) return {};
  const [instruments, changes, payments, disputes, evidence] = await Promise.all([
    storedInstruments(db, holders),
    db.selectFrom("pay_card_changes as c").innerJoin("pay_instruments as i", "i.id", "c.instrument_id").selectAll("c")
      .where("i.holder_reference", "in", holders).orderBy("c.changed_ms").orderBy("c.instrument_id").execute(),
    db.selectFrom("pay_executions").select(PAYMENT).where("holder_reference", "in", holders).orderBy("created_ms")
      .orderBy("id").execute(),
    db.selectFrom("pay_disputes").select(DISPUTE).where("holder_reference", "in", holders).orderBy("created_ms")
      .orderBy("id").execute(),
    exportEvidence({ db, keys }, executionIds),
  ]);
  return {
    "stored-cards.json": instruments,
    "stored-card-changes.json": changes,
    "payments.json": payments,
    "payment-disputes.json": disputes,
    "payment-dispute-evidence.json": evidence,
  };
}
