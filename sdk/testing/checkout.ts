/** A checkout without a network: payments service, card frame and, where asked for, the clock are stand-ins until `close`. */
import { COMPLETED_MESSAGE } from "../three_ds/challenge.ts";
import type { InitResponse, PaymentMethodOption } from "../wire/config.ts";
import { FakeClock } from "./clock.ts";
import { FakeFrame } from "./fake_frame.ts";
import { FakePayments, issuerUrl } from "./fake_payments.ts";
import { type Scenario, type ScenarioName, SCENARIOS } from "./scenarios.ts";

export interface FakeCheckoutOptions {
  readonly scenario?: ScenarioName | Scenario;
  readonly amount?: { readonly value: string; readonly currency: string };
  readonly methods?: readonly PaymentMethodOption[];
  /** Two make every card a co-badged one: ["cartesbancaires", "visa"]. */
  readonly networks?: readonly string[];
  /** Time stands still until `clock.advance(ms)`. */
  readonly stopsClock?: boolean;
}

export interface FakeCheckout {
  /** For `Payrails.init`. */
  readonly init: InitResponse;
  readonly frame: FakeFrame;
  readonly payments: FakePayments;
  /** Undefined unless time was stopped. */
  readonly clock: FakeClock | undefined;
  readonly bank: { complete(): void; decline(): void };
  goOffline(): void;
  goOnline(): void;
  close(): void;
}

/** Pages on localhost, as tests are. */
export function openFakeCheckout(options: FakeCheckoutOptions = {}): FakeCheckout {
  const { scenario = "success", stopsClock = false, ...rest } = options;
  const { hostname, origin } = globalThis.location;
  // The frame's origin is never the page's; nothing listens there, and nothing is asked.
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
    payments.settleBank(how);
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

/** The browser says what the line is. */
function takeLine(payments: FakePayments): () => void {
  Object.defineProperty(navigator, "onLine", { configurable: true, get: () => payments.isOnline });
  return () => Reflect.deleteProperty(navigator, "onLine");
}

function setLine(payments: FakePayments, isOnline: boolean): void {
  payments.isOnline = isOnline;
  dispatchEvent(new Event(isOnline ? "online" : "offline"));
}
