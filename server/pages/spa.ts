/** The shell of the web app: one document for every route below the base, filled with the site's configuration. */
import { Hono } from "hono";
import type { AppEnv } from "../app_env.ts";
import type { Context } from "../context.ts";
import { type HeaderList, shellHeaders } from "../http/headers.ts";
import { environmentOf } from "../upstreams/where.ts";
import type { Site } from "../wire/site.ts";
import { SITE_ELEMENT_ID } from "../wire/site_element.ts";
import type { Assets } from "./assets.ts";
import { RELOAD_SCRIPT } from "../routes/live_reload.ts";

export function spaRoutes({ config, assets }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const headers = shellHeaders(config);
  const shells = new Map<string, Promise<Shell>>();
  const shellFor = (host: string) => {
    const environment = environmentOf(host);
    const known = shells.get(environment) ?? fillShell(assets, siteOf({ config, assets, host }), config.liveReload);
    shells.set(environment, known);
    return known;
  };
  app.get("/", (c) => c.redirect(`${config.base}/`));
  app.get(config.base, (c) => c.redirect(`${config.base}/${new URL(c.req.url).search}`));
  app.get(`${config.base}/*`, async (c) => {
    const asset = assets.app(c.req.raw);
    if (asset !== undefined) return asset;
    const { pathname } = new URL(c.req.url);
    if (isFileName(pathname) || pathname.startsWith(`${config.base}/assets/`)) return c.notFound();
    return shellAnswer(await shellFor(c.get("host")), headers, c.req.raw);
  });
  return app;
}

interface Shell {
  readonly html: string;
  readonly etag: string;
}

function shellAnswer(shell: Shell, headers: HeaderList, request: Request): Response {
  const list = new Headers([...headers.map(([name, value]): [string, string] => [name, value]), ["etag", shell.etag]]);
  if (request.headers.get("if-none-match") === shell.etag) return new Response(null, { status: 304, headers: list });
  return new Response(request.method === "HEAD" ? null : shell.html, { headers: list });
}

/** A last segment with a dot names a file; files are served from the manifest or not at all. */
function isFileName(pathname: string): boolean {
  return /[^/]*\.[^/]*$/.test(pathname.slice(pathname.lastIndexOf("/") + 1)) || /%2e/i.test(pathname);
}

export function siteOf({ config, assets, host }: Pick<Context, "config" | "assets"> & { readonly host: string }): Site {
  return {
    base: config.base,
    version: assets.manifest.version,
    builtAt: assets.manifest.builtAt,
    environment: environmentOf(host),
    frameOrigin: config.frameOrigin,
    identity: config.identity,
    sentryDsn: config.sentryDsn,
    applePay: false,
    pixelId: "",
    demo: config.demo,
  };
}

/** Replaces the three placeholders of the template. JSON in HTML escapes `<`, so no value can end its element. */
export async function fillShell(
  { shell, manifest }: Pick<Assets, "shell" | "manifest">,
  site: Site,
  liveReload = false,
): Promise<Shell> {
  const reload = liveReload ? `<script src="${RELOAD_SCRIPT}"></script>` : "";
  const styles = manifest.client.styles.map((href) => `<link rel="stylesheet" href="${href}">`);
  const preloads = manifest.client.preload.map((href) => `<link rel="modulepreload" href="${href}">`);
  const json = JSON.stringify(site).replaceAll("<", "\\u003c");
  const html = shell
    .replace("<!--styles-->", () => [...styles, ...preloads].join("\n"))
    .replace("<!--site-->", () => `<script type="application/json" id="${SITE_ELEMENT_ID}">${json}</script>`)
    .replace("<!--scripts-->", () => `<script type="module" src="${manifest.client.entry}"></script>${reload}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(html)));
  return { html, etag: `"${btoa(String.fromCharCode(...digest.slice(0, 12)))}"` };
}
