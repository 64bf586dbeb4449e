/** The card of a plan: which one is charged, whether it may change, and a session to enter another. */
import { createSharedLimits, type Limit } from "../../../db/rate_limits.ts";
import { fail } from "../../../platform/http/answer.ts";
import type { CardOfPlan } from "../../../wire/billing/subscriptions.ts";
import { refusal } from "../../../wire/site/refusal.ts";
import { planOf } from "../billing/periods.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { ownSubscription, type Requester } from "../context/requester.ts";
import { newId } from "../db/ids.ts";
import type { SubscriptionRow } from "../db/tables.ts";
import { openActionLink } from "../emails/action_links.ts";
import { withoutInstruments } from "../payments_client/execution.ts";

export type Card = NonNullable<CardOfPlan["card"]>;

/** A plan whose card the requester may see or change. */
export interface OpenedPlan {
  readonly row: SubscriptionRow;
  /** The link of an email pays a declined renewal, and shows no stored card. */
  readonly isByLink: boolean;
}

/** `content` is the secret of an email's link, or the id of the requester's own plan. Throws 404 for anything else. */
export async function openPlan(
  context: SubscriptionContext,
  requester: Requester,
  content: string,
): Promise<OpenedPlan> {
  const opened = await openActionLink(context, "pay", content);
  if (opened !== undefined) return { row: opened.row, isByLink: true };
  return { row: await ownSubscription(context.db, requester, content), isByLink: false };
}

/** What the plan is charged to, and its declined renewal. */
export async function readCard(
  context: SubscriptionContext,
  requester: Requester,
  content: string,
): Promise<CardOfPlan> {
  return await viewCard(context, await openPlan(context, requester, content));
}

/** The card is null for a wallet, for a card that is no longer stored, and for a requester with a link. */
export async function viewCard(context: SubscriptionContext, plan: OpenedPlan): Promise<CardOfPlan> {
  const { row, isByLink } = plan;
  const card = isByLink ? undefined : await findCard(context, row, row.payment_instrument_id);
  return {
    card: card ?? null,
    label: isByLink ? "" : row.instrument_label,
    may_change: mayChange(plan),
    open_renewal: openRenewal(row),
  };
}

/** Each is an execution at the payments service. */
export const CARD_FORMS: Limit = { name: "card_form", points: 30, windowMs: 600_000 };

/** A session of the holder in which a page can store a card. Nothing is charged. Throws 429 above the limit. */
export async function startCardChange(context: SubscriptionContext, requester: Requester, content: string) {
  const plan = await openPlan(context, requester, content);
  if (!mayChange(plan)) fail(409, refusal("no_coming_charge"));
  if (await createSharedLimits(context).take(CARD_FORMS, plan.row.id) > 0) fail(429, refusal("card_forms_limit"));
  const reference = newId("card");
  const { session } = await context.api.init({
    type: "tokenization",
    reference,
    description: planOf(plan.row).name_full,
    holderReference: plan.row.holder_reference,
    cents: 0,
    capture: "manual",
    key: reference,
  });
  return plan.isByLink ? withoutInstruments(session) : session;
}

/** A plan that renews, is paused, or has a declined renewal has a next charge, so its card matters. */
export function mayChange({ row, isByLink }: OpenedPlan): boolean {
  return openRenewal(row) !== null || (!isByLink && row.next_charge_ms !== null);
}

/** The renewal that was declined and is not paid, of a plan that still runs. */
export function openRenewal(row: SubscriptionRow): CardOfPlan["open_renewal"] {
  const { status, next_charge_ms, next_charge_cents, grace_ms } = row;
  if (status !== "past_due" || next_charge_cents === null) return null;
  // With neither a retry nor a grace period, an operator has to decide about the charge.
  if (next_charge_ms === null && grace_ms === null) return null;
  return { plan_id: row.next_plan_id ?? row.plan_id, cents: next_charge_cents };
}

/** The holder's own card that can pay. */
export async function findCard(
  { api }: SubscriptionContext,
  { holder_reference }: SubscriptionRow,
  id: string,
): Promise<Card | undefined> {
  const found = (await api.instruments(holder_reference)).find((card) => card.id === id);
  if (found?.status !== "enabled" || found.holderReference !== holder_reference) return undefined;
  const { label, network, lastFour, expiryMonth, expiryYear } = found;
  return { name: label, network, last_four: lastFour, expiry_month: expiryMonth, expiry_year: expiryYear };
}
