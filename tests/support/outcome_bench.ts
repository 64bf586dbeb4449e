/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** A pay button of the SDK in a small page, the real payments service behind it, and a shopper who does what a test says. */
import { assert } from "@std/assert";
import { send as realSend } from "../../sdk/api/http.ts";
import { CardPaymentButton } from "../../sdk/buttons/card_button.ts";
import type { CardForm } from "../../sdk/card_form/card_form.ts";
import type { ClientParts } from "../../sdk/client_parts.ts";
import { Language } from "../../sdk/locales/language.ts";
import { ApplePayButton } from "../../sdk/methods/apple_pay.ts";
import { GooglePayButton } from "../../sdk/methods/google_pay.ts";
import { PaypalButton } from "../../sdk/methods/paypal.ts";
import { GenericRedirectButton } from "../../sdk/methods/redirect_button.ts";
import { Session as SdkSession } from "../../sdk/session/session.ts";
import type { InitResponse } from "../../sdk/wire/config.ts";
import { BASE, type Bench, FRAME, send, type Session } from "./payments_bench.ts";
import { sealCard } from "./pay_by_card.ts";
import { appleSession, googleClient, PAYPAL, planPaypal } from "./outcome_wallets.ts";
import { openSmallPage, SmallElement, type SmallPage } from "./small_page.ts";

export const METHODS = [
  "card",
  "stored card",
  "googlePay",
  "applePay",
  "payPal",
  "pix",
  "mercadoPago",
  "mercadoPago in a tab",
] as const;
export type Method = (typeof METHODS)[number];

/** What the network does with a call; nothing said is going on. `code` is the provider's word in the answer. */
export type Fate =
  | "lost"
  /** The server has it, but its answer is lost. */
  | "taken"
  /** No answer until the caller gives up. */
  | "hangs"
  | { readonly status: number; readonly code?: string; readonly body?: unknown };

export interface Asked {
  readonly kind: "authorize" | "confirm" | "session" | "poll" | "other";
  /** How many calls of this kind there were before. */
  readonly before: number;
  readonly token: string;
}

export interface Plan {
  readonly method: Method;
  readonly card?: string;
  /** Before the provider has anything: the wallet's sheet is closed, or the merchant says no. */
  readonly cancels?: boolean;
  /** After that, where the method asks the shopper. */
  readonly shopper?: "pays" | "declines" | "closes" | "waits";
  readonly fate?: (asked: Asked) => Fate | undefined;
  readonly renewal?: () => Promise<InitResponse | undefined>;
}

export interface Told {
  readonly name: string;
  readonly event: {
    readonly code?: string;
    readonly reason?: string;
    readonly message?: string;
    readonly error?: Error;
  };
}

/** Timers run so much faster; the wait for an answer does not, as a busy machine is no lost network. */
const HURRY = 1000;
/** The wait for a page to be left, or for a shop's new session: 2 s are long enough for what a test does meanwhile. */
const LONG_WAIT_MS = 30_000;
const LONG_WAIT_HURRY = 15;
/** Addresses the SDK trusts from a page on loopback. */
const SEEN = { [BASE]: "http://localhost:1/services/payments", [FRAME]: "http://127.0.0.1:1" } as const;
const PAGE = "http://localhost:5555";

export interface Outcomes {
  /** Callbacks in their order. */
  readonly told: Told[];
  readonly calls: Asked[];
  /** Waits the SDK asked for, in milliseconds. */
  readonly waits: number[];
  readonly logged: string[];
}

export async function payInPage(bench: Bench, { initResponse }: Session, plan: Plan): Promise<Outcomes> {
  const seen: Outcomes = { told: [], calls: [], waits: [], logged: [] };
  const restore = takeGlobals(bench, plan, seen);
  const life = new AbortController();
  const { page, visit } = openShop(bench, plan);
  try {
    const parts = partsOf(initResponse, plan, { life, seen });
    const end = Promise.withResolvers<void>();
    const tell = (name: string) => (...given: unknown[]) => {
      seen.told.push({ name, event: parseEvent(given.at(-1)) });
      if (name !== "onPaymentSessionExpired") end.resolve();
    };
    const events = {
      ...Object.fromEntries(["onSuccess", "onFailed", "onPending", "onPaymentSessionExpired"].map((n) => [n, tell(n)])),
      onRequestStart: () => plan.cancels !== true || isWallet(plan.method),
    };
    const press = await mount(page, { plan, parts, events, config: initResponse });
    press();
    await visit(end.promise);
    await end.promise;
    // A second final callback would come now.
    await new Promise((resolve) => restore.setTimeout(resolve, 5));
    return seen;
  } finally {
    life.abort();
    page.close();
    restore.all();
  }
}

export function isWallet(method: Method): boolean {
  return method === "googlePay" || method === "applePay" || method === "payPal";
}

function kindOf(method: string, url: string): Asked["kind"] {
  if (/\/authorize$/.test(url)) return "authorize";
  if (/\/confirm$/.test(url)) return "confirm";
  if (/\/session$/.test(url)) return "session";
  return method === "GET" && /\/client\/executions\/[^/]+$/.test(url) ? "poll" : "other";
}

function takeGlobals(bench: Bench, { fate = () => undefined }: Plan, { calls, waits, logged }: Outcomes) {
  const { fetch, setTimeout, setInterval } = globalThis;
  const { error, warn } = console;
  let newest: { isDeadline: boolean; readonly end: () => unknown } | undefined;
  const hurried = (run: (...given: unknown[]) => unknown, ms = 0, ...given: unknown[]) => {
    const timer = newest = { isDeadline: false, end: () => run(...given) };
    waits.push(ms);
    const go = () => timer.isDeadline || timer.end();
    return setTimeout(go, ms / (ms === LONG_WAIT_MS ? LONG_WAIT_HURRY : HURRY));
  };
  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const kind = kindOf(init.method ?? "GET", url);
    const token = new Headers(init.headers).get("authorization")?.slice("Bearer ".length) ?? "";
    const asked = { kind, token, before: calls.filter((call) => call.kind === kind).length };
    calls.push(asked);
    const told = fate(asked);
    // Set just before the call: the time this call may take.
    const deadline = newest;
    if (deadline !== undefined) deadline.isDeadline = true;
    if (told === "hangs") {
      setTimeout(() => deadline?.end(), 1);
      return await hang(init.signal);
    }
    if (told === "lost") throw new TypeError("Failed to fetch");
    if (typeof told === "object") {
      return Response.json(told.body ?? { errors: [{ code: told.code ?? "internal" }] }, { status: told.status });
    }
    const { signal: _, ...rest } = init;
    const answer = await bench.call(new Request(seenBy("service", url), rest));
    if (told === "taken") throw new TypeError("Failed to fetch");
    return new Response(seenBy("page", await answer.text()), answer);
  };
  Object.assign(globalThis, {
    fetch: (url: unknown, init?: RequestInit) => ask(String(url), init),
    setTimeout: hurried,
    setInterval: (run: () => unknown, ms = 0) => setInterval(run, ms / HURRY),
  });
  Object.assign(console, {
    error: (text: unknown) => logged.push(String(text)),
    warn: (text: unknown) => logged.push(String(text)),
  });
  return {
    setTimeout,
    all: () => {
      Object.assign(globalThis, { fetch, setTimeout, setInterval });
      Object.assign(console, { error, warn });
    },
  };
}

function hang(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

/** Texts with the addresses of the service, as the page knows them, and back. */
export function seenBy(who: "page" | "service", text: string): string {
  return Object.entries(SEEN).reduce(
    (result, [real, seen]) => who === "page" ? result.replaceAll(real, seen) : result.replaceAll(seen, real),
    text,
  );
}

export function initSeen({ version, data }: InitResponse): InitResponse {
  return { version, data: btoa(seenBy("page", atob(data))) };
}

interface Life {
  readonly life: AbortController;
  readonly seen: Outcomes;
}

function partsOf(init: InitResponse, { renewal, method }: Plan, { life, seen }: Life): ClientParts {
  const rules = { pageOrigin: PAGE, hosts: [] };
  const events = renewal === undefined ? {} : {
    onSessionExpired: async () => {
      const next = await renewal();
      return next && initSeen(next);
    },
  };
  const log = ({ code }: { readonly code: string }) => void seen.logged.push(code);
  const session = new SdkSession(initSeen(init), { options: { events }, rules, log });
  const stored = method === "stored card"
    ? session.configuration.methods.flatMap(({ paymentInstruments }) => paymentInstruments)[0]
    : undefined;
  assert(method !== "stored card" || stored !== undefined, "a card is stored");
  return {
    session,
    send: realSend,
    lookUpBin: () => Promise.resolve(undefined),
    rules,
    initOptions: { environment: "TEST", scripts: SCRIPTS, telemetry: { collectMetadata: false } },
    language: new Language(undefined),
    signal: life.signal,
    cardForm: () => undefined,
    showForm: () => undefined,
    instrument: () => stored,
    codeForm: () => undefined,
    installments: () => undefined,
    ready: () => {},
  };
}

const SCRIPTS = { googlePay: `${PAGE}/google.js`, applePay: `${PAGE}/apple.js`, payPal: `${PAGE}/paypal.js` };

interface Mounting {
  readonly plan: Plan;
  readonly parts: ClientParts;
  readonly events: object;
  readonly config: InitResponse;
}

/** Puts the method's button into the page; what comes back presses it. */
async function mount({ body, find }: SmallPage, { plan, parts, events, config }: Mounting): Promise<() => void> {
  const place = new SmallElement("div", () => {});
  body.append(place);
  const target = parseElement(place);
  const pressFirst = (tag: string) => () => find(({ tagName }) => tagName === tag)?.fire("click");
  switch (plan.method) {
    case "card":
    case "stored card": {
      const form = plan.method === "card" ? formOf(plan, config, parts) : undefined;
      const button = new CardPaymentButton({ disabledByDefault: false, events }, { ...parts, cardForm: () => form });
      button.mount(target);
      button.followInstrument();
      return pressFirst("button");
    }
    case "googlePay":
      await new GooglePayButton({ events }, parts).mount(target);
      return pressFirst("google-button");
    case "applePay":
      await new ApplePayButton({ events }, parts).mount(target);
      return pressFirst("apple-pay-button");
    case "payPal": {
      new PaypalButton({ events }, parts).mount(target);
      while (find(({ tagName }) => tagName === "paypal-button") === undefined) {
        await new Promise((resolve) => setTimeout(resolve, HURRY));
      }
      return pressFirst("paypal-button");
    }
    default: {
      const [paymentMethodCode = "", tab] = plan.method.split(" in a ");
      const openInNewTab = tab === "tab";
      new GenericRedirectButton({ paymentMethod: { paymentMethodCode }, openInNewTab, events }, parts).mount(target);
      return pressFirst("button");
    }
  }
}

/** A form that is filled in: the card is sealed for the session of the moment. */
function formOf({ card = "4242424242424242" }: Plan, _config: InitResponse, { session }: ClientParts): CardForm {
  const form = {
    isValid: true,
    bin: card.slice(0, 8),
    listen: () => () => {},
    lock() {},
    clear() {},
    focus() {},
    validate: () => Promise.resolve({ isValid: true, fieldErrors: {} }),
    async collectValues() {
      const { vault } = session.configuration;
      const encryptedData = await sealCard({ publicKey: vault?.encryptionPublicKey ?? "" }, { cardNumber: card });
      return {
        cardData: { encryptedData, vaultProviderConfigId: vault?.providerConfigId ?? "" },
        storeInstrument: false,
        enrollInstrumentToNetworkOffers: false,
      };
    },
  };
  return form as unknown as CardForm;
}

/** The shop's page with the wallets' scripts, and what the shopper does once a page of another company is open. */
function openShop(bench: Bench, plan: Plan) {
  const { cancels = false, shopper = "pays" } = plan;
  planPaypal(plan);
  let tabLink: string | undefined;
  const tab = {
    closed: false,
    location: { replace: (link: string) => tabLink = link },
    close: () => tab.closed = true,
  };
  const page = openSmallPage({
    origin: PAGE,
    script: (script) => {
      const namespace = script.getAttribute("data-namespace");
      if (namespace !== null) Reflect.set(globalThis, namespace, PAYPAL);
    },
    more: {
      google: { payments: { api: { PaymentsClient: googleClient(cancels) } } },
      ApplePaySession: appleSession(cancels),
      open: () => tab,
    },
  });
  const visit = async (end: Promise<void>) => {
    let isOver = false;
    void end.then(() => isOver = true);
    for (;;) {
      if (isOver) return;
      const frame = page.find(({ id }) => id === "payrails-frame");
      const link = tabLink ?? page.left[0] ?? (frame && String(Reflect.get(frame, "src")));
      if (link !== undefined) return await actAt(link);
      await new Promise((resolve) => setTimeout(resolve, HURRY));
    }
  };
  const actAt = async (link: string) => {
    if (shopper === "waits") return;
    if (shopper === "closes") {
      tab.closed = true;
      return void page.find(({ id }) => id === "payrails-popup-cancel-button")?.fire("click");
    }
    await choose(bench, link, shopper === "pays" ? "approve" : "decline");
    // Back from a page that took the place of the shop's own.
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  };
  return { page, visit };
}

/** What the shopper chooses at the bank's page, or at the hosted one. */
export async function choose(bench: Bench, link: string, choice: "approve" | "decline"): Promise<void> {
  const url = seenBy("service", link);
  const { text } = await send(bench, url);
  const [, code = ""] = /name="code"[^>]* value="(\d+)"/.exec(text) ?? [];
  await send(bench, url, { method: "POST", body: new URLSearchParams({ choice, code }).toString() });
}

function parseElement(element: SmallElement): Element {
  return element as unknown as Element;
}

function parseEvent(event: unknown): Told["event"] {
  return Object(event);
}
