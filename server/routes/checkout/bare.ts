/**
 * /checkout/bare: a composable form of four fields, and the baseline that it is measured against (`deno task bench`).
 */
import { type Context as HonoContext, Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { attributes, html, htmlDocument, raw } from "../../platform/html.ts";
import { simulatorHeaders, withHeaders } from "../../http/headers.ts";

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
const BASELINE_SCRIPT = `const { vaultURL } = document.documentElement.dataset;
const seen = new Set();
addEventListener("message", ({ origin, data }) => {
  if (origin !== vaultURL) return;
  if (data.type === "READY" && seen.add(data.name).size === 4) globalThis.__ready = performance.now();
  if (data.type === "CHANGE" && data.name === "number") {
    (globalThis.__changes ??= []).push(performance.timeOrigin + performance.now());
  }
});
const frame = document.createElement("iframe");
frame.src = vaultURL + "/floor/";
frame.style.cssText = "border:0;width:320px;height:160px;display:block";
document.getElementById("card").append(frame);
`;
const BASELINE_FRAME = htmlDocument({
  title: "Floor",
  head: html`<script type="module" src="/floor/floor.js"></script>`,
  body: html``,
});
const BASELINE_FRAME_SCRIPT = `for (const name of ["number", "month", "year", "cvv"]) {
  const input = document.createElement("input");
  if (name === "number") input.autocomplete = "cc-number";
  input.addEventListener("input", () => {
    const digits = input.value.replace(/\\D/g, "");
    if (name === "number") input.value = digits.replace(/(.{4})(?=.)/g, "$1 ");
    parent.postMessage({ type: "CHANGE", name, isEmpty: digits === "", isValid: digits.length > 12 }, "*");
  });
  document.documentElement.append(input);
  parent.postMessage({ type: "READY", name }, "*");
}
`;
const DEMO_CLIENT = "merchant-demo";

/** On the app origin; the client selects the demo merchant's vault. */
export function checkoutBareRoutes({ config, connect }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  if (config.kind === "public") return app;
  const headers = simulatorHeaders(config, "'none'").map(([name, value]): [string, string] => [
    name,
    name === "content-security-policy" ? `${value}; frame-src ${config.frameOrigin}` : value,
  ]);
  // A typical merchant optimisation: the library and the connection to the frame start early.
  const hints = html`
    <link rel="modulepreload" href="/sdk/5/vault.mjs">
    <link rel="preconnect" href="${config.frameOrigin}">
  `;
  const answer = (c: HonoContext<AppEnv>, script: string, data: Readonly<Record<string, string>>) => {
    for (const [name, value] of headers) c.header(name, value);
    return c.html(html`
      ${raw("<!doctype html>")}
      <html lang="en" ${attributes(data)}>
        <head><meta charset="utf-8"><title>Card fields</title>${script.includes("bare") ? hints : ""}</head>
        <body>
          <div id="card"></div>
          <script type="module" src="${script}"></script>
        </body>
      </html>
    `);
  };
  app.get("/checkout/bare", async (c) => {
    const found = await connect("payments", c.get("host"))(new Request(`http://payments/vault/of/${DEMO_CLIENT}`));
    if (!found.ok) return c.notFound();
    const vaultId = String(Reflect.get(Object(await found.json()), "vaultId"));
    const kind = c.req.query("kind") === "COLLECT" ? "COLLECT" : "COMPOSABLE";
    return answer(c, "/checkout/bare.js", {
      "data-vault-i-d": vaultId,
      "data-vault-u-r-l": config.frameOrigin,
      "data-kind": kind,
    });
  });
  app.get("/checkout/floor", (c) => answer(c, "/checkout/floor.js", { "data-vault-u-r-l": config.frameOrigin }));
  app.get("/checkout/bare.js", (c) => script(c, BARE_SCRIPT));
  app.get("/checkout/floor.js", (c) => script(c, BASELINE_SCRIPT));
  return app;
}

/** The baseline's frame, on the frame origin: four plain inputs that send no card anywhere. */
export function baselineFrameRoutes({ config }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  if (config.kind === "public") return app;
  const headers = simulatorHeaders(config, config.publicOrigin);
  app.get("/floor/", async (c) => withHeaders(await c.html(BASELINE_FRAME), headers));
  app.get("/floor/floor.js", (c) => script(c, BASELINE_FRAME_SCRIPT));
  return app;
}

function script(c: HonoContext<AppEnv>, text: string): Response {
  return c.body(text, 200, {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=300",
  });
}
