/**
 * The effect of each link parameter in a browser, as docs/development/links.md describes it; and the effect of five
 * hostile values.
 */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "puppeteer";
import { eventually } from "../../support/eventually.ts";
import { QUERY_PARAMETERS } from "../../../client/lib/link/query_params.ts";
import { PLAN_PARAMETERS } from "../../../server/wire/site/link_parameters.ts";
import { PLAN_CONSENT_VERSION } from "../../../server/wire/billing/consent_texts.ts";
import type { PlanId } from "../../../server/wire/billing/plans.ts";
import { AD_TRACKER_WAIT_MS } from "../../../client/features/checkout/constants.ts";
import { appFixture } from "../../support/app/app_fixture.ts";
import { enter, READY_TO_PAY } from "../../support/app/funnel.ts";
import { HOSTILE } from "../../support/hostile/values.ts";
import { createVisitor, NO_ADDRESS, type Visitor } from "../../support/app/http_visitor.ts";
import { holdCookies } from "../../support/app/returning.ts";
import { createShopper, signInByGoogle } from "../../support/app/shopper.ts";

const EMAIL = "ana@mail.example";
const IS_LONG = Deno.env.get("TEST_LONG") === "1";
/** Offers of a link: each product with the text of its one button. */
const OFFERS: readonly (readonly [link: string, ...shown: string[]])[] = [
  ["", "tck_pdf_report_otp 19.99", "tck_guide_otp 19.99", "tck_ultimate_pack_otp 32.99"],
  // Three of the thirteen slots at a time, as many as a page offers.
  [
    "unlimited_pdf&avoid_scam_s&ult_pack_s",
    "tck_pdf_report_otp 19.99",
    "tck_guide_sale_otp 14.99",
    "tck_ultimate_pack_sale_otp 28.99",
  ],
  [
    "unlimited_pdf_s&avoid_scam_s2&sex_offender_s",
    "tck_pdf_report_sale_otp 14.99",
    "tck_guide_sale2_otp 11.99",
    "tck_sex_offender_sale_otp 14.99",
  ],
  [
    "unlimited_pdf_s2&avoid_scam&sex_offender",
    "tck_pdf_report_sale2_otp 11.99",
    "tck_guide_otp 19.99",
    "tck_sex_offender_otp 19.99",
  ],
  [
    "ult_pack&data_breach_s=tck_25_validations_otp&data_breach_s2=tck_10_validations_otp",
    "tck_ultimate_pack_otp 32.99",
    "tck_25_validations_otp 24.99",
    "tck_10_validations_otp 12.49",
  ],
  // It has no product of its own, so it shows nothing without a plan as its value.
  ["data_breach"],
  ["data_breach=tck_50_validations_otp", "tck_50_validations_otp 44.99"],
  [
    "additional_offer_dc=sale",
    "tck_pdf_report_sale_otp 14.99",
    "tck_guide_sale_otp 14.99",
    "tck_ultimate_pack_sale_otp 28.99",
  ],
  [
    "additional_offer_dc=sale2",
    "tck_pdf_report_sale2_otp 11.99",
    "tck_guide_sale2_otp 11.99",
    "tck_ultimate_pack_otp 32.99",
  ],
  ["ult_pack=tck_10_validations_otp", "tck_10_validations_otp 12.49"],
];

/** Unlock groups (W-PLAN-19): the default offers that are left once this is owned. */
const UNLOCKED: readonly (readonly [owned: PlanId, ...left: string[]])[] = [
  ["tck_pdf_report_sale_otp", "tck_guide_otp 19.99", "tck_ultimate_pack_otp 32.99"],
  ["tck_guide_sale2_otp", "tck_ultimate_pack_otp 32.99"],
  ["tck_sex_offender_sale_otp"],
];

const IOS = (version: number, app: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version}_1 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Mobile/15E148 ${app}`;
const ANDROID = (app: string) =>
  `Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile ${app}`;
const INSTAGRAM = "Instagram 300.0";
const FACEBOOK = { ios: "[FBAN/FBIOS;FBAV/440.0;FBDV/iPhone14,2]", android: "[FB_IAB/FB4A;FBAV/440.0;]" };
/** Only the page's own address goes into an exit address (SECURITY B3). */
const HERE = String.raw`localhost:\d+\/trustcheck\/\?bb`;
/** Old iPhones cannot open Safari by scheme: a page of our own explains how to leave. */
const HELPER =
  /^http:\/\/localhost:\d+\/trustcheck\/open-in-browser\?url=http%3A%2F%2Flocalhost%3A\d+%2Ftrustcheck%2F%3Fbb/;
const SAFARI = new RegExp(`^x-safari-https://${HERE}`);
const CHROME =
  /^googlechrome-x-callback:\/\/x-callback-url\/open\/\?url=http%3A%2F%2Flocalhost%3A\d+%2Ftrustcheck%2F%3Fbb/;
const INTENT = new RegExp(`^intent://${HERE}.*#Intent;scheme=https;action=android.intent.action.VIEW;end$`);
/** One for each way out, and two that stay; `in_app_browser_test.ts` proves which browser takes which. */
const ESCAPES: readonly (readonly [where: string, link: string, userAgent: string, leads: RegExp | undefined])[] = [
  ["Instagram on Android", "bb=true", ANDROID(INSTAGRAM), INTENT],
  ["Instagram on iOS 17", "bb=true", IOS(17, INSTAGRAM), CHROME],
  ["Instagram on iOS 15", "bb=true", IOS(15, INSTAGRAM), SAFARI],
  ["Facebook on iOS 14", "bb=true", IOS(14, FACEBOOK.ios), HELPER],
  ["Facebook on Android", "bb_android=true", ANDROID(FACEBOOK.android), INTENT],
  ["Facebook on iOS 17", "bb_android=true", IOS(17, FACEBOOK.ios), undefined],
  ["Instagram on Android", "bb=1", ANDROID(INSTAGRAM), undefined],
];

describe("parameters of a link, in a browser", () => {
  const fixture = appFixture({ env: { AD_TAG_ID: "AW-123456789/AbC-d" } });

  /** Opens a page and continues there with a purchase made over HTTP. */
  const paid = async (live: (page: Page, buyer: Visitor, id: string) => Promise<void>) => {
    const buyer = createVisitor(fixture.app.context);
    const { body } = await buyer.buy("tck_weekly_3dtrial", EMAIL);
    await fixture.visit(async (page) => {
      await holdCookies(page.browserContext(), buyer);
      const session = { email: EMAIL, subscriptionId: body.subscription_id, url: "/services/subscriptions" };
      await enter(page, { origin: fixture.app.origin, path: "healthz", kept: { local: READY_TO_PAY.local, session } });
      await live(page, buyer, body.subscription_id);
    });
  };
  const openOffers = async (page: Page, link: string) => {
    // A link's parameters are kept for the tab, so each row starts with a new one.
    await page.evaluate("sessionStorage.removeItem('link')");
    await page.goto(`${fixture.app.origin}/trustcheck/offers?${link}`);
    await page.waitForSelector('[data-testid="offers-leave"]');
  };
  /** The list shrinks once the page knows what is owned. */
  const seesOffers = async (page: Page, link: string, expected: readonly string[]) => {
    await openOffers(page, link);
    const read = async () =>
      asTexts(
        await page.$$eval("[data-testid^=offer-tck]", (rows) =>
          rows.map((row) => {
            const sums = /\d+\.\d\d/.exec(row.querySelector("button")?.textContent ?? "");
            return `${row.getAttribute("data-testid")?.slice(6)} ${sums?.[0]}`;
          })),
      );
    await eventually(async () => (await read()).join() === expected.join(), async () => [link, ...await read()]);
  };

  it("W-QUERY-01: plan and skip_trial_plan are the two plans of the choice", () =>
    fixture.visit(async (page) => {
      await enter(page, {
        origin: fixture.app.origin,
        path: "?step=plan&plan=tck_3d5_1m3999&skip_trial_plan=tck_3m4400_3m4900",
        kept: { ...READY_TO_PAY, session: {} },
      });
      const shopper = createShopper(page);
      assertMatch(await shopper.readUntil("39.99"), /39\.99[^]*44\.00/);
      assertEquals(
        await page.$$eval("[data-testid^=plan-tck]", (cards) =>
          cards.map((card) => [card.getAttribute("data-testid"), card.querySelector("input")?.checked])),
        [["plan-tck_3d5_1m3999", true], ["plan-tck_3m4400_3m4900", false]],
      );
    }));

  it("W-QUERY-01, W-START-01: a plan of the visit's first link is still offered on an address without it", () =>
    fixture.visit(async (page) => {
      const plan = "?plan=tck_3d5_1m3999&skip_trial_plan=tck_3m4400_3m4900";
      await enter(page, { origin: fixture.app.origin, path: plan, kept: { ...READY_TO_PAY, session: {} } });
      await page.waitForFunction("sessionStorage.link !== undefined");
      await page.goto(`${fixture.app.origin}/trustcheck/?step=plan`);
      await page.waitForSelector("[data-testid=plan-tck_3d5_1m3999]");
    }));

  it("W-QUERY-07, W-QUERY-12: startFrom opens the quiz at its question", () =>
    fixture.visit(async (page) => {
      await page.goto(`${fixture.app.origin}/trustcheck/?startFrom=7`);
      await page.waitForSelector('[data-question="7"]');
    }));

  it("W-QUERY-02..07, W-QUERY-12: the offers are those of the link, each at its own price", () =>
    paid(async (page) => {
      for (const [link, ...shown] of OFFERS) await seesOffers(page, link, shown);
    }));

  it("W-PLAN-19: owning a product unlocks its group, and it is not offered again", () =>
    paid(async (page, buyer, id) => {
      for (const [owned, ...left] of UNLOCKED) {
        const { body: agreed } = await buyer.agree(owned, id);
        const body = { plan_id: owned, email: EMAIL, attribution: {}, address: NO_ADDRESS, subscription_id: id };
        const bought = await buyer.post("/subs/create-no-user", { ...body, consent_id: agreed.consent_id });
        assertEquals([bought.status, bought.body.error], [200, ""], owned);
        await seesOffers(page, "", left);
      }
      // Validation packs can be bought repeatedly.
      await seesOffers(page, "ult_pack=tck_10_validations_otp", ["tck_10_validations_otp 12.49"]);
    }));

  it("W-QUERY-07, W-QUERY-12: sure_popup asks once before it continues, with two buttons of equal weight", () =>
    paid(async (page) => {
      const shopper = createShopper(page);
      await openOffers(page, "");
      await shopper.tap("offers-leave");
      await shopper.see("report");
      await openOffers(page, "sure_popup=1");
      await shopper.tap("offers-leave");
      await shopper.readUntil("Continue without extras?");
      const kinds = asTexts(
        await page.$$eval(".notice button", (buttons) => buttons.map((button) => button.className)),
      );
      assertEquals([kinds.length, new Set(kinds).size], [2, 1]);
      await shopper.tap("offers-leave-sure");
      await shopper.see("report");
      // The visitor who went back to the offers has been asked.
      await openOffers(page, "sure_popup=1");
      await shopper.tap("offers-leave");
      await shopper.readUntil("Continue without extras?");
      await shopper.tap("offers-back");
      await shopper.tap("offers-leave");
      await shopper.see("report");
    }));

  it("an add-on that is bought brings no further one forward: at most three are offered", () =>
    paid(async (page) => {
      const shopper = createShopper(page);
      const adds = () => page.$$eval("[data-testid^=add-]", (buttons) => buttons.length);
      await openOffers(
        page,
        "avoid_scam&data_breach=tck_50_validations_otp&data_breach_s=tck_25_validations_otp&data_breach_s2=tck_10_validations_otp",
      );
      assertEquals(await adds(), 3);
      await shopper.tap("add-tck_guide_otp");
      await shopper.see("bought-tck_guide_otp");
      assertEquals(await adds(), 2);
    }));

  it("T8: declining the add-ons weighs as much as adding one", () =>
    paid(async (page) => {
      await openOffers(page, "");
      const weights = await page.$$eval("[data-testid^=add-], [data-testid=offers-leave]", (buttons) =>
        buttons.map((button) => {
          const { backgroundColor, borderTopColor, color, fontSize, fontWeight } = getComputedStyle(button);
          const { height } = button.getBoundingClientRect();
          return [backgroundColor, borderTopColor, color, fontSize, fontWeight, height].join();
        }));
      assertEquals([weights.length > 1, new Set(weights).size], [true, 1]);
    }));

  it("an add-on is followed by its receipt, and its next step leads through sign-in to what it opens", () =>
    paid(async (page) => {
      const shopper = createShopper(page);
      await openOffers(page, "avoid_scam");
      await shopper.tap("add-tck_guide_otp");
      await shopper.see("bought-tck_guide_otp");
      await shopper.readUntil(
        /Scam guide added\s+How phone scams work[^.]+\.\s+One-time payment\. Access until [^.]+\.\s+Read the guide\s+You'll need to sign in first\.\s+Paid\s+\$19\.99\s+Card\s+\S+ •••• \d{4}\s+Receipt sent to\s+ana@mail\.example\s+Next plan charge\s+\$19\.99 on [^.]+\s+Cancel anytime in two clicks\.\s+Open my report/,
      );
      assertEquals(await page.$$eval("main .button", (ways) => ways.length), 2);
      await page.waitForFunction("document.activeElement.textContent === 'Scam guide added'");
      assertEquals(await page.$(".site-nav"), null);
      await shopper.tap("next-step");
      await signInByGoogle(shopper, EMAIL);
      await shopper.readUntil("The first ten minutes");
      assertEquals(await page.evaluate("location.search"), "?view=guide");
    }));

  it("W-OFFER-04: an offer makes at most one call a second, however often it is pressed", () =>
    paid(async (page) => {
      await openOffers(page, "");
      // Every call is refused at once, so the button is free again within milliseconds.
      const calls = asNumbers(
        await page.evaluate(`new Promise((resolve) => {
          const calls = [], real = window.fetch;
          window.fetch = (url, init) => {
            if (!String(url).endsWith("/api/consent")) return real(url, init);
            calls.push(performance.now());
            return Promise.resolve(new Response(JSON.stringify({ error: "Not now." }), { status: 400 }));
          };
          const buttons = () => [...document.querySelectorAll("[data-testid^=add-tck]")];
          const timer = setInterval(() => {
            for (const button of buttons()) button.click();
            if (calls.length < 4) return;
            clearInterval(timer);
            resolve(calls);
          }, 20);
        })`),
      );
      assertEquals(calls.length, 4);
      // The press is throttled, and its call follows a moment later; the first one's, once its code has loaded.
      const tookMs = (calls[3] ?? 0) - (calls[1] ?? 0);
      assert(tookMs > 1_500 && tookMs < 20_000, `${calls.join(", ")} ms`);
    }));

  for (const [where, link, userAgent, leads] of ESCAPES) {
    const goes = leads === undefined ? "stays" : `goes to ${/[\w-]+/.exec(leads.source)?.[0]}:`;
    it(`W-QUERY-10, W-START-07..13: ${where} with ${link} ${goes}`, () =>
      fixture.visit(async (page) => {
        await page.setUserAgent({ userAgent });
        const { asked, start, stays, leaves } = await watchExits(page);
        const decided = leads === undefined ? stays(start()) : leaves();
        await Promise.all([decided, page.goto(`${fixture.app.origin}/trustcheck/?${link}`)]);
        // The browser never says that a page closed which was closed on its way to this one.
        if (leads === HELPER) await page.waitForFunction("location.pathname.endsWith('/open-in-browser')");
        assertEquals(asked.length, leads === undefined ? 0 : 1, asked.join());
        if (leads !== undefined) assertMatch(asked[0] ?? "", leads);
      }));
  }

  it("W-START-09: a visitor of an old iPhone who continues in the app's browser stays there", () =>
    fixture.visit(async (page) => {
      await page.setUserAgent({ userAgent: IOS(14, INSTAGRAM) });
      await page.goto(`${fixture.app.origin}/trustcheck/?bb=true&plan=tck_3d5_1m3999`).catch(() => undefined);
      await page.waitForFunction("location.pathname.endsWith('/open-in-browser')");
      // Such a browser has one window for all links.
      await (await page.waitForSelector("main a"))?.evaluate((link) => link.removeAttribute("target"));
      const { asked, start, stays } = await watchExits(page);
      await Promise.all([stays(start()), page.click("main a")]);
      await page.waitForSelector('[data-testid="check-it"]');
      assertEquals(asked.map((address) => new URL(address).pathname), ["/trustcheck/"]);
      assertMatch(asked[0] ?? "", /plan=tck_3d5_1m3999/);
    }));

  it("W-QUERY-08..10, W-TRACK-03: tcv, campaign, _idfm and wmq reach consent, purchase and ad tracker; vSubscriptionId leaves the address", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const bodies: Record<string, string> = {};
      page.on("request", (request) => {
        const name = new URL(request.url()).pathname.replace(/.*\//, "");
        if (request.method() === "POST") bodies[name] = request.postData() ?? "";
      });
      const kept = { ...READY_TO_PAY, local: { ...READY_TO_PAY.local, consent: "given" } };
      const link = "tcv=2026-t&campaign_id=c-7&campaign_name=Spring&_idfm=i-7&wmq=1";
      // Where the page is when the ad tracker's time is over.
      await page.evaluateOnNewDocument(`{ const later = setTimeout;
        window.setTimeout = (act, ms, ...rest) => later(() => {
          if (ms === ${AD_TRACKER_WAIT_MS}) window.waitedAt = location.pathname;
          act(...rest);
        }, ms); }`);
      await enter(page, { origin: fixture.app.origin, path: `?step=payment&${link}`, kept });
      let told: string | undefined;
      page.on("request", (request) => {
        if (request.url().includes("googleads")) told ??= request.url();
      });
      await shopper.typeCard({ number: "4242424242424242" });
      await shopper.tap("consent-tick");
      await shopper.pressPay();
      assertEquals(
        await eventually(() => told, () => "no call of the ad tracker"),
        "https://www.googleadservices.com/pagead/conversion/123456789/?label=AbC-d&value=1&currency_code=USD&guid=ON&script=0",
      );
      await page.waitForFunction("location.pathname.endsWith('/offers')");
      assertEquals(await page.evaluate("waitedAt"), "/trustcheck/");
      const { text_version, link_text_version } = JSON.parse(bodies["consent"] ?? "{}");
      const { attribution } = JSON.parse(bodies["create-no-user"] ?? "{}");
      const { campaign_id, campaign_name, idfm } = attribution;
      // SECURITY X10: a link cannot change the evidence of what was shown.
      assertEquals([text_version, link_text_version], [PLAN_CONSENT_VERSION, "2026-t"]);
      assertEquals([campaign_id, campaign_name, idfm], ["c-7", "Spring", "i-7"]);

      await shopper.tap("open-report");
      await shopper.see("report");
      assertEquals(await page.evaluate("location.search"), "");
    }));

  it("B1: hostile values in every parameter that names no plan, on every step with a purchase in the tab: nothing runs", () =>
    paid(async (page) => {
      const elsewhere: string[] = [];
      page.on("request", (request) => {
        const url = request.url();
        if (![fixture.app.origin, fixture.app.frameOrigin, "data:", "blob:"].some((own) => url.startsWith(own))) {
          elsewhere.push(url);
        }
      });
      const free = QUERY_PARAMETERS.filter((name) => !PLAN_PARAMETERS.some((known) => known === name));
      await page.evaluate(
        `sessionStorage.checkout = ${JSON.stringify(JSON.stringify(READY_TO_PAY.session["checkout"]))}`,
      );
      const paths = ["?step=plan&", "?step=payment&", "offers?", "access-product?", "webapp?"];
      for (const [step, path] of paths.entries()) {
        // Over the steps each parameter has each value; `deno task test:long` has each on every step.
        for (const turn of IS_LONG ? HOSTILE.keys() : [step]) {
          const query = new URLSearchParams(
            free.map((name, at) => [name, HOSTILE[(at + turn) % HOSTILE.length] ?? ""]),
          );
          await page.goto(`${fixture.app.origin}/trustcheck/${path}${query}`);
          await page.waitForSelector("main h1");
          for (const width of [320, 768, 1280]) {
            await page.setViewport({ width, height: 900 });
            await page.waitForFunction(`innerWidth === ${width}`);
            const isWide = await page.evaluate(`document.documentElement.scrollWidth > ${width}`);
            assertEquals(isWide, false, `${path} is too wide at ${width} px`);
          }
          const [pwned, images] = await page.evaluate(
            "[window.pwned ?? null, document.querySelectorAll('img[src=x]').length]",
          ) as unknown[];
          assertEquals([pwned, images, elsewhere], [null, 0, []], path);
          assertEquals(new URL(page.url()).origin, fixture.app.origin);
        }
      }
    }));

  it("B1: a hostile plan that an earlier visit left in the tab is ignored, whichever parameter it came from", () =>
    fixture.visit(async (page) => {
      await enter(page, { origin: fixture.app.origin, path: "terms", kept: { local: {}, session: {} } });
      // All of them at once: one that is believed shows. Over the turns each parameter has each value.
      for (const turn of HOSTILE.keys()) {
        const query = new URLSearchParams(
          PLAN_PARAMETERS.map((name, at) => [name, HOSTILE[(at + turn) % HOSTILE.length] ?? ""]),
        );
        await page.evaluate(`sessionStorage.link = ${JSON.stringify(JSON.stringify(query.toString()))}`);
        await page.goto(`${fixture.app.origin}/trustcheck/terms`);
        assertEquals(await (await page.waitForSelector("h1"))?.evaluate((heading) => heading.textContent), "Terms");
        assertEquals(await page.evaluate("window.pwned ?? null"), null);
      }
    }));
});

/** The navigations that a page asks for. */
async function watchExits(page: Page) {
  const session = await page.createCDPSession();
  await session.send("Page.enable");
  const asked: string[] = [];
  session.on("Page.frameRequestedNavigation", ({ url }) => asked.push(url));
  let waysOut: string | undefined;
  page.on("request", (request) => {
    if (/\/in_app_browser\./.test(request.url())) waysOut = request.url();
  });
  /** An app that starts first loads the ways out, for links of such a browser only, and then requests the country. */
  const start = () => page.waitForResponse((answer) => answer.url().endsWith("/cdn-cgi/trace"));
  const stays = async (started: ReturnType<typeof start>) => {
    await started;
    if (waysOut === undefined) return;
    await page.evaluate(`import(${JSON.stringify(waysOut)}).then(() => new Promise((done) => setTimeout(done, 100)))`);
  };
  return { asked, start, stays, leaves: () => eventually(() => asked.length > 0) };
}

function asTexts(value: unknown): readonly string[] {
  return value as readonly string[];
}

function asNumbers(value: unknown): readonly number[] {
  return value as readonly number[];
}
