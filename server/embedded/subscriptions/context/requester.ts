/** Who makes a call: the holder of a checkout cookie, a signed-in member, or both; and what they own. */
import type { Context as HonoContext } from "hono";
import type { Db } from "../../../db/open.ts";
import { fail } from "../../../platform/http/answer.ts";
import type { Member, VerifyIdToken } from "../../../platform/id_token.ts";
import { networkOfAddress, parseIpAddress } from "../../../platform/http/ip_address.ts";
import type { SubscriptionRow } from "../db/tables.ts";
import { refusal } from "../../../wire/site/refusal.ts";

/** Who makes a call. All fields may be empty; {@link isOwner} and {@link mayCancel} decide what they allow. */
export interface Requester {
  /** SHA-256 of the checkout cookie in hex, which only the app server sets. Empty without a cookie. */
  readonly checkout: string;
  /** True when the cookie is as new as this call, so that nothing is stored about it. */
  readonly isNewCheckout?: boolean;
  readonly member: Member | undefined;
  /** The network part of the address, never the whole address. */
  readonly network: string;
}

const CHECKOUT_PATTERN = /^[0-9a-f]{64}$/;

/** Reads the requester from cookie, token and address. Throws 401 for an invalid token, even with a valid cookie. */
export async function readRequester(c: HonoContext, verify: VerifyIdToken): Promise<Requester> {
  const token = c.req.header("x-id-token");
  const member = token === undefined ? undefined : await verify(token);
  if (token !== undefined && member === undefined) fail(401, refusal("sign_in_expired"));
  const checkout = c.req.header("x-checkout") ?? "";
  return {
    checkout: CHECKOUT_PATTERN.test(checkout) ? checkout : "",
    isNewCheckout: c.req.header("x-checkout-new") === "1",
    member,
    network: networkOf(c.req.header("x-client-ip") ?? ""),
  };
}

type OwnedRow = Pick<SubscriptionRow, "checkout_hash" | "user_id">;

/** True for the browser of the purchase until a member claims it, and then only for that member. */
export function isOwner(requester: Requester, row: OwnedRow): boolean {
  if (row.user_id === "") return holdsCheckout(requester, row);
  return requester.member !== undefined && requester.member.uid === row.user_id;
}

/** True for the owner, and for the browser of the purchase as long as it has its cookie (TRUST T5, T6). */
export function mayCancel(requester: Requester, row: OwnedRow): boolean {
  return holdsCheckout(requester, row) || isOwner(requester, row);
}

function holdsCheckout({ checkout }: Requester, row: OwnedRow): boolean {
  return checkout !== "" && checkout === row.checkout_hash;
}

/** The requester's own subscription. Throws the same 404 for another's and for one that does not exist. */
export async function ownSubscription(db: Db, requester: Requester, id: string): Promise<SubscriptionRow> {
  const row = await db.selectFrom("subs_subscriptions").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined || !isOwner(requester, row)) fail(404, refusal("subscription_unknown"));
  return row;
}

/** The /24 of an IPv4 address, the /48 of an IPv6 address: enough to tell regions apart, but not people. */
export function networkOf(ip: string): string {
  const address = parseIpAddress(ip);
  if (address === undefined) return "";
  return address.includes(":") ? networkOfAddress(address, 3) : `${address.replace(/\.\d+$/, "")}.0/24`;
}
