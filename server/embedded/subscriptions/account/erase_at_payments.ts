/**
 * Erases what the payments service stores about an erased person: the numbers of their stored instruments, the records
 * beside them, and the evidence of their disputes.
 */
import { fail } from "../../../platform/http/answer.ts";
import { refusal } from "../../../wire/site/refusal.ts";
import type { SubscriptionContext } from "../context/context.ts";
import type { SubscriptionRow } from "../db/tables.ts";
import { PaymentsError } from "../payments_client/send.ts";

type Payer = Pick<SubscriptionRow, "id" | "holder_reference" | "payment_instrument_id">;

/** Repeated, it finds nothing left to delete. 503 when the payments service does not answer. */
export async function eraseAtPayments(context: SubscriptionContext, payers: readonly Payer[]): Promise<void> {
  const ids = payers.map(({ id }) => id);
  try {
    for (const holder of new Set(payers.map(({ holder_reference }) => holder_reference))) {
      const others = await context.db.selectFrom("subs_subscriptions").select("payment_instrument_id")
        .where("holder_reference", "=", holder).where("id", "not in", ids).execute();
      await eraseEvidence(context, { holder, ids, isShared: others.length > 0 });
      const stored = await context.api.instruments(holder);
      // Two people who share a browser may share a holder: then each has only the instrument of their own purchases.
      const own = stored.filter(({ id }) =>
        others.length === 0 ||
        payers.some((payer) => payer.payment_instrument_id === id) &&
          !others.some((other) => other.payment_instrument_id === id)
      );
      for (const { id } of own) await context.api.deleteInstrument(holder, id);
      // Whose of several people a record is, it does not say.
      if (others.length === 0) await eraseRecords(context, holder);
    }
  } catch (error) {
    if (error instanceof PaymentsError) fail(error.isFinal ? 502 : 503, refusal("cards_not_deleted"), error);
    throw error;
  }
}

/** A service of the release before has no such call, and what it stores so stays. */
async function eraseRecords({ api, log }: SubscriptionContext, holder: string): Promise<void> {
  try {
    await api.eraseRecords(holder);
  } catch (error) {
    if (!(error instanceof PaymentsError && error.isMissing)) throw error;
    log.warn("erasure.records-unknown", { error });
  }
}

interface EvidenceOf {
  readonly holder: string;
  /** The purchases that are erased. */
  readonly ids: readonly string[];
  /** Another person has purchases under this holder. */
  readonly isShared: boolean;
}

/** The evidence of open disputes is needed until they end, and erased then. */
async function eraseEvidence(context: SubscriptionContext, { holder, ids, isShared }: EvidenceOf): Promise<void> {
  const disputes = await context.api.disputesOf(holder);
  if (disputes.length === 0) return;
  const charges = await context.db.selectFrom("subs_charges").select("execution_id").where("subscription_id", "in", ids)
    .execute();
  const own = new Set(charges.map(({ execution_id }) => execution_id));
  for (const { id, executionId } of disputes) {
    if (!isShared || own.has(executionId)) await context.api.eraseEvidence(id);
  }
}
