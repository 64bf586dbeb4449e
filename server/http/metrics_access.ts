/** Metrics reveal how business goes: open on loopback, elsewhere only with METRICS_TOKEN. */
import type { Context as HonoContext } from "hono";
import type { AppEnv } from "../app_env.ts";
import type { Config } from "../config/config.ts";

export function mayReadFigures({ metricsToken, loopback }: Config, c: HonoContext<AppEnv>): boolean {
  return metricsToken === "" ? loopback : c.req.header("authorization") === `Bearer ${metricsToken}`;
}
