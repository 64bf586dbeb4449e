/** Fakes the payments service, the card frame and, on request, the clock until `close` is called. */
import { BUILT_HOSTS, isLoopback } from "../session/links.ts";
import { COMPLETED_MESSAGE } from "../three_ds/challenge.ts";
import type { InitResponse, PaymentMethodOption } from "../wire/config.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import { FakeClock } from "./clock.ts";
import { supplyMissing } from "./environment.ts";
import { type FakeCard, FakeFrame } from "./fake_frame.ts";
import { methodsOf } from "./methods/fake_methods.ts";
import { type FakeAnswer, FakePayments } from "./fake_payments.ts";
import { FakeTabs } from "./methods/fake_tabs.ts";
import { FakeWallets } from "./methods/fake_wallets.ts";
import { payByMethod, type PaymentByOptions } from "./methods/pay_by_method.ts";
import { type Scenario, type ScenarioName, scenarioOf } from "./scenarios.ts";
import { isAtIssuer, type PaymentEnd, payStored, payWith, PLACES } from "./shopper.ts";

const DEAF =
  "The calls of the SDK did not reach the fake checkout, since fetch was replaced after openFakeCheckout(). " +
  "Replace it before: the fake checkout passes on what is not for the payments service";

/** Options of `openFakeCheckout`. */
export interface FakeCheckoutOptions {
  /**
   * Scenario by name, a decline by its result name, such as `ExpiredInstrument`, or one of your own. Default `success`.
   */
  readonly scenario?: ScenarioName | Scenario;
  /** Amount of the execution, as decimal text in major units and ISO 4217. Default: 10.00 USD. */
  readonly amount?: {
    /** Decimal text in major units, such as `19.99`. */
    readonly value: string;
    /** ISO 4217, such as `USD`. */
    readonly currency: string;
  };
  /**
   * Payment methods of the session: codes, or options as the service sends them. A code beside those of card and
   * wallets is a hosted payment page. Only for codes are the scripts of wallets and `window.open` faked. Default: cards
   * only.
   */
  readonly methods?: readonly (string | PaymentMethodOption)[];
  /** What the shopper has stored, such as `STORED_CARD`: each is listed by its `paymentMethod`. Default: nothing. */
  readonly instruments?: readonly StoredInstrument[];
  /** Networks of every card. Two make each card co-badged: `["cartesbancaires", "visa"]`. */
  readonly networks?: readonly string[];
  /** Stops timers and the time of day until `clock.advance(ms)`. Default false. */
  readonly stopsClock?: boolean;
}

/** A faked checkout, opened by `openFakeCheckout`. */
export interface FakeCheckout {
  /** Pass this to `Payrails.init`. Read again, it is the session as your back end would open it again. */
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
  /**
   * Pays with a stored instrument: selects it in the list of stored cards or in the drop-in, types its security code
   * where one is asked for, and presses the pay button.
   *
   * @throws a `TypeError` as `pay`, and when the page does not list the instrument
   */
  payStored(id: string, card?: Pick<FakeCard, "cvv">): Promise<PaymentEnd>;
  /**
   * Pays with a wallet or on a hosted payment page: presses the button of this method, in a drop-in after choosing it,
   * and approves the wallet's sheet. The end `redirect` waits for `hostedPage`.
   *
   * @throws a `TypeError` when the page shows no such button, or when the payment does not end
   */
  payBy(paymentMethodCode: string, options?: PaymentByOptions): Promise<PaymentEnd>;
  /** The sheets of Google Pay, Apple Pay and PayPal. */
  readonly wallets: FakeWallets;
  /**
   * Ends an open 3-D Secure challenge, in its popup or, with `redirectFor3DS`, in the whole page. From the whole page
   * the shopper returns to your own page: there, call `resume` as usual. Throws a `TypeError` when none was opened.
   */
  readonly bank: {
    /** The shopper passes, and the payment continues. */
    complete(): void;
    /** The shopper fails, and the payment is declined. */
    decline(): void;
  };
  /**
   * Ends the visit to a hosted payment page, in a popup, a tab or the whole page. From the whole page the shopper
   * returns to your own page: there, call `resume` as usual. Throws a `TypeError` when the shopper was not sent to one.
   */
  readonly hostedPage: {
    /** The shopper pays. */
    complete(): void;
    /** The payment is declined. */
    decline(): void;
  };
  /** Lets every call fail like `fetch` without a connection, and dispatches `offline`. */
  goOffline(): void;
  /** Restores the connection and dispatches `online`. */
  goOnline(): void;
  /** Restores everything that was replaced. */
  close(): void;
}

/**
 * Replaces `fetch`, the card frame's iframes and `navigator.onLine` of this page until `close` is called, and adds what
 * jsdom and happy-dom lack of a browser, such as `matchMedia` and `MessageChannel`. Calls that are not for the payments
 * service go to the `fetch` that was there before, such as a test's own for its back end.
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
  const { scenario = "success", stopsClock = false, methods = ["card"], instruments = [], ...rest } = options;
  const { base, vaultUrl } = addresses(globalThis.location);
  const page = String(location).replace(/#.*$/, "");
  const issuer = page + PLACES.issuer;
  const clock = stopsClock ? new FakeClock() : undefined;
  const payments = new FakePayments(scenarioOf(scenario), {
    ...rest,
    methods: methodsOf(methods, instruments),
    base,
    vaultUrl,
    issuerUrl: issuer,
    hostedUrl: page + PLACES.hosted,
    now: () => Date.now(),
  });
  const frame = new FakeFrame(clock);
  const wallets = new FakeWallets();
  const tabs = new FakeTabs();
  const removeSupplied = supplyMissing();
  const fakeFetch = takeFetch(base, payments);
  const restoreLine = takeLine(payments);
  frame.install(issuer);
  // A test that gives whole options has set what the scripts of their vendors would set.
  const isFaked = methods.some((method) => typeof method === "string" && method !== "card");
  if (isFaked) wallets.install();
  if (isFaked) tabs.install();
  clock?.install();
  const shopper = { frame, payments, clock, wallets };
  const heard = async (paid: Promise<PaymentEnd>) => {
    const end = await paid;
    if (end === "not_sent" && !await fakeFetch.hears()) throw new TypeError(DEAF);
    return end;
  };
  const tellPopup = (iframe: HTMLIFrameElement | undefined) => {
    const source = iframe?.contentWindow ?? null;
    dispatchEvent(new MessageEvent("message", { data: COMPLETED_MESSAGE, origin: location.origin, source }));
  };
  const endBank = (how: "complete" | "decline") => {
    const iframe = frame.banks.at(-1);
    if (iframe === undefined && !isAtIssuer()) throw new TypeError("The bank has not asked yet");
    payments.decideChallenge(how);
    tellPopup(iframe);
    comeBack();
  };
  const endVisit = (how: "complete" | "decline") => {
    if (payments.waits !== "redirect") {
      throw new TypeError("The shopper was not sent to a hosted page: call payBy first");
    }
    payments.decideChallenge(how);
    tellPopup(frame.banks.at(-1));
    tabs.close();
    comeBack();
  };
  return {
    get init() {
      return payments.init();
    },
    frame,
    payments,
    clock,
    wallets,
    pay: (card) => heard(payWith(card, shopper)),
    payStored: (id, card) => heard(payStored(id, card, shopper)),
    payBy: (code, how = {}) => heard(payByMethod(code, how, shopper)),
    bank: { complete: () => endBank("complete"), decline: () => endBank("decline") },
    hostedPage: { complete: () => endVisit("complete"), decline: () => endVisit("decline") },
    goOffline: () => setLine(payments, false),
    goOnline: () => setLine(payments, true),
    close: () => {
      comeBack();
      clock?.uninstall();
      frame.uninstall();
      wallets.uninstall();
      tabs.uninstall();
      fakeFetch.restore();
      restoreLine();
      removeSupplied();
    },
  };
}

/** Leaves the issuer's or a hosted page that took the whole page. */
function comeBack(): void {
  if (!Object.values<string>(PLACES).includes(location.hash)) return;
  history.replaceState(history.state, "", location.href.replace(/#.*$/, ""));
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

interface FakeFetch {
  /** Whether a call of the page still reaches the fakes: a test may have replaced `fetch` later. */
  hears(): Promise<boolean>;
  restore(): void;
}

function takeFetch(base: string, payments: FakePayments): FakeFetch {
  const probe = `${base}/probe`;
  let isHeard = false;
  // jest's jsdom has no fetch.
  const before = Object.getOwnPropertyDescriptor(globalThis, "fetch");
  const original: typeof fetch | undefined = globalThis.fetch;
  const answer: typeof fetch = async (input, init) => {
    const url = input instanceof Object && "url" in input ? input.url : String(input);
    if (url === probe) {
      isHeard = true;
      throw new TypeError("A probe has no answer");
    }
    if (url.startsWith(`${base}/`)) return responseOf(payments.answer(requestOf(url, init)));
    if (original === undefined) throw new TypeError(`This environment has no fetch of its own, for ${url}`);
    return await original(input, init);
  };
  Object.defineProperty(globalThis, "fetch", { configurable: true, writable: true, value: answer });
  return {
    async hears() {
      isHeard = false;
      try {
        await fetch(probe);
      } catch {
        // What answers in its place does not matter.
      }
      return isHeard;
    },
    restore() {
      if (before === undefined) Reflect.deleteProperty(globalThis, "fetch");
      else Object.defineProperty(globalThis, "fetch", before);
    },
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
  return asResponse({
    ok,
    status,
    text: () => Promise.resolve(text),
    json: () => Promise.resolve(JSON.parse(text)),
  });
}

function asResponse(response: Pick<Response, "ok" | "status" | "text" | "json">): Response {
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
