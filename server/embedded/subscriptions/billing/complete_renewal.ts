/**
 * Completes a renewal's charge: records the period or the decline (`dunning.ts`), or refunds it after a cancellation.
 */
import type { Renewal, SubscriptionContext } from "../context/context.ts";
import type { ChargeRow, SubscriptionRow } from "../db/tables.ts";
import { chargeInstrument, type ChargeOutcome, escalate } from "./charge_instrument.ts";
import { recordDecline } from "./dunning/dunning.ts";
import { finishCharge, recordRenewalNotice } from "./finish_charge.ts";
import { NO_ACTION_LINKS } from "../emails/action_links.ts";
import { languageOf } from "../context/language.ts";
import { refundEmail } from "../emails/cancellation_emails.ts";
import type { PreparedSession } from "../payments_client/execution.ts";
import { performOperation } from "../operations/operations.ts";
import { recordMadeRefund, refundRow } from "../db/refund_parts.ts";
import { planOf } from "./periods.ts";
import { refundReceipt, takeReceiptNumbers } from "../db/receipt_numbers.ts";
import type { SentenceCode } from "../../../wire/site/service_sentences.ts";

interface Completion {
  /** The subscription, from the server that just claimed the charge; otherwise it is read. */
  readonly claimed?: SubscriptionRow | undefined;
  /** The member waits for the outcome, so their bank may ask them. */
  readonly isPresent?: boolean;
}

/**
 * May run again, in any process, while the charge is in flight, when the plan may have been cancelled long ago. Returns
 * the session of the 3-D Secure challenge while the issuer asks a member who is present.
 */
export async function completeRenewal(
  context: SubscriptionContext,
  charge: ChargeRow,
  { claimed, isPresent = false }: Completion = {},
): Promise<PreparedSession["session"] | undefined> {
  const row = claimed ?? await readSubscription(context, charge);
  const isWanted = isLive(row);
  if (!isWanted) {
    const left = await closeUncharged(context, charge);
    if (left === "open") return undefined;
    if (left === "nothing") await dropUncharged(context, charge);
    else if (left === "captured") await refund(context, { charge, row });
    if (left !== "authorized") return undefined;
  }
  const outcome = await chargeInstrument(context, charge, { ...row, isWanted, isPresent });
  if (outcome.kind === "approval") return outcome.approval;
  await recordOutcome(context, { charge, row }, outcome);
  return undefined;
}

type Recorded = Exclude<ChargeOutcome, { readonly kind: "approval" }>;

async function recordOutcome(context: SubscriptionContext, renewal: Renewal, outcome: Recorded): Promise<void> {
  const { charge } = renewal;
  switch (outcome.kind) {
    case "unknown":
      return;
    case "stopped":
      return await dropUncharged(context, charge);
    case "mismatch":
      return await escalate(context, charge, outcome.cents);
    case "declined":
      return await recordDecline(context, renewal, outcome.reason);
    case "succeeded": {
      const isRecorded = await context.recordRenewal(renewal);
      if (isRecorded) context.sender.wake();
      else if (!await isCompleted(context, charge)) await refund(context, renewal);
    }
  }
}

function isLive({ status }: SubscriptionRow): boolean {
  return status !== "cancelled" && status !== "ended";
}

async function readSubscription({ db }: SubscriptionContext, { subscription_id }: ChargeRow): Promise<SubscriptionRow> {
  return await db.selectFrom("subs_subscriptions").selectAll().where("id", "=", subscription_id)
    .executeTakeFirstOrThrow();
}

/** What the provider holds for a charge that is no longer wanted; `open` until it has closed the execution. */
type ProviderState = "nothing" | "authorized" | "captured" | "open";

/**
 * After a cancellation nothing new is authorized, and an earlier authorization is voided or refunded. An unpaid
 * execution is closed first, because a server that was suspended may still charge it.
 */
async function closeUncharged(context: SubscriptionContext, charge: ChargeRow): Promise<ProviderState> {
  const { execution_id: executionId, cents } = charge;
  if (executionId === "") return "nothing";
  const execution = await context.api.read(executionId);
  if (execution.operations.capture.last === "done") return "captured";
  if (execution.state === "successful" || execution.state === "pending") return "authorized";
  if (execution.state !== "open") return "nothing";
  return await performOperation(context, { kind: "cancel", executionId, cents }, execution) === "done"
    ? "nothing"
    : "open";
}

async function dropUncharged({ db, clock }: SubscriptionContext, charge: ChargeRow): Promise<void> {
  await db.updateTable("subs_charges")
    .set({ state: "failed", error: "cancelled_before_charge" satisfies SentenceCode, settled_ms: clock.now() })
    .where("id", "=", charge.id).where("state", "=", "sending").where("attempt", "=", charge.attempt).execute();
}

/** True when another server completed this charge in the meantime. */
async function isCompleted({ db }: SubscriptionContext, { id }: ChargeRow): Promise<boolean> {
  const { state } = await db.selectFrom("subs_charges").select("state").where("id", "=", id).executeTakeFirstOrThrow();
  return state !== "sending";
}

async function refund(context: SubscriptionContext, { charge, row }: Renewal): Promise<void> {
  const { db, clock } = context;
  const { execution_id: executionId } = await db.selectFrom("subs_charges").select("execution_id")
    .where("id", "=", charge.id).executeTakeFirstOrThrow();
  if (await performOperation(context, { kind: "refund", executionId, cents: charge.cents }) !== "done") return;
  const nowMs = clock.now();
  await db.transaction().execute(async (trx) => {
    if (await finishCharge(trx, charge, { state: "refunded", error: "", nowMs }) === undefined) return;
    const [receipt = ""] = await takeReceiptNumbers(trx, { count: 1, nowMs });
    await trx.updateTable("subs_charges").set({ receipt }).where("id", "=", charge.id).execute();
    const made = refundRow({ charge, cents: charge.cents, reason: "in-flight", nowMs });
    await recordMadeRefund(trx, made);
    const email = refundEmail({
      plan: planOf(charge),
      kind: charge.kind,
      language: languageOf(row),
      cents: charge.cents,
      receipt: refundReceipt(receipt, { id: made.id, part: 1 }),
      reason: made.reason,
      actionLinks: NO_ACTION_LINKS,
    });
    const detail = { charge_id: charge.id, charge_key: charge.charge_key };
    await recordRenewalNotice(trx, { charge, row }, {
      name: "refunded",
      detail,
      email,
      actionLinks: NO_ACTION_LINKS,
      nowMs,
    });
  });
  context.sender.wake();
}
