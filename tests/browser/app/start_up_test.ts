/** The start of the app, and its behaviour when it cannot continue, in the page as it is served. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { HTTPRequest, Page } from "puppeteer";
import { ROUTES, WEBAPP_ROUTES } from "../../../client/lib/browser/paths.ts";
import { appFixture } from "../../support/app/app_fixture.ts";
import { enter, READY_TO_PAY, RUNS } from "../../support/app/funnel.ts";
import { cardFrame, createShopper, openedWindow } from "../../support/app/shopper.ts";

const BASE = "/trustcheck";
const IS_LONG = Deno.env.get("TEST_LONG") === "1";
const WITHOUT_POPUPS = "if (self === top) window.open = () => null;";
const PROVIDER_PAGE = "/emulator/auth/handler";

/** Each visit begins without what another one stored, so all of them share one server. */
const fixture = appFixture();

describe("the start of the app", () => {
  const open = async (page: Page, path: string, referer = "") => {
    await page.goto(`${fixture.app.origin}${BASE}${path}`, referer === "" ? {} : { referer });
    await page.waitForFunction(RUNS);
  };
  const stored = (page: Page, key: string) => page.evaluate(`JSON.parse(localStorage.getItem("${key}"))`);

  /** Leaves for Apple without a popup, and returns to another screen. */
  async function comeBackTo(page: Page, path: string, act: (page: Page) => Promise<unknown>): Promise<void> {
    await page.evaluateOnNewDocument(WITHOUT_POPUPS);
    await open(page, ROUTES.signIn);
    await createShopper(page).tap("sign-in-apple");
    await page.waitForFunction(`location.pathname === "${PROVIDER_PAGE}"`);
    await page.waitForSelector("#other");
    const there = new URL(page.url());
    there.searchParams.set("redirectUrl", `${fixture.app.origin}${BASE}${path}`);
    await page.goto(there.href);
    await page.waitForSelector("#other");
    await Promise.all([page.waitForNavigation(), act(page)]);
    await page.waitForFunction(`location.pathname === "${BASE}${path}"`);
  }

  it("W-START-01, W-START-02, W-START-03, W-AUTH-08: a pending redirect to Apple is finished on any screen, and the user is stored", () =>
    fixture.visit(async (page) => {
      await comeBackTo(page, ROUTES.terms, async () => {
        await page.type("#other [name=email]", "new.person@mail.example");
        await page.type("#other [name=name]", "New Person");
        await page.click("[data-testid=continue]");
      });
      await page.waitForFunction("localStorage.getItem('user') !== null");
      const user = Object(await stored(page, "user"));
      assertMatch(user.uid, /^\S{8,}$/);
      assertEquals(new Set([user.uid, user.providerDataId, ""]).size, 3);
      assertEquals({ ...user, uid: "", providerDataId: "" }, {
        uid: "",
        email: "new.person@mail.example",
        displayName: "New Person",
        providerId: "apple.com",
        providerDataId: "",
        isAppleAuth: true,
        isGoogleAuth: false,
      });
      await page.waitForFunction("localStorage.getItem('signInPending') === null");
    }));

  it("W-START-04: an abandoned redirect signs no visitor in, and the app works", () =>
    fixture.visit(async (page) => {
      await comeBackTo(page, ROUTES.terms, (there) => there.click("#cancel"));
      await page.waitForFunction("localStorage.getItem('signInPending') === null");
      assertEquals(await stored(page, "user"), null);
      await createShopper(page).readUntil("What's not allowed");
    }));

  for (
    const [id, button, provider, scopes, parameters] of [
      ["W-AUTH-06", "sign-in-google", "google.com", ["email", "profile"], { prompt: "select_account" }],
      ["W-AUTH-07", "sign-in-apple", "apple.com", ["email", "name"], {}],
    ] as const
  ) {
    it(`${id}: the app asks ${provider} for ${scopes.join(" and ")}${"prompt" in parameters ? " and forces the account chooser" : ""}`, () =>
      fixture.visit(async (page) => {
        await open(page, ROUTES.signIn);
        const chooser = await openedWindow(fixture.browser, () => createShopper(page).tap(button));
        const asked = new URL(chooser.url()).searchParams;
        assertEquals(asked.get("providerId"), provider);
        assertEquals(asked.get("scopes")?.split(",").sort(), [...scopes]);
        assertEquals(JSON.parse(asked.get("customParameters") ?? "{}"), parameters);
        await chooser.close();
      }));
  }

  it("W-START-05: the pictures are fetched ahead on routes outside the webapp", () =>
    fixture.visit(async (page) => {
      const some = [ROUTES.main, ROUTES.terms, ROUTES.accessProduct, ROUTES.unsubscription];
      for (const path of IS_LONG ? Object.values(ROUTES).filter((route) => route !== ROUTES.webapp) : some) {
        await open(page, path);
        const link = await page.waitForSelector("link[rel=prefetch]");
        assertMatch(await link?.evaluate((element) => element.getAttribute("href")) ?? "", /\/pictures\.\w+\.svg$/);
      }
      const address = String(await page.$eval("link[rel=prefetch]", (element) => element.getAttribute("href")));
      const sprite = await (await fetch(`${fixture.app.origin}${address}`)).text();
      const count = [...sprite.matchAll(/<symbol /g)].length;
      assert(count >= 85 && count <= 95, `${count} drawings`);
    }));

  it("W-START-05: nothing is fetched ahead on routes of the webapp", () =>
    fixture.visit(async (page) => {
      // An idle page starts at once, and preloads would then be in the document.
      await page.evaluateOnNewDocument(`window.requestIdleCallback = (act) => { window.idle = true; act(); };`);
      const children = ["", ...Object.values(WEBAPP_ROUTES).map((name) => `/${name}`)];
      for (const child of IS_LONG ? children : children.slice(0, 2)) {
        await page.goto(`${fixture.app.origin}${BASE}${ROUTES.webapp}${child}`, { waitUntil: "networkidle0" });
        await page.waitForFunction(RUNS);
        assertEquals([child, await page.$$eval("link[rel=prefetch]", (all) => all.length)], [child, 0]);
      }
      await open(page, ROUTES.terms);
      await page.waitForFunction("window.idle === true && document.querySelector('link[rel=prefetch]') !== null");
    }));

  it("W-ATTR-06, W-STORE-02: the referrer of another host is stored after consent and not before; one of our own never", () =>
    fixture.visit(async (page) => {
      await open(page, ROUTES.terms, "http://news.example/article");
      assertEquals(await stored(page, "referrer"), null);
      await createShopper(page).tap("consent-accept");
      await page.waitForFunction("localStorage.getItem('referrer') !== null");
      assertMatch(String(await stored(page, "referrer")), /^http:\/\/news\.example\//);
      await page.evaluate("localStorage.removeItem('referrer')");
      await open(page, ROUTES.privacy, `${fixture.app.origin}${BASE}/terms`);
      assertEquals(await page.evaluate("new URL(document.referrer).origin"), fixture.app.origin);
      assertEquals([await stored(page, "referrer"), await stored(page, "consent")], [null, "given"]);
    }));

  it("W-ROUTE-03: an address below the base that no route claims draws the main page", () =>
    fixture.visit(async (page) => {
      for (const path of ["/anything", "/any/deeper/path", "/terms/more"]) {
        await open(page, path);
        assertEquals(await page.$eval("main h1", (heading) => heading.textContent), "Can you trust this number?", path);
        assertEquals(createShopper(page).path(), `${BASE}${path}`);
      }
    }));
});

describe("the payment step", () => {
  it("W-START-06: the payment form is there while its flag is open, and gone with its card frame when it is closed", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const isOpen = async () => [
        (await page.$("[data-phase]")) !== null,
        (await page.$("iframe[src*='/card/5/']")) !== null,
      ];
      await enter(page, { origin: fixture.app.origin, path: "?step=plan" });
      await shopper.see("plan-continue");
      assertEquals(await isOpen(), [false, false]);
      await shopper.tap("plan-continue");
      await cardFrame(page);
      assertEquals(await isOpen(), [true, true]);
      await shopper.tap("change-plan");
      await shopper.see("plan-continue");
      assertEquals(await isOpen(), [false, false]);
    }));

  it("W-VALID-01, W-VALID-02, W-VALID-03: the card field accepts digits only, shows them in groups of four, and sends no number that fails Luhn", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const calls: string[] = [];
      page.on("request", (request) => {
        if (/\/(consent|authorize)$/.test(new URL(request.url()).pathname)) calls.push(request.url());
      });
      await enter(page, { origin: fixture.app.origin, path: "?step=payment" });
      const frame = await cardFrame(page);
      const number = 'input[autocomplete="cc-number"]';
      await frame.type(number, "4x2 4-2.4242o4242/42y41");
      assertEquals(await frame.$eval(number, (field) => "value" in field ? field.value : ""), "4242 4242 4242 4241");
      await frame.type('input[autocomplete="cc-exp"]', "1234");
      await frame.type('input[autocomplete="cc-csc"]', "123");
      await shopper.tap("consent-tick");
      await shopper.pressPay();
      await frame.waitForFunction(`document.querySelector('${number}').getAttribute("aria-invalid") === "true"`);
      assertEquals(calls, []);
      await frame.focus(number);
      await page.keyboard.press("End");
      await page.keyboard.press("Backspace");
      await page.keyboard.type("2");
      await shopper.pressPay();
      await shopper.readUntil("Payment complete. Your report is ready.");
    }));

  it("W-PAY-01, W-PAY-02: card is selected, and Apple Pay is the only other method", () =>
    fixture.visit(async (page) => {
      await page.evaluateOnNewDocument(`if (self === top) window.ApplePaySession = Object.assign(class {}, {
        canMakePayments: () => true, supportsVersion: () => true, STATUS_SUCCESS: 0, STATUS_FAILURE: 1 });`);
      await enter(page, { origin: fixture.app.origin, path: "?step=payment" });
      await cardFrame(page);
      const others = () =>
        page.$$eval("[data-testid^=pay-by-]", (all) => all.map((button) => button.getAttribute("data-testid")));
      assertEquals([await others(), await page.$("[data-testid=apple-pay]")], [["pay-by-apple"], null]);
      await createShopper(page).tap("pay-by-apple");
      await createShopper(page).see("apple-pay");
      assertEquals(await others(), ["pay-by-card"]);
    }));
});

describe("where a visit came from", () => {
  const LOCAL = {
    ...READY_TO_PAY.local,
    campaign: { campaign_name: "Old", adset_id: "s-1", config: "k-1" },
    referrer: "https://news.example/article",
    idfm: "i-1",
  };
  const purchase = (consent: string) =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const bodies: string[] = [];
      page.on("request", (request) => {
        if (request.url().endsWith("/create-no-user")) bodies.push(request.postData() ?? "");
      });
      await page.browserContext().setCookie(
        ...[["_fbc", "fb.1.c"], ["_fbp", "fb.1.p"]].map(([name = "", value = ""]) => ({
          name,
          value,
          domain: "localhost",
        })),
      );
      const kept = { ...READY_TO_PAY, local: { ...LOCAL, consent } };
      await enter(page, { origin: fixture.app.origin, path: "?step=payment&campaign_id=c-7&campaign_name=New", kept });
      await shopper.typeCard({ number: "4242424242424242" });
      await shopper.tap("consent-tick");
      await shopper.pressPay();
      await shopper.readUntil("Payment complete. Your report is ready.");
      const { attribution } = JSON.parse(bodies[0] ?? "{}");
      const agent = await page.evaluate("navigator.userAgent");
      assertEquals([attribution.project, attribution.client_user_agent], ["TrustCheck", agent]);
      assertMatch(attribution.client_ip_address, /^(127\.0\.0\.1|::1|localhost)$/);
      assertMatch(attribution.event_source_url, /\/trustcheck\/\?step=payment/);
      reported = attribution;
    });
  let reported: Readonly<Record<string, unknown>> = {};

  it("W-ATTR-01..08: the create call carries link, cookies, storage and country of the visit after consent", async () => {
    await purchase("given");
    const {
      project: _p,
      client_user_agent: _u,
      client_ip_address: _i,
      event_source_url: _e,
      country_code,
      ...rest
    } = reported;
    assertMatch(String(country_code), /^[A-Z]{2}$/);
    assertEquals(rest, {
      campaign_id: "c-7",
      campaign_name: "New",
      adset_id: "s-1",
      adset_name: "",
      ad_id: "",
      ad_name: "",
      media_source: "",
      config: "k-1",
      fbc: "fb.1.c",
      fbp: "fb.1.p",
      referer: "https://news.example/article",
      idfm: "i-1",
    });
  });

  it("T10: after a refusal it has the same keys, and nothing about the visit's source", async () => {
    const keys = Object.keys(reported).sort();
    await purchase("refused");
    assertEquals(Object.keys(reported).sort(), keys);
    const names = ["campaign_id", "campaign_name", "adset_id", "config", "fbc", "fbp", "referer", "idfm"];
    assertEquals(names.map((name) => reported[name]), names.map(() => ""));
  });
});

describe("an app that cannot continue", () => {
  const FALLBACK = "Something went wrong";
  /** Follows a link to another screen, with this treatment of the requested chunks. */
  async function withoutPart(page: Page, treat: (request: HTTPRequest) => void): Promise<{ relent(): void }> {
    let isLeaving = false;
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      if (isLeaving && request.resourceType() === "script") treat(request);
      else void request.continue();
    });
    await page.goto(`${fixture.app.origin}${BASE}/terms`);
    await page.waitForFunction(RUNS);
    isLeaving = true;
    await page.click(`footer a[href="${BASE}/privacy"]`);
    return { relent: () => void (isLeaving = false) };
  }

  it("W-ERR-01, W-ERR-03: a failed render shows 'Something went wrong' and a way to continue", () =>
    fixture.visit(async (page) => {
      const network = await withoutPart(page, (request) => void request.abort());
      await createShopper(page).readUntil(FALLBACK);
      assertEquals(await page.$eval("[role=alert] h1", (heading) => heading.textContent), FALLBACK);
      await page.evaluate("window.before = true");
      network.relent();
      await Promise.all([page.waitForNavigation(), page.click("[role=alert] button")]);
      await createShopper(page).readUntil("What we collect");
      assertEquals(await page.evaluate("window.before"), undefined);
    }));

  it("W-LIMIT-01, W-LIMIT-06: a chunk that never loads is a load error after 120000 ms, and not before", () =>
    fixture.visit(async (page) => {
      // Long timers of the page wait until the test lets them end.
      await page.evaluateOnNewDocument(`{
        const [set, clear] = [window.setTimeout, window.clearTimeout];
        window.long = [];
        window.setTimeout = (act, ms, ...rest) => ms > 60_000 ? -window.long.push({ act, ms }) : set(act, ms, ...rest);
        window.clearTimeout = (id) => id < 0 ? void delete window.long[-id - 1] : clear(id);
      }`);
      await withoutPart(page, () => undefined);
      await page.waitForFunction("Object.keys(window.long).length > 0");
      assertEquals(await page.evaluate("Object.values(window.long).map(({ ms }) => ms)"), [120_000]);
      assert(!(await createShopper(page).read()).includes(FALLBACK));
      await page.evaluate("Object.values(window.long)[0].act()");
      await createShopper(page).readUntil(FALLBACK);
    }));
});
