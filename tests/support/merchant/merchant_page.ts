/**
 * A merchant's site for browser tests: its own back end (init answers) and its own page on another port of localhost.
 */
import type { Frame, Page } from "puppeteer";
import type { InitResponse } from "../../../sdk/wire/config.ts";
import type { RunningApp } from "../app/app.ts";
import { cardFrame } from "../frames.ts";
import { WALLET_HOST } from "./fake_wallets.ts";

export interface MerchantPage {
  readonly origin: string;
  /** Policy violations that browsers reported: what was blocked, on which page. */
  readonly violations: readonly string[];
  init(options?: InitOptions): Promise<InitResponse>;
  /** Webhooks that the merchant received about one of its executions. */
  execution(id: string): Promise<MerchantExecution>;
  /** Opens the merchant's page, mounts form and button, waits until the card fields are ready. */
  checkout(page: Page, options?: CheckoutOptions): Promise<Frame>;
  /** As `checkout`; a page that is open already keeps its document, and gets another client, session and frame. */
  nextCheckout(page: Page, options?: CheckoutOptions): Promise<Frame>;
  close(): Promise<void>;
}

export interface MerchantExecution {
  readonly state: string;
  readonly status: readonly { readonly code: string; readonly errors?: unknown }[];
}

export interface InitOptions {
  readonly value?: string;
  readonly holderReference?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Called again with the same key, the payments service returns the same execution in its current state. */
  readonly key?: string;
}

export interface CheckoutOptions {
  readonly init?: InitResponse;
  /** JSON options of init, card form and button; events are recorded in window.seen. */
  readonly initOptions?: Readonly<Record<string, unknown>>;
  readonly form?: Readonly<Record<string, unknown>>;
  readonly button?: Readonly<Record<string, unknown>>;
  /** Scripts that the page runs before the SDK loads. */
  readonly before?: string;
}

const REPORTS = "/policy-reports";
/** The policy also applies to scripts that the test runs in the page. */
const OF_THE_TEST = '"source-file":"pptr"';

export interface MerchantPageOptions {
  /** Content security policy of the merchant's page; none by default. */
  readonly policy?: string;
  /** The policy blocks nothing, and only reports. */
  readonly reportsOnly?: boolean;
  /** With 127.0.0.1 the merchant's page is of a different site than the product, not only of a different origin. */
  readonly host?: "localhost" | "127.0.0.1";
}

/** A policy that allows the merchant's own script and images and what the SDK's manifest names, and nothing else. */
export async function strictPolicy({ origin }: RunningApp, scripts: readonly string[] = []): Promise<string> {
  const { csp } = asManifest(await (await fetch(`${origin}/sdk/5/manifest.json`)).json());
  const directives: Record<string, Set<string>> = {
    "script-src": new Set(["'self'", ...scripts]),
    "img-src": new Set(["'self'"]),
  };
  for (const [name, sources] of Object.values(csp).flatMap((method) => Object.entries(method))) {
    for (const source of sources) (directives[name] ??= new Set()).add(source);
  }
  return [
    "default-src 'none'",
    ...Object.entries(directives).map(([name, sources]) => `${name} ${[...sources].join(" ")}`),
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}

/** On a third origin, under the strict policy: the strictest merchant page for the SDK. */
export async function openStrictMerchantPage(app: RunningApp): Promise<MerchantPage> {
  return openMerchantPage(app, { policy: await strictPolicy(app, [WALLET_HOST]), host: "127.0.0.1" });
}

export function openMerchantPage({ origin: appOrigin }: RunningApp, options: MerchantPageOptions = {}): MerchantPage {
  const { policy, reportsOnly = false, host = "localhost" } = options;
  const policyHeader = `content-security-policy${reportsOnly ? "-report-only" : ""}`;
  const payments = `${appOrigin}/services/payments`;
  const login = async () => {
    const { access_token } = await post(`${payments}/auth/token/merchant-demo`, { "x-api-key": "demo-secret" });
    return { authorization: `Bearer ${access_token}` };
  };
  const violations: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/shop.js") return script(SHOP_SCRIPT);
    if (pathname === REPORTS) {
      const report = await request.text();
      if (!report.includes(OF_THE_TEST)) violations.push(report);
      return new Response(null, { status: 204 });
    }
    const headers = { "content-type": "text/html; charset=utf-8" };
    return new Response(merchantPageHtml(appOrigin), {
      headers: policy === undefined ? headers : { ...headers, [policyHeader]: `${policy}; report-uri ${REPORTS}` },
    });
  });
  const mountCheckout = async (page: Page, { init, initOptions = {}, form = {}, button = {} }: CheckoutOptions) => {
    const options = JSON.stringify([init ?? await merchant.init(), initOptions, form, button]);
    await page.evaluate(`checkout(...${options})`);
    return await cardFrame(page);
  };
  const merchant: MerchantPage = {
    origin: `http://${host}:${server.addr.port}`,
    violations,
    async init(request = {}) {
      // The same key means the same order, so it is sent with the same body.
      const { value = "1.00", meta = {}, key = crypto.randomUUID(), holderReference = key } = request;
      const answer = await post(
        `${payments}/merchant/client/init`,
        { ...await login(), "x-idempotency-key": key },
        {
          type: "dropIn",
          workflowCode: "payment-acceptance",
          merchantReference: key,
          holderReference,
          amount: { value, currency: "USD" },
          meta,
        },
      );
      return { version: String(answer.version), data: String(answer.data) };
    },
    async execution(id) {
      const url = `${payments}/merchant/workflows/payment-acceptance/executions/${id}`;
      return asExecution(await (await fetch(url, { headers: await login() })).json());
    },
    async checkout(page, options = {}) {
      if (options.before !== undefined) await page.evaluateOnNewDocument(options.before);
      await page.goto(merchant.origin);
      return await mountCheckout(page, options);
    },
    async nextCheckout(page, options = {}) {
      if (!page.url().startsWith(merchant.origin)) return await merchant.checkout(page, options);
      await page.evaluate("client.destroy(); seen.length = 0");
      return await mountCheckout(page, options);
    },
    close: () => server.shutdown(),
  };
  return merchant;
}

export interface TypedCard {
  readonly number: string;
  readonly month?: string;
  readonly year?: string;
  readonly cvc?: string;
}

/**
 * Each text in one input event, at the end of what the field holds, as from a keyboard that proposes words. Twenty keys
 * cost a quarter of a second of the processor; what keys do is tested with `frame.type`.
 */
export async function typeCard(frame: Frame, { number, month = "12", year = "39", cvc = "123" }: TypedCard) {
  await enter(frame, { "#CARD_NUMBER": number, "#EXPIRATION_MONTH": month, "#EXPIRATION_YEAR": year, "#CVV": cvc });
}

/** Texts by selector. The last field keeps the focus. */
export async function enter(frame: Frame, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const selector of Object.keys(texts)) await frame.waitForSelector(selector);
  const failed = await frame.evaluate(`(() => {
    for (const [selector, text] of Object.entries(${JSON.stringify(texts)})) {
      const input = document.querySelector(selector);
      input.focus();
      if (text !== "" && !document.execCommand("insertText", false, text)) return selector;
    }
  })()`);
  if (failed !== undefined) throw new Error(`${failed} takes no text`);
}

/**
 * Another number in place of the one that is complete. Until the frame's message about it arrives, the button is still
 * that of the old one. After a payment the fields take input once the frame knows of its end.
 */
export async function retypeNumber(page: Page, frame: Frame, number: string): Promise<void> {
  await frame.waitForSelector("#CARD_NUMBER:not([readonly])");
  await frame.evaluate("document.querySelector('#CARD_NUMBER').select()");
  await enter(frame, { "#CARD_NUMBER": number.slice(0, -1) });
  await page.waitForSelector("#payrails-card-payment-button[disabled]");
  await frame.type("#CARD_NUMBER", number.slice(-1));
}

/** The form is empty once a payment has succeeded; what is filled in before would be cleared with the paid card. */
export async function untilCleared(frame: Frame): Promise<void> {
  await frame.waitForFunction("document.querySelector('#CARD_NUMBER').value === ''");
}

/** The recorded events, oldest first: [name, ...arguments]. */
export async function seenEvents(page: Page): Promise<readonly (readonly [string, ...unknown[]])[]> {
  return asSeen(await page.evaluate("seen"));
}

export async function waitForEvent(page: Page, name: string): Promise<unknown> {
  await page.waitForFunction(`seen.some(([name]) => name === ${JSON.stringify(name)})`);
  return (await seenEvents(page)).find(([seen]) => seen === name)?.at(-1);
}

const SHOP_SCRIPT = `
window.seen = [];
const record = (name, answer) => (...args) => {
  seen.push([name, ...JSON.parse(JSON.stringify(args))]);
  return answer;
};
const newsOf = (names) => Object.fromEntries(names.map((name) => [name, record(name)]));
window.checkout = (init, initOptions, form, button) => {
  window.client = Payrails.init(init, { ...initOptions, events: newsOf(["onClientInitialized"]) });
  window.form = client.cardForm({ ...form, events: newsOf(["onReady", "onChange", "onFocus", "onBlur"]) });
  window.form.mount("#card");
  window.button = client.paymentButton({
    ...button,
    events: {
      ...newsOf(["onSuccess", "onAuthorizeSuccess", "onFailed", "onAuthorizeFailed", "onPending", "onAuthorizePending",
        "onThreeDSecureChallenge", "onStateChanged", "onValidate", "onPaymentSessionExpired"]),
      onButtonClicked: record("onButtonClicked", window.gateAnswer ?? true),
      onPaymentButtonClicked: record("onPaymentButtonClicked", true),
    },
  });
  window.button.mount("#pay");
};
`;

function merchantPageHtml(appOrigin: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<link rel="stylesheet" href="${appOrigin}/sdk/5/payrails-styles.css"></head>
<body><main><h1>Shop</h1><div id="card"></div><div id="pay"></div><p id="below">below</p></main>
<script src="${appOrigin}/sdk/5/payrails.js"></script><script src="/shop.js"></script></body></html>`;
}

function script(text: string): Response {
  return new Response(text, { headers: { "content-type": "text/javascript; charset=utf-8" } });
}

async function post(url: string, headers: Record<string, string>, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: "POST",
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return parseObject(text);
}

function parseObject(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

function asSeen(value: unknown): readonly (readonly [string, ...unknown[]])[] {
  return value as readonly (readonly [string, ...unknown[]])[];
}

function asExecution(value: unknown): MerchantExecution {
  return value as MerchantExecution;
}

function asManifest(value: unknown) {
  return value as { readonly csp: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> };
}
