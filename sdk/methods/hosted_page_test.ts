/** Hosted pages: where the shopper is sent, and how each kind of visit ends. */
import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { install } from "@sinonjs/fake-timers";
import { wait } from "../core/wait.ts";
import { paymentError } from "../errors/payment_error.ts";
import { openTab } from "./browser_tab.ts";
import { redirectSize } from "../three_ds/size.ts";
import type { ExecutionResponse } from "../wire/payments.ts";
import {
  PIX_INITIAL_DELAY_MS,
  PIX_POLL_INTERVAL_MS,
  PIX_POLLS,
  PIX_SCHEDULE,
  PIX_TIMEOUT_MS,
  TAB_CHECK_MS,
} from "./constants.ts";
import { REDIRECT_FALLBACK_MS } from "../payment/constants.ts";
import { followHostedPage, type HostedPagePorts, type Tab } from "./hosted_page.ts";
import { isRevolutPay, REVOLUT_TEXTS, revolutStyles } from "./revolut_pay.ts";

const LINK = "https://pay.test/page";
const execution = (...codes: readonly string[]): ExecutionResponse => ({
  id: "e",
  status: codes.map((code, index) => ({ code, time: new Date(index).toISOString() })),
  links: { self: "s", execution: "s", redirect: LINK },
});

type Ending = "completed" | "closed" | "time_up" | "never";

function openFixture({ ending = "never" as Ending, status = "authorizePending", ...rest }: {
  readonly ending?: Ending;
  readonly status?: string;
} & Partial<HostedPagePorts> = {}) {
  const seen: string[] = [];
  const ports: HostedPagePorts = {
    isTrusted: () => true,
    watch: () => Promise.resolve(ending !== "time_up"),
    pollUntilFinal: ({ isShort }) => {
      seen.push(isShort ? "asked briefly" : "asked");
      const answer = execution("authorizeRequested", status);
      const found = answer.status[1];
      if (found === undefined) throw new TypeError("there is a status");
      return Promise.resolve({ type: "final", status: found, execution: answer });
    },
    stay: (ms) => (seen.push(`waited ${ms}`), Promise.resolve("stayed")),
    leave: (link) => void seen.push(`left for ${link}`),
    openPopup: (link, watch) => {
      seen.push(`popup of ${link}`);
      const watched = watch(new AbortController().signal).then(() => "completed" as const);
      return {
        end: ending === "closed" ? Promise.resolve("closed" as const) : watched,
        close: () => void seen.push("popup gone"),
      };
    },
    tab: undefined,
    isPopup: false,
    log: (error) => void seen.push(error.code),
    isShownByMerchant: () => Promise.resolve(false),
    signal: new AbortController().signal,
    ...rest,
  };
  return { seen, ports };
}

const tabEnding = (end: "completed" | "closed", seen: string[]): Tab => ({
  goTo: (link) => void seen.push(`tab to ${link}`),
  end: () => Promise.resolve(end),
  close: () => void seen.push("tab closed"),
  closeBlank: () => {},
});

describe("hosted pages", () => {
  it("S-REDIRECT-05, S-REDIRECT-06: the whole page leaves, and reports after 30 s that it is still open", async () => {
    const { seen, ports } = openFixture();
    const outcome = await followHostedPage(execution("authorizePending"), ports);
    assertEquals(seen, [
      `left for ${LINK}`,
      "waited 30000",
      "asked briefly",
      "payrails:client:generic_redirect.not_left",
    ]);
    // The payment was accepted: only the provider may say that it failed.
    assertEquals(outcome.type, "pending");
  });
  it("a shopper back from the whole page has closed it, unless the payment was made meanwhile", async () => {
    for (
      const [status, end] of [
        ["authorizePending", "page_closed"],
        ["authorizeSuccessful", "success"],
        ["authorizeFailed", "failed"],
      ] as const
    ) {
      const { seen, ports } = openFixture({ stay: () => Promise.resolve("back"), status });
      const outcome = await followHostedPage(execution("authorizePending"), ports);
      assertEquals(outcome.type === "pending" ? outcome.reason : outcome.type, end);
      assertEquals(seen, [`left for ${LINK}`, "asked briefly"]);
    }
  });
  it("S-REDIRECT-07, S-ERR-28: a pending payment without a link raises the missing-link error", async () => {
    const { seen, ports } = openFixture();
    const { links: _, ...rest } = execution("authorizePending");
    const outcome = await followHostedPage({ ...rest, links: { self: "s", execution: "s" } }, ports);
    assertEquals([seen, outcome.type], [["payrails:client:generic_redirect.link_missing"], "pending"]);
  });
  it("SECURITY S5: does not follow a link that is not allowed", async () => {
    const { seen, ports } = openFixture({ isTrusted: () => false });
    await followHostedPage(execution("authorizePending"), ports);
    assertEquals(seen, ["payrails:client:generic_redirect.link_missing"]);
    await followHostedPage(execution("authorizePending"), { ...ports, tab: tabEnding("closed", seen) });
    assertEquals(seen.slice(1), ["tab closed", "payrails:client:generic_redirect.link_missing"]);
  });
  it("the wait for news ends with the visit in the tab", async () => {
    const watched: AbortSignal[] = [];
    const { seen, ports } = openFixture({ watch: (over) => (watched.push(over), Promise.resolve(false)) });
    await followHostedPage(execution("authorizePending"), { ...ports, tab: tabEnding("closed", seen) });
    assertEquals(watched.map(({ aborted }) => aborted), [true]);
  });
  it("a client destroyed while the tab is open watches neither the tab nor the payment any more", async () => {
    const life = new AbortController();
    const watched: AbortSignal[] = [];
    const { seen, ports } = openFixture({
      signal: life.signal,
      watch: (over) => (watched.push(over), new Promise(() => {})),
    });
    const end = (_watched: unknown, signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const tab = { ...tabEnding("closed", seen), end };
    const following = assertRejects(() => followHostedPage(execution("authorizePending"), { ...ports, tab }));
    await Promise.resolve();
    await Promise.resolve();
    life.abort();
    await following;
    assertEquals([watched.map(({ aborted }) => aborted), seen], [[true], [`tab to ${LINK}`]]);
  });
  it("when the merchant shows the page, the SDK opens nothing: the blank tab closes, and the result is awaited and polled", async () => {
    const links: string[] = [];
    const { signal } = new AbortController();
    const watched: AbortSignal[] = [];
    const { seen, ports } = openFixture({
      status: "authorizeSuccessful",
      isPopup: true,
      signal,
      watch: (over) => (watched.push(over), seen.push("watched"), Promise.resolve(true)),
      isShownByMerchant: (link) => (links.push(link), Promise.resolve(true)),
    });
    const tab = { ...tabEnding("closed", seen), close: () => void seen.push("tab closed") };
    const outcome = await followHostedPage(execution("authorizePending"), { ...ports, tab });
    assertEquals([outcome.type, links, seen], ["success", [LINK], ["tab closed", "watched", "asked"]]);
    assertEquals(watched, [signal]);
  });
  it("a link that is not allowed is not passed to the merchant either", async () => {
    const told: string[] = [];
    const isShownByMerchant = (link: string) => (told.push(link), Promise.resolve(false));
    const { ports } = openFixture({ isTrusted: () => false, isShownByMerchant });
    await followHostedPage(execution("authorizePending"), ports);
    assertEquals(told, []);
  });
  it("S-PIX-01: Pix stays on the page with a popup; the server's status ends it", async () => {
    const { seen, ports } = openFixture({ isPopup: true, ending: "completed", status: "authorizeSuccessful" });
    const outcome = await followHostedPage(execution("authorizePending"), ports);
    assertEquals([outcome.type, seen], ["success", [`popup of ${LINK}`, "asked", "popup gone"]]);
  });
  it("S-PIX-02: at its time-out the popup closes, is logged, and the accepted payment is reported as pending", async () => {
    const { seen, ports } = openFixture({ isPopup: true, ending: "time_up" });
    const outcome = await followHostedPage(execution("authorizePending"), ports);
    assertEquals(seen, [`popup of ${LINK}`, "payrails:client:generic_redirect.timed_out", "popup gone"]);
    assertEquals(outcome.type === "pending" && [outcome.reason, outcome.error?.code], [
      "unconfirmed",
      "payrails:client:generic_redirect.timed_out",
    ]);
  });
  it("S-PIX-02: where the session has expired, the popup stays open for the rest of its time, and the polls say why nothing is known", async () => {
    const clock = install({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const { seen, ports } = openFixture({
        isPopup: true,
        watch: async (signal) => {
          await wait(100_000, signal);
          throw paymentError("api:request_authentication");
        },
        pollUntilFinal: () => Promise.resolve({ type: "unauthorized" }),
      });
      const ending = followHostedPage(execution("authorizePending"), ports);
      await clock.tickAsync(PIX_TIMEOUT_MS - 1);
      assertEquals(seen, [`popup of ${LINK}`]);
      await clock.tickAsync(1);
      const outcome = await ending;
      assertEquals(seen.at(-1), "popup gone");
      assertEquals(outcome.type === "pending" && [outcome.reason, outcome.error?.code], [
        "unconfirmed",
        "payrails:api:request_authentication",
      ]);
    } finally {
      clock.uninstall();
    }
  });
  it("SECURITY R19: after the shopper closed the popup the SDK polls briefly and reports pending, unless the payment was made meanwhile", async () => {
    for (
      const [status, type] of [
        ["authorizePending", "pending"],
        ["authorizeSuccessful", "success"],
        ["authorizeFailed", "failed"],
      ] as const
    ) {
      const { seen, ports } = openFixture({ isPopup: true, ending: "closed", status });
      const outcome = await followHostedPage(execution("authorizePending"), ports);
      assertEquals([outcome.type, seen[1]], [type, "asked briefly"]);
      if (outcome.type === "pending") assertEquals(outcome.reason, "page_closed");
      if (outcome.type === "failed") assertEquals(outcome.message, "Authorization failed, please try again.");
    }
  });
  it("a new tab is watched: pending when the shopper closes it, closed when the server knows the result", async () => {
    for (
      const [end, status, type] of [
        ["closed", "authorizePending", "pending"],
        ["completed", "authorizeFailed", "failed"],
        ["completed", "authorizeSuccessful", "success"],
      ] as const
    ) {
      const seen: string[] = [];
      const { ports } = openFixture({ tab: tabEnding(end, seen), status });
      assertEquals((await followHostedPage(execution("authorizePending"), ports)).type, type);
      assertEquals(seen, end === "completed" ? [`tab to ${LINK}`, "tab closed"] : [`tab to ${LINK}`]);
    }
  });
  it("S-REDIRECT-04: the popup is 50 smaller than the window in both directions", () => {
    assertEquals(redirectSize({ widthPx: 1000, heightPx: 700 }), { widthPx: 950, heightPx: 650 });
  });
  it("S-CONST-13, S-CONST-14, S-CONST-15, S-CONST-16, S-CONST-17: fallback 30 s; Pix 750 s, 2 s, 20 s, 365 polls", () => {
    assertEquals([REDIRECT_FALLBACK_MS, PIX_TIMEOUT_MS, PIX_POLL_INTERVAL_MS, PIX_INITIAL_DELAY_MS, PIX_POLLS], [
      30_000,
      750_000,
      2000,
      20_000,
      Math.ceil((750_000 - 20_000) / 2000),
    ]);
    assertEquals(PIX_POLLS, 365);
  });
  it("S-PIX-03, S-PIX-04: first poll after 20 s, then every 2 s, 365 times: 750 s in all", () => {
    assertEquals([REDIRECT_FALLBACK_MS, PIX_TIMEOUT_MS, PIX_POLL_INTERVAL_MS, PIX_INITIAL_DELAY_MS, PIX_POLLS], [
      30_000,
      750_000,
      2000,
      20_000,
      365,
    ]);
    assertEquals(PIX_SCHEDULE.firstMs + PIX_SCHEDULE.polls * PIX_SCHEDULE.everyMs, PIX_TIMEOUT_MS);
  });
});

describe("the Revolut Pay button", () => {
  const outline = { backgroundColor: "#ffffff", color: "#191c1f", border: "1px solid #191c1f", width: "250px" };
  const dark = { backgroundColor: "#191c1f", color: "#ffffff", border: "none" };
  it("has the brand's three looks, a width, and the page's styles over them", () => {
    assertEquals(revolutStyles(), { base: outline });
    assertEquals(revolutStyles({ theme: "dark" }), { base: { ...dark, width: "250px" } });
    assertEquals(revolutStyles({ theme: "light", width: "100%" }), {
      base: { backgroundColor: "#ffffff", color: "#191c1f", border: "none", width: "100%" },
    });
    assertEquals(revolutStyles({ theme: "lightOutline", borderRadius: "4px", base: { color: "red" } }), {
      base: {
        backgroundColor: "#ffffff",
        color: "red",
        border: "1px solid #191c1f",
        width: "250px",
        borderRadius: "4px",
      },
    });
    assertEquals(revolutStyles({ theme: "unknown" as "dark", disabled: { opacity: "0.5" } }), {
      disabled: { opacity: "0.5" },
      base: outline,
    });
  });

  it("is that of one method, with the brand's label", () => {
    assertEquals([isRevolutPay("revolutPay"), isRevolutPay("revolut")], [true, false]);
    assertEquals(REVOLUT_TEXTS, { label: "Pay with Revolut Pay" });
  });
});

describe("a tab of a hosted page", () => {
  /** The tab that the browser opens: none when it is blocked. */
  function openIn(tab: object | null) {
    const opened: unknown[] = [];
    const { open } = globalThis;
    const own = (...given: unknown[]) => (opened.push(given), tab);
    Object.assign(globalThis, { open: own });
    try {
      return { opened, tab: openTab() };
    } finally {
      Object.assign(globalThis, { open });
    }
  }

  it("is absent when the browser blocks it", () => {
    const { opened, tab } = openIn(null);
    assertEquals([opened, tab], [[["", "_blank"]], undefined]);
  });

  it("goes to the page without a way back, and is closed", () => {
    const seen: string[] = [];
    const location = { replace: (link: string) => seen.push(link) };
    const { tab } = openIn({ location, close: () => seen.push("closed") });
    tab?.goTo(LINK);
    tab?.close();
    assertEquals(seen, [LINK, "closed"]);
  });

  it("is closed while it is blank, and stays once it shows the page", () => {
    const seen: string[] = [];
    const { tab } = openIn({ location: { replace: () => {} }, close: () => seen.push("closed") });
    tab?.closeBlank();
    assertEquals(seen, ["closed"]);
    tab?.goTo(LINK);
    tab?.closeBlank();
    assertEquals(seen, ["closed"]);
  });

  it("ends as completed when the payment has news, as closed once it is closed, and is then no longer watched", async () => {
    const { setInterval, clearInterval } = globalThis;
    const watching = new Map<number, () => void>();
    const start = (run: () => void, ms: number) => {
      assertEquals(ms, TAB_CHECK_MS);
      watching.set(watching.size, run);
      return watching.size - 1;
    };
    Object.assign(globalThis, { setInterval: start, clearInterval: (id: number) => watching.delete(id) });
    try {
      const own = { closed: false };
      const { tab } = openIn(own);
      const { signal } = new AbortController();
      assertEquals([await tab?.end(Promise.resolve(true), signal), watching.size], ["completed", 0]);
      const ends = [Promise.resolve(false), Promise.reject(new Error("lost"))].map((news) => tab?.end(news, signal));
      await Promise.allSettled([Promise.resolve(), Promise.resolve()]);
      watching.forEach((look) => look());
      assertEquals(watching.size, 2, "open, and without news");
      own.closed = true;
      watching.forEach((look) => look());
      assertEquals([await Promise.all(ends), watching.size], [["closed", "closed"], 0]);
      const life = new AbortController();
      const left = openIn({ closed: false }).tab?.end(new Promise(() => {}), life.signal);
      life.abort();
      await assertRejects(() => Promise.resolve(left), DOMException);
      assertEquals(watching.size, 0, "its client was destroyed");
    } finally {
      Object.assign(globalThis, { setInterval, clearInterval });
    }
  });
});
