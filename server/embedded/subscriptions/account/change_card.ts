/** Changes the card of a plan: for the next charge, or to pay a declined renewal at once. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { createSharedLimits, type Limit } from "../../../db/rate_limits.ts";
import { enqueueEmails } from "../../../outbox/outbox.ts";
import { fail } from "../../../platform/http/answer.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import type { CardChanged } from "../../../wire/billing/subscriptions.ts";
import { refusal } from "../../../wire/site/refusal.ts";
import { isReplaced } from "../billing/dunning/bought_again.ts";
import { payOpenRenewal, renewalInFlight, type RenewalPayment } from "../billing/pay_open_renewal.ts";
import { LEASE_MS } from "../context/constants.ts";
import { planOf } from "../billing/periods.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { languageOf } from "../context/language.ts";
import type { Requester } from "../context/requester.ts";
import { newId } from "../db/ids.ts";
import { recordEvent } from "../db/record_event.ts";
import type { SubscriptionRow } from "../db/tables.ts";
import { createActionLinks, storeActionLinks } from "../emails/action_links.ts";
import { withoutInstruments } from "../payments_client/execution.ts";
import { cardChangedEmail } from "../emails/billing/card_email.ts";
import { type Card, findCard, mayChange, type OpenedPlan, openPlan, openRenewal, viewCard } from "./card.ts";

interface CardChange {
  /** The secret of an email's link, or the id of the requester's own plan. */
  readonly content: string;
  readonly instrumentId: string;
}

/** Each change emails the buyer's address, which a stranger may have typed. A declined renewal can always be paid. */
export const CARD_CHANGES_PER_DAY: Limit = { name: "card_change", points: 10, windowMs: DAY_MS };
const BUSY = refusal("charge_on_its_way");
/** How often a change looks at a plan again that others change meanwhile. */
const MOST_TRIES = 5;

/**
 * Charges the plan to another card of its holder from the next charge on, and a declined renewal at once. A repeat gets
 * the outcome of the same charge. Throws 404 for a card that is not theirs, 409 while a renewal is charged, 429 above the
 * day's limit of changes.
 */
export async function changeCard(
  context: SubscriptionContext,
  requester: Requester,
  { content, instrumentId }: CardChange,
): Promise<CardChanged> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const answer = await tryChange(context, requester, { content, instrumentId });
    if (answer !== undefined) return answer;
  }
  fail(409, BUSY);
}

/** Undefined when the plan is no longer as it was read, and nothing was changed. */
async function tryChange(
  context: SubscriptionContext,
  requester: Requester,
  { content, instrumentId }: CardChange,
): Promise<CardChanged | undefined> {
  const plan = await openPlan(context, requester, content);
  const { row } = plan;
  // The renewal may be paid by now: a repeat still gets that answer.
  if (!mayChange(plan) && row.payment_instrument_id !== instrumentId) fail(409, refusal("no_coming_charge"));
  const card = await findCard(context, row, instrumentId);
  if (card === undefined) fail(404, refusal("card_unknown"));
  const change = { row, card, instrumentId };
  if (openRenewal(row) !== null) return await answerOf(context, plan, await payNow(context, change));
  // A repeat, also one whose first call paid the renewal, changes nothing; a card that its network had closed is back.
  const isNew = row.payment_instrument_id !== instrumentId || row.card_change !== null;
  if (!plan.isByLink && isNew && !await changeWithinLimit(context, change)) return undefined;
  return await answerOf(context, plan, { problem: "" });
}

interface NewCard {
  readonly row: SubscriptionRow;
  readonly card: Card;
  readonly instrumentId: string;
}

/** The receipt, or the email about the decline, names the card; there is no other email. */
async function payNow(context: SubscriptionContext, change: NewCard): Promise<RenewalPayment> {
  const { row, instrumentId } = change;
  const holder = newId("lease");
  const inFlight = await renewalInFlight(context, row.id);
  if (inFlight === undefined) {
    const isDue = await context.db.transaction().execute((trx) => makeDue(context, trx, { ...change, holder }));
    if (!isDue) return { problem: "in_flight" };
  } else if (row.payment_instrument_id !== instrumentId) return { problem: "in_flight" };
  return await payOpenRenewal(context, row.id, holder);
}

/**
 * Takes the lease at once: the job would charge the card without the member, whose bank may want to ask them. False
 * while a server charges the card before, and for a plan that a new purchase has replaced.
 */
async function makeDue(
  { clock }: SubscriptionContext,
  trx: Transaction<Database>,
  change: NewCard & { readonly holder: string },
): Promise<boolean> {
  const nowMs = clock.now();
  const { numUpdatedRows } = await trx.updateTable("subs_subscriptions")
    .set((eb) => ({
      ...cardColumns(change),
      grace_ms: null,
      next_charge_ms: nowMs,
      lease_ms: nowMs + LEASE_MS,
      lease_by: change.holder,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", change.row.id).where("status", "=", "past_due").where("lease_ms", "<=", nowMs)
    .where(({ not }) => not(isReplaced())).executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await recordEvent(trx, cardUpdated(change, nowMs));
  return true;
}

/** {@link changeFromNextCharge}, where what is not made does not count. */
async function changeWithinLimit(context: SubscriptionContext, change: NewCard): Promise<boolean> {
  const limits = createSharedLimits(context);
  const { id } = change.row;
  let isMade = false;
  try {
    if (await limits.take(CARD_CHANGES_PER_DAY, id) > 0) fail(429, refusal("changes_limit"));
    isMade = await changeFromNextCharge(context, change);
    return isMade;
  } finally {
    if (!isMade) await limits.giveBack(CARD_CHANGES_PER_DAY, id);
  }
}

/**
 * False when the plan is no longer as it was read. 409 while a renewal is charged to the card before: its outcome, and
 * a decline of that card, would be written for the new one.
 */
async function changeFromNextCharge(context: SubscriptionContext, change: NewCard): Promise<boolean> {
  const { row, card } = change;
  const nowMs = context.clock.now();
  const language = languageOf(row);
  const actionLinks = createActionLinks(context, { subscriptionId: row.id, language, canCancel: true });
  const email = cardChangedEmail({ plan: planOf(row), language, actionLinks, card, row });
  const isChanged = await context.db.transaction().execute(async (trx) => {
    if (await renewalInFlight({ db: trx }, row.id) !== undefined) fail(409, BUSY);
    const { numUpdatedRows } = await trx.updateTable("subs_subscriptions")
      .set((eb) => ({ ...cardColumns(change), version: eb("version", "+", 1) }))
      .where("id", "=", row.id).where("version", "=", row.version).executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const event = newId("event");
    await recordEvent(trx, { ...cardUpdated(change, nowMs), id: event });
    await storeActionLinks(trx, actionLinks.links);
    const about = { key: `card:${event}`, subscriptionId: row.id, kind: "card", to: row.email, nowMs };
    await enqueueEmails(trx, [{ ...email, ...about }]);
    return true;
  });
  if (isChanged) context.sender.wake();
  return isChanged;
}

function cardColumns({ instrumentId }: NewCard) {
  return {
    payment_instrument_id: instrumentId,
    payment_method: "card",
    instrument_label: "",
    instrument_vault: "",
    // What networks reported belongs to the previous card.
    card_change: null,
    card_changed_ms: null,
    card_label: "",
  } as const;
}

function cardUpdated({ row, card: { last_four, network } }: NewCard, nowMs: number) {
  return { subscriptionId: row.id, name: "card_updated", detail: { last_four, network }, nowMs };
}

/** The card and the renewal as they are now. */
async function answerOf(
  context: SubscriptionContext,
  { row: { id }, isByLink }: OpenedPlan,
  { problem, approval }: RenewalPayment,
): Promise<CardChanged> {
  const row = await context.db.selectFrom("subs_subscriptions").selectAll().where("id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    ...await viewCard(context, { row, isByLink }),
    ...(problem === "" ? { error: "" } : refusal(problem)),
    ...(approval === undefined ? {} : { approval: isByLink ? withoutInstruments(approval) : approval }),
  };
}
