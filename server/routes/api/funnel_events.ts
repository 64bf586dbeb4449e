/** /api/funnel-events: our own collector of funnel events; exists only when FUNNEL_EVENT_DAYS is set. */
import { Hono } from "hono";
import { sql } from "kysely";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { fail, parseBody } from "../../platform/http/answer.ts";
import { mayReadFigures } from "../../http/metrics_access.ts";
import type { Db } from "../../db/open.ts";
import { createSharedLimits, takeOfNetwork } from "../../db/rate_limits.ts";
import { redact } from "../../platform/log.ts";
import { funnelEventsSchema } from "../../wire/site/funnel_events.ts";
import { DAY_MS } from "../../wire/billing/schedule.ts";
import { refusal } from "../../wire/site/refusal.ts";

/** Events of a network and in total: fewer than the retention job deletes in the same time. */
export const ONE_NETWORK = { name: "funnel_events", points: 3_000, windowMs: 600_000 };
export const EVENTS = { one: ONE_NETWORK, all: { name: "funnel_events_all", points: 50_000, windowMs: 600_000 } };
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
    if (!await takeOfNetwork(limits, EVENTS, c.get("ip"), events.length)) fail(429, refusal("network_limit"));
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
    const rows = await reading((db) => countByDay(db, sinceMs));
    return c.json({ days: sumByDay(rows) });
  });
  return app;
}

/** Screen messages contain no personal data; if one ever does, email addresses and long numbers are removed. */
function withoutPerson(text: string): string {
  // Before the text is shortened: the first half of an address or a number looks like neither.
  return redact(text).replace(/\d{7,}/g, "[digits]").slice(0, MAX_TEXT_CHARS);
}

interface Count {
  /** Days since 1970-01-01 UTC. */
  readonly day: number;
  readonly name: string;
  readonly many: number | string | bigint;
}

async function countByDay(db: Db, sinceMs: number): Promise<readonly Count[]> {
  // A day in milliseconds. Both engines divide whole numbers without a rest.
  const day = sql<number>`created_ms / 86400000`;
  return await db.selectFrom("funnel_events")
    .select([day.as("day"), "name", (eb) => eb.fn.countAll().as("many")])
    .where("created_ms", ">=", sinceMs).groupBy([day, "name"]).execute();
}

function sumByDay(counts: readonly Count[]): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const days: Record<string, Record<string, number>> = {};
  for (const { day, name, many } of counts) {
    (days[new Date(Number(day) * DAY_MS).toISOString().slice(0, 10)] ??= {})[name] = Number(many);
  }
  return days;
}
