/** /operator/moves and /operator/differences: money that needs an operator. Open to those who may read the metrics. */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { listDifferences } from "../../db/differences.ts";
import { listOpenMoves } from "../../embedded/subscriptions/subscriptions.ts";
import { mayReadFigures } from "../../http/metrics_access.ts";

export function operatorRoutes({ config, db }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get(
    "/operator/moves",
    async (c) => mayReadFigures(config, c) ? c.json({ moves: await listOpenMoves(db) }) : c.notFound(),
  );
  app.get(
    "/operator/differences",
    async (c) => mayReadFigures(config, c) ? c.json({ differences: await listDifferences(db) }) : c.notFound(),
  );
  return app;
}
