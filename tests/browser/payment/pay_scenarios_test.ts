/** Payments in a browser when the network, the issuer or the shopper behaves unusually. */
import type { Browser, HTTPRequest, Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import type { RunningApp } from "../../support/app/app.ts";
import { checkoutVisits, type VisitOptions } from "../../support/payments/checkout_visits.ts";
import type { MerchantPage } from "../../support/merchant/merchant_page.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import {
  atCheckout,
  type CheckoutPage,
  type FinalName,
  type Integration,
  type NetworkFault,
  type SentRequest,
} from "../../support/merchant/checkout_page.ts";

const GOOD = "4242424242424242";
const CHALLENGED = "4000002500003155";
const LATER = "4000000000000077";
const isAuthorize = (request: HTTPRequest) => request.method() === "POST" && request.url().endsWith("/authorize");
const isPoll = (request: HTTPRequest) =>
  request.method() === "GET" && /\/client\/executions\/[^/]+$/.test(request.url());
const NETWORK_NOISE = /Failed to load resource|net::ERR_|Access to fetch|payrails:api:/;

/** The fault for the first `count` requests of a kind; later ones continue. */
function first(count: number, kind: (request: HTTPRequest) => boolean, fault: NetworkFault) {
  let left = count;
  return (request: HTTPRequest) => kind(request) && left-- > 0 ? fault : undefined;
}

describe("payments with faults", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture());
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  const visits = checkoutVisits(() => ({ browser, merchant }), { canFail: true });
  const atShop = (options: VisitOptions, use: (checkout: CheckoutPage) => Promise<void>) =>
    visits.visit({ expected: NETWORK_NOISE, ...options }, use);
  const advance = async (duration: string) => {
    const answer = await fetch(`${app.origin}/dev/clock`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ advance: duration }),
    });
    assertEquals(answer.status, 200);
    await answer.body?.cancel();
  };
  const keysOf = (sent: readonly SentRequest[]) =>
    new Set(sent.map(({ headers }) => headers["x-idempotency-key"])).size;
  const charges = async ({ executionId }: CheckoutPage) =>
    (await merchant.execution(executionId)).status.filter(({ code }) => code === "authorizeRequested").length;

  interface Row {
    readonly what: string;
    readonly integration: Integration;
    readonly fault: () => (request: HTTPRequest) => NetworkFault | undefined;
    readonly final: FinalName;
    readonly says?: RegExp;
    /** Number of authorize calls, all with one key. */
    readonly authorizes: number;
    readonly charges: number;
    /** Number of polls, where it matters. */
    readonly polls?: number;
  }
  const ROWS: readonly Row[] = [
    {
      what: "slow: authorize takes 800 ms and each poll 200",
      integration: "dropin",
      fault: () => (request) =>
        isAuthorize(request) ? { delayMs: 800 } : isPoll(request) ? { delayMs: 200 } : undefined,
      final: "onSuccess",
      authorizes: 1,
      charges: 1,
    },
    {
      what: "429: three polls are refused for coming too often",
      integration: "elements",
      fault: () => first(3, isPoll, { status: 429 }),
      final: "onSuccess",
      authorizes: 1,
      charges: 1,
    },
    {
      what: "429: authorize itself is refused",
      integration: "dropin",
      fault: () => first(9, isAuthorize, { status: 429 }),
      final: "onFailed",
      says: /AUTHENTICATION_ERROR/,
      authorizes: 1,
      charges: 0,
    },
    {
      what: "the first authorize never arrives",
      integration: "elements",
      fault: () => first(1, isAuthorize, "lost"),
      final: "onSuccess",
      authorizes: 2,
      charges: 1,
    },
    {
      what: "R5: the answer to authorize is lost after the charge",
      integration: "dropin",
      fault: () => first(1, isAuthorize, "taken"),
      final: "onSuccess",
      authorizes: 2,
      charges: 1,
    },
    {
      what: "R5: three answers to authorize are lost",
      integration: "elements",
      fault: () => first(3, isAuthorize, "taken"),
      final: "onSuccess",
      authorizes: 3,
      charges: 1,
    },
    {
      what: "R1: the server fails twice",
      integration: "elements",
      fault: () => first(2, isAuthorize, { status: 503 }),
      final: "onSuccess",
      authorizes: 3,
      charges: 1,
    },
    {
      what: "authorize never gets through: the SDK does not know, so it is pending",
      integration: "elements",
      fault: () => first(99, isAuthorize, "lost"),
      final: "onPending",
      says: /"reason":"unconfirmed"/,
      authorizes: 3,
      charges: 0,
    },
    {
      what: "R3: polls answer with half a text, nothing, a list and an execution without statuses",
      integration: "elements",
      fault: () => {
        const bodies = [
          '{"status":[{"co',
          "",
          "[]",
          '{"id":"x","status":"authorizeSuccessful"}',
          '{"status":[{"code":1}]}',
        ];
        return (request) => {
          if (!isPoll(request)) return undefined;
          const body = bodies.shift();
          return body === undefined ? undefined : { status: 200, body };
        };
      },
      final: "onSuccess",
      authorizes: 1,
      charges: 1,
    },
    {
      what: "R18: every poll is lost, and costs five of sixty attempts",
      integration: "dropin",
      fault: () => first(99, isPoll, "lost"),
      final: "onPending",
      says: /"reason":"unconfirmed"/,
      authorizes: 1,
      charges: 1,
      polls: 13,
    },
    {
      what: "R18: eleven polls in a row are lost",
      integration: "elements",
      fault: () => first(11, isPoll, "lost"),
      final: "onSuccess",
      authorizes: 1,
      charges: 1,
    },
  ];
  for (const { what, integration, fault, final, says = /./, authorizes, charges: charged, polls } of ROWS) {
    it(`S-POLL-07, S-AUTHZ-04: ${what} => ${final}`, async () => {
      await atShop({ integration, fault: fault() }, async (checkout) => {
        await checkout.fill(GOOD);
        await checkout.pay();
        const { name, event } = await checkout.final();
        assertEquals(name, final);
        assertMatch(event, says);
        assertEquals([checkout.authorizes().length, keysOf(checkout.authorizes()), await charges(checkout)], [
          authorizes,
          1,
          charged,
        ]);
        assertEquals(new Set(checkout.authorizes().map(({ body }) => body)).size, 1);
        if (polls !== undefined) assertEquals(checkout.polls().length, polls);
      });
    });
  }

  it("R18: makes no poll and uses no attempt while offline; back online it reports the outcome", async () => {
    await atShop({ integration: "elements", fault: first(1, isPoll, { delayMs: 50 }) }, async (checkout) => {
      await checkout.fill(GOOD);
      const asked = checkout.page.waitForRequest((request) => isAuthorize(request));
      await checkout.pay();
      await asked;
      await checkout.page.waitForResponse((response) => isAuthorize(response.request()));
      await checkout.page.setOfflineMode(true);
      await checkout.page.waitForFunction("navigator.onLine === false");
      const before = checkout.polls().length;
      // At this rate, a client that ignores the offline state would have used its 60 attempts.
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      assert(checkout.polls().length - before <= 1, `${checkout.polls().length} polls`);
      assertEquals((await checkout.names()).filter((name) => /Success|Failed|Pending/.test(name)), []);
      await checkout.page.setOfflineMode(false);
      assertEquals((await checkout.final()).name, "onSuccess");
    });
  });

  /** Opens the page again with a new init answer of the same execution, as a merchant's back end gives it. */
  async function resumeAfterReload(page: Page, key: string): Promise<string> {
    await page.reload();
    const init = JSON.stringify(await merchant.init({ key }));
    return String(
      await page.evaluate(`Payrails.init(${init}).resume().then((outcome) => outcome?.type + " " + outcome?.reason)`),
    );
  }

  it("network loss after authorize is pending, and resume() reports the outcome without a second authorize", async () => {
    const key = crypto.randomUUID();
    let isDown = true;
    const fault = (request: HTTPRequest): NetworkFault | undefined => isPoll(request) && isDown ? "lost" : undefined;
    await atShop({ integration: "elements", init: await merchant.init({ key }), fault }, async (checkout) => {
      await checkout.fill(GOOD);
      await checkout.pay();
      assertEquals((await checkout.final()).name, "onPending");
      isDown = false;
      assertEquals(await checkout.page.evaluate("client.resume().then(({ type }) => type)"), "success");
      assertEquals(await resumeAfterReload(checkout.page, key), "success undefined");
      assertEquals([checkout.authorizes().length, await charges(checkout)], [1, 1]);
    });
  });

  it("R20: a page reloaded between authorize and its end is continued by resume()", async () => {
    const key = crypto.randomUUID();
    await atShop({ integration: "dropin", init: await merchant.init({ key }) }, async (checkout) => {
      await checkout.fill(GOOD);
      const answered = checkout.page.waitForResponse((response) => isAuthorize(response.request()));
      await checkout.pay();
      await answered;
      assertEquals(await resumeAfterReload(checkout.page, key), "success undefined");
      assertEquals([checkout.authorizes().length, await charges(checkout)], [1, 1]);
    });
  });

  it("without a payment resume() says so and makes no call", async () => {
    await atShop({ integration: "elements" }, async (checkout) => {
      assertEquals(await checkout.page.evaluate("client.resume()"), { type: "not_started", reason: "not_begun" });
      assertEquals(checkout.polls().length, 0);
    });
  });

  it("a payment with a delayed outcome is pending, even after a reload, and paid after its minute", async () => {
    const key = crypto.randomUUID();
    await atShop({ integration: "elements", init: await merchant.init({ key }) }, async (checkout) => {
      await checkout.fill(LATER);
      await checkout.pay();
      assertEquals((await checkout.final()).name, "onPending");
      assertEquals(await resumeAfterReload(checkout.page, key), "pending processing");
      await advance("PT61S");
      assertEquals(await resumeAfterReload(checkout.page, key), "success undefined");
    });
  });

  it("S-3DS-16: without the issuer page's message, polling still reports the approval", async () => {
    // Registered before any script of the page: no other listener receives a message.
    const before = `if (self === top) addEventListener("message", (event) => event.stopImmediatePropagation(), true);`;
    await atCheckout({ browser, merchant }, { integration: "dropin", before }, async (checkout) => {
      await checkout.fill(CHALLENGED);
      await checkout.pay();
      await checkout.choose("approve");
      assertEquals((await checkout.final()).name, "onSuccess");
      assertEquals(await checkout.page.$("#payrails-popup"), null);
    });
  });

  it("the challenge expires after ten minutes: declined, reported once, and the card can be used again", async () => {
    await atShop({ integration: "elements" }, async (checkout) => {
      await checkout.fill(CHALLENGED);
      await checkout.pay();
      await checkout.popupPage();
      await advance("PT11M");
      const { name, event } = await checkout.final();
      assertEquals(name, "onFailed");
      assertMatch(event, /after 3DS challenge/);
      assertEquals(await checkout.page.$("#payrails-popup"), null);
      await checkout.fill(GOOD);
      await checkout.pay();
      assertEquals((await checkout.final()).name, "onSuccess");
    });
  });

  for (const [choice, expected] of [["approve", "success undefined"], ["decline", "failed undefined"]] as const) {
    it(`R20: a page reloaded during the challenge opens it again when the shopper asks for it: ${choice}`, async () => {
      const key = crypto.randomUUID();
      await atShop({ integration: "elements", init: await merchant.init({ key }) }, async (checkout) => {
        await checkout.fill(CHALLENGED);
        await checkout.pay();
        await checkout.popupPage();
        assertEquals(await resumeAfterReload(checkout.page, key), "pending challenge_closed");
        assertEquals(await checkout.page.$("#payrails-popup"), null);
        const init = JSON.stringify(await merchant.init({ key }));
        const resumed = checkout.page.evaluate(`Payrails.init(${init}).resume({ openChallenge: true })
          .then((outcome) => outcome?.type + " " + outcome?.reason)`);
        await checkout.choose(choice);
        assertEquals(await resumed, expected);
        assertEquals(await checkout.page.$("#payrails-popup"), null);
        assertEquals([checkout.authorizes().length, await charges(checkout)], [1, 1]);
      });
    });
  }

  it("a challenge that was left can be decided later, and resume() reports the outcome", async () => {
    const key = crypto.randomUUID();
    await atShop({ integration: "dropin", init: await merchant.init({ key }) }, async (checkout) => {
      await checkout.fill(CHALLENGED);
      await checkout.pay();
      const address = (await checkout.popupPage()).url();
      await checkout.page.click("#payrails-popup-cancel-button");
      const { name, event } = await checkout.final();
      assertEquals(name, "onPending");
      assertMatch(event, /challenge_closed/);
      assertEquals(await resumeAfterReload(checkout.page, key), "pending challenge_closed");
      const elsewhere = await browser.newPage();
      await elsewhere.goto(address);
      await Promise.all([elsewhere.waitForNavigation(), elsewhere.click("[data-testid=approve]")]);
      await elsewhere.close();
      assertEquals(await resumeAfterReload(checkout.page, key), "success undefined");
      assertEquals([checkout.authorizes().length, await charges(checkout)], [1, 1]);
    });
  });
});
