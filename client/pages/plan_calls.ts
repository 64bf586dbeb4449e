/**
 * The calls of a purchase: signed-in ones for a member, those without a user for a visitor (W-CALL-05 to W-CALL-09).
 */
import {
  createNoUser,
  createNoUserApplePay,
  getCheckoutSession,
  getSubscription,
  postConsent,
  postReport,
} from "../api/services.ts";
import { createApplePayForMember, createForMember, getRecurringSubscription } from "../api/signed_in_calls.ts";
import type { RequestOptions } from "../api/http.ts";
import { idToken } from "../features/session/identity/identity.ts";
import type { ReportCountries } from "../features/lookup/lookup.ts";
import { session } from "../features/session/session_store.ts";
import { site } from "../lib/browser/site.ts";
import { loadChunk } from "../lib/load_chunk.ts";
import { reportHeaders } from "./visitor_country.ts";
import type { ReportRequest } from "../../server/wire/members/report.ts";
import type {
  CheckoutSession,
  Consent,
  CreateNoUser,
  CreateNoUserApplePay,
} from "../../server/wire/billing/purchase.ts";
import type { Subscription } from "../../server/wire/billing/subscriptions.ts";

export interface MemberCall {
  readonly uid: string;
  readonly options: { readonly idToken: string };
}

/** Undefined for a visitor; a member's calls carry a fresh token. */
export async function memberCall(): Promise<MemberCall | undefined> {
  const { user } = session.value;
  const token = user === undefined ? undefined : await idToken();
  return user === undefined || token === undefined ? undefined : { uid: user.uid, options: { idToken: token } };
}

/** A member pays as the holder of their stored instruments. */
export async function openSession(planId: string, options: RequestOptions = {}) {
  const member = await memberCall();
  return await getCheckoutSession(planId, { ...options, ...member?.options });
}

export async function agree(consent: Consent) {
  return await postConsent(consent, (await memberCall())?.options);
}

/** The plan that the card form paid. */
export async function createPlan(body: CreateNoUser): Promise<unknown> {
  const member = await memberCall();
  if (member === undefined) return await createNoUser(body);
  const { plan_id, email, attribution } = body;
  const signedIn = { plan_id, email, firebase_id: member.uid, apple_token: "", attribution };
  return await createForMember(signedIn, member.options);
}

export async function createApplePlan(body: CreateNoUserApplePay): Promise<unknown> {
  const member = await memberCall();
  if (member === undefined) return await createNoUserApplePay(body);
  const { display_name: _, vault: __, ...rest } = body;
  return await createApplePayForMember({ ...rest, firebase_id: member.uid }, member.options);
}

/** An add-on names its subscription; the member's token proves that it is theirs. */
export async function createAddOn(body: CreateNoUser): Promise<unknown> {
  return await createNoUser(body, (await memberCall())?.options);
}

/** False in the demo and in staging, where cards are test cards. */
export function isRealMoney(): boolean {
  return site().environment === "production" && !site().demo;
}

/** The 3-D Secure challenge of a charge, in the page. The SDK is loaded only for that. */
export async function approve(session: CheckoutSession): Promise<void> {
  const { approvePayment } = await loadChunk(() => import("../lib/card_entry.ts"));
  await approvePayment(session, isRealMoney());
}

export async function readPurchased(id: string, options: RequestOptions): Promise<Subscription> {
  const member = await memberCall();
  if (member === undefined) return await getSubscription(id, options);
  return await getRecurringSubscription(id, { ...options, ...member.options });
}

export async function reportOf(body: ReportRequest, countries: ReportCountries) {
  const [member, headers] = [await memberCall(), reportHeaders(countries)];
  return await (member === undefined
    ? postReport(body, { headers })
    : postReport({ ...body, user_id: member.uid }, { ...member.options, headers }));
}
