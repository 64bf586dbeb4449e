/** /admin: the console's page, an empty shell that loads the built app. Every path below it is a screen of the app. */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { consoleHeaders, withHeaders } from "../../http/headers.ts";
import { html } from "../../platform/html.ts";

/** Distinguishes it from the web app in a row of tabs. */
const ICON = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 30 30'%3E%3Crect width='30' " +
  "height='30' rx='7' fill='%2310202e'/%3E%3Cpath fill='none' stroke='%234cc3b1' stroke-width='3' " +
  "stroke-linecap='round' stroke-linejoin='round' d='M9 15l4.5 4.5L22 10'/%3E%3C/svg%3E";

export function adminPageRoutes({ assets, config }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { admin } = assets.manifest;
  if (admin === undefined) return app;
  const headers = consoleHeaders(config);
  for (const path of ["/admin", "/admin/*"]) {
    app.get(path, async (c) => {
      const file = assets.app(c.req.raw);
      if (file !== undefined) return file;
      if (c.req.path.startsWith("/admin/assets/")) return c.notFound();
      const page = html`
        <!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <meta name="color-scheme" content="light dark">
            <meta name="format-detection" content="telephone=no">
            <title>Console · TrustCheck</title>
            <link rel="icon" href="${ICON}">
            <link rel="stylesheet" href="${admin.styles}">
            <script type="module" src="${admin.entry}"></script>
          </head>
          <body>
            <div id="root"></div>
            <noscript><p>The console needs JavaScript.</p></noscript>
          </body>
        </html>
      `;
      return withHeaders(await c.html(page), headers);
    });
  }
  return app;
}
