/** /checkout/errors/{code}: what each error of the checkout SDK means and what to do, generated from its table. */
import { Hono } from "hono";
import { html, raw } from "hono/html";
import { ALL_ERRORS, type ErrorKey, publicCode } from "../../sdk/errors/all.ts";
import type { AppEnv } from "../app_env.ts";
import type { Context } from "../context.ts";
import { type HeaderList, withHeaders } from "../http/headers.ts";

interface Page {
  readonly code: string;
  readonly sentences: readonly string[];
  readonly advice: string;
}

/** What to do, for the longest beginning of a code that is listed. */
const ADVICE: Readonly<Record<string, string>> = {
  "PAYRAILS_CLIENT_SESSION_REFRESH_FAILED":
    "Give the client an onSessionExpired callback that answers with a new init answer within 30 seconds.",
  "payrails:client:": "Read the message for what is missing, and compare the call with the options in the type file.",
  "payrails:client:init":
    "Pass the answer of the init call to Payrails.init() as it came, and check the hosts it names.",
  "payrails:client:google_pay":
    "Check that Google Pay is enabled for the merchant and that the page may load its script.",
  "payrails:client:apple_pay":
    "Check that Apple Pay is enabled, the domain is verified and the page may load its script.",
  "payrails:client:paypal": "Check that PayPal is enabled for the merchant and that the page may load its script.",
  "payrails:client:payment_executor": "Nothing has to be repaired: tell the shopper and offer another way to pay.",
  "payrails:client:iframe": "Check that the page allows frames of the card-frame origin (frame-src).",
  "payrails:client:layout": "Name every field type once; a card needs its number and its expiry.",
  "payrails:client:callback_failed": "A gate has to answer exactly true for the payment to go on, and must not throw.",
  "payrails:api:": "Try again; if it lasts, ask the provider with the time of the call.",
  "payrails:api:unauthorized":
    "The session has expired. Make a new one in your back end and hand it over in onSessionExpired.",
  "payrails:api:request_auth":
    "The session has expired. Make a new one in your back end and hand it over in onSessionExpired.",
  "payrails:api:too_many_requests":
    "The SDK has waited and tried again. Call client.resume() later to learn how it ended.",
  "payrails:api:authorization_not_requested": "Call client.resume() later to learn how it ended.",
  "payrails:card_form:": "Mount the field before using it, and keep its element in the page.",
  "payrails:card_form:iframe":
    "Check that the page allows frames of the card-frame origin (frame-src) and the network reaches it.",
  "payrails:card_form:csp": "Add the directives of /sdk/5/manifest.json to the content security policy of the page.",
  "payrails:card_form:complete": "Call validate() first: it shows the shopper which field is wrong.",
};

const KEYS = parseKeys(Object.keys(ALL_ERRORS));

export function errorPages(): ReadonlyMap<string, Page> {
  const pages = new Map<string, Page>();
  for (const key of KEYS) {
    const code = publicCode(key);
    const sentences = [...pages.get(code)?.sentences ?? [], ALL_ERRORS[key]];
    pages.set(code, { code, sentences, advice: adviceFor(code) });
  }
  return pages;
}

export function adviceFor(code: string): string {
  const found = Object.keys(ADVICE).filter((start) => code.startsWith(start)).sort((a, b) => b.length - a.length)[0];
  return (found === undefined ? undefined : ADVICE[found]) ?? "Read the message for what is missing.";
}

export function errorPageRoutes({ config }: Pick<Context, "config">): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const pages = errorPages();
  const headers: HeaderList = [
    ["x-content-type-options", "nosniff"],
    ["content-security-policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"],
    ["referrer-policy", "no-referrer"],
    ["cache-control", "public, max-age=300"],
    ...(config.publicOrigin.startsWith("https:") ? [["strict-transport-security", "max-age=63072000"] as const] : []),
  ];
  app.get("/checkout/errors/", async (c) => withHeaders(await c.html(index(pages)), headers));
  app.get("/checkout/errors/:code", async (c) => {
    const page = pages.get(c.req.param("code"));
    const answer = page === undefined
      ? await c.html(layout("No such code", html`<p>There is no error with this code.</p>`), 404)
      : await c.html(draw(page));
    return withHeaders(answer, headers);
  });
  return app;
}

type Html = ReturnType<typeof html>;

function draw({ code, sentences, advice }: Page): Html {
  const says = sentences.map((sentence) => html`<blockquote>${sentence.replace(/\{(\w+)\}/g, "($1)")}</blockquote>`);
  return layout(code, html`<h2>What it says</h2>${says}<h2>What to do</h2><p>${advice}</p>`);
}

function index(pages: ReadonlyMap<string, Page>): Html {
  const rows = [...pages.keys()].sort().map((code) =>
    html`<li><a href="/checkout/errors/${encodeURIComponent(code)}"><code>${code}</code></a></li>`
  );
  return layout("Error codes of the checkout SDK", html`<ul>${rows}</ul>`);
}

function layout(title: string, content: Html): Html {
  return html`
    ${raw("<!doctype html>")}<html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${title}</title>
      </head>
      <body>
        <main><h1>${title}</h1>${content}<p><a href="/checkout/errors/">All codes</a></p></main>
      </body>
    </html>
  `;
}

function parseKeys(names: readonly string[]): readonly ErrorKey[] {
  return names as readonly ErrorKey[];
}
