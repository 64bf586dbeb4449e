/** /api/funnel-events: our own collector of funnel events; exists only when FUNNEL_EVENT_DAYS is set. */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { fail, parseBody } from "../../platform/http/answer.ts";
import { mayReadFigures } from "../../http/metrics_access.ts";
import { createSharedLimits, takeOfNetwork } from "../../db/rate_limits.ts";
import { redact } from "../../platform/log.ts";
import { funnelEventsSchema } from "../../wire/site/funnel_events.ts";
import { DAY_MS } from "../../wire/billing/schedule.ts";
import { refusal } from "../../wire/site/refusal.ts";

/** Limits per network and in total, so that an attacker cannot fill the table. */
export const ONE_NETWORK = { name: "funnel_events", points: 600, windowMs: 600_000 };
export const CALLS = { one: ONE_NETWORK, all: { name: "funnel_events_all", points: 20_000, windowMs: 600_000 } };
const MAX_TEXT_CHARS = 200;

/** The browser sends only after consent; a browser with Global Privacy Control is never recorded. */
export function funnelEventRoutes(context: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { config, db, reading, clock, count } = context;
  if (config.funnelEventDays === 0) return app;
  const limits = createSharedLimits(context);
  app.post("/api/funnel-events", async (c) => {
    if (c.req.header("sec-gpc") === "1") return c.body(null, 204);
    const { events } = await parseBody(c, funnelEventsSchema);
    if (!await takeOfNetwork(limits, CALLS, c.get("ip"))) fail(429, refusal("network_limit"));
    const rows = events.map(({ name, fields: { text, ...fields } }) => ({
      id: crypto.randomUUID(),
      name,
      fields_json: JSON.stringify(text === undefined ? fields : { ...fields, text: withoutPerson(text) }),
      created_ms: clock.now(),
    }));
    await db.insertInto("funnel_events").values(rows).execute();
    for (const { name } of events) count("funnel", { step: name });
    return c.body(null, 204);
  });
  // Counts by day and name, for the same readers as /metrics.
  app.get("/api/funnel-events", async (c) => {
    if (!mayReadFigures(config, c)) return c.notFound();
    const sinceMs = clock.now() - config.funnelEventDays * DAY_MS;
    const rows = await reading((db) =>
      db.selectFrom("funnel_events").select(["name", "created_ms"]).where("created_ms", ">=", sinceMs).execute()
    );
    return c.json({ days: sumByDay(rows) });
  });
  return app;
}

/** Screen messages contain no personal data; if one ever does, email addresses and long numbers are removed. */
function withoutPerson(text: string): string {
  // Before the text is shortened: the first half of an address or a number looks like neither.
  return redact(text).replace(/\d{7,}/g, "[digits]").slice(0, MAX_TEXT_CHARS);
}

interface Row {
  readonly name: string;
  readonly created_ms: number;
}

function sumByDay(rows: readonly Row[]): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const days: Record<string, Record<string, number>> = {};
  for (const { name, created_ms } of rows) {
    const day = days[new Date(created_ms).toISOString().slice(0, 10)] ??= {};
    day[name] = (day[name] ?? 0) + 1;
  }
  return days;
}
