/** How the cancellation routes call the subscription service, and the rate limits against guessing. */
import type { Context as HonoContext } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { addedHeaders } from "../../http/service_headers.ts";
import { fail, statusBehind } from "../../platform/http/answer.ts";
import { readCheckout } from "../../http/checkout_cookie.ts";
import { ipKey } from "../../platform/http/ip_address.ts";
import { readBody } from "../../platform/http/request_limits.ts";
import { isOwnOrigin } from "../../http/same_origin.ts";
import { createSharedLimits } from "../../db/rate_limits.ts";
import { forward } from "../../proxy/forward.ts";
import { refusal } from "../../wire/site/refusal.ts";
import { SECRET_PATTERN } from "../../platform/crypto/secrets.ts";

export type C = HonoContext<AppEnv>;
/** POST to the service on behalf of this browser; the response is JSON with a status. */
export type CallService = (c: C, path: string, body?: unknown) => Promise<Response>;

const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
/** Limits of SECURITY CS1 and CR2. */
export const GUESSES = 20;
export const REQUESTS_PER_HOUR = 10;
const GUESS = { name: "guess", points: GUESSES, windowMs: 600_000 };
const REQUEST = { name: "request", points: REQUESTS_PER_HOUR, windowMs: 3_600_000 };

export function createCall({ config, connect }: Context): CallService {
  return async (c, path, body) => {
    const chkHash = readCheckout(c, config.publicOrigin);
    const idToken = c.req.header("x-id-token");
    const headers = new Headers(idToken === undefined ? {} : { "x-id-token": idToken });
    if (body !== undefined) headers.set("content-type", "application/json");
    const init = { method: "POST", headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return await forward(new Request(c.req.url, init), {
      service: "subscriptions",
      upstream: connect("subscriptions", c.get("host")),
      path,
      added: addedHeaders(c, chkHash),
      allowPages: false,
    });
  };
}

export function isForm(c: C): boolean {
  return FORM_TYPE.test(c.req.header("content-type") ?? "");
}

/** Forms without script accept HTML; every other client gets JSON. */
export function wantsPage(c: C): boolean {
  return (c.req.header("accept") ?? "").includes("text/html");
}

/** Ends a request that its service did not answer well. */
export async function failBehind(answer: Response): Promise<never> {
  await answer.body?.cancel();
  fail(statusBehind(answer), refusal("server_down"));
}

/** Fields of a form body; a repeated name keeps all its values. */
export async function readForm(c: C): Promise<URLSearchParams> {
  return new URLSearchParams(new TextDecoder().decode(await readBody(c.req.raw)));
}

/** A form without a secret must come from our own pages (SECURITY E1). */
export function requireOwnForm(c: C, { config }: Pick<Context, "config">, content: string): void {
  if (!isForm(c) || SECRET_PATTERN.test(content)) return;
  const origin = c.req.header("origin");
  const isOwn = c.req.header("sec-fetch-site") === "same-origin" ||
    (origin !== undefined && isOwnOrigin(origin, c.req.header("host"), config));
  if (!isOwn) fail(403, refusal("own_pages_form"));
}

export interface CancellationLimits {
  /**
   * Counts one wrong attempt; ends it with 429 above the limit. A right link is answered whatever others guessed: any
   * page that the person has open can make their browser guess, and so can a neighbour in their network.
   */
  countWrongGuess(c: C): Promise<void>;
  /** Counts one request for an email, to any address; ends it with 429 above the limit. */
  mayRequest(c: C, kind: string): Promise<void>;
}

const CONTENT = /^[\w-]{1,128}$/;

/**
 * The secret of a link, or an id. A text that can be neither counts as a wrong attempt and gets the same answer
 * (SECURITY CS1).
 */
export async function contentOf(c: C, limits: CancellationLimits): Promise<string> {
  const content = c.req.param("content") ?? "";
  if (CONTENT.test(content)) return content;
  await limits.countWrongGuess(c);
  fail(404, refusal("link_or_subscription_unknown"));
}

export function createCancellationLimits(context: Pick<Context, "db" | "clock">): CancellationLimits {
  const limits = createSharedLimits(context);
  const networkOf = (c: C) => ipKey(c.get("ip"));
  return {
    async countWrongGuess(c) {
      if (await limits.take(GUESS, networkOf(c)) > 0) {
        fail(429, refusal("links_limit"));
      }
    },
    async mayRequest(c, kind) {
      if (await limits.take(REQUEST, `${kind} ${networkOf(c)}`) > 0) {
        fail(429, refusal("emails_limit"));
      }
    },
  };
}
