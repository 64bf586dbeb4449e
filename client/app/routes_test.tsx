import { show } from "../../tests/support/app/component.ts";
import { MemoryRouter } from "react-router-dom";
import type { ReactNode } from "react";
import type { Site } from "../../server/wire/site/site.ts";
import { PLANS } from "../../server/wire/billing/plans.ts";
import { PART_MISSING } from "../lib/browser/lazy_page.ts";
import { CHUNK_LOAD_TIMEOUT_MS, ChunkLoadError, loadChunk } from "../lib/load_chunk.ts";
import { provideSite } from "../lib/browser/site.ts";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { renderToStaticMarkup } from "react-dom/server";
import { App } from "./App.tsx";
import { ErrorBoundary, RENDER_FAILED, RenderFailed } from "./ErrorBoundary.tsx";
import { checkoutStep, isStep, paths, routeOf, ROUTES, WEBAPP_ROUTES } from "../lib/browser/paths.ts";
import { UnknownPlan } from "./UnknownPlan.tsx";

describe("addresses", () => {
  it("the app has all its routes and the children of the members shell", () => {
    assertEquals(
      Object.values(ROUTES).join(" "),
      "/ /scanning /offers /subscription /privacy /terms /cookie-policy /access-product /sign-in /activate " +
        "/unsubscription /unsubscribe-with-email /access-recovery /webapp",
    );
    assertEquals(Object.values(WEBAPP_ROUTES), ["sex-offenders-report", "profile", "manage-subscriptions"]);
  });

  it("a route is found as the router finds it: without regard to case or a last slash", () => {
    const paths = ["", "/", "/webapp/", "/WebApp/Profile", "/webapp/nowhere", "/ann@example.com"];
    assertEquals(paths.map(routeOf), ["/", "/", "/webapp", "/webapp/profile", "*", "*"]);
    assertEquals(["/scanning/", "/Scanning", "/terms"].map((path) => isStep(path, "")), [true, true, false]);
  });

  it("the purchase steps are on the main route", () => {
    for (const path of [paths.details(), paths.plan(), paths.payment("tck_weekly_3dtrial")]) {
      const url = new URL(path, "http://x");
      assertEquals([url.pathname, paths[checkoutStep(url.search) ?? "plan"]("tck_weekly_3dtrial")], ["/", path]);
    }
    assertEquals([checkoutStep(""), checkoutStep("?step=evil")], [undefined, undefined]);
  });

  it("a subscription id in an address is escaped", () => {
    assertEquals(paths.accessProduct("a&b=c/d"), "/access-product?vSubscriptionId=a%26b%3Dc%2Fd");
  });
});

describe("what a visitor sees when something is wrong", () => {
  it("W-ERR-01 W-ERR-03: a failed render shows the fallback and a way to continue", () => {
    assertEquals(RENDER_FAILED, "Something went wrong");
    const markup = renderToStaticMarkup(<RenderFailed />);
    assertStringIncludes(markup, "Something went wrong");
    assertStringIncludes(markup, "Reload page");
  });

  it("W-ERR-01: a failed screen says nothing about charges, and a part that did not load says so", async () => {
    const Fails = ({ error }: { readonly error: Error }) => {
      throw error;
    };
    for (const error of [new ChunkLoadError("not loaded"), new TypeError("no dates here")]) {
      const shown = await show(
        <ErrorBoundary>
          <Fails error={error} />
        </ErrorBoundary>,
      );
      assertEquals(shown.text().includes("charged"), false);
      assertEquals(shown.text().includes(PART_MISSING), error instanceof ChunkLoadError);
      await shown.close();
    }
  });

  it("W-ERR-01: a failed screen leaves the header, and the next screen is drawn", async () => {
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    Object.assign(globalThis, { scrollTo: () => {} });
    const { format } = Object.getOwnPropertyDescriptors(Intl.DateTimeFormat.prototype);
    Object.defineProperty(Intl.DateTimeFormat.prototype, "format", {
      configurable: true,
      get: () => {
        throw new Error("no dates here");
      },
    });
    const router = ({ children }: { readonly children: ReactNode }) => (
      <MemoryRouter initialEntries={["/privacy"]}>{children}</MemoryRouter>
    );
    const shown = await show(<App router={router} />);
    try {
      for (let turns = 0; turns < 500 && !shown.text().includes(RENDER_FAILED); turns++) await shown.settle();
      assertStringIncludes(shown.text(), RENDER_FAILED);
    } finally {
      Object.defineProperty(Intl.DateTimeFormat.prototype, "format", format);
    }
    await shown.press(shown.all("a.wordmark")[0] ?? "none");
    assertEquals(shown.text().includes(RENDER_FAILED), false);
    assertEquals(shown.all("main h1").length, 1);
    await shown.close();
    Reflect.deleteProperty(globalThis, "scrollTo");
  });

  it("W-START-15: an unknown plan id is shown as text, whatever it contains", () => {
    const markup = renderToStaticMarkup(
      <MemoryRouter>
        <UnknownPlan unknown={{ param: "plan", id: "<img src=x>" }} />
      </MemoryRouter>,
    );
    assertStringIncludes(markup, "Can&#x27;t find &quot;&lt;img src=x&gt;&quot; for &quot;plan&quot; parameter</h1>");
    assertEquals(markup.includes("<img"), false);
    assertEquals([...markup.matchAll(/href="(.*?)"/g)].map(([, to]) => to), ["/", "/subscription"]);
  });
});

describe("parts of the app", () => {
  it("W-LIMIT-01 W-LIMIT-06, R27: a chunk that does not load is a load error after 120000 ms", async () => {
    assertEquals(CHUNK_LOAD_TIMEOUT_MS, 120_000);
    const late = await assertRejects(() => loadChunk(() => new Promise<never>(() => undefined), 5), ChunkLoadError);
    assertEquals(late.cause, new Error("late"));
    await assertRejects(() => loadChunk(() => Promise.reject(new TypeError("404"))), ChunkLoadError);
    assertEquals(await loadChunk(() => Promise.resolve(PLANS.length)), 20);
  });
});
