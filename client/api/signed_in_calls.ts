/**
 * Calls of signed-in members (W-CALL-08, W-CALL-09, W-CALL-13): purchases, and finalizing at the stored service
 * address.
 */
import * as z from "zod/mini";
import type {
  createApplePaySchema,
  createRecurringSchema,
  createSchema,
  Finalize,
} from "../../server/wire/billing/purchase.ts";
import { type Subscription, subscriptionSchema } from "../../server/wire/billing/subscriptions.ts";
import { SERVICE_URL } from "../lib/browser/service_url.ts";
import { type MemberOptions, request, withToken } from "./http.ts";

/** POST {url}/subscription-finalize, at the service address stored with the purchase. */
export async function finalizeAt(url: string, body: Finalize, options: MemberOptions): Promise<unknown> {
  // Storage may hold a foreign address, so only the expected one is called (SECURITY B5).
  const base = url === SERVICE_URL ? url : SERVICE_URL;
  return await request(`${base}/subscription-finalize`, { ...withToken(options), body });
}

export async function createForMember(body: z.infer<typeof createSchema>, options: MemberOptions): Promise<unknown> {
  return await request(`${SERVICE_URL}/subs/create`, { ...withToken(options), body });
}

export async function createApplePayForMember(
  body: z.infer<typeof createApplePaySchema>,
  options: MemberOptions,
): Promise<unknown> {
  return await request(`${SERVICE_URL}/subs/create-applepay`, { ...withToken(options), body });
}

export async function createRecurring(
  body: z.infer<typeof createRecurringSchema>,
  options: MemberOptions,
): Promise<unknown> {
  return await request("/services/recurring/create-subscription", { ...withToken(options), body });
}

export async function getRecurringSubscription(id: string, options: MemberOptions): Promise<Subscription> {
  const url = `${SERVICE_URL}/rec/subscriptions/${encodeURIComponent(id)}`;
  return z.parse(subscriptionSchema, await request(url, withToken(options)));
}
