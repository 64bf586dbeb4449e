/** /admin: the console's page, an empty shell that loads the built app. Every path below it is a screen of the app. */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { consoleHeaders, withHeaders } from "../../http/headers.ts";
import { directionOf, visitorLanguage } from "../../i18n/visitor_language.ts";
import { html } from "../../platform/html.ts";

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
      const language = visitorLanguage(c);
      const page = html`
        <!doctype html>
        <html lang="${language}" dir="${directionOf(language)}">
          <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <title>TrustCheck</title>
            <link rel="stylesheet" href="${admin.styles}">
            <script type="module" src="${admin.entry}"></script>
          </head>
          <body>
            <div id="root"></div>
          </body>
        </html>
      `;
      return withHeaders(await c.html(page), headers);
    });
  }
  return app;
}
