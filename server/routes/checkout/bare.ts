/** /checkout/bare: number, month, year and code in one frame and nothing else, for measurements. */
import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "../../app_env.ts";
import { webAppClient } from "../../config/merchants.ts";
import type { Context } from "../../context.ts";
import { attributes, html, raw } from "../../platform/html.ts";
import { simulatorHeaders } from "../../http/headers.ts";
import { readFrom } from "../../proxy/forward.ts";

const vaultSchema = z.object({ vaultId: z.string() });

/** The demo merchant's page; only the product's own pages may use the product's own vault. */
const BARE_SCRIPT = `import { init } from "/sdk/5/vault.mjs";
const { vaultURL, vaultID, kind } = document.documentElement.dataset;
const client = init({ vaultID, vaultURL, getBearerToken: () => "" });
const types = ["CARD_NUMBER", "EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"];
const container = client.container(kind, kind === "COMPOSABLE" ? { layout: [1, 3] } : {});
const place = document.getElementById("card");
let waiting = types.length;
for (const type of types) {
  const element = container.create({ type });
  element.on("READY", () => {
    if (--waiting === 0) globalThis.__ready = performance.now();
  });
  element.on("CHANGE", () => {
    if (type === "CARD_NUMBER") (globalThis.__changes ??= []).push(performance.timeOrigin + performance.now());
  });
  if (kind === "COLLECT") element.mount(place.appendChild(document.createElement("div")));
}
if (kind === "COMPOSABLE") container.mount(place);
globalThis.container = container;
`;

/** On the app origin; the page fills the vault of the web app's own client. */
export function checkoutBareRoutes({ config, connect }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  if (config.kind === "public") return app;
  const { id: clientId } = webAppClient(config.paymentsClients);
  const headers = simulatorHeaders(config, "'none'").map(([name, value]): [string, string] => [
    name,
    name === "content-security-policy" ? `${value}; frame-src ${config.frameOrigin}` : value,
  ]);
  app.get("/checkout/bare", async (c) => {
    const vault = await readFrom(connect("payments", c.get("host")), `/vault/of/${clientId}`, vaultSchema);
    if (vault === undefined) return c.notFound();
    const kind = c.req.query("kind") === "COLLECT" ? "COLLECT" : "COMPOSABLE";
    const data = { "data-vault-i-d": vault.vaultId, "data-vault-u-r-l": config.frameOrigin, "data-kind": kind };
    for (const [name, value] of headers) c.header(name, value);
    // The hints are those that the documentation tells merchants to set: the library and the connection to the frame
    // start early.
    return c.html(html`
      ${raw("<!doctype html>")}
      <html lang="en" ${attributes(data)}>
        <head>
          <meta charset="utf-8">
          <title>Card fields</title>
          <link rel="modulepreload" href="/sdk/5/vault.mjs">
          <link rel="preconnect" href="${config.frameOrigin}">
        </head>
        <body>
          <div id="card"></div>
          <script type="module" src="/checkout/bare.js"></script>
        </body>
      </html>
    `);
  });
  app.get("/checkout/bare.js", (c) =>
    c.body(BARE_SCRIPT, 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=300",
    }));
  return app;
}
