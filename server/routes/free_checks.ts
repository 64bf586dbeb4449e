/** Anonymous free checks: five different numbers an hour per address; the same number again costs nothing. */
import { Hono } from "hono";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { AppEnv } from "../app_env.ts";
import type { Context } from "../context.ts";
import { parse } from "../http/answer.ts";
import { ipKey } from "../http/client_ip.ts";
import { jsonRequest } from "../http/json_request.ts";
import { readJson } from "../http/limits.ts";
import { forward } from "../upstreams/forward.ts";
import { checkRequestSchema } from "../wire/members.ts";

export const FREE_CHECKS_PER_HOUR = 5;
const HOUR_S = 3_600;
const DAY_S = 86_400;
const PATH = "/services/report/check";

export function freeCheckRoutes({ connect, verifyIdToken }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const limiter = createFreeCheckLimiter();
  app.post(PATH, async (c) => {
    const body = parse(checkRequestSchema, await readJson(c.req.raw));
    const idToken = c.req.header("x-id-token");
    const isMember = idToken !== undefined && await verifyIdToken(idToken) !== undefined;
    const waitS = isMember ? 0 : await limiter(ipKey(c.get("ip")), body.phone_number);
    if (waitS > 0) {
      const minutes = Math.ceil(waitS / 60);
      const error = `You have used your ${FREE_CHECKS_PER_HOUR} free checks for this hour. ` +
        `The next one is free in ${minutes} ${minutes === 1 ? "minute" : "minutes"}; your answers are kept.`;
      return c.json({ error, requestId: c.get("requestId") }, 429, { "retry-after": String(waitS) });
    }
    return forward(jsonRequest(c.req.raw, body), {
      service: "report",
      upstream: connect("report", c.get("host")),
      path: "/check",
      added: { "x-client-ip": c.get("ip") },
      allowPages: false,
    });
  });
  return app;
}

/** Seconds to wait before this number may be checked from this address; 0 means now. */
export function createFreeCheckLimiter(): (ip: string, phoneNumber: string) => Promise<number> {
  const perHour = new RateLimiterMemory({ keyPrefix: "check", points: FREE_CHECKS_PER_HOUR, duration: HOUR_S });
  const seen = new RateLimiterMemory({ keyPrefix: "seen", points: Number.MAX_SAFE_INTEGER, duration: DAY_S });
  return async (ip, phoneNumber) => {
    const key = `${ip} ${phoneNumber.replace(/\D/g, "")}`;
    if (await seen.get(key) !== null) return 0;
    try {
      await perHour.consume(ip);
      await seen.consume(key);
      return 0;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1_000);
      throw refusal;
    }
  };
}
