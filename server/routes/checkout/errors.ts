/** /checkout/errors/{code}: what each error of the checkout SDK means and what to do, generated from its table. */
import { Hono } from "hono";
import { ERROR_ROWS, type ErrorKey, publicCode } from "../../../sdk/errors/rows.ts";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { API_ERROR_CODES, ApiError } from "../../embedded/payments/payments.ts";
import { type Html, html, htmlDocument } from "../../platform/html.ts";
import { type HeaderList, withHeaders } from "../../http/headers.ts";
import { ERROR_ADVICE } from "./error_advice.ts";

export interface ErrorPage {
  readonly code: string;
  readonly sentences: readonly string[];
  readonly advice: string;
}

/** Advice by the longest listed prefix of a code. */
const ADVICE: Readonly<Record<string, string>> = {
  "PAYRAILS_CLIENT_SESSION_REFRESH_FAILED":
    "Give the client an onSessionExpired callback that answers within 30 seconds with an init answer of the same order: one for another amount is refused.",
  "payrails:client:": "Read the message for what is missing, and compare the call with the options in the type file.",
  "payrails:client:init":
    "Pass the answer of the init call to Payrails.init() as it came, and check the hosts it names.",
  "payrails:client:init.config_malformed":
    "Pass the answer of the init call to Payrails.init() as it came. If an address is not one of the provider's, the SDK was built for another payments service: load it from this one, or build it with its PUBLIC_ORIGIN and FRAME_ORIGIN.",
  "payrails:client:google_pay":
    "Check that Google Pay is enabled for the merchant and that the page may load its script.",
  "payrails:client:apple_pay":
    "Check that Apple Pay is enabled, the domain is verified and the page may load its script.",
  "payrails:client:paypal": "Check that PayPal is enabled for the merchant and that the page may load its script.",
  "payrails:client:payment_executor": "Nothing has to be repaired: tell the shopper and offer another way to pay.",
  "payrails:client:iframe": "Check that the page allows frames of the card-frame origin (frame-src).",
  "payrails:client:layout":
    "Write a list of rows, each a list of field types, and name every type once; a card needs its number and its expiry.",
  "payrails:client:collect_container.too_long":
    "A card frame seals up to 8,192 characters at once, about 5,600 letters. Keep longer texts in your back end.",
  "payrails:client:vault.connection":
    "Look for the card among those that are stored before it is sent again: the answer was lost, and the card may be there.",
  "payrails:client:callback_failed": "A gate has to answer exactly true for the payment to go on, and must not throw.",
  "payrails:api:": "Try again; if it lasts, ask the provider with the time of the call.",
  "payrails:api:unauthorized":
    "The session has expired. Make a new one in your back end and hand it over in onSessionExpired.",
  "payrails:api:request_auth":
    "The session has expired. Make a new one in your back end and hand it over in onSessionExpired.",
  "payrails:api:too_many_requests":
    "The SDK has waited and tried again. Call client.resume() later to learn how it ended.",
  "payrails:api:refused":
    "serverError of the event has the service's code and detail, and docUrl leads to the page about the code.",
  "payrails:api:authorization_not_requested": "Call client.resume() later to learn how it ended.",
  "payrails:card_form:": "Mount the field before using it, and keep its element in the page.",
  "payrails:card_form:iframe":
    "Check that the page allows frames of the card-frame origin (frame-src) and the network reaches it.",
  "payrails:card_form:csp": "Add the directives of /sdk/5/manifest.json to the content security policy of the page.",
  "payrails:card_form:complete": "Call validate() first: it shows the shopper which field is wrong.",
};

const KEYS = asKeys(Object.keys(ERROR_ROWS));

export function errorPages(): ReadonlyMap<string, ErrorPage> {
  const pages = new Map<string, ErrorPage>();
  for (const key of KEYS) {
    const code = publicCode(key);
    const sentences = [...pages.get(code)?.sentences ?? [], ERROR_ROWS[key]];
    pages.set(code, { code, sentences, advice: adviceFor(code) });
  }
  for (const code of API_ERROR_CODES) {
    pages.set(code, { code, sentences: [new ApiError(code).message], advice: ERROR_ADVICE[code] });
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
    [
      "content-security-policy",
      "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ],
    ["referrer-policy", "no-referrer"],
    ["cache-control", "public, max-age=300"],
    ...(config.publicOrigin.startsWith("https:") ? [["strict-transport-security", "max-age=63072000"] as const] : []),
  ];
  app.get("/checkout/errors/", async (c) => withHeaders(await c.html(index(pages)), headers));
  app.get("/checkout/errors/:code", async (c) => {
    const page = pages.get(c.req.param("code"));
    const answer = page === undefined
      ? await c.html(
        layout("No such code", html`<p>There is no error with this code. The list has all there are.</p>`),
        404,
      )
      : await c.html(draw(page));
    return withHeaders(answer, headers);
  });
  return app;
}

function draw({ code, sentences, advice }: ErrorPage): string {
  const says = sentences.map((sentence) => html`<blockquote>${readable(sentence)}</blockquote>`);
  return layout(
    code,
    html`
      <section class="card"><h2>What it says</h2>${says}</section>
      <section class="card">
        <h2>What to do</h2>
        <p>${advice}</p>
      </section>
    `,
  );
}

/** The pages by area, in the order of the list. */
export function errorAreas(
  pages: ReadonlyMap<string, ErrorPage>,
): readonly (readonly [string, readonly ErrorPage[]])[] {
  const byArea = Map.groupBy([...pages.values()], ({ code }) => areaOf(code));
  return [...byArea].toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([area, rows]) => [area, rows.toSorted((one, other) => one.code < other.code ? -1 : 1)] as const);
}

function index(pages: ReadonlyMap<string, ErrorPage>): string {
  const areas = errorAreas(pages).map(([area, rows]) =>
    html`
      <section class="card">
        <h2>${area}</h2>
        <ul class="codes">${rows.map(({ code, sentences }) =>
          html`<li><a href="/checkout/errors/${encodeURIComponent(code)}"><code>${code}</code></a><p>${
            readable(sentences[0] ?? "")
          }</p></li>`
        )}</ul>
      </section>
    `
  );
  return layout("Error codes of the checkout SDK", html`${areas}`);
}

/** Slots are filled when the error is thrown; the page shows their names. */
export function readable(sentence: string): string {
  return sentence.replace(/\{(\w+)\}/g, "($1)");
}

/** Prefixes in the order of the page; the longest matching prefix applies. */
const AREAS: readonly (readonly [start: string, title: string])[] = [
  ["payrails:client", "Client and ways to pay"],
  ["payrails:card_form", "Card form"],
  ["payrails:client:collect_container", "Secure fields"],
  ["payrails:api", "Calls to the payments service"],
  ["PAYRAILS", "Session"],
  ["", "Answers of the payments service"],
];

function areaOf(code: string): string {
  const found = AREAS.filter(([start]) => code.startsWith(start)).toSorted(([one], [other]) =>
    other.length - one.length
  );
  return found[0]?.[1] ?? "";
}

function rankOf(area: string): number {
  return AREAS.findIndex(([, title]) => title === area);
}

function layout(title: string, content: Html): string {
  return htmlDocument({
    title,
    head: html`
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="/checkout/playground.css">
    `,
    body: html`
      <header>
        <h1>${title}</h1>
        <nav aria-label="About the SDK">
          <a href="/docs/">Docs</a>
          <a href="/checkout/errors/">All codes</a>
          <a href="/checkout/">Playground</a>
        </nav>
      </header>
      <main>${content}</main>
    `,
  });
}

function asKeys(names: readonly string[]): readonly ErrorKey[] {
  return names as readonly ErrorKey[];
}
