/** Completes a renewal's charge: records the period, schedules a retry, or refunds it after a cancellation. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { type EmailContent, enqueueEmails } from "../../../outbox/outbox.ts";
import type { Renewal, SubscriptionContext } from "../context/context.ts";
import type { ChargeRow, SubscriptionRow } from "../db/tables.ts";
import { chargeInstrument, escalate } from "./charge_instrument.ts";
import { RETRY_AFTER_MS } from "../context/constants.ts";
import { newId } from "../db/ids.ts";
import { languageOf } from "../context/language.ts";
import { refundEmail } from "../emails/cancellation_emails.ts";
import { declineEmail } from "../emails/purchase_emails.ts";
import { type ActionLinks, createActionLinks, NO_ACTION_LINKS, storeActionLinks } from "../emails/action_links.ts";
import { performOperation } from "../operations/operations.ts";
import { planOf } from "./periods.ts";
import { LIVE } from "../db/statuses.ts";
import { declineCode } from "../context/refusals.ts";
import type { SentenceCode } from "../../../wire/site/sentences.ts";

/**
 * May run again, in any process, while the charge is in flight. The server that just claimed the charge passes its
 * subscription; otherwise it is read, since the plan may have been cancelled long ago.
 */
export async function completeRenewal(
  context: SubscriptionContext,
  charge: ChargeRow,
  claimed?: SubscriptionRow,
): Promise<void> {
  const row = claimed ?? await readSubscription(context, charge);
  const isWanted = isLive(row);
  if (!isWanted) {
    const left = await closeUncharged(context, charge);
    if (left === "open") return;
    if (left === "nothing") return await dropUncharged(context, charge);
    if (left === "captured") return await refund(context, { charge, row });
  }
  const outcome = await chargeInstrument(context, charge, { ...row, isWanted });
  switch (outcome.kind) {
    case "unknown":
      return;
    case "stopped":
      return await dropUncharged(context, charge);
    case "mismatch":
      return await escalate(context, charge, outcome.cents);
    case "declined":
      return await recordDecline(context, { charge, row }, outcome.reason);
    case "succeeded": {
      const isRecorded = await context.recordRenewal({ charge, row });
      if (isRecorded) context.sender.wake();
      else if (!await isCompleted(context, charge)) await refund(context, { charge, row });
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
    .where("id", "=", charge.id).where("state", "=", "sending").execute();
}

/** Ends the charge's flight. False when another server did so first. */
async function finish(
  trx: Transaction<Database>,
  charge: ChargeRow,
  end: { readonly state: "failed" | "refunded"; readonly error: string; readonly nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable("subs_charges")
    .set({ state: end.state, error: end.error, settled_ms: end.nowMs })
    .where("id", "=", charge.id).where("state", "=", "sending").where("attempt", "=", charge.attempt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface RenewalNotice {
  readonly name: string;
  readonly email: EmailContent;
  readonly actionLinks: ActionLinks;
  readonly nowMs: number;
}

/** Writes event and email in the transaction of what they report. */
async function record(trx: Transaction<Database>, { charge, row }: Renewal, notice: RenewalNotice): Promise<void> {
  const { name, email, actionLinks, nowMs } = notice;
  await trx.insertInto("subs_events").values({
    id: newId("event"),
    subscription_id: row.id,
    name,
    detail_json: JSON.stringify({ charge_id: charge.id, charge_key: charge.charge_key }),
    at_ms: nowMs,
  }).execute();
  await storeActionLinks(trx, actionLinks.links);
  const about = {
    key: `${name}:${charge.id}:${charge.attempt}`,
    subscriptionId: row.id,
    kind: name,
    to: row.email,
    nowMs,
  };
  await enqueueEmails(trx, [{ ...email, ...about }]);
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
  const email = refundEmail({
    plan: planOf(row),
    language: languageOf(row),
    cents: charge.cents,
    receipt: charge.id,
    reason: "in-flight",
    actionLinks: NO_ACTION_LINKS,
  });
  await db.transaction().execute(async (trx) => {
    if (!await finish(trx, charge, { state: "refunded", error: "", nowMs })) return;
    await record(trx, { charge, row }, { name: "refunded", email, actionLinks: NO_ACTION_LINKS, nowMs });
  });
  context.sender.wake();
}

async function recordDecline(context: SubscriptionContext, { charge, row }: Renewal, reason: string): Promise<void> {
  const { db, clock } = context;
  const nowMs = clock.now();
  const waitMs = RETRY_AFTER_MS[row.declines];
  const retryMs = waitMs === undefined ? null : nowMs + waitMs;
  const language = languageOf(row);
  const actionLinks = await createActionLinks(context, {
    subscriptionId: row.id,
    language,
    canCancel: retryMs !== null,
  });
  const email = declineEmail({ plan: planOf(charge), language, cents: charge.cents, actionLinks, retryMs, reason });
  await db.transaction().execute(async (trx) => {
    if (!await finish(trx, charge, { state: "failed", error: declineCode(reason), nowMs })) return;
    const { numUpdatedRows } = await trx.updateTable("subs_subscriptions").set((eb) => ({
      status: retryMs === null ? "ended" : "past_due",
      next_charge_ms: retryMs,
      next_charge_cents: retryMs === null ? null : charge.cents,
      ...(retryMs === null ? { annual_ms: null, remind_ms: null } : {}),
      lease_ms: 0,
      declines: eb("declines", "+", 1),
      version: eb("version", "+", 1),
    })).where("id", "=", row.id).where("status", "in", LIVE).executeTakeFirst();
    // A plan that was cancelled in the meantime gets no email about the charge.
    if (numUpdatedRows > 0n) await record(trx, { charge, row }, { name: "declined", email, actionLinks, nowMs });
  });
  context.sender.wake();
}
