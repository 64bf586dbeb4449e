/** The error-report service: accepts envelopes from the reporting client and shows them. */
import { Hono } from "hono";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../db/open.ts";
import { createSharedLimits, takeOfNetwork } from "../../db/rate_limits.ts";
import { errorAnswer, fail } from "../../platform/http/answer.ts";
import { readBody } from "../../platform/http/request_limits.ts";
import type { Log } from "../../platform/log.ts";
import { type EmbeddedUpstream, upstreamOf } from "../../platform/http/upstream.ts";
import { parseEnvelope } from "./envelope.ts";
import { ERRORS_CSS, errorsPage } from "./errors_page.ts";
import type { ErrorEvent } from "./tables.ts";

/** What the error-report service needs. */
export interface ErrorsPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
}

const MAX_ENVELOPE_BYTES = 200 * 1024;
/** The reporter sends one event, or the spans of one page, with a few items about itself. */
const MAX_ITEMS = 5;
const PAGE_EVENTS = 100;
/** Maximum number of stored reports; the oldest are deleted first. */
const KEEP_EVENTS = 5_000;
/** Limits per network and in total, so that an attacker cannot soon push the others' reports out of the table. */
export const ENVELOPES = {
  one: { name: "error_report", points: 600, windowMs: 600_000 },
  all: { name: "error_report_all", points: 3_000, windowMs: 600_000 },
};

/**
 * Opens the service. An envelope has 200 KiB at most, of which the first 5 items are stored; the newest 5000 reports
 * are kept. Anything that is not an envelope is answered with 400, too many with 429.
 */
export function createErrors({ db, clock, log }: ErrorsPorts): EmbeddedUpstream {
  const app = new Hono();
  const limits = createSharedLimits({ db, clock });
  const take = async (request: Request, project: string): Promise<Response> => {
    const body = new TextDecoder().decode(await readBody(request, MAX_ENVELOPE_BYTES));
    const ip = request.headers.get("x-client-ip") ?? "";
    if (!await takeOfNetwork(limits, ENVELOPES, ip)) fail(429, "Too many reports");
    const envelope = parseEnvelope(body) ?? fail(400, "This is not an error-report envelope");
    const nowMs = clock.now();
    const rows = envelope.items.slice(0, MAX_ITEMS)
      .map((item) => ({ id: crypto.randomUUID(), project, ...item, received_ms: nowMs }));
    if (rows.length > 0) await db.insertInto("error_events").values(rows).execute();
    await forgetOld(db);
    return Response.json({ id: envelope.eventId });
  };
  app.post("/api/:project{[0-9]{1,20}}/envelope/", (c) => take(c.req.raw, c.req.param("project")));
  app.post("/api/:project{[0-9]{1,20}}/envelope", (c) => take(c.req.raw, c.req.param("project")));
  app.get("/events.json", async (c) => c.json(await newest(db)));
  app.get("/style.css", (c) => c.body(ERRORS_CSS, 200, { "content-type": "text/css; charset=utf-8" }));
  app.get("/", async (c) => c.html(errorsPage(await newest(db))));
  app.notFound(() => fail(404, "There is no such address"));
  app.onError((error) => {
    const answer = errorAnswer(error, "");
    if (answer.status >= 500) log.error("errors.failed", { error });
    return answer;
  });
  return upstreamOf(app);
}

async function newest(db: Db): Promise<readonly ErrorEvent[]> {
  return await db.selectFrom("error_events").selectAll().orderBy("received_ms", "desc").orderBy("id")
    .limit(PAGE_EVENTS).execute();
}

async function forgetOld(db: Db): Promise<void> {
  const oldest = await db.selectFrom("error_events").select("received_ms").orderBy("received_ms", "desc")
    .offset(KEEP_EVENTS).limit(1).executeTakeFirst();
  if (oldest === undefined) return;
  await db.deleteFrom("error_events").where("received_ms", "<=", oldest.received_ms).execute();
}
