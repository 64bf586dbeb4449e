/** /docs/: the merchants' documentation, files of the build, and /llms.txt, its list for programs that read it. */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { docsHeaders, withHeaders } from "../../http/headers.ts";

const NOT_FOUND = "/docs/404.html";

export function docsRoutes({ assets, config }: Pick<Context, "assets" | "config">): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const headers = docsHeaders(config);
  const file = (request: Request, path: string) => assets.app(new Request(new URL(path, request.url), request));
  app.get("/docs", (c) => c.redirect("/docs/"));
  app.get("/llms.txt", (c) => assets.app(c.req.raw) ?? c.notFound());
  app.get("/docs/*", (c) => {
    const { pathname } = new URL(c.req.url);
    const answer = file(c.req.raw, fileOf(pathname));
    if (answer !== undefined) return withHeaders(answer, headers);
    const isPage = pathname.endsWith("/") && file(c.req.raw, fileOf(pathname.slice(0, -1))) !== undefined;
    if (isPage) return c.redirect(pathname.slice(0, -1));
    const page = file(new Request(c.req.url, { method: c.req.method }), NOT_FOUND);
    if (page === undefined) return c.notFound();
    const own = new Headers(page.headers);
    own.set("cache-control", "no-store");
    return withHeaders(new Response(page.body, { status: 404, headers: own }), headers);
  });
  return app;
}

/** A page's address has no extension. */
function fileOf(pathname: string): string {
  if (pathname.endsWith("/")) return `${pathname}index.html`;
  return /\.\w+$/.test(pathname) ? pathname : `${pathname}.html`;
}
