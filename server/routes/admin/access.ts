/** Who may call the console: its own pages only, within limits, with a session, and with a role that has the right. */
import type { Context as HonoContext, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv } from "../../app_env.ts";
import { type AuditEvent, record } from "../../audit/chain.ts";
import type { Context } from "../../context.ts";
import { createSharedLimits, type Limit } from "../../db/rate_limits.ts";
import { apiHeaders, type HeaderList, withHeaders } from "../../http/headers.ts";
import { peekSession, readSession, type Session, type Way } from "../../operators/sessions.ts";
import { isoTime } from "../../platform/clock.ts";
import { fail } from "../../platform/http/answer.ts";
import { ipKey } from "../../platform/http/ip_address.ts";
import { type Right, roleMay } from "../../wire/admin/roles.ts";
import { refusal, type RefusalCode } from "../../wire/admin/refusals.ts";

export type C = HonoContext<AppEnv>;

/**
 * Sign-ins and enrolments from one address. Their two calls are counted apart, so that a try counts once and each that
 * was begun may be answered, and answers to tries that were not begun are limited, too.
 */
const SIGN_INS = {
  begin: { name: "console sign-in", points: 30, windowMs: 600_000 },
  answer: { name: "console sign-in answer", points: 30, windowMs: 600_000 },
} as const satisfies Readonly<Record<string, Limit>>;
export type SignInCall = keyof typeof SIGN_INS;
/** Rows of the audit log that strangers cause, from all addresses: no row is ever deleted, and each waits for the last. */
export const REFUSED_SIGN_INS: Limit = { name: "console refused sign-in", points: 200, windowMs: 600_000 };
/** Rows for one right that one operator is refused, so that they cannot bury another row. */
export const REFUSED_RIGHTS: Limit = { name: "console refused right", points: 10, windowMs: 600_000 };
/** What one operator may look for: enough for a busy day, too little to copy the customers. */
const SEARCHES: Limit = { name: "console search", points: 120, windowMs: 600_000 };
const REVEALS: Limit = { name: "console reveal", points: 30, windowMs: 600_000 };
const ACTS: Limit = { name: "console act", points: 120, windowMs: 600_000 };
const READS: Limit = { name: "console read", points: 1_200, windowMs: 600_000 };
export const LIMITS = { SEARCHES, REVEALS, ACTS, READS } as const;

/** Ends the call with a refusal of the console. */
export function refuse(status: ContentfulStatusCode, code: RefusalCode): never {
  fail(status, refusal(code));
}

export interface Access {
  /** Refuses what another page, or no page, sends. */
  readonly ownPagesOnly: MiddlewareHandler<AppEnv>;
  /** Counts a call of a try to sign in from this address. */
  countSignIn(c: C, call: SignInCall): Promise<void>;
  /** Counts it as well, and returns whether it may proceed: for pages, where a refusal in JSON would be useless. */
  maySignIn(c: C, call: SignInCall): Promise<boolean>;
  /** The session of this browser; undefined without one. */
  find(c: C): Promise<Session | undefined>;
  /** The same, without prolonging the session. */
  peek(c: C): Promise<Session | undefined>;
  /** The session of an operator with this right. A refused right is a row of the audit log. */
  need(c: C, right: Right, limit?: Limit): Promise<Session>;
  readonly json: (body: unknown) => Response;
  readonly headers: HeaderList;
  /** Adds a row about a refused sign-in to the audit log; above a limit only a line to the log of the server. */
  logRefusedSignIn(facts: { readonly way: Way; readonly why?: string }): Promise<void>;
  /** Adds a row to the audit log. */
  log(event: AuditEvent): Promise<number>;
  setCookie(c: C, secret: string): void;
  forgetCookie(c: C): void;
}

export function createAccess(context: Context): Access {
  const { config } = context;
  const isHttps = config.publicOrigin.startsWith("https:");
  const name = isHttps ? "__Host-adm" : "adm";
  const options = { httpOnly: true, secure: isHttps, sameSite: "Strict", path: "/" } as const;
  const limits = createSharedLimits(context);
  const headers = apiHeaders(config);
  const log = (event: AuditEvent) => record(context, event);
  const take = async (limit: Limit, place: string) => {
    const waitMs = await limits.take(limit, place);
    if (waitMs > 0) fail(429, { ...refusal("too_many"), params: { at: isoTime(context.clock.now() + waitMs) } });
  };
  const find = async (c: C) => await readSession(context, getCookie(c, name) ?? "");
  return {
    ownPagesOnly: async (c, next) => {
      if (!isOwnPage(c, config.publicOrigin)) refuse(403, "own_pages_only");
      // No id contains one, and Postgres refuses to compare with it.
      if (new URL(c.req.url).pathname.includes("%00")) refuse(404, "unknown");
      await next();
    },
    countSignIn: (c, call) => take(SIGN_INS[call], ipKey(c.get("ip"))),
    maySignIn: async (c, call) => await limits.take(SIGN_INS[call], ipKey(c.get("ip"))) === 0,
    find,
    peek: async (c) => await peekSession(context, getCookie(c, name) ?? ""),
    async need(c, right, limit = READS) {
      const session = await find(c) ?? refuse(401, "sign_in_first");
      const { operator } = session;
      await take(limit, operator.id);
      if (!roleMay(operator.role, right)) {
        const isFew = await limits.take(REFUSED_RIGHTS, `${operator.id} ${right}`) === 0;
        if (isFew) await log({ what: "refused", operator, facts: { right } });
        refuse(403, "role_forbids");
      }
      return session;
    },
    json: (body) => withHeaders(Response.json(body), headers),
    headers,
    async logRefusedSignIn(facts) {
      const isFew = await limits.take(REFUSED_SIGN_INS, "") === 0;
      if (isFew) await log({ what: "sign_in_refused", facts });
      else context.log.warn("console.sign-in-refused", facts);
    },
    log,
    // A cookie of the browser session: it ends with the browser, and on the server after half an hour without a call.
    setCookie: (c, secret) => setCookie(c, name, secret, options),
    forgetCookie: (c) => setCookie(c, name, "", { ...options, maxAge: 0 }),
  };
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * A browser says where a call comes from. A write without that comes from none of our pages, whatever cookie it has; a
 * form cannot send JSON.
 */
function isOwnPage(c: C, publicOrigin: string): boolean {
  const site = c.req.header("sec-fetch-site");
  const origin = c.req.header("origin");
  if (origin !== undefined && origin !== publicOrigin) return false;
  if (c.req.method === "GET" || c.req.method === "HEAD") {
    return site === undefined || site === "same-origin" || site === "none";
  }
  const isOwn = origin === publicOrigin && (site === undefined || site === "same-origin");
  return isOwn && JSON_TYPE.test(c.req.header("content-type") ?? "");
}
