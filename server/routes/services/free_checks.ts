/** Anonymous free checks: five different numbers an hour per address; repeating a number is free. */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { addedHeaders } from "../../http/service_headers.ts";
import { parse } from "../../platform/http/answer.ts";
import { ipKey } from "../../platform/http/ip_address.ts";
import { NDJSON } from "../../embedded/members/members.ts";
import { createSharedLimits } from "../../db/rate_limits.ts";
import { readJson } from "../../platform/http/request_limits.ts";
import { forward } from "../../proxy/forward.ts";
import { environmentAt } from "../../platform/environment.ts";
import { locateService } from "../../proxy/service_location.ts";
import { checkRequestSchema } from "../../wire/members/report.ts";
import { refusal } from "../../wire/site/refusal.ts";

export const FREE_CHECKS_PER_HOUR = 5;
const CHECK = { name: "check", points: FREE_CHECKS_PER_HOUR, windowMs: 3_600_000 };
/** A number that was checked already costs nothing for a day. */
const SEEN = { name: "checked", points: 1, windowMs: 86_400_000 };
/** Longer than the line of a failed check. */
const MAX_LINE_CHARS = 2_000;
const PATH = "/services/report/check";
const FAILED = /^\{"type":"failed"/m;

export function freeCheckRoutes(context: Context): Hono<AppEnv> {
  const { config, connect, embeddedCheck, verifyIdToken } = context;
  const app = new Hono<AppEnv>();
  const atHand = (host: string) =>
    locateService(config.remote.report, environmentAt(config, host)).kind === "embedded" ? embeddedCheck : undefined;
  const limiter = createFreeCheckLimiter(context);
  app.post(PATH, async (c) => {
    const body = parse(checkRequestSchema, await readJson(c.req.raw));
    const idToken = c.req.header("x-id-token");
    const isMember = idToken !== undefined && await verifyIdToken(idToken) !== undefined;
    const ip = ipKey(c.get("ip"));
    const waitS = isMember ? 0 : await limiter.take(ip, body.phone_number);
    if (waitS > 0) {
      const minutes = Math.ceil(waitS / 60);
      const used = refusal("free_checks_used", { count: FREE_CHECKS_PER_HOUR, minutes });
      return c.json({ ...used, requestId: c.get("requestId") }, 429, { "retry-after": String(waitS) });
    }
    const giveBack = async () => {
      if (!isMember) await limiter.giveBack(ip, body.phone_number);
    };
    const checked = await atHand(c.get("host"))?.({ text: body.phone_number, country: body.country ?? "" });
    if (checked !== undefined) {
      if (checked.isFailed) await giveBack();
      return new Response(checked.lines, { headers: NDJSON });
    }
    const answer = await forward(c.req.raw, {
      service: "report",
      upstream: connect("report", c.get("host")),
      path: "/check",
      added: addedHeaders(c),
      allowPages: false,
      body: JSON.stringify(body),
    });
    return isMember ? answer : await onFailedCheck(answer, giveBack);
  });
  return app;
}

/** Reads the stream as it passes: text that is not a phone number does not count as a check. */
async function onFailedCheck(answer: Response, failed: () => Promise<void>): Promise<Response> {
  if (!answer.ok || answer.body === null) {
    await failed();
    return answer;
  }
  let tail = "";
  const decoder = new TextDecoder();
  const watch = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      tail = (tail + decoder.decode(chunk, { stream: true })).slice(-MAX_LINE_CHARS);
      controller.enqueue(chunk);
    },
    async flush() {
      if (FAILED.test(tail)) await failed();
    },
  });
  return new Response(answer.body.pipeThrough(watch), answer);
}

export interface FreeCheckLimiter {
  /** Seconds until this address may check this number; 0 means now, and counts the check. */
  take(ip: string, phoneNumber: string): Promise<number>;
  /** Takes the count back after a failed check. */
  giveBack(ip: string, phoneNumber: string): Promise<void>;
}

/** Counts in the database, so that a visitor has five checks in all and not five on each server. */
export function createFreeCheckLimiter(ports: Pick<Context, "db" | "clock">): FreeCheckLimiter {
  const limits = createSharedLimits(ports);
  const keyOf = (ip: string, phoneNumber: string) => `${ip} ${phoneNumber.replace(/\D/g, "")}`;
  return {
    async take(ip, phoneNumber) {
      if (await limits.waitMs(SEEN, keyOf(ip, phoneNumber)) > 0) return 0;
      const waitMs = await limits.take(CHECK, ip);
      if (waitMs > 0) return Math.ceil(waitMs / 1_000);
      await limits.take(SEEN, keyOf(ip, phoneNumber));
      return 0;
    },
    async giveBack(ip, phoneNumber) {
      if (await limits.giveBack(SEEN, keyOf(ip, phoneNumber))) await limits.giveBack(CHECK, ip);
    },
  };
}
