/** One typed function per service call of the app (W-CALL-25). */
import * as z from "zod/mini";
import {
  type CheckEvent,
  checkEventSchema,
  type CheckRequest,
  type Report,
  type ReportRequest,
  reportSchema,
} from "../../server/wire/members/report.ts";
import { type Profile, profileSchema } from "../../server/wire/members/profile.ts";
import {
  type CheckoutSession,
  checkoutSessionSchema,
  type Consent,
  consentAnswerSchema,
  type CreateNoUser,
  type CreateNoUserApplePay,
  type Finalize,
} from "../../server/wire/billing/purchase.ts";
import { type Subscription, subscriptionSchema } from "../../server/wire/billing/subscriptions.ts";
import { type CallOptions, linesOf, request, type RequestOptions, send, withToken } from "./http.ts";

/** POST /services/report/check: the events of one free check as they arrive. */
export async function* checkNumber(body: CheckRequest, options: RequestOptions = {}): AsyncGenerator<CheckEvent> {
  const response = await send("/services/report/check", { ...options, body });
  for await (const line of linesOf(response)) yield z.parse(checkEventSchema, JSON.parse(line));
}

/** GET /services/subscriptions/init/session: `{version, data}` for the checkout SDK (W-CALL-04). */
export async function getCheckoutSession(planId: string, options: CallOptions = {}): Promise<CheckoutSession> {
  const url = `${SUBSCRIPTIONS}/init/session?plan_id=${encodeURIComponent(planId)}`;
  return z.parse(checkoutSessionSchema, await request(url, { ...withToken(options), method: "GET" }));
}

/** POST /api/consent: stored before any charge; 409 rejects with the correct figures. */
export async function postConsent(body: Consent, options: CallOptions = {}): Promise<{ readonly consent_id: string }> {
  return z.parse(consentAnswerSchema, await request("/api/consent", { ...withToken(options), body }));
}

/** POST /subs/create-no-user: by instrument for a plan, by subscription_id for an add-on. */
export async function createNoUser(body: CreateNoUser, options: CallOptions = {}): Promise<unknown> {
  return await request(`${SUBSCRIPTIONS}/subs/create-no-user`, { ...withToken(options), body });
}

/** POST /subs/create-no-user-applepay: pays this browser's open checkout with the result of Apple's sheet. */
export async function createNoUserApplePay(
  body: CreateNoUserApplePay,
  options: RequestOptions = {},
): Promise<unknown> {
  return await request(`${SUBSCRIPTIONS}/subs/create-no-user-applepay`, { ...options, body });
}

/** POST /api/apple-pay/validate-merchant: the merchant session for Apple's sheet, which our server requests. */
export async function postValidateMerchant(
  body: { readonly validationURL: string; readonly domain: string },
  options: RequestOptions = {},
): Promise<unknown> {
  return await request("/api/apple-pay/validate-merchant", { ...options, body });
}

export async function finalizeSubscription(body: Finalize, options: CallOptions = {}): Promise<unknown> {
  return await request(`${SUBSCRIPTIONS}/subs/finalize`, { ...withToken(options), body });
}

/** POST /subs/activate: presents the proof of an emailed link. */
export async function activateSubscription(
  body: { readonly subscription_id: string; readonly t: string },
  options: CallOptions = {},
): Promise<unknown> {
  return await request(`${SUBSCRIPTIONS}/subs/activate`, { ...withToken(options), body });
}

/** POST {url}/subscriptions/{id}, by the checkout cookie or the owner's token. */
export async function getSubscription(id: string, options: CallOptions = {}): Promise<Subscription> {
  const url = `${SUBSCRIPTIONS}/subscriptions/${encodeURIComponent(id)}`;
  return z.parse(subscriptionSchema, await request(url, withToken(options)));
}

export async function getMySubscriptions(options: CallOptions): Promise<readonly Subscription[]> {
  const answer = await request(`${SUBSCRIPTIONS}/subscriptions-of-member`, withToken(options));
  return z.parse(z.object({ subscriptions: z.array(subscriptionSchema) }), answer).subscriptions;
}

/** GET of the profile service: saves the profile, and the subscription when one is named, and returns it. */
export async function getProfile(subscriptionId: string, options: CallOptions): Promise<Profile> {
  const url = `/services/profile?subscription_id=${encodeURIComponent(subscriptionId)}`;
  return z.parse(profileSchema, await request(url, { ...withToken(options), method: "GET" }));
}

/** POST of the report service: one paid look-up, by token or, before sign-in, by the checkout cookie. */
export async function postReport(body: ReportRequest, options: CallOptions = {}): Promise<Report> {
  return z.parse(reportSchema, await request("/services/report", { ...withToken(options), body }));
}

/** POST /api/cancel-request: the response is the same whether or not the address is known. */
export async function postCancelRequest(email: string, host: string, options: RequestOptions = {}): Promise<void> {
  const body = { email, product: PRODUCT_CODE, host, emailing: true };
  await request("/api/cancel-request", { ...options, body });
}

/**
 * POST /api/cancel-subscription/{content}: content is the secret of an emailed link, or the id of an own subscription.
 */
export async function postCancelSubscription(content: string, options: CallOptions = {}): Promise<unknown> {
  return await request(`/api/cancel-subscription/${encodeURIComponent(content)}`, withToken(options));
}

/** POST /api/send-activation-by-email/{base-label}/{email}: sends an activation link by email. */
export async function postSendActivation(label: string, email: string, options: RequestOptions = {}): Promise<void> {
  await request(`/api/send-activation-by-email/${encodeURIComponent(label)}/${encodeURIComponent(email)}`, options);
}

/** POST /api/sign-out: removes the checkout cookie, which scripts cannot. */
export async function postSignOut(options: RequestOptions = {}): Promise<void> {
  await request("/api/sign-out", options);
}

const SUBSCRIPTIONS = "/services/subscriptions";
/** Product code of the cancel request (W-CALL-26). */
const PRODUCT_CODE = "TCK";
