/**
 * /dev/parts: the gallery of parts and SDK elements, from the folder that `deno task dev` and `deno task screens` build
 * it into. Without that folder, and on servers that others reach, the addresses do not exist.
 */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { withHeaders } from "../../http/headers.ts";
import { merchantPageHeaders } from "../checkout/playground.ts";

const CSS = "text/css; charset=utf-8";
const FILES = {
  "main.js": "text/javascript; charset=utf-8",
  "app.device.css": CSS,
  "app.light.css": CSS,
  "app.dark.css": CSS,
  "console.device.css": CSS,
  "console.light.css": CSS,
  "console.dark.css": CSS,
} as const;

export function partsRoutes({ config }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { partsDir } = config;
  if (partsDir === "") return app;
  // The gallery frames its own pages.
  const headers = merchantPageHeaders(config, "'self'");
  app.get(
    "/dev/parts",
    async (c) => withHeaders(await c.html(await Deno.readTextFile(`${partsDir}/index.html`)), headers),
  );
  for (const [name, type] of Object.entries(FILES)) {
    app.get(`/dev/parts/${name}`, async (c) => {
      const text = await Deno.readTextFile(`${partsDir}/${name}`);
      return c.body(text, 200, { "content-type": type, "cache-control": "no-store" });
    });
  }
  return app;
}
