/** POST /api/apple-pay/validate-merchant: requests a merchant session from Apple with our certificate (W-CALL-16). */
import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "../../../app_env.ts";
import type { ApplePayConfig } from "../../../config/apple_pay.ts";
import type { Context } from "../../../context.ts";
import { fail, parseBody } from "../../../platform/http/answer.ts";
import { createSharedLimits, takeOfNetwork } from "../../../db/rate_limits.ts";
import { readGatewayUrl } from "./gateway.ts";
import { readBody } from "../../../platform/http/request_limits.ts";
import { NO_REUSE } from "../../../platform/http/send_once.ts";
import { errorsOf, type Log } from "../../../platform/log.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import { refusal } from "../../../wire/site/refusal.ts";

const DEADLINE_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const SESSION_MINUTES = 5;
const NOT_AVAILABLE = refusal("apple_pay_unavailable");
const NO_SESSION = refusal("apple_pay_down");

/** Each call is one of ours to Apple. A shopper needs one for each press of the button. */
const OF_NETWORK = { name: "apple_pay_sessions", points: 60, windowMs: 600_000 };
export const SESSIONS = { one: OF_NETWORK, all: { name: "apple_pay_sessions_all", points: 6_000, windowMs: 600_000 } };

const bodySchema = z.strictObject({
  validationURL: z.string().check(z.maxLength(2_000)),
  domain: z.string().check(z.maxLength(255)),
});

/** `gateway` sends the request to Apple; tests replace it, with a shorter deadline. */
export function applePayRoutes(
  context: Context,
  gateway: Upstream = gatewayOf(context.config.applePay),
  deadlineMs = DEADLINE_MS,
): Hono<AppEnv> {
  const { config, clock, log } = context;
  const app = new Hono<AppEnv>();
  const limits = createSharedLimits(context);
  const ownDomain = new URL(config.publicOrigin).hostname;
  app.post("/api/apple-pay/validate-merchant", async (c) => {
    const { validationURL, domain } = await parseBody(c, bodySchema);
    const { applePay } = config;
    if (applePay.mode === "off") fail(503, NOT_AVAILABLE);
    const url = readGatewayUrl(validationURL, applePay.hosts) ?? fail(400, "This is not an address of Apple Pay");
    if (domain !== ownDomain) fail(400, "This is not our domain");
    if (applePay.mode === "simulated") return c.json(simulatedSession(ownDomain, clock.now()));
    if (!await takeOfNetwork(limits, SESSIONS, c.get("ip"))) fail(429, refusal("network_limit"));
    const { merchantId, displayName } = applePay;
    const session = await askGateway({ gateway, deadlineMs, log }, url, {
      merchantIdentifier: merchantId,
      displayName,
      initiative: "web",
      initiativeContext: ownDomain,
    });
    return c.body(JSON.stringify(session), 200, { "content-type": "application/json" });
  });
  return app;
}

/** What the log says about a session that Apple did not give. */
interface Cause {
  readonly status?: number;
  readonly error?: string;
  readonly alert?: string;
}

/**
 * One attempt, no redirects, a deadline and a size limit. Error texts of Apple and of our keys reach neither the page
 * nor the log, which has the status, the name of an error and the alert of TLS.
 */
async function askGateway(
  { gateway, deadlineMs, log }: { readonly gateway: Upstream; readonly deadlineMs: number; readonly log: Log },
  url: URL,
  body: Readonly<Record<string, string>>,
): Promise<object> {
  const request = new Request(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    redirect: "manual",
    signal: AbortSignal.timeout(deadlineMs),
  });
  let cause: Cause = {};
  try {
    const answer = await gateway(request);
    cause = { status: answer.status };
    const session = await readSession(answer);
    if (session !== undefined) return session;
  } catch (error) {
    cause = { ...cause, ...describeFailure(error) };
  }
  log.warn("apple-pay.no-session", { ...cause });
  fail(502, NO_SESSION);
}

/** Undefined for a refusal, and for an answer that is no session. */
async function readSession(answer: Response): Promise<object | undefined> {
  if (!answer.ok || !/^application\/json\b/.test(answer.headers.get("content-type") ?? "")) {
    await answer.body?.cancel();
    return undefined;
  }
  const bytes = await readBody(new Request("http://answer", { method: "POST", body: answer.body }), MAX_ANSWER_BYTES);
  const session: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return typeof session === "object" && session !== null && !Array.isArray(session) ? session : undefined;
}

function describeFailure(error: unknown): Cause {
  const [outer] = errorsOf(error);
  const messages = errorsOf(error).map(({ message }) => message).join("\n");
  // Such as CertificateExpired, from the closed list of RFC 8446.
  const [, alert] = /received fatal alert: ([A-Za-z]{1,40})/.exec(messages) ?? [];
  return { error: outer?.name ?? typeof error, ...(alert === undefined ? {} : { alert }) };
}

function gatewayOf(config: ApplePayConfig): Upstream {
  if (config.mode !== "live") return () => Promise.reject(new TypeError("No gateway is configured"));
  const { cert, key } = config;
  let client: Deno.HttpClient | undefined;
  return (request) => fetch(request, { client: client ??= Deno.createHttpClient({ cert, key, ...NO_REUSE }) });
}

/** What a development page gets instead of Apple's session: the same keys without value. */
function simulatedSession(domain: string, nowMs: number): object {
  return {
    epochTimestamp: nowMs,
    expiresAt: nowMs + SESSION_MINUTES * 60_000,
    merchantSessionIdentifier: `stand-in-${crypto.randomUUID()}`,
    nonce: crypto.randomUUID().slice(0, 8),
    merchantIdentifier: "merchant.stand-in",
    domainName: domain,
    displayName: "TrustCheck",
    signature: "",
  };
}
