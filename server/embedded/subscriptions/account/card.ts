/** The card behind a plan: which one is charged, a session to enter another, and the change itself. */
import { currentRequestId } from "../../../platform/telemetry/request_scope.ts";
import { fail } from "../../../platform/http/answer.ts";
import type { CardOfPlan } from "../../../wire/billing/subscriptions.ts";
import { refusal } from "../../../wire/site/refusal.ts";
import { enqueueEmails } from "../../../outbox/outbox.ts";
import { planOf } from "../billing/periods.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { languageOf } from "../context/language.ts";
import { ownSubscription, type Requester } from "../context/requester.ts";
import { newId } from "../db/ids.ts";
import type { SubscriptionRow } from "../db/tables.ts";
import { createActionLinks, storeActionLinks } from "../emails/action_links.ts";
import { cardChangedEmail } from "../emails/billing/card_email.ts";

type Card = NonNullable<CardOfPlan["card"]>;

/** The card that the plan is charged to; null for a wallet and for a card that is no longer stored. */
export async function readCard(context: SubscriptionContext, requester: Requester, id: string): Promise<CardOfPlan> {
  const row = await ownSubscription(context.db, requester, id);
  const card = await findCard(context, row, row.payment_instrument_id);
  return { card: card ?? null, label: row.instrument_label, may_change: mayChange(row) };
}

/** A session of the holder in which a page can store a card. Nothing is charged. */
export async function startCardChange(context: SubscriptionContext, requester: Requester, id: string) {
  const row = await ownSubscription(context.db, requester, id);
  if (!mayChange(row)) fail(409, refusal("no_coming_charge"));
  const reference = newId("card");
  const { session } = await context.api.init({
    type: "tokenization",
    reference,
    description: planOf(row).name_full,
    holderReference: row.holder_reference,
    cents: 0,
    capture: "manual",
    key: reference,
  });
  return session;
}

interface CardChange {
  readonly id: string;
  readonly instrumentId: string;
}

/** Charges the plan to another card of its holder from the next charge on. Throws 404 for a card that is not theirs. */
export async function changeCard(
  context: SubscriptionContext,
  requester: Requester,
  { id, instrumentId }: CardChange,
): Promise<CardOfPlan> {
  const { db, clock } = context;
  const row = await ownSubscription(db, requester, id);
  if (!mayChange(row)) fail(409, refusal("no_coming_charge"));
  const card = await findCard(context, row, instrumentId);
  if (card === undefined) fail(404, refusal("card_unknown"));
  const nowMs = clock.now();
  const language = languageOf(row);
  const actionLinks = await createActionLinks(context, { subscriptionId: id, language, canCancel: true });
  const email = cardChangedEmail({ plan: planOf(row), language, actionLinks, card, row });
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("subs_subscriptions").set((eb) => ({
      payment_instrument_id: instrumentId,
      payment_method: "card",
      instrument_label: "",
      instrument_vault: "",
      // What networks reported belongs to the card before.
      card_change: null,
      card_changed_ms: null,
      card_label: "",
      version: eb("version", "+", 1),
    })).where("id", "=", id).execute();
    const event = newId("event");
    const detail_json = JSON.stringify({ last_four: card.last_four, network: card.network });
    await trx.insertInto("subs_events")
      .values({
        id: event,
        subscription_id: id,
        name: "card_updated",
        detail_json,
        at_ms: nowMs,
        request_id: currentRequestId(),
      }).execute();
    await storeActionLinks(trx, actionLinks.links);
    const about = { key: `card:${event}`, subscriptionId: id, kind: "card", to: row.email, nowMs };
    await enqueueEmails(trx, [{ ...email, ...about }]);
  });
  context.sender.wake();
  return { card, label: "", may_change: true };
}

/** A plan that renews, is paused or waits for a retry has a next charge, so its card matters. */
function mayChange({ next_charge_ms }: SubscriptionRow): boolean {
  return next_charge_ms !== null;
}

async function findCard(
  { api }: SubscriptionContext,
  { holder_reference }: SubscriptionRow,
  id: string,
): Promise<Card | undefined> {
  const found = (await api.instruments(holder_reference)).find((card) => card.id === id);
  if (found?.status !== "enabled" || found.holderReference !== holder_reference) return undefined;
  const { label, network, lastFour, expiryMonth, expiryYear } = found;
  return { name: label, network, last_four: lastFour, expiry_month: expiryMonth, expiry_year: expiryYear };
}
