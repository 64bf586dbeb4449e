/** /healthz (the process lives), /readyz (ready for payments), /metrics (Prometheus). */
import { Hono } from "hono";
import type { AppEnv } from "../app_env.ts";
import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import { countDifferences } from "../db/differences.ts";
import { createProbe } from "../db/probe.ts";
import { KeysRefused } from "../keys/check_keys.ts";
import { withDeadline } from "../platform/deadline.ts";
import { DatabaseUnavailable } from "../platform/storage_fault.ts";
import { countOpenMoves } from "../embedded/subscriptions/subscriptions.ts";
import { RETRY_AFTER_S } from "../platform/http/answer.ts";
import { quartersBehind } from "../embedded/identity/identity.ts";
import { mayReadFigures } from "../http/metrics_access.ts";
import { type Service, SERVICE_NAMES } from "../platform/http/upstream.ts";

/** A load balancer expects its answer within a second. */
const PROBE_LIMIT_MS = 500;

export function healthRoutes({ config, metrics, log, remotes, ...context }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const probe = createProbe(context);
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    try {
      await withDeadline(probe(), PROBE_LIMIT_MS, () => new DatabaseUnavailable("The probe was not answered in time"));
      const down = downServices(config.remote, remotes.down());
      // The server can still answer what needs no remote service, so it stays in rotation.
      return c.json(down.length === 0 ? { status: "ready" } : { status: "degraded", down });
    } catch (error) {
      log.error("not_ready", { error });
      const status = error instanceof KeysRefused ? "keys are not those of the database" : "database takes no writes";
      return c.json({ status }, 503, { "retry-after": RETRY_AFTER_S });
    }
  });
  app.get("/metrics", async (c) => {
    if (!mayReadFigures(config, c)) return c.notFound();
    try {
      metrics.observeMoney({
        moves: await countOpenMoves(context.db),
        differences: await countDifferences(context.db),
      });
    } catch (error) {
      // The other metrics matter most while the database is away.
      log.warn("metrics.money", { error });
    }
    metrics.observeIdentityKey(await quartersBehind(config.keysDir, context.clock.now()));
    return c.text(await metrics.read());
  });
  return app;
}

function downServices(remote: Config["remote"], bases: readonly string[]): readonly Service[] {
  return SERVICE_NAMES.filter((name) => Object.values(remote[name]).some((base) => bases.includes(base)));
}
