/** Fakes the payments service, the card frame and, on request, the clock until `close` is called. */
import { BUILT_HOSTS, isLoopback } from "../session/links.ts";
import { COMPLETED_MESSAGE } from "../three_ds/challenge.ts";
import type { InitResponse, PaymentMethodOption } from "../wire/config.ts";
import { FakeClock } from "./clock.ts";
import { supplyMissing } from "./environment.ts";
import { type FakeCard, FakeFrame } from "./fake_frame.ts";
import { type FakeAnswer, FakePayments, issuerUrl } from "./fake_payments.ts";
import { type Scenario, type ScenarioName, scenarioOf } from "./scenarios.ts";
import { type PaymentEnd, payWith } from "./shopper.ts";

/** Options of `openFakeCheckout`. */
export interface FakeCheckoutOptions {
  /** Scenario by name, a decline by its result name, such as `ExpiredInstrument`, or one of your own. Default `success`. */
  readonly scenario?: ScenarioName | Scenario;
  /** Amount of the execution, as decimal text in major units and ISO 4217. Default: 10.00 USD. */
  readonly amount?: {
    /** Decimal text in major units, such as `19.99`. */
    readonly value: string;
    /** ISO 4217, such as `USD`. */
    readonly currency: string;
  };
  /** Payment methods of the session. Default: cards only. */
  readonly methods?: readonly PaymentMethodOption[];
  /** Networks of every card. Two make each card co-badged: `["cartesbancaires", "visa"]`. */
  readonly networks?: readonly string[];
  /** Stops timers and the time of day until `clock.advance(ms)`. Default false. */
  readonly stopsClock?: boolean;
}

/** A faked checkout, opened by `openFakeCheckout`. */
export interface FakeCheckout {
  /** Pass this to `Payrails.init`. */
  readonly init: InitResponse;
  /** Types into the card form. */
  readonly frame: FakeFrame;
  /** Lists the calls that were made. */
  readonly payments: FakePayments;
  /** Present when `stopsClock` is set. */
  readonly clock: FakeClock | undefined;
  /**
   * Fills in the card form, presses the pay button and waits for the end, as a shopper does. In a drop-in that shows no
   * form it chooses the card first. Moves a stopped clock on. Default: a Visa card that is good until December 2039.
   *
   * @throws a `TypeError` when the page shows no card form, when the button stays disabled, or when the payment does
   * not end
   */
  pay(card?: FakeCard): Promise<PaymentEnd>;
  /** Ends an open 3-D Secure challenge. Throws a `TypeError` when none was opened. */
  readonly bank: { complete(): void; decline(): void };
  /** Lets every call fail like `fetch` without a connection, and dispatches `offline`. */
  goOffline(): void;
  /** Restores the connection and dispatches `online`. */
  goOnline(): void;
  /** Restores everything that was replaced. */
  close(): void;
}

/** Good for every form: fields that the form does not show are left out. */
const CARD: FakeCard = { number: "4242 4242 4242 4242", expiry: "12/39", cvv: "123", holderName: "Ada Lovelace" };

/**
 * Replaces `fetch`, the card frame's iframes and `navigator.onLine` of this page until `close` is called, and adds what
 * jsdom and happy-dom lack of a browser, such as `matchMedia` and `MessageChannel`.
 *
 * @example
 * ```ts
 * const checkout = openFakeCheckout({ scenario: "decline", stopsClock: true });
 * const client = Payrails.init(checkout.init);
 * client.cardForm().mount("#card-form");
 * client.paymentButton({ events: { onFailed: (_action, { message }) => console.log(message) } }).mount("#pay");
 * console.log(await checkout.pay({ number: "4242 4242 4242 4242", expiry: "12/39", cvv: "123" }));
 * // At the end of the test:
 * client.destroy();
 * checkout.close();
 * ```
 *
 * @throws a `TypeError` for a scenario with an unknown name, and on a page without an address
 */
export function openFakeCheckout(options: FakeCheckoutOptions = {}): FakeCheckout {
  const { scenario = "success", stopsClock = false, ...rest } = options;
  const { base, vaultUrl } = addresses(globalThis.location);
  const clock = stopsClock ? new FakeClock() : undefined;
  const payments = new FakePayments(scenarioOf(scenario), { ...rest, base, vaultUrl, now: () => Date.now() });
  const frame = new FakeFrame(clock);
  const removeSupplied = supplyMissing();
  const restoreFetch = takeFetch(base, payments);
  const restoreLine = takeLine(payments);
  frame.install(issuerUrl({ vaultUrl }));
  clock?.install();
  const endBank = (how: "complete" | "decline") => {
    const iframe = frame.banks.at(-1);
    if (iframe === undefined) throw new TypeError("The bank has not asked yet");
    payments.decideChallenge(how);
    const { origin } = new URL(vaultUrl);
    dispatchEvent(new MessageEvent("message", { data: COMPLETED_MESSAGE, origin, source: iframe.contentWindow }));
  };
  return {
    init: payments.init(),
    frame,
    payments,
    clock,
    pay: (card = CARD) => payWith(card, { frame, payments, clock }),
    bank: { complete: () => endBank("complete"), decline: () => endBank("decline") },
    goOffline: () => setLine(payments, false),
    goOnline: () => setLine(payments, true),
    close: () => {
      clock?.uninstall();
      frame.uninstall();
      restoreFetch();
      restoreLine();
      removeSupplied();
    },
  };
}

/**
 * Where the SDK calls the fakes: addresses that it trusts on this page. No server listens there and no request is made.
 * The frame's origin must differ from the page's.
 */
function addresses({ hostname, origin, protocol }: Location): { readonly base: string; readonly vaultUrl: string } {
  if (isLoopback(hostname)) {
    const vaultUrl = hostname === "127.0.0.1" ? "http://localhost:9" : "http://127.0.0.1:9";
    return { base: `${origin}/payrails-fake`, vaultUrl };
  }
  const vaultHost = BUILT_HOSTS.find((host) => `https://${host}` !== origin);
  if (!/^https?:$/.test(protocol) || vaultHost === undefined) {
    throw new TypeError(`A test page at ${origin} cannot open a checkout. Give it the address http://localhost/`);
  }
  return { base: `https://${vaultHost}/payrails-fake`, vaultUrl: `https://${vaultHost}` };
}

function takeFetch(base: string, payments: FakePayments): () => void {
  // jest's jsdom has no fetch.
  const before = Object.getOwnPropertyDescriptor(globalThis, "fetch");
  const original: typeof fetch | undefined = globalThis.fetch;
  const answer: typeof fetch = async (input, init) => {
    const url = input instanceof Object && "url" in input ? input.url : String(input);
    if (url.startsWith(`${base}/`)) return responseOf(payments.answer(requestOf(url, init)));
    if (original === undefined) throw new TypeError(`This environment has no fetch of its own, for ${url}`);
    return await original(input, init);
  };
  Object.defineProperty(globalThis, "fetch", { configurable: true, writable: true, value: answer });
  return () => {
    if (before === undefined) Reflect.deleteProperty(globalThis, "fetch");
    else Object.defineProperty(globalThis, "fetch", before);
  };
}

/** The SDK gives its body as text and its headers as an object. */
function requestOf(url: string, { method = "GET", headers = {}, body }: RequestInit = {}) {
  const idempotencyKey: unknown = Reflect.get(headers, "x-idempotency-key");
  return {
    method,
    url,
    body: typeof body === "string" ? JSON.parse(body) : undefined,
    idempotencyKey: String(idempotencyKey ?? ""),
  };
}

/** As much of a response as the SDK reads, since jest's jsdom has no `Response`. */
function responseOf({ status, text }: FakeAnswer): Response {
  const ok = status >= 200 && status < 300;
  return parseResponse({
    ok,
    status,
    text: () => Promise.resolve(text),
    json: () => Promise.resolve(JSON.parse(text)),
  });
}

function parseResponse(response: Pick<Response, "ok" | "status" | "text" | "json">): Response {
  return response as Response;
}

/** `navigator.onLine` reports the faked connection. */
function takeLine(payments: FakePayments): () => void {
  Object.defineProperty(navigator, "onLine", { configurable: true, get: () => payments.isOnline });
  return () => Reflect.deleteProperty(navigator, "onLine");
}

function setLine(payments: FakePayments, isOnline: boolean): void {
  payments.isOnline = isOnline;
  dispatchEvent(new Event(isOnline ? "online" : "offline"));
}
