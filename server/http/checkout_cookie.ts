/** The HttpOnly cookie `chk` that ties a browser to its checkout; services see only its hash. */
import type { Context as HonoContext } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { CHECKOUT_COOKIE_DAYS } from "../wire/billing/purchase.ts";
import { newSecret, SECRET_PATTERN, sha256Hex } from "../platform/crypto/secrets.ts";

const KEPT_S = CHECKOUT_COOKIE_DAYS * 86_400;
/** Header that carries the hash to the services; a browser's own header of this name is dropped. */
export const CHECKOUT_HEADER = "x-checkout";
/** `1` when the cookie was set for this call, so that the services know nothing of it yet. */
export const NEW_CHECKOUT_HEADER = "x-checkout-new";

function cookieName(isHttps: boolean): string {
  return isHttps ? "__Host-chk" : "chk";
}

/** SHA-256 of this browser's cookie in hex; undefined when it has none. */
export function readCheckout(c: HonoContext, publicOrigin: string): string | undefined {
  const secret = getCookie(c, cookieName(publicOrigin.startsWith("https:")));
  return secret !== undefined && SECRET_PATTERN.test(secret) ? sha256Hex(secret) : undefined;
}

/** Like {@link readCheckout}, but sets a cookie when the browser has none. */
export function ensureCheckout(c: HonoContext, publicOrigin: string): string {
  const known = readCheckout(c, publicOrigin);
  if (known !== undefined) return known;
  const secret = newSecret();
  const isHttps = publicOrigin.startsWith("https:");
  setCookie(c, cookieName(isHttps), secret, {
    httpOnly: true,
    secure: isHttps,
    sameSite: "Lax",
    path: "/",
    maxAge: KEPT_S,
  });
  return sha256Hex(secret);
}

/** Removes the cookie, so that the next person at this browser cannot use its purchases. */
export function forgetCheckout(c: HonoContext, publicOrigin: string): void {
  const isHttps = publicOrigin.startsWith("https:");
  deleteCookie(c, cookieName(isHttps), { httpOnly: true, secure: isHttps, sameSite: "Lax", path: "/" });
}
