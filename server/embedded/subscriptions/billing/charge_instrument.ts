/** Charges a stored instrument for one row of `subs_charges`. It may run again until the outcome is known. */
import { recordEvent } from "../db/record_event.ts";
import type { ChargeRow, SubscriptionRow } from "../db/tables.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { RELEASE_AFTER_MS } from "../context/constants.ts";
import { type Execution, isCaptured, type PreparedSession } from "../payments_client/execution.ts";
import { findOperation, performOperation } from "../operations/operations.ts";
import { authorizeOrRead } from "../payments_client/payments_api.ts";
import { PaymentsError } from "../payments_client/send.ts";
import { planNameOf } from "../context/offered_plans.ts";
import type { SentenceCode } from "../../../wire/site/service_sentences.ts";

export type ChargeOutcome =
  | { readonly kind: "succeeded" }
  | { readonly kind: "declined"; readonly reason: string }
  /** The provider charged another amount. An operator has to decide. */
  | { readonly kind: "mismatch"; readonly cents: number }
  /** The plan was cancelled before the charge was requested. */
  | { readonly kind: "stopped" }
  /** The issuer wants a 3-D Secure challenge first. `approval` is the session with which a page opens it. */
  | { readonly kind: "approval"; readonly approval: PreparedSession["session"] }
  /** The provider did not answer or refused us, or the issuer has not decided: retry later with the same keys. */
  | { readonly kind: "unknown" };

interface Payer extends Pick<SubscriptionRow, "holder_reference" | "payment_instrument_id" | "payment_method"> {
  /** False when the plan has ended: an amount that is only authorized is then voided. */
  readonly isWanted: boolean;
  /** The member waits in a page, so their bank may ask them. When absent, a renewal is charged without them. */
  readonly isPresent?: boolean;
}

/**
 * The idempotency keys contain the row's key and attempt, so that a repeat learns the outcome and never charges again.
 */
export async function chargeInstrument(
  context: SubscriptionContext,
  charge: ChargeRow,
  payer: Payer,
): Promise<ChargeOutcome> {
  try {
    const execution = await authorizeOnce(context, charge, payer);
    if (execution === undefined) return { kind: "stopped" };
    if (execution.needsShopper && isPresent(charge, payer)) {
      return { kind: "approval", approval: (await openSession(context, charge, payer)).session };
    }
    const outcome = outcomeOf(execution, charge);
    const isCapturedLate = outcome.kind === "succeeded" && charge.execution_id !== "";
    if (outcome.kind !== "held" && !isCapturedLate) return outcome;
    return await captureOrVoid(context, { charge, payer, execution });
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    return refusalOf(context, charge, error);
  }
}

/** Only a refusal that concerns the card is a decline. A wrong setting keeps the charge open until it is corrected. */
function refusalOf({ log }: SubscriptionContext, { id }: ChargeRow, error: PaymentsError): ChargeOutcome {
  if (!error.isFinal) {
    log.warn("charge.unanswered", { charge: id, error });
    return { kind: "unknown" };
  }
  if (!error.concernsCard) {
    log.error("charge.misconfigured", { charge: id, error });
    return { kind: "unknown" };
  }
  log.warn("charge.refused", { charge: id, error });
  return { kind: "declined", reason: "" };
}

function isPresent({ kind }: ChargeRow, payer: Payer): boolean {
  return kind !== "renewal" || payer.isPresent === true;
}

/** Undefined when the plan was cancelled in the meantime; then nothing is charged. */
async function authorizeOnce(
  context: SubscriptionContext,
  charge: ChargeRow,
  payer: Payer,
): Promise<Execution | undefined> {
  const { api, db } = context;
  const known = charge.execution_id === "" ? undefined : await api.read(charge.execution_id);
  if (known !== undefined && known.state !== "open") return known;
  const executionId = known?.id ?? (await openSession(context, charge, payer)).executionId;
  if (charge.kind === "renewal") {
    const { id: chargeId, subscription_id: subscriptionId, attempt } = charge;
    if (!await context.mayCharge({ subscriptionId, chargeId, attempt, executionId })) return undefined;
  } else {
    await db.updateTable("subs_charges").set({ execution_id: executionId }).where("id", "=", charge.id).execute();
  }
  return await authorizeOrRead(api, {
    executionId,
    paymentMethod: { kind: "stored", code: payer.payment_method, id: payer.payment_instrument_id },
    cents: charge.cents,
    isCustomerPresent: isPresent(charge, payer),
    key: `authorize-${keyOf(charge)}`,
  });
}

function keyOf({ subscription_id, charge_key, attempt }: ChargeRow): string {
  return `${subscription_id}-${charge_key}-${attempt}`;
}

/** The charge's execution; a repeat opens the same one with a fresh token. */
async function openSession({ api, settings }: SubscriptionContext, charge: ChargeRow, payer: Payer) {
  return await api.init({
    reference: charge.id,
    description: planNameOf(charge.plan_id, settings),
    holderReference: payer.holder_reference,
    cents: charge.cents,
    capture: "automatic",
    key: `init-${keyOf(charge)}`,
  });
}

/** The amount when it differs from the requested one. Undefined when they agree or nothing is known. */
function differingCents({ cents, operations: { capture } }: Execution, chargedCents: number): number | undefined {
  const taken = capture.last === "done" ? capture.cents : undefined;
  return [cents, taken].find((sum) => sum !== undefined && sum !== chargedCents);
}

/** Authorized, but not captured with the approval as requested. */
interface Authorized {
  readonly kind: "held";
}

function outcomeOf(execution: Execution, charge: ChargeRow): ChargeOutcome | Authorized {
  switch (execution.state) {
    case "successful": {
      if (execution.cents === undefined) return { kind: "unknown" };
      const other = differingCents(execution, charge.cents);
      if (other !== undefined) return { kind: "mismatch", cents: other };
      return isCaptured(execution, charge.cents) ? { kind: "succeeded" } : { kind: "held" };
    }
    case "failed":
    case "cancelled":
      return { kind: "declined", reason: execution.reason };
    case "open":
    case "pending":
      return { kind: "unknown" };
  }
}

interface AuthorizedCharge {
  readonly charge: ChargeRow;
  readonly payer: Payer;
  readonly execution: Execution;
}

/** Captures an authorized amount, or voids it when the plan has ended or captures were refused for a day. */
async function captureOrVoid(
  context: SubscriptionContext,
  { charge, payer, execution }: AuthorizedCharge,
): Promise<ChargeOutcome> {
  const { id: executionId } = execution;
  const { cents } = charge;
  const refused = await findOperation(context, { kind: "capture", executionId });
  const isLate = refused !== undefined && context.clock.now() - refused.created_ms >= RELEASE_AFTER_MS;
  if (isCaptured(execution, cents) || (payer.isWanted && !isLate)) {
    const end = await performOperation(context, { kind: "capture", executionId, cents }, execution);
    return { kind: end === "done" ? "succeeded" : "unknown" };
  }
  const end = await performOperation(context, { kind: "cancel", executionId, cents }, execution);
  if (end !== "done") return { kind: "unknown" };
  return payer.isWanted ? { kind: "declined", reason: "" } : { kind: "stopped" };
}

/** Stores the mismatch and logs an error once. Nothing is retried or charged until an operator decides. */
export async function escalate(
  { db, clock, log }: SubscriptionContext,
  charge: ChargeRow,
  takenCents: number,
): Promise<void> {
  const nowMs = clock.now();
  const isFirst = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("subs_charges")
      .set({ state: "mismatch", error: "payment_mismatch" satisfies SentenceCode, settled_ms: nowMs })
      .where("id", "=", charge.id).where("state", "=", "sending").where("attempt", "=", charge.attempt)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (charge.kind === "renewal") {
      await trx.updateTable("subs_subscriptions")
        .set((eb) => ({
          next_charge_ms: null,
          next_charge_cents: null,
          remind_ms: null,
          version: eb("version", "+", 1),
        }))
        .where("id", "=", charge.subscription_id).execute();
    }
    await recordEvent(trx, {
      subscriptionId: charge.subscription_id,
      name: "mismatch",
      detail: { charge_id: charge.id, asked_cents: charge.cents, taken_cents: takenCents },
      nowMs,
    });
    return true;
  });
  const what = { charge: charge.id, asked: charge.cents, taken: takenCents };
  if (isFirst) log.error("charge.mismatch", what);
}
