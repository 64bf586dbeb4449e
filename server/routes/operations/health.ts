/**
 * /healthz (the process is alive), /readyz (ready for payments), /metrics (Prometheus): on the app origin, and on a
 * port of their own.
 */
import { type Context as HonoContext, Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Config } from "../../config/config.ts";
import type { Context } from "../../context.ts";
import { createProbe } from "../../db/probe.ts";
import { KeysRefused } from "../../keys/check_keys.ts";
import { withDeadline } from "../../platform/deadline.ts";
import { DatabaseUnavailable } from "../../platform/storage_fault.ts";
import { RETRY_AFTER_S } from "../../platform/http/answer.ts";
import { bearsMetricsToken, mayReadFigures } from "../../http/metrics_access.ts";
import { type Service, SERVICE_NAMES } from "../../platform/http/upstream.ts";
import { measure } from "./measure.ts";

/** A load balancer expects its answer within a second. */
const PROBE_LIMIT_MS = 500;

/** On the app origin, where strangers call, metrics are only for readers who may see figures. */
export function healthRoutes(context: Context): Hono<AppEnv> {
  return routes(context, (c) => mayReadFigures(context.config, c));
}

/**
 * The operations port: no host check, since orchestrators call by address, and no other route. Its network is its
 * protection, so the metrics need a token only where METRICS_TOKEN sets one.
 */
export function createOperationsApp(context: Context): Hono<AppEnv> {
  const { metricsToken } = context.config;
  return routes(context, (c) => metricsToken === "" || bearsMetricsToken(context.config, c));
}

function routes(context: Context, mayRead: (c: HonoContext<AppEnv>) => boolean): Hono<AppEnv> {
  const { config, metrics, log, remotes } = context;
  const app = new Hono<AppEnv>();
  const probe = createProbe(context);
  const ready = () =>
    withDeadline(probe(), PROBE_LIMIT_MS, () => new DatabaseUnavailable("The probe was not answered in time"));
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    try {
      await ready();
      const down = downServices(config.remote, remotes.down());
      // The server can still answer what needs no remote service, so it stays in rotation.
      return c.json(down.length === 0 ? { status: "ready" } : { status: "degraded", down });
    } catch (error) {
      log.error("server.not-ready", { error });
      return c.json({ status: reasonOf(error) }, 503, { "retry-after": RETRY_AFTER_S });
    }
  });
  app.get("/metrics", async (c) => {
    if (!mayRead(c)) return c.notFound();
    metrics.set(await measure(context, () => ready().then(() => true, () => false)));
    return c.body(await metrics.read(), 200, { "content-type": metrics.contentType });
  });
  return app;
}

/** A busy or lost database is another thing to repair than a full or damaged one. */
function reasonOf(error: unknown): string {
  if (error instanceof KeysRefused) return "keys are not those of the database";
  if (error instanceof DatabaseUnavailable) return "database does not answer";
  return "database takes no writes";
}

function downServices(remote: Config["remote"], bases: readonly string[]): readonly Service[] {
  return SERVICE_NAMES.filter((name) => Object.values(remote[name]).some((base) => bases.includes(base)));
}
