/** Calls about a running plan: receipts, withdrawal, pause and plan change (server/wire/billing/subscriptions.ts). */
import * as z from "zod/mini";
import { type WithdrawAnswer, withdrawAnswerSchema } from "../../server/wire/billing/cancellation.ts";
import { type CheckoutSession, checkoutSessionSchema, type Shown } from "../../server/wire/billing/purchase.ts";
import {
  type AgreedChange,
  type CardChanged,
  cardChangedSchema,
  type CardOfPlan,
  cardOfPlanSchema,
  type Change,
  changeShownSchema,
  type Charge,
  chargesSchema,
  type PlanChanged,
  planChangedSchema,
} from "../../server/wire/billing/subscriptions.ts";
import { type CallOptions, request, withToken } from "./http.ts";

const SUBSCRIPTIONS = "/services/subscriptions";

/** POST /charges-of/{id}: newest first. */
export async function getCharges(id: string, options: CallOptions): Promise<readonly Charge[]> {
  const answer = await request(`${SUBSCRIPTIONS}/charges-of/${encodeURIComponent(id)}`, withToken(options));
  return z.parse(chargesSchema, answer).charges;
}

/** POST /card-of/{id}: what the plan is charged to. */
export async function getCard(id: string, options: CallOptions): Promise<CardOfPlan> {
  const answer = await request(`${SUBSCRIPTIONS}/card-of/${encodeURIComponent(id)}`, withToken(options));
  return z.parse(cardOfPlanSchema, answer);
}

/** POST /card-of/{id}/session: a session in which the SDK can store another card. */
export async function openCardSession(id: string, options: CallOptions): Promise<CheckoutSession> {
  const url = `${SUBSCRIPTIONS}/card-of/${encodeURIComponent(id)}/session`;
  return z.parse(checkoutSessionSchema, await request(url, withToken(options)));
}

/** POST /card-of/{id}/change: charges the plan, and its declined renewal at once, to a card stored in that session. */
export async function changeCard(id: string, instrumentId: string, options: CallOptions): Promise<CardChanged> {
  const url = `${SUBSCRIPTIONS}/card-of/${encodeURIComponent(id)}/change`;
  return z.parse(
    cardChangedSchema,
    await request(url, { ...withToken(options), body: { instrument_id: instrumentId } }),
  );
}

/** POST /changes-of/{id}/preview: the figures of a change; changes nothing. */
export async function previewChange(id: string, change: Change, options: CallOptions): Promise<Shown> {
  const url = `${SUBSCRIPTIONS}/changes-of/${encodeURIComponent(id)}/preview`;
  return z.parse(changeShownSchema, await request(url, { ...withToken(options), body: { change } })).shown;
}

/** POST /changes-of/{id}: makes the change that the member agreed to, and charges a pause that it ends. */
export async function postChange(id: string, body: AgreedChange, options: CallOptions): Promise<PlanChanged> {
  const url = `${SUBSCRIPTIONS}/changes-of/${encodeURIComponent(id)}`;
  return z.parse(planChangedSchema, await request(url, { ...withToken(options), body }));
}

/** POST /api/withdraw/{id}: withdraws from purchases within the legal period. */
export async function postWithdraw(
  id: string,
  charges: readonly string[],
  options: CallOptions,
): Promise<WithdrawAnswer> {
  const url = `/api/withdraw/${encodeURIComponent(id)}`;
  return z.parse(withdrawAnswerSchema, await request(url, { ...withToken(options), body: { charges } }));
}
