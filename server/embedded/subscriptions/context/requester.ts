/** Who calls: the holder of a checkout cookie, a signed-in member, or both; and what is theirs. */
import type { Context as HonoContext } from "hono";
import type { Db } from "../../../db/open.ts";
import { type Place, prepare } from "../../../db/prepared.ts";
import { fail } from "../../../platform/http/answer.ts";
import type { Member, VerifyIdToken } from "../../../platform/id_token.ts";
import { networkOfAddress, parseIpAddress } from "../../../platform/http/ip_address.ts";
import type { SubscriptionRow } from "../db/tables.ts";

export interface Requester {
  /** SHA-256 of the checkout cookie, hex; set by the app server alone. Empty without one. */
  readonly checkout: string;
  readonly member: Member | undefined;
  /** Network part of the address, never the whole. */
  readonly network: string;
}

const CHECKOUT_PATTERN = /^[0-9a-f]{64}$/;

/** A token that is there but not good ends the request with 401, whatever else the caller holds. */
export async function readRequester(c: HonoContext, verify: VerifyIdToken): Promise<Requester> {
  const token = c.req.header("x-id-token");
  const member = token === undefined ? undefined : await verify(token);
  if (token !== undefined && member === undefined) fail(401, "Your sign-in has expired. Please sign in again");
  const checkout = c.req.header("x-checkout") ?? "";
  return {
    checkout: CHECKOUT_PATTERN.test(checkout) ? checkout : "",
    member,
    network: networkOf(c.req.header("x-client-ip") ?? ""),
  };
}

type Owned = Pick<SubscriptionRow, "checkout_hash" | "user_id">;

/** The browser of the purchase until a member claimed it; from then on that member alone. */
export function isOwner(requester: Requester, row: Owned): boolean {
  if (row.user_id === "") return holdsCheckout(requester, row);
  return requester.member !== undefined && requester.member.uid === row.user_id;
}

/** Stopping and taking back is also for the browser that bought, as long as it has its cookie (TRUST T5, T6). */
export function mayCancel(requester: Requester, row: Owned): boolean {
  return holdsCheckout(requester, row) || isOwner(requester, row);
}

function holdsCheckout({ checkout }: Requester, row: Owned): boolean {
  return checkout !== "" && checkout === row.checkout_hash;
}

const subscriptionWith = prepare((db, place: Place<{ readonly id: string }>) =>
  db.selectFrom("subs_subscriptions").selectAll().where("id", "=", place("id"))
);

/** The caller's own subscription; someone else's and none at all look the same: 404. */
export async function ownSubscription(db: Db, requester: Requester, id: string): Promise<SubscriptionRow> {
  const { rows: [row] } = await subscriptionWith(db, { id });
  if (row === undefined || !isOwner(requester, row)) fail(404, "There is no such subscription");
  return row;
}

/** IPv4 to its /24, IPv6 to its /48; enough to tell regions apart, not people. */
export function networkOf(ip: string): string {
  const address = parseIpAddress(ip);
  if (address === undefined) return "";
  return address.includes(":") ? networkOfAddress(address, 3) : `${address.replace(/\.\d+$/, "")}.0/24`;
}
