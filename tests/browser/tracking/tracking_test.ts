/**
 * What the page reports about a visitor: nothing before consent or with Global Privacy Control, scrubbed errors after.
 */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "puppeteer";
import { AD_TRACKER_WAIT_MS } from "../../../client/features/checkout/constants.ts";
import { eventually } from "../../support/eventually.ts";
import { appFixture } from "../../support/app/app_fixture.ts";
import { enter, READY_TO_PAY, RUNS } from "../../support/app/funnel.ts";
import { type FunnelEvent, recordFunnelEvents } from "../../support/app/funnel_events.ts";
import { createShopper, type Shopper, signInByGoogle } from "../../support/app/shopper.ts";

const PRIVACY_SIGNAL = `Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { get: () => true });`;
/** A link of a campaign, with the ad tracker on. */
const LINK = "?wmq=1&campaign_id=c1&campaign_name=autumn&_idfm=f1";

interface Visitor {
  readonly page: Page;
  readonly shopper: Shopper;
  /** Every requested address. */
  readonly asked: readonly string[];
  /** Events received by our own collector. */
  readonly reported: () => Promise<readonly FunnelEvent[]>;
}

describe("tracking", () => {
  const fixture = appFixture({ env: { FUNNEL_EVENT_DAYS: "30", PIXEL_ID: "pixel-1", AD_TAG_ID: "AW-123456789/AbC" } });

  const visit = (use: (visitor: Visitor) => Promise<void>, signal = "") =>
    fixture.visit(async (page) => {
      const asked: string[] = [];
      const reported = recordFunnelEvents(page);
      page.on("request", (request) => asked.push(request.url()));
      if (signal !== "") await page.evaluateOnNewDocument(signal);
      await page.goto(`${fixture.app.origin}/trustcheck/${LINK}`);
      await use({ page, shopper: createShopper(page), asked, reported });
    });

  /** From the first screen to the questions, which every sink would record. */
  async function walk({ shopper, page }: Visitor): Promise<void> {
    await page.waitForFunction(RUNS);
    await shopper.type("phone", "+1 650 253 0000");
    await shopper.tap("check-it");
    await shopper.readUntil("Mountain View");
    await page.evaluate('document.querySelector(\'a[href*="q="], a[href*="startFrom"]\')?.click()');
    // A page that still changes moves what is pressed next.
    await page.waitForSelector(".quiz");
  }

  const openChoices = (page: Page) =>
    page.evaluate(
      '[...document.querySelectorAll("footer button")].find((one) => /Cookie/.test(one.textContent)).click()',
    );
  const kept = (page: Page) =>
    page.evaluate(`["referrer", "campaign", "idfm"].filter((key) => localStorage.getItem(key) !== null)`);
  const storage = async (page: Page) =>
    String(await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"));
  const foreign = (asked: readonly string[]) =>
    asked.filter((url) => !url.startsWith(fixture.app.origin) && !/^data:/.test(url));
  const reports = (asked: readonly string[]) => asked.filter((url) => /envelope|\/sentry\./.test(url));

  it("T10: before a choice no sink gets an event, no campaign value is stored, and no reporter is loaded", () =>
    visit(async (visitor) => {
      await visitor.shopper.see("consent-accept");
      await walk(visitor);
      assertEquals(await visitor.reported(), []);
      assertEquals([await kept(visitor.page), await visitor.page.cookies()], [[], []]);
      assertEquals(/c1|autumn|f1\b|wmq/.exec(await storage(visitor.page)), null);
      assertEquals([foreign(visitor.asked), reports(visitor.asked)], [[], []]);
    }));

  it("T10: a browser with Global Privacy Control has refused: it is not asked, and nothing is reported", () =>
    visit(async (visitor) => {
      await walk(visitor);
      assertEquals(await visitor.page.$("[data-testid=consent]"), null);
      assertEquals(await visitor.reported(), []);
      assertEquals(await kept(visitor.page), []);
      assertEquals(/c1|autumn|f1\b|wmq/.exec(await storage(visitor.page)), null);
      assertEquals([foreign(visitor.asked), reports(visitor.asked)], [[], []]);
    }, PRIVACY_SIGNAL));

  it("W-TRACK-01, W-TRACK-02: after consent our collector stores the steps, the pixel gets its own, and the campaign is stored; after a withdrawal its cookies are gone", () =>
    visit(async (visitor) => {
      const { page, shopper, asked } = visitor;
      await shopper.tap("consent-accept");
      await walk(visitor);
      const names = (await visitor.reported()).map(({ name }) => name);
      assertEquals(names.slice(0, 2), ["page-view", "number-check"]);
      await eventually(async () => (await rows()).length >= names.length, rows);
      assertEquals((await rows()).slice(0, 2), [
        { name: "number-check", fields_json: '{"valid":true}' },
        { name: "page-view", fields_json: '{"route":"/"}' },
      ]);
      assertEquals(await kept(page), ["campaign", "idfm"]);
      const pixel = await page.evaluate("document.cookie");
      assertMatch(String(pixel), /^_fbp=fb\.1\.\d{13}\.\d{10}$/);
      // One image request per step, without the page's address or anything about the visitor but the pixel's own
      // cookie.
      const [picture = ""] = foreign(asked);
      assertEquals(
        Object.fromEntries(new URL(picture).searchParams),
        { id: "pixel-1", ev: "PageView", noscript: "1", fbp: String(pixel).slice("_fbp=".length) },
      );
      assert(foreign(asked).every((url) => url.startsWith("https://www.facebook.com/tr?")), foreign(asked).join());
      assertEquals(
        await page.evaluate(
          "performance.getEntriesByType('resource').filter((one) => one.initiatorType === 'script' && !one.name.startsWith(location.origin)).length",
        ),
        0,
      );
      await openChoices(page);
      await shopper.tap("consent-refuse");
      const left = async () => [await page.evaluate("document.cookie"), await kept(page)];
      await eventually(async () => JSON.stringify(await left()) === '["",[]]', left);
    }));

  it("W-TRACK-04, W-TRACK-05, W-TRACK-07: from the first screen to the request to cancel, each step is reported once, in its order", () =>
    visit(async (visitor) => {
      const { page, shopper, reported } = visitor;
      const { origin } = fixture.app;
      await shopper.tap("consent-accept");
      await walk(visitor);
      const press = async (question: number, value: string) =>
        await (await page.waitForSelector(`[data-question="${question}"] [value="${value}"]`))?.click();
      await press(1, "call");
      await page.waitForSelector('[data-question="2"]');
      await shopper.tap("skip-question");
      await page.waitForSelector('[data-question="3"]');
      await shopper.tap("skip-to-check");
      await shopper.see("get-report");
      await reported();
      await page.goto(`${origin}/trustcheck/?q=8`);
      await press(8, "yes");
      await shopper.see("urgent");
      await reported();
      await page.goto(`${origin}/trustcheck/?q=20`);
      await press(20, "no");
      await shopper.tap("get-report");
      await shopper.type("details-email", "steps@mail.example");
      await (await shopper.see("details-country")).select("US");
      await shopper.type("details-postal", "94043");
      await shopper.tap("details-continue");
      await shopper.tap("plan-tck_3month_plan");
      await shopper.tap("plan-continue");
      await shopper.typeCard({ number: "4242424242424242" });
      await shopper.tap("consent-tick");
      await shopper.pressPay();
      await shopper.tap("add-tck_guide_otp");
      await shopper.see("bought-tck_guide_otp");
      await reported();
      await page.goto(`${origin}/trustcheck/offers`);
      await shopper.tap("offers-leave");
      await shopper.see("report");
      await signInByGoogle(shopper, "steps@mail.example");
      await shopper.see("lookup-number");
      await reported();
      await page.goto(`${origin}/trustcheck/unsubscribe-with-email`);
      await shopper.type("mail-address", "steps@mail.example");
      await shopper.tap("mail-send");
      await shopper.see("mail-sent");
      const steps = (await reported()).filter(({ name }) => name !== "page-view");
      assertEquals(steps.map(({ name, fields }) => [name, ...Object.values(fields)].join(" ")), [
        "number-check true",
        "quiz-start",
        "quiz-answer 1",
        "quiz-skip 2",
        "quiz-leave 3",
        "scan-start",
        "scan-complete none",
        "urgent-shown code_asked",
        "quiz-answer 20",
        "quiz-complete",
        "scan-start",
        "scan-complete none",
        "get-report",
        "details-submit",
        "plan-select tck_3month_plan",
        "modal-payment-open tck_3month_plan",
        "card-submit tck_3month_plan",
        "modal-payment-submit tck_3month_plan",
        "purchase tck_3month_plan 48 USD visa",
        "modal-payment-close",
        "additional-purchase tck_guide_otp 14.99 USD",
        "offer-decline",
        "sign-in google",
        "cancel-request",
      ]);
    }));

  it("W-TRACK-02, W-TRACK-05: a link into the quiz starts it once cookies are allowed, and no reload or way back again", () =>
    visit(async ({ page, shopper, reported, asked }) => {
      await page.goto(`${fixture.app.origin}/trustcheck/?startFrom=7`);
      await page.waitForSelector('[data-question="7"]');
      await page.goto(`${fixture.app.origin}/trustcheck/`);
      await shopper.tap("consent-accept");
      for (const [at, path] of ["?startFrom=7", "?startFrom=7", "?q=8"].entries()) {
        const before = (await reported()).length;
        await page.goto(`${fixture.app.origin}/trustcheck/${path}`);
        await page.waitForSelector(`[data-question="${path.at(-1)}"]`);
        // Each of them sends at least that it was seen, once the code for that has loaded; the first also its start.
        await eventually(async () => {
          const all = await reported();
          return all.length > before && (at > 0 || all.some(({ name }) => name === "quiz-start"));
        });
      }
      const names = (await reported()).map(({ name }) => name);
      assertEquals(names.filter((name) => name !== "page-view"), ["quiz-start"]);
      assertEquals(asked.filter((url) => url.includes("ev=Lead")).length, 1);
    }));

  /** Events stored by our collector. */
  const rows = () =>
    fixture.app.context.db.selectFrom("funnel_events").select(["name", "fields_json"]).orderBy("name").execute();

  it("W-SENTRY-01, B7: without any setting, an error after consent is shown on /dev/errors, without the visitor's address, key or card; after a withdrawal none is reported", () =>
    visit(async ({ page, shopper, asked }) => {
      await shopper.tap("consent-accept");
      const arrived = page.waitForResponse((answer) => /envelope/.test(answer.url()) && answer.ok());
      // Until the reporter listens: missed errors are repeated, each with a text of its own, since duplicates are
      // dropped.
      await page.evaluate(`window.told = 0; setInterval(() => {
        throw new Error("lost for ana@mail.example with 4242 4242 4242 4242 at ?vSubscriptionId=sub_secret " + window.told++);
      }, 200)`);
      await arrived;
      const text = await eventually(async () => {
        const listed = await (await fetch(`${fixture.app.origin}/dev/errors`)).text();
        return /lost for/.test(listed) && listed;
      });
      assertMatch(text, /lost for \[removed\] with \[removed\] at \?\[removed\]/);
      for (const secret of ["ana@mail.example", "4242 4242", "sub_secret"]) {
        assert(!text.includes(secret), `${secret} is on the page`);
      }
      await openChoices(page);
      await shopper.tap("consent-refuse");
      // A report sent before the withdrawal may still arrive, as late as the page is slow: so the test waits for its
      // own errors.
      const fiveMore = async () => {
        const thrown = Number(await page.evaluate("window.told"));
        await page.waitForFunction(`window.told > ${thrown + 5}`);
        return reports(asked).length;
      };
      assertEquals(await fiveMore(), await fiveMore());
      assertEquals(await page.evaluate("Object.keys(sessionStorage).filter((key) => /sentry/.test(key))"), []);
    }));
});

describe("a site without any sink", () => {
  const fixture = appFixture({ env: { SENTRY_DSN: "off" } });

  it("W-TRACK-01, W-TRACK-03, W-LIMIT-04: shows no cookie question, loads no tracker, and lets a buyer with wmq=1 continue at once", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await page.goto(`${fixture.app.origin}/trustcheck/?wmq=1`);
      const drawn = await page.$eval("#root", (root) => root.innerHTML);
      assert(!drawn.includes('class="consent"'), "the screen that is sent does not ask");
      await page.waitForFunction(RUNS);
      assertEquals(await page.$("[data-testid=consent]"), null);
      assertEquals(await page.$$eval("footer button", (all) => all.map((one) => one.textContent)), []);

      // Consent from an earlier time, when there was a sink.
      const kept = { ...READY_TO_PAY, local: { ...READY_TO_PAY.local, consent: "given" } };
      await page.evaluateOnNewDocument(`{ const later = setTimeout;
        window.waits = [];
        window.setTimeout = (act, ms, ...rest) => later(act, ms, ...rest, void waits.push(ms)); }`);
      await enter(page, { origin: fixture.app.origin, path: "?step=payment&wmq=1", kept });
      await shopper.typeCard({ number: "4242424242424242" });
      await shopper.tap("consent-tick");
      await shopper.pressPay();
      await page.waitForFunction("location.pathname.endsWith('/offers')");
      assertEquals(await page.evaluate(`waits.includes(${AD_TRACKER_WAIT_MS})`), false);
      assertEquals(asked.filter((path) => /funnel-events|envelope/.test(path)), []);
    }));
});
