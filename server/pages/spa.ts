/** The shell of the web app: one document for every route below the base, filled with the site's configuration. */
import { Hono } from "hono";
import type { AppEnv } from "../app_env.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { type HeaderList, shellHeaders } from "../http/headers.ts";
import { environmentOf } from "../upstreams/where.ts";
import { findUnknownPlan, questionOfLink, unknownPlanText } from "../wire/link_parameters.ts";
import type { Site } from "../wire/site.ts";
import type { Assets } from "./assets.ts";
import { fillShell, inlineStylesHash, messageShell, type Shell } from "./shell.ts";

export function spaRoutes({ config, assets }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const shellFor = shells(config, assets);
  let headers: Promise<HeaderList> | undefined;
  const shellList = () =>
    headers ??= inlineStylesHash(assets).then((hash) => shellHeaders(config, { inlineStyles: hash }));
  app.get("/", (c) => c.redirect(`${config.base}/`));
  app.get(config.base, (c) => c.redirect(`${config.base}/${new URL(c.req.url).search}`));
  app.get(`${config.base}/*`, async (c) => {
    const asset = assets.app(c.req.raw);
    if (asset !== undefined) return asset;
    const { pathname, searchParams } = new URL(c.req.url);
    if (isFileName(pathname) || pathname.startsWith(`${config.base}/assets/`)) return c.notFound();
    const unknown = findUnknownPlan(searchParams);
    const shell = unknown === undefined
      ? await shellFor(c.get("host"), isFirstScreen(pathname.slice(config.base.length), searchParams))
      : await messageShell(assets, { text: unknownPlanText(unknown), demo: config.demo });
    return shellAnswer(shell, await shellList(), c.req.raw);
  });
  return app;
}

/** Filled once per environment, with and without the first screen. */
function shells(config: Config, assets: Assets) {
  const known = new Map<string, Promise<Shell>>();
  return (host: string, firstScreen: boolean): Promise<Shell> => {
    const key = `${environmentOf(host)} ${firstScreen}`;
    const site = () => siteOf({ config, assets, host });
    const shell = known.get(key) ??
      fillShell(assets, { site: site(), firstScreen, liveReload: config.liveReload });
    known.set(key, shell);
    return shell;
  };
}

/** The start alone is drawn ahead: a question or a step of the purchase on the same address is not shown it first. */
function isFirstScreen(path: string, query: URLSearchParams): boolean {
  if (path !== "/" || query.has("q") || query.has("step")) return false;
  return questionOfLink(query.get("startFrom") ?? "") === undefined;
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
