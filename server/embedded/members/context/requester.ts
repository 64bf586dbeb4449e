/** The requester: a member with a token, or the holder of a checkout cookie before sign-in; and their subscription. */
import { fail, statusBehind } from "../../../platform/http/answer.ts";
import type { Member, VerifyIdToken } from "../../../platform/id_token.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import { type Subscription, subscriptionSchema } from "../../../wire/billing/subscriptions.ts";
import * as z from "zod/mini";
import { type Refusal, refusal } from "../../../wire/site/refusal.ts";

export const ID_TOKEN_HEADER = "x-id-token";
export const CHECKOUT_HEADER = "x-checkout";
const COUNTRY_HEADER = "x-country";

export type Requester =
  & { readonly headers: Readonly<Record<string, string>> }
  & ({ readonly kind: "member"; readonly member: Member } | { readonly kind: "checkout" });

/** A token that is sent must be valid, even when a checkout cookie comes with it. */
export async function identify(request: Request, verifyIdToken: VerifyIdToken): Promise<Requester> {
  const token = request.headers.get(ID_TOKEN_HEADER);
  const checkout = request.headers.get(CHECKOUT_HEADER);
  const proof: Readonly<Record<string, string>> = checkout === null ? {} : { [CHECKOUT_HEADER]: checkout };
  if (token !== null) {
    const member = await verifyIdToken(token);
    if (member === undefined) fail(401, refusal("sign_in_ended"));
    return { kind: "member", member, headers: { ...proof, [ID_TOKEN_HEADER]: token } };
  }
  if (checkout === null) fail(401, refusal("sign_in"));
  return { kind: "checkout", headers: proof };
}

/** Requires a member: the checkout cookie is not an account. */
export async function identifyMember(
  request: Request,
  verifyIdToken: VerifyIdToken,
  signIn: Refusal,
): Promise<Member> {
  const requester = await identify(request, verifyIdToken);
  return requester.kind === "member" ? requester.member : fail(401, signIn);
}

/**
 * A country in a header, or empty: by default the one the visitor is in, as the client knows it. The report call has no
 * fields for countries (W-CALL-21).
 */
export function countryOfHeaders(headers: Headers, name = COUNTRY_HEADER): string {
  return /^[A-Z]{2}$/.exec(headers.get(name) ?? "")?.[0] ?? "";
}

/** The uid, or empty before sign-in. */
export function uidOf(requester: Requester): string {
  return requester.kind === "member" ? requester.member.uid : "";
}

/** The subscription as its own service shows it to this requester; one of another owner is not found. */
export async function readSubscription(
  subscriptionId: string,
  requester: Requester,
  subscriptions: Upstream,
): Promise<Subscription | undefined> {
  const path = `/subscriptions/${encodeURIComponent(subscriptionId)}`;
  const answer = await subscriptions(post(path, requester, {}));
  if (!answer.ok) {
    await answer.body?.cancel();
    if (answer.status >= 500) fail(statusBehind(answer), refusal("subscription_down"));
    return undefined;
  }
  const subscription = z.safeParse(subscriptionSchema, await answer.json());
  if (!subscription.success) fail(502, refusal("subscription_down"));
  const owner = subscription.data.user_id;
  // A cookie proves the browser of the purchase; once a member has claimed the plan, only that member's token proves
  // it.
  return owner === "" || owner === uidOf(requester) ? subscription.data : undefined;
}

export function post(path: string, requester: Requester, body: unknown): Request {
  return new Request(`http://subscriptions${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...requester.headers },
    body: JSON.stringify(body),
  });
}

/** True during the paid period: after a cancellation until its end, after a decline for the grace period. */
export function isPaidUp(subscription: Subscription, nowMs: number): boolean {
  switch (subscription.status) {
    case "trial":
    case "active":
    case "past_due":
      return true;
    case "cancelled":
      return nowMs < Date.parse(subscription.current_period_end);
    case "paused":
    case "ended":
      return false;
  }
}
