/** The pages that simulate Google's and Apple's sign-in while identity is embedded, clearly labelled as simulated. */
import { Hono } from "hono";
import { type Html, html, htmlDocument } from "../../../platform/html.ts";
import GAPI_JS from "./simulator/gapi.js" with { type: "text" };
import HANDLER_JS from "./simulator/handler.js" with { type: "text" };
import STYLE_CSS from "./simulator/style.css" with { type: "text" };

const PROVIDER_NAMES: ReadonlyMap<string, string> = new Map([["google.com", "Google"], ["apple.com", "Apple"]]);
const ACCOUNTS = [
  { name: "Ada Example", email: "ada@example.com" },
  { name: "Grace Example", email: "grace@example.com" },
  { name: "Jörg Beispiel", email: "joerg@example.com" },
] as const;
const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  // The same value as on the page that opened the popup, so that the two can exchange messages.
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "x-content-type-options": "nosniff",
};
const PERSON = html`
  <svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75"
    stroke-linecap="round" aria-hidden="true">
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20c1.2-3.6 4-5.5 7.5-5.5s6.3 1.9 7.5 5.5" />
  </svg>
`;

export function simulatorPages(): Hono {
  const app = new Hono();
  const file = (text: string, type: string) =>
    new Response(text, {
      headers: {
        "content-type": `${type}; charset=utf-8`,
        "cache-control": "no-cache",
        "x-content-type-options": "nosniff",
      },
    });
  app.get("/gapi.js", () => file(GAPI_JS, "text/javascript"));
  app.get("/handler.js", () => file(HANDLER_JS, "text/javascript"));
  app.get("/style.css", () => file(STYLE_CSS, "text/css"));
  app.get("/iframe", () => new Response(page("Sign-in helper", html``), { headers: PAGE_HEADERS }));
  app.get("/handler", (c) => {
    const provider = PROVIDER_NAMES.get(c.req.query("providerId") ?? "");
    const body = provider === undefined ? unknownProvider() : chooser(provider);
    return new Response(body, { status: provider === undefined ? 404 : 200, headers: PAGE_HEADERS });
  });
  return app;
}

function chooser(provider: string): string {
  const accounts = ACCOUNTS.map(({ name, email }) =>
    html`
      <li>
        <button type="button" class="account" data-testid="account" data-email="${email}" data-name="${name}">
          ${PERSON}<span><b>${name}</b><small>${email}</small></span>
        </button>
      </li>
    `
  );
  return page(
    `Choose an account: ${provider} simulator`,
    html`
      <main>
        <div class="card">
          <p class="label">${provider} simulator</p>
          <h1>Choose an account</h1>
          <p>Any of these signs you in to TrustCheck. No real ${provider} account is used, and nothing leaves this machine.</p>
          <ul>${accounts}</ul>
          <form id="other">
            <h2>Use another account</h2>
            <label for="email">Email</label>
            <input id="email" name="email" type="email" required maxlength="320" autocomplete="email">
            <label for="name">Name (optional)</label>
            <input id="name" name="name" maxlength="200" autocomplete="name">
            <button class="primary" data-testid="continue">Continue</button>
          </form>
          <button type="button" class="quiet" id="cancel" data-testid="cancel">Cancel</button>
          <p id="status" role="status"></p>
        </div>
      </main>
      <script src="/emulator/auth/handler.js"></script>
    `,
  );
}

function unknownProvider(): string {
  return page(
    "Unknown sign-in",
    html`
      <main>
        <div class="card">
          <h1>This sign-in method isn't available</h1>
          <p>Close this window and choose Google, Apple or an email link.</p>
        </div>
      </main>
    `,
  );
}

function page(title: string, body: Html): string {
  return htmlDocument({ title, head: html`<link rel="stylesheet" href="/emulator/auth/style.css">`, body });
}
