/**
 * /checkout/: a merchant's page for trying the SDK, and its session, which needs no secret in the page. It exists on
 * loopback and in demonstrations only, pays with the simulator only, and treats each browser as a holder of its own
 * (SECURITY X9).
 */
import { own } from "../../wire/own_entry.ts";
import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "../../app_env.ts";
import { webAppClient } from "../../config/merchants.ts";
import type { Context } from "../../context.ts";
import { sha256Hex } from "../../platform/crypto/secrets.ts";
import { fail } from "../../platform/http/answer.ts";
import { ensureCheckout } from "../../http/checkout_cookie.ts";
import { ipKey } from "../../platform/http/ip_address.ts";
import { attributes, type Html, html, htmlDocument } from "../../platform/html.ts";
import { type HeaderList, simulatorHeaders, withHeaders } from "../../http/headers.ts";
import { readJson } from "../../platform/http/request_limits.ts";
import { createSharedLimits, type Limit } from "../../db/rate_limits.ts";
import { environmentAt } from "../../platform/environment.ts";
import { locateService } from "../../proxy/service_location.ts";

import PAGE_STYLES from "../../../client/playground/playground.css" with { type: "text" };
import KINDS_SCRIPT from "../../../client/playground/kinds.js" with { type: "text" };
import NETWORK_SCRIPT from "../../../client/playground/network.js" with { type: "text" };
import PAGE_SCRIPT from "../../../client/playground/playground.js" with { type: "text" };
import SNIPPETS_SCRIPT from "../../../client/playground/snippets.js" with { type: "text" };

interface Scenario {
  readonly label: string;
  /** Test card to type. */
  readonly number?: string;
  /** Payment methods, where not all are offered. */
  readonly methods?: readonly string[];
  /** Network faults for the page's calls, by their names in client/playground/network.js. */
  readonly network?: "slow" | "busy" | "lost_answer" | "outage" | "expired";
}

const GOOD = "4242 4242 4242 4242";

/** The test cards of the embedded payments service, and further scenarios for merchants. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  success: { label: "Card accepted", number: GOOD },
  decline: { label: "Card declined", number: "4000 0000 0000 0002" },
  insufficient: { label: "Insufficient funds", number: "4000 0000 0000 9995" },
  challenge: { label: "3-D Secure challenge", number: "4000 0025 0000 3155" },
  challenge_declined: { label: "3-D Secure challenge, then declined", number: "4000 0084 0000 1629" },
  pending: { label: "Pending for a minute", number: "4000 0000 0000 0077" },
  instalments: { label: "Installments (card issued in Brazil)", number: "4000 0007 6000 0002" },
  co_badged: { label: "Co-badged: Cartes Bancaires and Visa", number: "4035 5010 0000 0008" },
  one_method: { label: "Card only", number: GOOD, methods: ["card"] },
  hosted: { label: "Hosted pages only", methods: ["pix", "mercadoPago"] },
  slow: { label: "Slow network", number: GOOD, network: "slow" },
  busy: { label: "Rate limited (429)", number: GOOD, network: "busy" },
  lost_answer: { label: "Lost response to the payment", number: GOOD, network: "lost_answer" },
  outage: { label: "Network outage for 6 seconds after paying", number: GOOD, network: "outage" },
  expired: { label: "Session expires when you press Pay", number: GOOD, network: "expired" },
};

const KINDS = {
  dropin: "Drop-in",
  elements: "Card form and button",
  fields: "Secure fields",
  wallets: "Wallet buttons",
  redirect: "Hosted pages",
};
const LOCALES = {
  en: "English",
  es: "Español",
  de: "Deutsch",
  fr: "Français",
  pt: "Português",
  it: "Italiano",
  ar: "العربية",
};
const SCHEMES = { auto: "System", light: "Light", dark: "Dark" };
const DEVICES = { phone: "Phone", browser: "Browser" };
const CORNERS = { "": "Default", "2px": "Square", "24px": "Round" };

/** Amount of the highest test sum, 9,003.00. */
const MAX_AMOUNT = 10_000;
const SessionBody = z.strictObject({
  type: z.optional(z.string().check(z.maxLength(32))),
  scenario: z.optional(z.string().check(z.maxLength(32))),
  amount: z.optional(
    z.string().check(z.regex(/^\d{1,5}(\.\d{2})?$/), z.refine((amount) => Number(amount) <= MAX_AMOUNT)),
  ),
  /** Each page load is a new shopper without stored instruments. */
  visit: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
});
/** Sessions per client address. */
export const SESSIONS: Limit = { name: "playground", points: 120, windowMs: 600_000 };

export function playgroundRoutes(context: Context): Hono<AppEnv> {
  const { config } = context;
  const app = new Hono<AppEnv>();
  if (config.kind === "public") return app;
  const page = merchantPageHeaders(config, "'none'");
  const limits = createSharedLimits(context);
  app.get("/checkout", (c) => c.redirect("/checkout/"));
  app.get("/checkout/", async (c) => withHeaders(await c.html(playgroundPage()), page));
  for (const [name, text] of Object.entries(SCRIPTS)) {
    app.get(`/checkout/${name}`, (c) => file(text, "text/javascript; charset=utf-8", c.req.raw));
  }
  app.get("/checkout/playground.css", (c) => file(PAGE_STYLES, "text/css; charset=utf-8", c.req.raw));
  app.post("/checkout/session", async (c) => {
    if (await limits.take(SESSIONS, ipKey(c.get("ip"))) > 0) fail(429, TOO_MANY);
    const parsed = SessionBody.safeParse(await readJson(c.req.raw));
    if (!parsed.success) fail(400, "Give type, scenario and amount as text, the amount like 10.00");
    // A real payments service's secret belongs to its merchant's back end and is never used for a visitor of this page.
    const { kind } = locateService(config.remote.payments, environmentAt(config, c.get("host")));
    if (kind === "remote") fail(404, "The playground pays with the simulator, and a payments service is set");
    const holderReference = holderOf(ensureCheckout(c, config.publicOrigin), parsed.data.visit);
    const answer = await initSession(context, { ...parsed.data, holderReference });
    return c.body(await answer.text(), answer.status === 200 ? 200 : 502, { "content-type": "application/json" });
  });
  return app;
}

const SCRIPTS = {
  "playground.js": PAGE_SCRIPT,
  "kinds.js": KINDS_SCRIPT,
  "network.js": NETWORK_SCRIPT,
  "snippets.js": SNIPPETS_SCRIPT,
};

const TOO_MANY = "Too many sessions from your network. Nothing was charged. Try again in ten minutes.";

/** Instruments stored by this browser belong only to it: the holder's name comes from its own cookie. */
function holderOf(checkout: string, visit = ""): string {
  return `playground-${sha256Hex(`playground ${checkout} ${visit}`).slice(0, 40)}`;
}

type SessionRequest = z.infer<typeof SessionBody> & { readonly holderReference: string };

/** What a merchant's back end does: it gets a token with its secret, then makes the init call. */
async function initSession({ config, embedded }: Context, request: SessionRequest): Promise<Response> {
  const client = webAppClient(config.paymentsClients);
  const { payments } = embedded;
  const post = (path: string, headers: Record<string, string>, body: unknown) =>
    payments(new Request(`http://payments${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
  const login = await post(`/auth/token/${client.id}`, { "x-api-key": client.secret }, {});
  if (!login.ok) return Response.json({ error: "The payments service refused the client" }, { status: 502 });
  const { methods } = own(SCENARIOS, request.scenario ?? "") ?? {};
  return await post("/merchant/client/init", {
    authorization: `Bearer ${readToken(await login.json())}`,
    "x-idempotency-key": crypto.randomUUID(),
  }, {
    type: "dropIn",
    workflowCode: "payment-acceptance",
    // As short as a real merchant's reference, since the issuer page shows it.
    merchantReference: `playground-${crypto.randomUUID().slice(0, 8)}`,
    holderReference: request.holderReference,
    amount: { value: request.amount ?? "10.00", currency: "USD" },
    meta: methods === undefined ? {} : { methods },
  });
}

function readToken(body: unknown): string {
  return typeof body === "object" && body !== null && "access_token" in body ? String(body.access_token) : "";
}

function file(text: string, type: string, { method }: Request): Response {
  const headers = { "content-type": type, "cache-control": "no-cache", "x-content-type-options": "nosniff" };
  return new Response(method === "HEAD" ? null : text, { headers });
}

/** A strict merchant's policy: what the SDK's manifest names and nothing else. */
export function merchantPageHeaders(config: Context["config"], frameAncestors: "'none'" | "'self'"): HeaderList {
  const csp = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    `frame-src 'self' ${config.frameOrigin}; form-action 'self'; base-uri 'none'; frame-ancestors ${frameAncestors}`;
  return simulatorHeaders(config, frameAncestors).map(([name, value]) =>
    name === "content-security-policy"
      ? [name, csp] as const
      : name === "referrer-policy"
      ? [name, "strict-origin-when-cross-origin"] as const
      : [name, value] as const
  );
}

const WITH_NPM = `npm install ./dist/payrails-web-sdk-*.tgz

import { Payrails } from "@payrails/web-sdk";
import "@payrails/web-sdk/payrails-styles.css";`;
const BY_SCRIPT = `<link rel="stylesheet"
  href="/sdk/5/payrails-styles.css">
<script src="/sdk/5/payrails.js"></script>`;

export function playgroundPage(): string {
  const options = Object.entries(SCENARIOS).map(([id, { label, number, network, methods }]) => {
    const data = { value: id, "data-number": number, "data-network": network, "data-methods": methods?.join(" ") };
    return html`<option${attributes(data)}>${label}</option>`;
  });
  return htmlDocument({
    title: "Checkout playground",
    head: html`
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="/sdk/5/payrails-styles.css">
      <link rel="stylesheet" href="/checkout/playground.css">
    `,
    body: html`
      <header>
        <div>
          <h1>Checkout playground</h1>
          <p class="lead">A store page with the checkout SDK embedded. This is a test: no money moves.</p>
        </div>
        <nav aria-label="About the SDK">
          <a href="/docs/">Docs</a>
          <a href="/checkout/errors/">Errors</a>
          <a href="#install-title">Install</a>
        </nav>
      </header>
      <main class="playground">
        <section class="card" id="stage" aria-labelledby="stage-title">
          <div class="card-head">
            <h2 id="stage-title">Preview</h2><button class="quiet" form="settings">Restart</button>
          </div>
          <div id="device">
            <div id="place"></div>
          </div>
        </section>
        <div class="column">
          <section class="card" aria-labelledby="settings-title">
            <h2 id="settings-title">Settings</h2>
            <form id="settings">
              <div class="pairs">
                <label>Integration<select id="kind">${list(KINDS)}</select></label>
                <label class="roomy">Device<select id="device-kind">${list(DEVICES)}</select></label>
              </div>
              <label>Scenario<select id="scenario">${options}</select></label>
              <p class="hint">Test card: <output id="number"></output>Any future date, any security code.</p>
              <div class="pairs">
                <label>Amount in USD<input id="amount" value="10.00" inputmode="decimal" pattern="[0-9]{1,6}([.][0-9]{2})?" required></label>
                <label>Language<select id="locale">${list(LOCALES)}</select></label>
                <label>Color scheme<select id="scheme">${list(SCHEMES)}</select></label>
                <label>Corners<select id="corners">${list(CORNERS)}</select></label>
              </div>
              <div>
                <label class="row"><input id="address" type="checkbox">Ask for a billing address</label>
                <label class="row"><input id="save" type="checkbox" checked>Offer to save the card</label>
              </div>
            </form>
          </section>
          <section class="card" id="events" aria-labelledby="log-title">
            <div class="card-head">
              <h2 id="log-title">Events</h2><button class="quiet" id="clear" type="button">Clear</button>
            </div>
            <ol id="log" tabindex="0" aria-labelledby="log-title"></ol>
          </section>
        </div>
        <section class="card" aria-labelledby="code-title">
          <div class="card-head">
            <h2 id="code-title">Code</h2><span class="hint" id="copied" role="status"></span><button class="quiet"
              id="copy" type="button">Copy</button>
          </div>
          <div id="tabs" role="tablist" aria-labelledby="code-title">
            <button id="tab-html" role="tab" type="button" data-tab="html" aria-selected="true"
              aria-controls="code-panel">HTML</button><button id="tab-react" role="tab" type="button"
              data-tab="react" aria-selected="false" aria-controls="code-panel" tabindex="-1">React</button><button
              id="tab-back" role="tab" type="button" data-tab="back" aria-selected="false"
              aria-controls="code-panel" tabindex="-1">Back end</button>
          </div>
          <pre tabindex="0" id="code-panel" role="tabpanel" aria-labelledby="tab-html"><code id="code"></code></pre>
        </section>
        <section class="card" aria-labelledby="install-title">
          <h2 id="install-title">Install it</h2>
          <p>With a bundler such as Vite or webpack: <code>deno task package</code> builds the package that your store installs.</p>
          <pre tabindex="0" aria-label="Install with npm"><code>${WITH_NPM}</code></pre>
          <p>The package also has <code>/react</code>, <code>/vault</code> and, for tests without a network,
      <code>/testing</code>. Without a bundler:</p>
          <pre tabindex="0"
            aria-label="Install by script"><code>${BY_SCRIPT}</code></pre>
          <p><a href="/sdk/5/manifest.json">Integrity hashes and content security policies</a></p>
        </section>
      </main>
      <script src="/sdk/5/payrails.js"></script>
      <script type="module" src="/checkout/playground.js"></script>
    `,
  });
}

function list(rows: Readonly<Record<string, string>>): readonly Html[] {
  return Object.entries(rows).map(([value, label]) => html`<option value="${value}">${label}</option>`);
}
