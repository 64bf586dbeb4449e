/**
 * `Payrails.diagnose()` on pages that have something wrong: each cause is named with its fix; a correct page gets none.
 */
import type { Browser, HTTPRequest, Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import type { Finding } from "../../../sdk/diagnosis/findings.ts";
import { type RunningApp, startApp } from "../../support/app/app.ts";
import { launchBrowser } from "../../support/browser.ts";
import { cardFrame } from "../../support/frames.ts";
import {
  type MerchantPage,
  openMerchantPage,
  seenEvents,
  typeCard,
  waitForEvent,
} from "../../support/merchant/merchant_page.ts";

/** Of the simulated wallets. */
const WALLET = /\/stand-ins\//;

describe("the diagnosis", () => {
  let app: RunningApp;
  let browser: Browser;
  let shop: MerchantPage;
  before(async () => {
    app = await startApp();
    browser = await launchBrowser();
    shop = openMerchantPage(app);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
    await app?.close();
  });

  interface Visit {
    readonly merchant?: MerchantPage;
    /** Requests that are lost. */
    readonly lost?: (request: HTTPRequest) => boolean;
    readonly prepare?: (page: Page) => Promise<unknown>;
    /** Runs in the page before the diagnosis. */
    readonly before?: string;
    readonly session?: boolean;
    readonly client?: string;
  }

  async function diagnose(visit: Visit): Promise<readonly Finding[]> {
    const { merchant = shop, lost = () => false, prepare, before = "", session = false, client = "Payrails" } = visit;
    const page = await browser.newPage();
    try {
      await page.setRequestInterception(true);
      page.on("request", (request) => {
        void (lost(request) ? request.abort() : request.continue());
      });
      await prepare?.(page);
      await page.goto(merchant.origin);
      const init = JSON.stringify(await merchant.init());
      return asFindings(
        await page.evaluate(`(async () => {
        const init = ${init};
        ${before};
        return await (${client}).diagnose(${session ? "init" : ""});
      })()`),
      );
    } finally {
      await page.close();
    }
  }
  const checks = (findings: readonly Finding[]) => findings.map(({ check }) => check).toSorted();

  it("finds nothing when all is well, with one script and with modules", async () => {
    assertEquals(await diagnose({ session: true }), []);
    const modules = `(await import("${app.origin}/sdk/5/index.mjs")).Payrails`;
    const mounted = `Payrails.init(init).cardForm().mount("#card"); await new Promise((done) => setTimeout(done));`;
    assertEquals(await diagnose({ client: modules, session: true, before: mounted }), []);
  });

  it("finds nothing where a policy only reports what it would block", async () => {
    const merchant = openMerchantPage(app, { policy: "default-src 'none'", reportsOnly: true });
    try {
      assertEquals(await diagnose({ merchant, session: true }), []);
      assert(merchant.violations.some((report) => report.includes("frame-src")), "the card frame was not reported");
    } finally {
      await merchant.close();
    }
  });

  it("names a policy that blocks the service, the card frame and a wallet's script, each with the directive", async () => {
    const own = `script-src 'self' ${app.origin}/sdk/; style-src 'self' 'unsafe-inline' ${app.origin}`;
    const merchant = openMerchantPage(app, { policy: `default-src 'none'; ${own}` });
    try {
      const findings = await diagnose({ merchant, session: true });
      assertEquals(new Set(checks(findings)), new Set(["csp"]), JSON.stringify(findings));
      const fixes = findings.map(({ fix }) => fix);
      assert(fixes.includes(`Add ${app.origin} to connect-src of the policy.`), fixes.join());
      assert(fixes.includes(`Add ${app.frameOrigin} to frame-src of the policy.`), fixes.join());
      for (const wallet of ["googlePay", "applePay"]) {
        const fix = `Add ${app.origin} to script-src of the policy: this test server simulates ${wallet} there.`;
        assert(fixes.includes(fix), fixes.join());
      }
    } finally {
      await merchant.close();
    }
  });

  it("names a card frame that the page hides, and its place", async () => {
    const before = `
      document.querySelector("#card").style.display = "none";
      Payrails.init(init).cardForm().mount("#card");`;
    const [finding, ...others] = await diagnose({ before });
    assertEquals([finding?.check, others.length], ["frame", 0]);
    assertMatch(finding?.cause ?? "", /^The card frame in #card is blank/);
    assertMatch(finding?.fix ?? "", /^Show the element/);
  });

  it("names a clock that is wrong, in either direction, and tolerates half a minute", async () => {
    const shifted = (minutes: number) => ({
      prepare: (page: Page) =>
        page.evaluateOnNewDocument(`const now = Date.now; Date.now = () => now() + ${minutes * 60_000};`),
    });
    const [ahead, ...others] = await diagnose(shifted(10));
    assertEquals([ahead?.check, others.length], ["clock", 0]);
    assertMatch(ahead?.cause ?? "", /10 min ahead of the page's server/);
    assertMatch((await diagnose(shifted(-3)))[0]?.cause ?? "", /3 min behind the page's server/);
    assertEquals(await diagnose(shifted(0.5)), []);
  });

  it("names refused cookies and blocked storage", async () => {
    const refused = `Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });`;
    const blocked = `Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("no"); } });`;
    const findings = await diagnose({ prepare: (page) => page.evaluateOnNewDocument(refused + blocked) });
    assertEquals(checks(findings), ["cookies", "cookies"]);
    assertMatch(
      findings.map(({ fix }) => fix).join(" "),
      /Ask the shopper to allow cookies.*Allow cookies and site data/,
    );
  });

  it("names a missing style sheet and a page without https", async () => {
    const before = `
      document.querySelector("link[rel=stylesheet]").remove();
      Object.defineProperty(window, "isSecureContext", { value: false });
      Payrails.init(init).cardForm().mount("#card");`;
    assertEquals(checks(await diagnose({ before })), ["https", "stylesheet"]);
  });

  it("names a wallet's script, a service and a frame that cannot be reached", async () => {
    const script = await diagnose({ session: true, lost: (request) => WALLET.test(request.url()) });
    assertEquals(new Set(checks(script)), new Set(["script"]));
    assertMatch(script[0]?.cause ?? "", /^The wallet's script http\S+ does not load\.$/);
    const service = await diagnose({
      session: true,
      lost: (request) => /executions\/[\w-]+$/.test(request.url()),
    });
    assertEquals(service.map(({ check, cause }) => [check, cause]), [
      ["network", `The payments service at ${app.origin} cannot be reached from this device.`],
    ]);
    const frame = await diagnose({ session: true, lost: (request) => request.url().includes("/card/5/") });
    assertEquals(frame.map(({ check, cause }) => [check, cause]), [
      ["frame", `The card frame at ${app.frameOrigin} does not answer on this page.`],
    ]);
  });

  it("logLevel debug prints each step of a payment in order, without card data; other levels print none", async () => {
    for (const level of ["debug", "info"]) {
      const page = await browser.newPage();
      const printed: string[] = [];
      page.on("console", (message) => message.type() === "info" && printed.push(message.text()));
      try {
        const frame = await shop.checkout(page, { initOptions: { telemetry: { logLevel: level } } });
        assert(frame === await cardFrame(page));
        await typeCard(frame, { number: "4242424242424242" });
        await page.locator("#payrails-card-payment-button:not([disabled])").click();
        await waitForEvent(page, "onSuccess");
        assert((await seenEvents(page)).length > 0);
        const steps = printed.map((line) => line.replace("payrails: ", "")).filter((line) => /^payment 1: /.test(line));
        const PAY = "payment 1";
        assertEquals(
          steps,
          level === "info" ? [] : [
            `${PAY}: check the card`,
            `${PAY}: check the card: yes`,
            `${PAY}: ask the page's callbacks about the click`,
            `${PAY}: ask the page's callbacks about the click: done`,
            `${PAY}: put the payment together`,
            `${PAY}: put the payment together: card`,
            `${PAY}: ask the page's callbacks about the request`,
            `${PAY}: ask the page's callbacks about the request: done`,
            `${PAY}: send authorize`,
            `${PAY}: send authorize: accepted`,
            `${PAY}: ask for the result`,
            `${PAY}: ask for the result: final authorizeSuccessful`,
            `${PAY}: tell the page of the outcome success`,
          ],
        );
        for (const line of printed) assert(!/4242|123|eyJ/.test(line.replace(/\/\S+/g, "")), line);
      } finally {
        await page.close();
      }
    }
  });
});

function asFindings(value: unknown): readonly Finding[] {
  return value as readonly Finding[];
}
