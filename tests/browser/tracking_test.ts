/** What the page tells others about a person: nothing before consent or against Global Privacy Control, scrubbed errors after. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "puppeteer";
import { appFloor } from "../support/app_floor.ts";
import { createShopper, type Shopper } from "../support/shopper.ts";

const PRIVACY_SIGNAL = `Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { get: () => true });`;
/** A link of a campaign, with the ad tracker on. */
const LINK = "?wmq=1&campaign_id=c1&campaign_name=autumn&_idfm=f1";

interface Visitor {
  readonly page: Page;
  readonly shopper: Shopper;
  /** Every address that was asked for. */
  readonly asked: readonly string[];
}

describe("tracking", () => {
  const floor = appFloor({ env: { PIXEL_ID: "pixel-1" } });

  async function visit(use: (visitor: Visitor) => Promise<void>, signal = "") {
    const context = await floor.browser.createBrowserContext();
    try {
      const page = await context.newPage();
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      if (signal !== "") await page.evaluateOnNewDocument(signal);
      await page.goto(`${floor.app.origin}/trustcheck/${LINK}`);
      await use({ page, shopper: createShopper(page), asked });
    } finally {
      await context.close();
    }
  }

  /** From the first screen to the questions, which every sink would hear of. */
  async function walk({ shopper, page }: Visitor): Promise<void> {
    await page.waitForFunction("Object.keys(document.querySelector('main h1')).some((key) => /^__react/.test(key))");
    await shopper.type("phone", "+1 650 253 0000");
    await shopper.tap("check-it");
    await shopper.readUntil("Mountain View");
    await page.evaluate('document.querySelector(\'a[href*="q="], a[href*="startFrom"]\')?.click()');
  }

  const told = (page: Page) =>
    page.evaluate(
      `Object.fromEntries(Object.entries(window.tckTracking ?? {}).map(([name, { length }]) => [name, length]))`,
    );
  const kept = (page: Page) =>
    page.evaluate(`["referrer", "campaign", "idfm"].filter((key) => localStorage.getItem(key) !== null)`);
  const foreign = (asked: readonly string[]) =>
    asked.filter((url) => !url.startsWith(floor.app.origin) && !/^data:/.test(url));
  const reports = (asked: readonly string[]) => asked.filter((url) => /envelope|\/sentry\./.test(url));

  it("T10: before an answer no sink hears a word, nothing of the campaign is kept, no reporter is loaded", () =>
    visit(async (visitor) => {
      await visitor.shopper.see("consent-accept");
      await walk(visitor);
      const sums = Object.values(Object(await told(visitor.page)));
      assert(sums.every((sum) => sum === 0), JSON.stringify(sums));
      assertEquals(await kept(visitor.page), []);
      assertEquals([foreign(visitor.asked), reports(visitor.asked)], [[], []]);
    }));

  it("T10: a browser with Global Privacy Control has refused: it is not asked, and nothing is told", () =>
    visit(async (visitor) => {
      await walk(visitor);
      assertEquals(await visitor.page.$("[data-testid=consent]"), null);
      const sums = Object.values(Object(await told(visitor.page)));
      assert(sums.every((sum) => sum === 0), JSON.stringify(sums));
      assertEquals(await kept(visitor.page), []);
      assertEquals([foreign(visitor.asked), reports(visitor.asked)], [[], []]);
    }, PRIVACY_SIGNAL));

  it("W-TRACK-01, W-TRACK-02: after a yes analytics and pixel are told, and the campaign is kept", () =>
    visit(async (visitor) => {
      await visitor.shopper.tap("consent-accept");
      await walk(visitor);
      await visitor.page.waitForFunction("tckTracking?.analytics.length > 0 && tckTracking.pixel.length > 0");
      assertEquals(await kept(visitor.page), ["campaign", "idfm"]);
      assertEquals(foreign(visitor.asked), []);
    }));

  it("W-SENTRY-01, B7: without any setting, an error thrown after a yes stands on /dev/errors, without the person's address, key or card; after a no none is told", () =>
    visit(async ({ page, shopper, asked }) => {
      await shopper.tap("consent-accept");
      const arrived = page.waitForResponse((answer) => /envelope/.test(answer.url()) && answer.ok());
      // Until the reporter listens: what it misses at first comes again, each with words of its own, as it drops doubles.
      await page.evaluate(`window.told = 0; setInterval(() => {
        throw new Error("lost for ana@mail.example with 4242 4242 4242 4242 at ?vSubscriptionId=sub_secret " + window.told++);
      }, 200)`);
      await arrived;
      let text = "";
      for (const until = Date.now() + 15_000; !/lost for/.test(text) && Date.now() < until;) {
        text = await (await fetch(`${floor.app.origin}/dev/errors`)).text();
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assertMatch(text, /lost for \[removed\] with \[removed\] at \?\[removed\]/);
      for (const secret of ["ana@mail.example", "4242 4242", "sub_secret"]) {
        assert(!text.includes(secret), `${secret} is on the page`);
      }
      await page.evaluate(
        '[...document.querySelectorAll("footer button")].find((one) => /Cookie/.test(one.textContent)).click()',
      );
      await shopper.tap("consent-refuse");
      const [before, thrown] = [reports(asked).length, Number(await page.evaluate("window.told"))];
      await page.waitForFunction(`window.told > ${thrown + 5}`);
      assertEquals(reports(asked).length, before);
      assertEquals(await page.evaluate("Object.keys(sessionStorage).filter((key) => /sentry/.test(key))"), []);
    }));
});
