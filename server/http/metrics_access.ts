/** Metrics reveal how the business is doing: they are open on loopback, elsewhere only with METRICS_TOKEN. */
import type { Context as HonoContext } from "hono";
import type { AppEnv } from "../app_env.ts";
import type { Config } from "../config/config.ts";

export function mayReadFigures(config: Config, c: HonoContext<AppEnv>): boolean {
  return config.metricsToken === "" ? config.loopback : bearsMetricsToken(config, c);
}

export function bearsMetricsToken({ metricsToken }: Pick<Config, "metricsToken">, c: HonoContext<AppEnv>): boolean {
  return metricsToken !== "" && c.req.header("authorization") === `Bearer ${metricsToken}`;
}
