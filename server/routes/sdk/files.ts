/** /sdk/5/*: the checkout SDK for every merchant page, with a manifest of names and integrity hashes. */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { cspDirectives } from "./csp_directives.ts";

const MANIFEST_PATH = "/sdk/5/manifest.json";

export function sdkRoutes({ assets, config }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const files = Object.entries(assets.manifest.app)
    .filter(([address, row]) => address.startsWith("/sdk/") && row.immutable && row.untilMs === undefined)
    .map(([address, row]) => ({
      name: address.slice(address.lastIndexOf("/") + 1),
      url: address,
      integrity: `sha384-${row.sha384}`,
    }));
  const csp = cspDirectives(config);
  app.get(MANIFEST_PATH, (c) =>
    c.json({ version: assets.manifest.version, files, csp }, 200, {
      "cache-control": "public, max-age=300, must-revalidate",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    }));
  app.get("/sdk/*", (c) => assets.app(c.req.raw) ?? c.notFound());
  return app;
}
