/** /healthz (alive), /readyz (ready to take money), /metrics (figures). */
import { Hono } from "hono";
import { sql } from "kysely";
import type { AppEnv } from "../app_env.ts";
import type { Context } from "../context.ts";

/** The figures tell how business goes: on the machine itself they are open, elsewhere they need METRICS_TOKEN. */
export function healthRoutes({ config, db, metrics, log }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    try {
      await sql`select 1`.execute(db);
      return c.json({ status: "ready" });
    } catch (error) {
      log.error("not_ready", { error });
      return c.json({ status: "database does not answer" }, 503);
    }
  });
  app.get("/metrics", async (c) => {
    const isAllowed = config.metricsToken === ""
      ? config.loopback
      : c.req.header("authorization") === `Bearer ${config.metricsToken}`;
    return isAllowed ? c.text(await metrics.read()) : c.notFound();
  });
  return app;
}
