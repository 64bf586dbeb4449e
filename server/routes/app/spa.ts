/** The web app's shell: one document for every route below the base, filled with the site's configuration. */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Config } from "../../config/config.ts";
import type { Context } from "../../context.ts";
import { type HeaderList, shellHeaders } from "../../http/headers.ts";
import { SERVICES } from "../../platform/http/upstream.ts";
import { environmentAt } from "../../platform/environment.ts";
import { findUnknownPlan } from "../../wire/site/link_parameters.ts";
import { OTHER_PATHS, routeOf } from "../../wire/site/routes.ts";
import { sentScreen } from "../../wire/site/screens/sent_screens.ts";
import type { Language } from "../../wire/site/languages.ts";
import type { Site } from "../../wire/site/site.ts";
import type { Assets } from "../../pages/assets.ts";
import { languageCookie, visitorLanguage } from "../../i18n/visitor_language.ts";
import { unknownPlanPage } from "../../pages/not_found_page.ts";
import { plainContent } from "../../pages/plain_page.ts";
import { fillShell, inlineStylesHash, messageShell, type Shell } from "../../pages/shell.ts";

export function spaRoutes({ config, assets }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const shellFor = shells(config, assets);
  const headersFor = once(async (language: Language) =>
    shellHeaders(config, { inlineStyles: await inlineStylesHash(assets, language) })
  );
  for (const path of ["/", config.base]) {
    app.get(path, (c) => c.redirect(`${config.base}/${new URL(c.req.url).search}`));
  }
  app.get(`${config.base}/*`, async (c) => {
    const asset = assets.app(c.req.raw);
    if (asset !== undefined) return asset;
    const { pathname, searchParams } = new URL(c.req.url);
    if (isFileName(pathname) || pathname.startsWith(`${config.base}/assets/`)) return c.notFound();
    const language = visitorLanguage(c);
    const unknown = findUnknownPlan(searchParams);
    const screen = sentScreen(pathname.slice(config.base.length), searchParams);
    const shell = unknown === undefined
      ? await shellFor({ host: c.get("host"), language, screen })
      : await messageShell(assets, {
        content: plainContent({ config }, unknownPlanPage(language, config.base, unknown)),
        language,
      });
    const headers = [...await headersFor(language), ...languageCookie(c, config)];
    // The app draws its main page there (W-ROUTE-03); the status says that the address has none of its own.
    const status = routeOf(pathname.slice(config.base.length)) === OTHER_PATHS ? 404 : 200;
    return shellAnswer(shell, { headers, status }, c.req.raw);
  });
  return app;
}

function once<Key, Value>(make: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}

interface ShellKey {
  readonly host: string;
  readonly language: Language;
  /** One of the screens that the server renders. */
  readonly screen: string | undefined;
}

/** Filled once per host, language and screen. */
function shells(config: Config, assets: Assets) {
  const known = new Map<string, Promise<Shell>>();
  return ({ host, language, screen }: ShellKey): Promise<Shell> => {
    const key = `${host} ${language} ${screen ?? ""}`;
    const site = () => siteOf({ config, assets, host });
    const shell = known.get(key) ??
      fillShell(assets, { site: site(), language, screen, liveReload: config.liveReload });
    known.set(key, shell);
    return shell;
  };
}

function shellAnswer(
  shell: Shell,
  { headers, status }: { readonly headers: HeaderList; readonly status: number },
  request: Request,
): Response {
  const list = new Headers([...headers.map(([name, value]): [string, string] => [name, value]), ["etag", shell.etag]]);
  list.set("vary", "accept-encoding, accept-language, cookie");
  if (status === 200 && request.headers.get("if-none-match") === shell.etag) {
    return new Response(null, { status: 304, headers: list });
  }
  const encoding = (["br", "gzip"] as const).find((name) => accepts(request, name));
  if (shell.packed !== undefined && encoding !== undefined) list.set("content-encoding", encoding);
  const body = encoding === undefined ? shell.html : shell.packed?.[encoding] ?? shell.html;
  return new Response(request.method === "HEAD" ? null : body, { headers: list, status });
}

function accepts(request: Request, encoding: string): boolean {
  return new RegExp(`\\b${encoding}\\b`).test(request.headers.get("accept-encoding") ?? "");
}

/**
 * Files come from the manifest only, so an unknown one is no screen: a name with an ending of files on the web, or one
 * that begins with a dot.
 */
function isFileName(pathname: string): boolean {
  return FILE_NAME.test(pathname) || /%2e/i.test(pathname);
}

const FILE_NAME =
  /\/\.[^/]*$|\.(?:js|css|map|json|webmanifest|wasm|svg|png|jpe?g|gif|webp|ico|woff2?|txt|xml|html?|pdf|php|zip|gz)$/i;

/** Our own ingest accepts any key and project; the reporting client requires both. */
const OWN_KEY = "key";
const OWN_PROJECT = 1;

export function siteOf({ config, assets, host }: Pick<Context, "config" | "assets"> & { readonly host: string }): Site {
  return {
    base: config.base,
    version: assets.manifest.version,
    builtAt: assets.manifest.builtAt,
    environment: environmentAt(config, host),
    frameOrigin: config.frameOrigin,
    identity: publicIdentity(config.identity),
    sentryDsn: dsnOf(config, host),
    applePay: config.applePay.mode !== "off" && host === new URL(config.publicOrigin).hostname,
    passkeyOrigin: offersPasskeys(config.identity) ? config.publicOrigin : "",
    pixelId: config.pixelId,
    adTagId: config.adTagId,
    funnelEvents: config.funnelEventDays > 0,
    inAppBrowserExits: config.inAppBrowserExits,
    demo: config.demo,
    contactEmail: config.contactEmail,
    registry: typeof config.registry === "string" ? config.registry : "licensed",
  };
}

/** Our own ingest is on the page's host, so that it works under every name of this machine. */
function dsnOf({ errorReports, publicOrigin }: Config, host: string): string {
  if (errorReports.kind === "off") return "";
  if (errorReports.kind === "remote") return errorReports.dsn;
  const own = new URL(`${SERVICES.errors.path}/${OWN_PROJECT}`, publicOrigin);
  own.hostname = host;
  own.username = OWN_KEY;
  return own.href;
}

/** Removes what only the server needs. */
function publicIdentity(identity: Config["identity"]): Site["identity"] {
  if (identity.mode === "embedded") return identity;
  const { serviceAccountFile: _, ...shown } = identity;
  return shown;
}

function offersPasskeys(identity: Config["identity"]): boolean {
  return identity.mode === "embedded" || identity.serviceAccountFile !== "";
}
