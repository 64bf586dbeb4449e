/** Metrics reveal how the business is doing: they are open on loopback, elsewhere only with METRICS_TOKEN. */
import type { Context as HonoContext } from "hono";
import type { AppEnv } from "../app_env.ts";
import type { Config } from "../config/config.ts";
import { sha256Hex } from "../platform/crypto/secrets.ts";

export function mayReadFigures(config: Config, c: HonoContext<AppEnv>): boolean {
  return config.metricsToken === "" ? config.loopback : bearsMetricsToken(config, c);
}

export function bearsMetricsToken({ metricsToken }: Pick<Config, "metricsToken">, c: HonoContext<AppEnv>): boolean {
  // As hashes, so that the time of the comparison tells nothing about the token.
  const given = sha256Hex(c.req.header("authorization") ?? "");
  return metricsToken !== "" && given === sha256Hex(`Bearer ${metricsToken}`);
}
