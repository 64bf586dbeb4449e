/** The outermost layer of every request: its id and trace, its line in the log, its metrics. */
import type { Context as HonoContext, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { AppEnv } from "../app_env.ts";
import type { Config } from "../config/config.ts";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import { parseTraceParent, REQUEST_ID_HEADER, requestIdOf } from "../platform/telemetry/request_id.ts";
import { inRootSpan, type Span, SpanKind } from "../platform/telemetry/tracing.ts";

export interface ObservedPorts {
  readonly config: Pick<Config, "trustedHops" | "loopback">;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** An address that no route answers. It is not a label: callers could invent any number of them. */
const UNMATCHED = "unmatched";
const EVERY_ADDRESS = "/*";

/**
 * The caller's request id counts only behind a trusted proxy, and its trace only there or on loopback: a stranger's
 * would join its own traces with ours. The proxy has to overwrite both: docs/operations/observability.md.
 */
export function observed({ config, log, metrics }: ObservedPorts): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedMs = performance.now();
    const isBehindProxy = config.trustedHops > 0;
    const requestId = requestIdOf(c.req.header(REQUEST_ID_HEADER) ?? null, isBehindProxy);
    const given = isBehindProxy || config.loopback ? c.req.header("traceparent") : undefined;
    const parent = parseTraceParent(given ?? null);
    const method = methodOf(c.req.method);
    c.set("requestId", requestId);
    await inRootSpan({ name: method, kind: SpanKind.SERVER, requestId, parent }, async (span) => {
      await next();
      const ended = { method, route: routeOf(c), status: c.res.status };
      const durationMs = performance.now() - startedMs;
      c.res.headers.set(REQUEST_ID_HEADER, requestId);
      describeSpan(span, ended);
      metrics.observe({ ...ended, seconds: durationMs / 1_000 });
      log.info("request.answered", {
        ...ended,
        durationMs: Math.round(durationMs * 10) / 10,
        outcome: outcomeOf(ended.status),
      });
    });
  };
}

/** A method that a client invents is neither a label nor the name of a span (OpenTelemetry: `_OTHER`). */
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

function methodOf(method: string): string {
  return METHODS.includes(method) ? method : "_OTHER";
}

interface Ended {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

function describeSpan(span: Span, { method, route, status }: Ended): void {
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": status,
    ...(status >= 500 ? { "error.type": String(status) } : {}),
  });
}

/** `refused`: the server did what it should and said no. `failed`: the server could not do what it should. */
export function outcomeOf(status: number): "ok" | "refused" | "failed" {
  return status < 400 ? "ok" : status < 500 ? "refused" : "failed";
}

/** The pattern of the route that answered, as the routes are written, never the address. */
export function routeOf(c: HonoContext<AppEnv>): string {
  const own = c.get("route");
  return own === undefined ? ownRouteOf(c) : withoutExpressions(own);
}

/** `/api/:project{[0-9]{1,20}}/envelope` reads `/api/:project/envelope`. */
function withoutExpressions(pattern: string): string {
  return pattern.split("/").map((segment) => {
    const [from, to] = [segment.indexOf("{"), segment.lastIndexOf("}")];
    return from === -1 || to < from ? segment : segment.slice(0, from) + segment.slice(to + 1);
  }).join("/");
}

function ownRouteOf(c: HonoContext<AppEnv>): string {
  const routes = matchedRoutes(c);
  const answered = routes[c.req.routeIndex]?.path;
  if (answered !== undefined && answered !== EVERY_ADDRESS) return withoutExpressions(answered);
  // A guard refused before the route, or no route answered.
  if (c.res.status === 404) return UNMATCHED;
  return withoutExpressions(routes.findLast(({ path }) => path !== EVERY_ADDRESS)?.path ?? UNMATCHED);
}
