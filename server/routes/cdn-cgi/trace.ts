/**
 * /cdn-cgi/trace: `key=value` lines with the client's address and country, in the format of edge networks (W-CALL-22).
 * The country comes from a trusted proxy, or else from DEFAULT_COUNTRY, or else from the region of the browser's first
 * language that has one.
 */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";

/** Country code for "unknown", as edge networks write it. */
const UNKNOWN_COUNTRY = "XX";
const COUNTRY = /^[A-Z]{2}$/;
const MAX_LANGUAGES_CHARS = 200;

export function traceRoutes({ config, clock }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get("/cdn-cgi/trace", (c) => {
    const edgeCountry = config.trustedHops > 0 ? c.req.header(config.countryHeader) ?? "" : "";
    const known = COUNTRY.test(edgeCountry) && edgeCountry !== UNKNOWN_COUNTRY ? edgeCountry : config.defaultCountry;
    const loc = known || regionOf(c.req.header("accept-language") ?? "") || UNKNOWN_COUNTRY;
    const lines = { h: c.get("host"), ip: c.get("ip"), ts: (clock.now() / 1_000).toFixed(3), loc };
    return c.text(Object.entries(lines).map(([key, value]) => `${key}=${value}\n`).join(""));
  });
  return app;
}

/** "de-AT,de;q=0.9" -> "AT"; a guess, which the visitor can change where a country is asked for. */
function regionOf(languages: string): string {
  return /(?:^|,)\s?[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/.exec(languages.slice(0, MAX_LANGUAGES_CHARS))
    ?.[1] ?? "";
}
