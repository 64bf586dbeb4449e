/** Dunning: what follows a declined renewal, and what is written about each decline. */
import type { Transaction } from "kysely";
import type { Database } from "../../../../db/database.ts";
import type { Renewal, SubscriptionContext } from "../../context/context.ts";
import type { DunningStep, EarlierDecline } from "../../context/dunning_policy.ts";
import { declineCode } from "../../context/decline_texts.ts";
import { languageOf } from "../../context/language.ts";
import { lockSubscription } from "../../db/lock_subscription.ts";
import { LIVE } from "../../db/statuses.ts";
import type { ChargeRow } from "../../db/tables.ts";
import { createActionLinks } from "../../emails/action_links.ts";
import { declineEmail } from "../../emails/billing/decline_emails.ts";
import { isReplaced } from "./bought_again.ts";
import { dunningReasonOf, MAX_ATTEMPTS } from "./dunning_rules.ts";
import { readCard, RENEWED } from "./follow_card.ts";
import { dunningByReason } from "./dunning_schedule.ts";
import { finishCharge, recordRenewalNotice } from "../finish_charge.ts";
import { planOf } from "../periods.ts";

/** What the event of a decline says. */
interface DeclinedDetail {
  readonly charge_id: string;
  readonly charge_key: string;
  readonly attempt: number;
  readonly reason: string;
  readonly execution_id: string;
  readonly retry_ms: number | null;
  readonly until_ms?: number;
}

/**
 * Schedules the retry, waits for another card, or ends the plan, and emails the member. A retry takes over the row of
 * the charge, so the event keeps why the attempt failed.
 */
export async function recordDecline(
  context: SubscriptionContext,
  renewal: Renewal,
  reason: string,
): Promise<void> {
  const { charge, row } = renewal;
  const { db, clock, log } = context;
  const nowMs = clock.now();
  const result = reason === "" ? await resultOfCard(context, renewal) : reason;
  const earlier = await earlierDeclines(context, charge);
  const decline = { result, firstMs: charge.created_ms, nowMs, earlier, plan: planOf(charge) };
  const step = (context.dunning ?? dunningByReason)(decline);
  const name = dunningReasonOf(result);
  if (name === "our_fault") log.error("dunning.our-fault", { charge: charge.id, result });
  const language = languageOf(row);
  const canCancel = step.kind !== "end";
  const actionLinks = createActionLinks(context, {
    subscriptionId: row.id,
    language,
    canCancel,
    pays: paymentAfter(step),
  });
  const email = declineEmail({
    plan: planOf(charge),
    language,
    cents: charge.cents,
    actionLinks,
    step,
    reason: result,
  });
  await db.transaction().execute(async (trx) => {
    const ended = await finishCharge(trx, charge, { state: "failed", error: declineCode(result), nowMs });
    if (ended === undefined) return;
    const next = step.kind === "wait" && await isRenewedSince(trx, renewal, earlier)
      ? { kind: "retry", atMs: nowMs, isQuiet: true } as const
      : step;
    // A plan that was cancelled in the meantime gets no email about the charge.
    if (!await writeStep(trx, renewal, { step: next, nowMs })) return;
    const { id: charge_id, charge_key, attempt } = charge;
    const retry_ms = next.kind === "retry" ? next.atMs : null;
    // Also when the renewed card is charged first: if it is declined as well, the deadline stays.
    const until_ms = step.kind === "wait" ? { until_ms: step.untilMs } : {};
    const { execution_id } = ended;
    const detail: DeclinedDetail = {
      charge_id,
      charge_key,
      attempt,
      reason: result,
      execution_id,
      retry_ms,
      ...until_ms,
    };
    await recordRenewalNotice(trx, renewal, {
      name: "declined",
      detail: { ...detail },
      email: next.kind === "retry" && next.isQuiet ? undefined : email,
      actionLinks,
      nowMs,
    });
  });
  context.sender.wake();
}

/**
 * Whether the network renewed the card while the attempt was on its way, which still had the old expiry or number: the
 * card pays again, and the member need not enter another one.
 */
async function isRenewedSince(
  trx: Transaction<Database>,
  { charge, row: { id } }: Renewal,
  earlier: readonly EarlierDecline[],
): Promise<boolean> {
  if (earlier.length + 1 >= MAX_ATTEMPTS) return false;
  const lastMs = earlier.at(-1)?.atMs;
  await lockSubscription(trx, id);
  const renewed = await trx.selectFrom("subs_subscriptions").select("id").where("id", "=", id)
    .where("card_change", "in", RENEWED).where(
      "card_changed_ms",
      ">=",
      lastMs === undefined ? charge.created_ms : lastMs + 1,
    )
    .where(({ not }) => not(isReplaced())).executeTakeFirst();
  return renewed !== undefined;
}

/** From the events, since a retry takes over the row of the charge. */
async function earlierDeclines(
  { db }: SubscriptionContext,
  charge: Pick<ChargeRow, "subscription_id" | "charge_key" | "attempt">,
): Promise<readonly EarlierDecline[]> {
  const events = await db.selectFrom("subs_events").select(["detail_json", "at_ms"])
    .where("subscription_id", "=", charge.subscription_id).where("name", "=", "declined").execute();
  return events.map(({ detail_json, at_ms }) => ({ at_ms, detail: JSON.parse(detail_json) as DeclinedDetail }))
    .filter(({ detail }) => detail.charge_key === charge.charge_key && detail.attempt < charge.attempt)
    .toSorted((a, b) => a.detail.attempt - b.detail.attempt)
    .map(({ at_ms: atMs, detail: { reason: result, retry_ms, until_ms: untilMs } }) => ({
      result,
      atMs,
      retryMs: retry_ms ?? undefined,
      untilMs,
    }));
}

function paymentAfter(step: DunningStep): "another_card" | "approval" | undefined {
  if (step.kind === "end") return undefined;
  return step.kind === "wait" && step.needs === "approve" ? "approval" : "another_card";
}

/**
 * The call was refused without a result: what the network reported of the card says why, even when its webhook was
 * lost.
 */
async function resultOfCard(context: SubscriptionContext, { row }: Renewal): Promise<string> {
  await readCard(context, row);
  const { card_change } = await context.db.selectFrom("subs_subscriptions").select("card_change")
    .where("id", "=", row.id).executeTakeFirstOrThrow();
  return card_change === "account_closed" || card_change === "token_deleted" ? "InvalidInstrument" : "";
}

function changeOf(step: DunningStep, { cents, nowMs }: { readonly cents: number; readonly nowMs: number }) {
  switch (step.kind) {
    case "retry":
      return { status: "past_due", next_charge_ms: step.atMs, next_charge_cents: cents } as const;
    case "wait":
      return { status: "past_due", next_charge_ms: null, next_charge_cents: cents, grace_ms: step.untilMs } as const;
    case "end":
      return {
        status: "ended",
        // Its member had access while the charge was tried.
        current_period_end_ms: nowMs,
        next_charge_ms: null,
        next_charge_cents: null,
        annual_ms: null,
        remind_ms: null,
      } as const;
  }
}

async function writeStep(
  trx: Transaction<Database>,
  { charge, row }: Renewal,
  { step, nowMs }: { readonly step: DunningStep; readonly nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable("subs_subscriptions").set((eb) => ({
    ...changeOf(step, { cents: charge.cents, nowMs }),
    lease_ms: 0,
    declines: eb("declines", "+", 1),
    version: eb("version", "+", 1),
  })).where("id", "=", row.id).where("status", "in", LIVE).executeTakeFirst();
  return numUpdatedRows !== 0n;
}
