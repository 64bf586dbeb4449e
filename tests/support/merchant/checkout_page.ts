/**
 * Page object of an open checkout in a merchant's page, as drop-in or as elements: the shopper's actions, the page's
 * texts and calls.
 */
import type { Browser, Frame, HTTPRequest, Page } from "puppeteer";
import { assertEquals } from "@std/assert";
import type { InitResponse } from "../../../sdk/wire/config.ts";
import { answerChallenge, cardFrame, challengeFrame } from "../frames.ts";
import { type InitOptions, type MerchantPage, seenEvents } from "./merchant_page.ts";
import { parseInit } from "../payments/pay_by_card.ts";

export type Integration = "dropin" | "elements";
export const INTEGRATIONS: readonly Integration[] = ["dropin", "elements"];
export const PAY_BUTTON = "#payrails-card-payment-button";

/** What happens to a request; undefined: it continues. */
export type NetworkFault =
  | "lost"
  /** The browser ignores it, as it does for a download. */
  | "ignored"
  /** The server handles it, but its answer is lost. */
  | "taken"
  | { readonly status: number; readonly body?: string }
  | { readonly delayMs: number }
  | { readonly until: Promise<unknown> };

export interface CheckoutPageOptions {
  readonly integration: Integration;
  readonly init?: InitResponse;
  readonly initRequest?: InitOptions;
  /** Options of the drop-in, or of form and button. */
  readonly dropin?: object;
  readonly form?: object;
  readonly button?: object;
  /** Options of init as source text, so that they may hold functions. */
  readonly initOptions?: string;
  /** Runs in the page before any script. */
  readonly before?: string;
  /** Timers shorter than 10 s run this many times faster; tests without a browser prove their lengths. */
  readonly speedUp?: number;
  readonly fault?: (request: HTTPRequest) => NetworkFault | undefined;
  /** Expected errors in the console. */
  readonly expected?: RegExp;
}

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type FinalName = "onSuccess" | "onFailed" | "onPending";

export interface Final {
  readonly name: FinalName;
  /** The callback's argument. */
  readonly event: string;
}

export interface CheckoutPage {
  readonly page: Page;
  readonly merchant: MerchantPage;
  readonly executionId: string;
  /** Calls to the payments API, oldest first. */
  readonly sent: readonly SentRequest[];
  authorizes(): readonly SentRequest[];
  polls(): readonly SentRequest[];
  /** Opens the card form and fills it in at once, as autofill does. */
  fill(number: string): Promise<Frame>;
  pay(): Promise<void>;
  /** The frame of the page in the popup, the issuer's or a payment company's, ready to be used. */
  popupPage(): Promise<Frame>;
  choose(choice: "approve" | "decline" | "cancel"): Promise<void>;
  /** The one final callback since the last click, with its older name. Fails when there is another. */
  final(): Promise<Final>;
  names(): Promise<readonly string[]>;
}

const FINALS: readonly FinalName[] = ["onSuccess", "onFailed", "onPending"];
const NEWS = [
  ...FINALS,
  ...FINALS.map((name) => name.replace("on", "onAuthorize")),
  "onThreeDSecureChallenge",
  "onPaymentSessionExpired",
  "onPaymentOptionSelected",
  "onStateChanged",
];
const GATES = ["onButtonClicked", "onPaymentButtonClicked", "onRequestStart", "onAuthorizeRequestStart"];
/** Long enough for a wrong second callback to arrive. */
const ECHO_MS = 100;
const LONG_TIMER_MS = 10_000;
/** How long a language may take to load; a busy machine would miss a shorter limit. */
const LANGUAGE_DEADLINE_MS = 4_000;
export const SPEED_UP = 40;

/** Source that shortens a page's pauses but keeps its deadlines. */
export function fastTimers(factor: number): string {
  return `{ const slow = setTimeout;
    const isPause = (ms) => ms < ${LONG_TIMER_MS} && ms !== ${LANGUAGE_DEADLINE_MS};
    window.setTimeout = (run, ms = 0, ...rest) => slow(run, isPause(ms) ? ms / ${factor} : ms, ...rest); }`;
}

/** Opens a page, passes the test its checkout, closes the page, and requires that no error was logged. */
export async function atCheckout(
  { browser, merchant }: { readonly browser: Browser; readonly merchant: MerchantPage },
  options: CheckoutPageOptions,
  use: (checkout: CheckoutPage) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage();
  const errors: string[] = [];
  const note = (text: string) => void (options.expected?.test(text) === true || errors.push(text));
  page.on("pageerror", (error) => note(String(error)));
  page.on("console", (message) => message.type() === "error" && note(message.text()));
  try {
    await use(await openCheckout(page, merchant, options));
    assertEquals(errors, []);
  } finally {
    await page.close();
  }
}

/** One page for many checkouts, each with its own client and session, which is much faster than a page for each. */
export class SharedCheckoutPage {
  #page: Page | undefined;
  #sent: readonly SentRequest[] = [];
  readonly #errors: string[] = [];

  constructor(private readonly options: CheckoutPageOptions) {}

  /** `before`, `speedUp` and `fault` are always those of the page; the rest may be this checkout's own. */
  async next(
    { browser, merchant }: { readonly browser: Browser; readonly merchant: MerchantPage },
    own: CheckoutPageOptions = this.options,
  ): Promise<CheckoutPage> {
    if (this.#page === undefined) {
      this.#page = await browser.newPage();
      this.#page.on("pageerror", (error) => this.#errors.push(String(error)));
      this.#page.on("console", (message) => message.type() === "error" && this.#errors.push(message.text()));
      const checkout = await openCheckout(this.#page, merchant, this.options);
      this.#sent = checkout.sent;
      return checkout;
    }
    await this.#page.evaluate("client.destroy(); seen.length = 0");
    return await mountCheckout(this.#page, merchant, own, this.#sent);
  }

  /** The page's errors since the last call. */
  takeErrors(): readonly string[] {
    return this.#errors.splice(0);
  }
}

export async function openCheckout(
  page: Page,
  merchant: MerchantPage,
  options: CheckoutPageOptions,
): Promise<CheckoutPage> {
  const { before = "", fault, speedUp = SPEED_UP } = options;
  const sent = watchCalls(page);
  if (fault !== undefined) await applyFaults(page, fault);
  await page.evaluateOnNewDocument(`${fastTimers(speedUp)};${before}`);
  await page.goto(merchant.origin);
  return await mountCheckout(page, merchant, options, sent);
}

async function mountCheckout(
  page: Page,
  merchant: MerchantPage,
  options: CheckoutPageOptions,
  sent: readonly SentRequest[],
): Promise<CheckoutPage> {
  const { integration, initRequest } = options;
  const init = options.init ?? await merchant.init(initRequest);
  await page.evaluate(mountSource(init, options));
  const executionId = parseInit(init).execution.id;
  let since = 0;
  const news = async () => (await seenEvents(page)).slice(since);
  return {
    page,
    merchant: merchant,
    executionId,
    sent,
    authorizes: () =>
      sent.filter(({ url, method }) => method === "POST" && url.endsWith(`/executions/${executionId}/authorize`)),
    polls: () => sent.filter(({ url, method }) => method === "GET" && url.endsWith(`/executions/${executionId}`)),
    async fill(number) {
      if (integration === "dropin") await page.click("[data-testid=dropin-item-label-card]");
      const frame = await cardFrame(page, "#CVV", "#card");
      await fillCard(frame, number);
      return frame;
    },
    async pay() {
      await page.waitForSelector(`${PAY_BUTTON}:not([disabled])`);
      since = (await seenEvents(page)).length;
      await page.click(PAY_BUTTON);
    },
    popupPage: () => challengeFrame(page),
    choose: (choice) => answerChallenge(page, choice),
    async final() {
      await page.waitForFunction(`seen.slice(${since}).some(([name]) => ${JSON.stringify(FINALS)}.includes(name))`);
      await new Promise((resolve) => setTimeout(resolve, ECHO_MS));
      const found = (await news()).filter(([name]) => /^on(Authorize)?(Success|Failed|Pending)$/.test(name));
      const [name = "onFailed"] = found[0] ?? [];
      const final = asFinal(name);
      assertEquals(found.map(([each]) => each), [final, final.replace("on", "onAuthorize")], "final callbacks");
      return { name: final, event: JSON.stringify(found[0]?.at(-1)) };
    },
    names: async () => (await news()).map(([name]) => name),
  };
}

function mountSource(init: InitResponse, options: CheckoutPageOptions): string {
  const { integration, dropin = {}, form = {}, button = {}, initOptions = "{}" } = options;
  const [dropinOptions, formOptions, buttonOptions] = [dropin, form, button].map((each) => JSON.stringify(each));
  const mount = integration === "dropin"
    ? `window.dropin = client.dropin({ ...${dropinOptions}, events: window.payEvents }).mount("#card"); dropin.ready.then(() => {})`
    : `window.form = client.cardForm(${formOptions}).mount("#card");
       window.button = client.paymentButton({ ...${buttonOptions}, events: window.payEvents }).mount("#pay")`;
  return `(() => {
    window.payEvents = newsOf(${JSON.stringify(NEWS)});
    for (const name of ${JSON.stringify(GATES)}) payEvents[name] = record(name, true);
    window.client = Payrails.init(${JSON.stringify(init)}, ${initOptions});
    ${mount};
    return ${integration === "dropin" ? "dropin.ready.then(() => undefined)" : "undefined"};
  })()`;
}

/** Sets all fields of the form at once, as autofill does. */
export async function fillCard(frame: Frame, number: string): Promise<void> {
  const filled = {
    CARD_NUMBER: number,
    EXPIRATION_DATE: "12/39",
    EXPIRATION_MONTH: "12",
    EXPIRATION_YEAR: "39",
    CVV: isAmex(number) ? "1234" : "123",
  };
  await frame.waitForSelector("#CVV");
  await frame.evaluate(`for (const [id, text] of Object.entries(${JSON.stringify(filled)})) {
    const input = document.getElementById(id);
    if (input === null) continue;
    input.value = text;
    for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
  }`);
}

function isAmex(number: string): boolean {
  return /^3[47]/.test(number);
}

function watchCalls(page: Page): readonly SentRequest[] {
  const sent: SentRequest[] = [];
  page.on("request", (request) => {
    if (!request.url().includes("/services/payments/") || request.method() === "OPTIONS") return;
    const { method, url, headers, body } = {
      method: request.method(),
      url: request.url(),
      headers: request.headers(),
      body: request.postData() ?? "",
    };
    sent.push({ method, url, headers, body });
  });
  return sent;
}

async function applyFaults(page: Page, fault: (request: HTTPRequest) => NetworkFault | undefined): Promise<void> {
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    const reported = request.method() === "OPTIONS" ? undefined : fault(request);
    if (reported === undefined) return void request.continue();
    if (reported === "lost") return void request.abort("connectionreset");
    if (reported === "ignored") return void request.abort("aborted");
    if (reported === "taken") return void takeThenLose(request);
    const goOn = () => request.continue().catch(() => {});
    if ("delayMs" in reported) return void setTimeout(goOn, reported.delayMs);
    if ("until" in reported) return void reported.until.then(goOn);
    const { status, body = "{}" } = reported;
    const cors = { "access-control-allow-origin": "*", "access-control-expose-headers": "x-request-id" };
    void request.respond({ status, body, headers: cors, contentType: "application/json" });
  });
}

async function takeThenLose(request: HTTPRequest): Promise<void> {
  const body = request.postData();
  const answer = await fetch(request.url(), {
    method: request.method(),
    headers: request.headers(),
    ...(body === undefined ? {} : { body }),
  });
  await answer.body?.cancel();
  await request.abort("connectionreset");
}

function asFinal(name: string): FinalName {
  return name as FinalName;
}
