/** Fakes the payments service, the card frame and, on request, the clock until `close` is called. */
import { COMPLETED_MESSAGE } from "../three_ds/challenge.ts";
import type { InitResponse, PaymentMethodOption } from "../wire/config.ts";
import { FakeClock } from "./clock.ts";
import { FakeFrame } from "./fake_frame.ts";
import { FakePayments, issuerUrl } from "./fake_payments.ts";
import { type Scenario, type ScenarioName, SCENARIOS } from "./scenarios.ts";

/** Options of `openFakeCheckout`. */
export interface FakeCheckoutOptions {
  /** Scenario by name, or one of your own. Default `success`. */
  readonly scenario?: ScenarioName | Scenario;
  /** Amount of the execution, as decimal text in major units and ISO 4217. Default: 10.00 USD. */
  readonly amount?: { readonly value: string; readonly currency: string };
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
  /** Ends an open 3-D Secure challenge. Throws a `TypeError` when none was opened. */
  readonly bank: { complete(): void; decline(): void };
  /** Lets every call fail like `fetch` without a connection, and dispatches `offline`. */
  goOffline(): void;
  /** Restores the connection and dispatches `online`. */
  goOnline(): void;
  /** Restores everything that was replaced. */
  close(): void;
}

/**
 * Replaces `fetch`, the card frame's iframes and `navigator.onLine` of this page until `close` is called. The page has
 * to be on localhost.
 *
 * @example
 * ```ts
 * const checkout = openFakeCheckout({ scenario: "decline" });
 * const client = Payrails.init(checkout.init);
 * const card = { number: "4242 4242 4242 4242", expiry: "12/30", cvv: "123" };
 * const form = client.cardForm({ events: { onReady: () => checkout.frame.type(card) } });
 * form.mount("#card-form");
 * client.paymentButton({ events: { onFailed: (_action, { message }) => console.log(message) } }).mount("#pay");
 * // At the end of the test:
 * client.destroy();
 * checkout.close();
 * ```
 */
export function openFakeCheckout(options: FakeCheckoutOptions = {}): FakeCheckout {
  const { scenario = "success", stopsClock = false, ...rest } = options;
  const { hostname, origin } = globalThis.location;
  // The frame's origin must differ from the page's. No server listens there and no request is made.
  const vaultUrl = hostname === "127.0.0.1" ? "http://localhost:9" : "http://127.0.0.1:9";
  const base = `${origin}/payrails-fake`;
  const clock = stopsClock ? new FakeClock() : undefined;
  const rules = typeof scenario === "string" ? SCENARIOS[scenario] : scenario;
  const payments = new FakePayments(rules, { ...rest, base, vaultUrl, now: () => Date.now() });
  const frame = new FakeFrame();
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
    bank: { complete: () => endBank("complete"), decline: () => endBank("decline") },
    goOffline: () => setLine(payments, false),
    goOnline: () => setLine(payments, true),
    close: () => {
      clock?.uninstall();
      frame.uninstall();
      restoreFetch();
      restoreLine();
    },
  };
}

function takeFetch(base: string, payments: FakePayments): () => void {
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(`${base}/`)) return await original(input, init);
    const text = await request.text();
    return payments.answer({
      method: request.method,
      url: request.url,
      body: text === "" ? undefined : JSON.parse(text),
      idempotencyKey: request.headers.get("x-idempotency-key") ?? "",
    });
  };
  return () => globalThis.fetch = original;
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
