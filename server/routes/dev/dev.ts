/** /dev/mailbox, /dev/errors and /dev/clock: the developer pages of the embedded services, on loopback only. */
import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { fail, parseBody } from "../../platform/http/answer.ts";
import { simulatorHeaders, withHeaders } from "../../http/headers.ts";
import { runAll } from "../../platform/jobs.ts";
import { DAY_MS } from "../../wire/billing/schedule.ts";

const UNITS_MS: Readonly<Record<string, number>> = { D: DAY_MS, H: 3_600_000, M: 60_000, S: 1_000 };
const advanceSchema = z.strictObject({ advance: z.string().check(z.maxLength(32)) });
const MAX_ADVANCE_MS = 400 * DAY_MS;

export function devRoutes(context: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { config, embedded, clock } = context;
  if (!config.loopback) return app;
  const headers = simulatorHeaders(config, "'none'");
  for (const [path, upstream] of [["mailbox", embedded.mail], ["errors", embedded.errors]] as const) {
    const answer = async (request: Request) => {
      const { pathname, search } = new URL(request.url);
      const rest = pathname.slice(`/dev/${path}`.length) || "/";
      return withHeaders(await upstream(new Request(`http://${path}${rest}${search}`)), headers);
    };
    app.get(`/dev/${path}`, (c) => answer(c.req.raw));
    app.get(`/dev/${path}/*`, (c) => answer(c.req.raw));
  }
  app.get("/dev/clock", (c) => c.json({ now: new Date(clock.now()).toISOString() }));
  app.post("/dev/clock", async (c) => {
    const { advance } = await parseBody(c, advanceSchema);
    const ms = durationMs(advance);
    if (ms === undefined || ms > MAX_ADVANCE_MS) {
      fail(400, 'Send {"advance": "P7D"}: days, hours, minutes, at most P400D');
    }
    clock.advance(ms);
    await runAll(context);
    return c.json({ now: new Date(clock.now()).toISOString() });
  });
  return app;
}

/** Milliseconds of an ISO 8601 duration of days, hours, minutes and seconds ("P7D", "PT90M"). */
export function durationMs(text: string): number | undefined {
  const match = /^P(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/.exec(text);
  if (match === null || text === "P" || text.endsWith("T")) return undefined;
  return ["D", "H", "M", "S"].reduce((sum, unit, at) => sum + Number(match[at + 1] ?? 0) * (UNITS_MS[unit] ?? 0), 0);
}
