/** Refuses writes that a page of another origin can send with this browser's cookies (SECURITY E1). */
import type { Context as HonoContext } from "hono";
import type { AppEnv } from "../app_env.ts";
import type { Config } from "../config/config.ts";
import { fail } from "../platform/http/answer.ts";
import { refusal } from "../wire/site/refusal.ts";
import { SECRET_PATTERN } from "../platform/crypto/secrets.ts";

/** Calls that carry a proof of their own and read no cookie: a bearer token, a signature, a sign-in provider's form. */
const WITHOUT_COOKIES = /^\/(services\/(payments\/|subscriptions\/payments-notices$)|__\/auth\/handler$)/;
/**
 * Forms that work without script; the last segment may be an action link's secret, known only to the email's reader.
 */
const FORMS =
  /^\/api\/(?:cancel-request|withdraw-request|(?:cancel-subscription|withdraw|end-mails|end-watch)\/([^/]*))$/;
/** Routes whose bodies are not JSON by design and hold a secret that the requester must know. */
const OTHER_TYPES =
  /^\/(?:csp-report$|challenge\/|services\/(?:identity|errors)\/|identitytoolkit\.googleapis\.com\/|securetoken\.googleapis\.com\/|emulator\/auth\/)/;
const JSON_TYPE = /^application\/json\s*(;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;
/** Routes that email programs may post to as well, with a secret in the address (RFC 8058). */
const ONE_CLICK_TYPE = /^multipart\/form-data\s*(;|$)/i;
/** A GET (W-CALL-04) that opens a checkout and closes that of another plan. */
const OPENS_CHECKOUT = /\/init\/session$/;
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

type Site = Pick<Config, "publicOrigin">;

export function refuseForeignWrites(c: HonoContext<AppEnv>, config: Site): void {
  const { method, path } = c.req;
  const isSafe = SAFE_METHODS.includes(method);
  if ((isSafe && !OPENS_CHECKOUT.test(path)) || WITHOUT_COOKIES.test(path)) return;
  const form = FORMS.exec(path);
  const hasSecret = SECRET_PATTERN.test(form?.[1] ?? "");
  if (!hasSecret && isForeign(c, config)) fail(403, refusal("own_pages_call"));
  if (isSafe || OTHER_TYPES.test(path)) return;
  const type = c.req.header("content-type");
  const isExpected = type === undefined || JSON_TYPE.test(type) || (form !== null && FORM_TYPE.test(type)) ||
    (hasSecret && ONE_CLICK_TYPE.test(type));
  if (!isExpected) fail(415, "Send the request as application/json");
}

/**
 * What the browser says about the requesting page. Servers and tools send neither header and have no foreign cookies.
 */
function isForeign(c: HonoContext<AppEnv>, config: Site): boolean {
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const origin = c.req.header("origin");
  return origin !== undefined && !isOwnOrigin(origin, c.req.header("host"), config);
}

/** The public origin, or another of our hosts that received the request, over the same protocol. */
export function isOwnOrigin(origin: string, host: string | undefined, { publicOrigin }: Site): boolean {
  if (origin === publicOrigin) return true;
  if (!URL.canParse(origin)) return false;
  const { host: given, protocol } = new URL(origin);
  return given === host && protocol === new URL(publicOrigin).protocol;
}
