/**
 * Free checks: five different numbers an hour per address; repeating a number is free, within reason. An account counts
 * like any visitor, since it costs nothing; members with a plan ask for reports.
 */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { addedHeaders } from "../../http/service_headers.ts";
import { parse } from "../../platform/http/answer.ts";
import { ipKey } from "../../platform/http/ip_address.ts";
import { NDJSON, parsePhoneNumber, questionOf } from "../../embedded/members/members.ts";
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
/** Repeats in a row by one address. */
const REPEATS = { name: "check_repeats", points: 60, windowMs: 600_000 };
/** Checks that count nothing, since the text is no number. */
const FAILURES = { name: "check_failures", points: 60, windowMs: 600_000 };
/** Longer than the line of a failed check. */
const MAX_LINE_CHARS = 2_000;
const PATH = "/services/report/check";
const FAILED = /^\{"type":"failed"/m;
const IS_OURS = `"code":"${refusal("check_stopped").code}"`;

export function freeCheckRoutes(context: Context): Hono<AppEnv> {
  const { config, connect, embeddedCheck } = context;
  const app = new Hono<AppEnv>();
  const atHand = (host: string) =>
    locateService(config.remote.report, environmentAt(config, host)).kind === "embedded" ? embeddedCheck : undefined;
  const limiter = createFreeCheckLimiter(context);
  app.post(PATH, async (c) => {
    const body = parse(checkRequestSchema, await readJson(c.req.raw));
    const ip = ipKey(c.get("ip"));
    const question = questionOf(body, c.req.raw.headers);
    const { waitS, areUsedUp, giveBack } = await limiter.take(ip, question);
    if (waitS > 0) {
      const minutes = Math.ceil(waitS / 60);
      const used = areUsedUp
        ? refusal("free_checks_used", { count: FREE_CHECKS_PER_HOUR, minutes })
        : refusal("network_limit");
      return c.json({ ...used, requestId: c.get("requestId") }, 429, { "retry-after": String(waitS) });
    }
    const checked = await atHand(c.get("host"))?.(question);
    if (checked !== undefined) {
      if (FAILED.test(checked)) await giveBack(!checked.includes(IS_OURS));
      return new Response(checked, { headers: NDJSON });
    }
    const answer = await forward(c.req.raw, {
      service: "report",
      upstream: connect("report", c.get("host")),
      path: "/check",
      added: addedHeaders(c),
      allowPages: false,
      body: JSON.stringify(body),
    });
    return await onFailedCheck(answer, giveBack);
  });
  return app;
}

/** Reads the stream as it passes: text that is not a phone number does not count as a check. */
async function onFailedCheck(answer: Response, giveBack: FreeCheckTurn["giveBack"]): Promise<Response> {
  if (!answer.ok || answer.body === null) {
    await giveBack(false);
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
      if (FAILED.test(tail)) await giveBack(!tail.includes(IS_OURS));
    },
  });
  return new Response(answer.body.pipeThrough(watch), answer);
}

/** What the visitor asks: the text as typed, and the country for national numbers. */
export interface FreeCheck {
  readonly text: string;
  readonly country: string;
}
export interface FreeCheckTurn {
  /** Seconds until this address may check this number; 0 means now. */
  readonly waitS: number;
  /** Whether it waits for further free checks, and not because it asked too often. */
  readonly areUsedUp: boolean;
  /** Takes back, after a failed check, what this check itself counted. What the visitor's text caused is limited. */
  readonly giveBack: (isText: boolean) => Promise<void>;
}
export interface FreeCheckLimiter {
  /** Counts the check when it may happen now. */
  take(ip: string, check: FreeCheck): Promise<FreeCheckTurn>;
}

/** Counts in the database, so that a visitor has five checks in all and not five on each server. */
export function createFreeCheckLimiter(ports: Pick<Context, "db" | "clock">): FreeCheckLimiter {
  const limits = createSharedLimits(ports);
  return {
    async take(ip, check) {
      const number = `${ip} ${nameOf(check)}`;
      const refuse = (waitMs: number, areUsedUp: boolean): FreeCheckTurn => (
        { waitS: Math.ceil(waitMs / 1_000), areUsedUp, giveBack: () => Promise.resolve() }
      );
      const failuresMs = await limits.waitMs(FAILURES, ip);
      if (failuresMs > 0) return refuse(failuresMs, false);
      if (await limits.waitMs(SEEN, number) > 0) return refuse(await limits.take(REPEATS, ip), false);
      const waitMs = await limits.take(CHECK, ip);
      if (waitMs > 0) return refuse(waitMs, true);
      await limits.take(SEEN, number);
      return {
        waitS: 0,
        areUsedUp: false,
        async giveBack(isText) {
          if (!await limits.giveBack(SEEN, number)) return;
          await limits.giveBack(CHECK, ip);
          if (isText) await limits.take(FAILURES, ip);
        },
      };
    },
  };
}

/** The same for every spelling of a number, in any digits, and different for each two numbers. */
function nameOf({ text, country }: FreeCheck): string {
  const parsed = parsePhoneNumber(text, country);
  return parsed.kind === "number" ? parsed.number.e164 : `${country} ${text}`;
}
