/** Fixture of outcome tests: an SDK pay button in a small page, the real payments service, and a scripted shopper. */
import { AssertionError } from "../assert.ts";
import type { InitResponse } from "../../../sdk/wire/config.ts";
import { send, type Session } from "../payments/payments_calls.ts";
import { BASE, FRAME, type PaymentsFixture } from "../payments/payments_fixture.ts";
import { appleSession, googleClient, PAYPAL, planPaypal } from "./outcome_wallets.ts";
import { mountButton } from "./sdk_buttons.ts";
import { openSmallPage } from "./small_page.ts";

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

/** What happens to a call; undefined: it continues. `code` is the payments service's result code. */
export type NetworkFault =
  | "lost"
  /** The server handles it, but its answer is lost. */
  | "taken"
  /** No answer until the caller's timeout. */
  | "hangs"
  | { readonly status: number; readonly code?: string; readonly body?: unknown }
  /** The server's answer, modified. */
  | { readonly edit: (text: string) => string };

export interface SdkCall {
  readonly kind: "authorize" | "confirm" | "session" | "poll" | "other";
  /** Number of earlier calls of this kind. */
  readonly before: number;
  readonly token: string;
  readonly body: string;
  readonly url: string;
}

export interface OutcomePlan {
  readonly method: Method;
  readonly card?: string;
  /** The client option that opens the issuer page in the whole page. */
  readonly redirectFor3DS?: boolean;
  /** The client option with the allowed hosts of payment pages. */
  readonly redirectHosts?: readonly string[];
  /** The card form's option for the network's offers. */
  readonly isEnrolling?: boolean;
  /** The shopper closes the wallet's sheet, or the merchant refuses, before the payments service gets a call. */
  readonly cancels?: boolean;
  /** The shopper's choice once the method asks for it. */
  readonly shopper?: "pays" | "declines" | "closes" | "waits";
  /** PayPal: the merchant's page removes the button while the shopper is in the sheet. */
  readonly isUnmounted?: boolean;
  readonly fault?: (asked: SdkCall) => NetworkFault | undefined;
  readonly renewal?: () => Promise<InitResponse | undefined>;
}

export interface CallbackEvent {
  readonly name: string;
  readonly event: {
    readonly code?: string;
    readonly reason?: string;
    readonly message?: string;
    readonly error?: Error;
    readonly serverError?: { readonly code?: string; readonly detail?: string };
    readonly decline?: object;
  };
}

/** Speed-up of timers; the wait for an answer keeps its length, since a busy machine is not a lost network. */
const SPEED_UP = 1000;
/** The wait for a navigation, or for a merchant's new session: 2 s are enough for the test's own steps. */
const LONG_WAIT_MS = 30_000;
const LONG_WAIT_SPEED_UP = 15;
/** Much longer than any payment here takes: what has not ended by then never ends. */
const END_MS = 30_000;
/** Addresses that the SDK trusts from a page on loopback. */
const SEEN = { [BASE]: "http://localhost:1/services/payments", [FRAME]: "http://127.0.0.1:1" } as const;
const PAGE = "http://localhost:5555";

export interface Outcomes {
  /** Callbacks in order. */
  readonly callbacks: CallbackEvent[];
  readonly calls: SdkCall[];
  /** Timers that were set, with the number of polls before each. */
  readonly waits: { readonly ms: number; readonly polls: number }[];
  readonly logged: string[];
  /** Sandboxes of the frames that were opened. */
  readonly frames: string[];
  /** Where the whole page navigated to. */
  readonly left: string[];
}

export async function payInPage(
  fixture: PaymentsFixture,
  { initResponse }: Session,
  plan: OutcomePlan,
): Promise<Outcomes> {
  const seen: Outcomes = { callbacks: [], calls: [], waits: [], logged: [], frames: [], left: [] };
  const restore = takeGlobals(fixture, plan, seen);
  const life = new AbortController();
  const { page, visit } = openMerchantPage(fixture, plan, seen);
  try {
    const end = Promise.withResolvers<void>();
    const recordCallback = (name: string) => (...given: unknown[]) => {
      seen.callbacks.push({ name, event: parseEvent(given.at(-1)) });
      if (name !== "onPaymentSessionExpired") end.resolve();
    };
    const events = {
      ...Object.fromEntries(
        ["onSuccess", "onFailed", "onPending", "onPaymentSessionExpired"].map((n) => [n, recordCallback(n)]),
      ),
      onRequestStart: () => plan.cancels !== true || isWallet(plan.method),
    };
    const { method, card, isEnrolling, redirectHosts, redirectFor3DS } = plan;
    const { press, unmount } = await mountButton(page, {
      init: initSeen(initResponse),
      origin: PAGE,
      method,
      card,
      isEnrolling,
      options: { redirectHosts, redirectFor3DS },
      events,
      signal: life.signal,
      log: (code) => void seen.logged.push(code),
      renewal: plan.renewal && (async () => {
        const next = await plan.renewal?.();
        return next && initSeen(next);
      }),
      pauseMs: SPEED_UP,
    });
    planPaypal({ ...plan, unmount });
    const timeUp = () => end.reject(new AssertionError(`${method}: no callback told the end of the payment`));
    const deadline = restore.setTimeout(timeUp, END_MS);
    press();
    await visit(end.promise);
    await end.promise.finally(() => clearTimeout(deadline));
    // A second final callback would arrive now.
    await new Promise((resolve) => restore.setTimeout(resolve, 5));
    return seen;
  } finally {
    life.abort();
    seen.left.push(...page.left);
    page.close();
    restore.all();
  }
}

export function isWallet(method: Method): boolean {
  return method === "googlePay" || method === "applePay" || method === "payPal";
}

function kindOf(method: string, url: string): SdkCall["kind"] {
  if (/\/authorize$/.test(url)) return "authorize";
  if (/\/confirm$/.test(url)) return "confirm";
  if (/\/session$/.test(url)) return "session";
  return method === "GET" && /\/client\/executions\/[^/]+$/.test(url) ? "poll" : "other";
}

function takeGlobals(
  fixture: PaymentsFixture,
  { fault = () => undefined }: OutcomePlan,
  { calls, waits, logged }: Outcomes,
) {
  const { fetch, setTimeout, setInterval } = globalThis;
  const { error, warn } = console;
  let newest: { isDeadline: boolean; readonly end: () => unknown } | undefined;
  const fastTimeout = (run: (...given: unknown[]) => unknown, ms = 0, ...given: unknown[]) => {
    const timer = newest = { isDeadline: false, end: () => run(...given) };
    waits.push({ ms, polls: calls.filter(({ kind }) => kind === "poll").length });
    const go = () => timer.isDeadline || timer.end();
    return setTimeout(go, ms / (ms === LONG_WAIT_MS ? LONG_WAIT_SPEED_UP : SPEED_UP));
  };
  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const kind = kindOf(init.method ?? "GET", url);
    const token = new Headers(init.headers).get("authorization")?.slice("Bearer ".length) ?? "";
    const body = typeof init.body === "string" ? init.body : "";
    const asked = { kind, token, body, url, before: calls.filter((call) => call.kind === kind).length };
    calls.push(asked);
    const reported = fault(asked);
    // Set just before the call: the time limit of this call.
    const deadline = newest;
    if (deadline !== undefined) deadline.isDeadline = true;
    if (reported === "hangs") {
      setTimeout(() => deadline?.end(), 1);
      return await hang(init.signal);
    }
    if (reported === "lost") throw new TypeError("Failed to fetch");
    if (typeof reported === "object" && "status" in reported) {
      return Response.json(reported.body ?? { errors: [{ code: reported.code ?? "internal" }] }, {
        status: reported.status,
      });
    }
    const { signal: _, ...rest } = init;
    const answer = await fixture.call(new Request(seenBy("service", url), rest));
    if (reported === "taken") throw new TypeError("Failed to fetch");
    const text = seenBy("page", await answer.text());
    return new Response(typeof reported === "object" ? reported.edit(text) : text, answer);
  };
  Object.assign(globalThis, {
    fetch: (url: unknown, init?: RequestInit) => ask(String(url), init),
    setTimeout: fastTimeout,
    setInterval: (run: () => unknown, ms = 0) => setInterval(run, ms / SPEED_UP),
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

/** Replaces the service's addresses with those the page knows, and back. */
export function seenBy(who: "page" | "service", text: string): string {
  return Object.entries(SEEN).reduce(
    (result, [real, seen]) => who === "page" ? result.replaceAll(real, seen) : result.replaceAll(seen, real),
    text,
  );
}

export function initSeen({ version, data }: InitResponse): InitResponse {
  return { version, data: btoa(seenBy("page", atob(data))) };
}

/** The merchant's page with the wallets' scripts, and the shopper's actions once another company's page is open. */
function openMerchantPage(fixture: PaymentsFixture, plan: OutcomePlan, seen: Outcomes) {
  const { cancels = false, shopper = "pays" } = plan;
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
    end.catch(() => {}).finally(() => isOver = true);
    for (;;) {
      if (isOver) return;
      const frame = page.find(({ id }) => id === "payrails-frame");
      if (frame !== undefined) seen.frames.push(frame.getAttribute("sandbox") ?? "");
      const link = tabLink ?? page.left[0] ?? (frame && String(Reflect.get(frame, "src")));
      if (link !== undefined) return await actAt(link);
      await new Promise((resolve) => setTimeout(resolve, SPEED_UP));
    }
  };
  const actAt = async (link: string) => {
    if (shopper === "waits") return;
    if (shopper === "closes") {
      tab.closed = true;
      return void page.find(({ id }) => id === "payrails-popup-cancel-button")?.fire("click");
    }
    await choose(fixture, link, shopper === "pays" ? "approve" : "decline");
    // The shopper returns from the page that replaced the merchant's.
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  };
  return { page, visit };
}

/** The shopper's choice on the issuer page or the hosted page. */
export async function choose(fixture: PaymentsFixture, link: string, choice: "approve" | "decline"): Promise<void> {
  const url = seenBy("service", link);
  const { text } = await send(fixture, url);
  const [, code = ""] = /name="code"[^>]* value="(\d+)"/.exec(text) ?? [];
  await send(fixture, url, { method: "POST", body: new URLSearchParams({ choice, code }).toString() });
}

function parseEvent(event: unknown): CallbackEvent["event"] {
  return Object(event);
}
