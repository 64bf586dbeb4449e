/** Calls about a running plan: receipts, withdrawal, pause and plan change (server/wire/billing/subscriptions.ts). */
import * as z from "zod/mini";
import { type WithdrawAnswer, withdrawAnswerSchema } from "../../server/wire/billing/cancellation.ts";
import type { Shown } from "../../server/wire/billing/purchase.ts";
import {
  type AgreedChange,
  type Change,
  changeShownSchema,
  type Charge,
  chargesSchema,
  type Subscription,
  subscriptionSchema,
} from "../../server/wire/billing/subscriptions.ts";
import { request, type RequestOptions } from "./http.ts";

const SUBSCRIPTIONS = "/services/subscriptions";

export interface MemberOptions extends RequestOptions {
  readonly idToken?: string | undefined;
}

function withToken({ idToken, ...options }: MemberOptions): RequestOptions {
  return idToken === undefined ? options : { ...options, headers: { ...options.headers, "x-id-token": idToken } };
}

/** POST /charges-of/{id}: newest first. */
export async function getCharges(id: string, options: MemberOptions): Promise<readonly Charge[]> {
  const answer = await request(`${SUBSCRIPTIONS}/charges-of/${encodeURIComponent(id)}`, withToken(options));
  return z.parse(chargesSchema, answer).charges;
}

/** POST /changes-of/{id}/preview: the figures of a change; changes nothing. */
export async function previewChange(id: string, change: Change, options: MemberOptions): Promise<Shown> {
  const url = `${SUBSCRIPTIONS}/changes-of/${encodeURIComponent(id)}/preview`;
  return z.parse(changeShownSchema, await request(url, { ...withToken(options), body: { change } })).shown;
}

/** POST /changes-of/{id}: makes the change that the member agreed to. */
export async function postChange(id: string, body: AgreedChange, options: MemberOptions): Promise<Subscription> {
  const url = `${SUBSCRIPTIONS}/changes-of/${encodeURIComponent(id)}`;
  return z.parse(subscriptionSchema, await request(url, { ...withToken(options), body }));
}

/** POST /api/withdraw/{id}: withdraws from purchases within the legal period. */
export async function postWithdraw(
  id: string,
  charges: readonly string[],
  options: MemberOptions,
): Promise<WithdrawAnswer> {
  const url = `/api/withdraw/${encodeURIComponent(id)}`;
  return z.parse(withdrawAnswerSchema, await request(url, { ...withToken(options), body: { charges } }));
}
