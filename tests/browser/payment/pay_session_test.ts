/** A session that expires during a payment, at each of six steps (SECURITY R14, R15), in a browser. */
import type { Browser, HTTPRequest, Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import type { RunningApp } from "../../support/app/app.ts";
import type { MerchantPage } from "../../support/merchant/merchant_page.ts";
import { checkoutVisits } from "../../support/payments/checkout_visits.ts";
import { parseInit } from "../../support/payments/pay_by_card.ts";
import { cardFrame } from "../../support/frames.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import {
  type CheckoutPage,
  fillCard,
  type Integration,
  type NetworkFault,
  PAY_BUTTON,
} from "../../support/merchant/checkout_page.ts";

const GOOD = "4242424242424242";
const CHALLENGED = "4000002500003155";
const NOISE = /Failed to load resource|payrails:api:|PAYRAILS_CLIENT_SESSION_REFRESH_FAILED|bin_lookup_failed/;
/** After these steps the payments service has the payment, so it is never sent again. */
const STEPS = ["before mount", "after mount", "while typing", "at the click", "after authorize", "during 3DS"] as const;
type Step = typeof STEPS[number];
const isAuthorize = (request: HTTPRequest) => request.method() === "POST" && request.url().endsWith("/authorize");
const isBeforeTyping = (step: Step) => step === "before mount" || step === "after mount";
const isAccepted = (step: Step) => step === "after authorize" || step === "during 3DS";

/** Result of onSessionExpired. */
const RENEWALS = {
  "the same execution":
    `() => { renewals.push(performance.now()); return new Promise((done) => setTimeout(() => { renewed = performance.now(); done(nextInit); }, 4000)); }`,
  "another execution": `() => { renewals.push(0); return Promise.resolve(otherInit); }`,
  "nothing": `() => { renewals.push(0); }`,
  "an error": `() => { renewals.push(0); throw new Error("the shop is down"); }`,
  "silence": `() => { renewals.push(0); return new Promise(() => {}); }`,
} as const;
type Renewal = keyof typeof RENEWALS;

const renews = (renewal: Renewal | "no callback") =>
  renewal === "the same execution" || renewal === "another execution";

interface Case {
  readonly step: Step;
  readonly renewal: Renewal | "no callback";
  readonly integration: Integration;
  /** Filled with what the page's console says. */
  readonly logged?: string[];
}

describe("a session that expires", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture());
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  const visits = checkoutVisits(() => ({ browser, merchant }), { canFail: true });
  /** Pays while the first session expires at the step; every call with its token is then refused. */
  async function expireAt(
    { step, renewal, integration, logged = [] }: Case,
    use: (checkout: CheckoutPage) => Promise<void>,
  ) {
    const key = crypto.randomUUID();
    const init = await merchant.init({ key });
    const [nextInit, otherInit] = [await merchant.init({ key }), await merchant.init()];
    const { token } = parseInit(init);
    let isOver = step === "before mount";
    const fault = (request: HTTPRequest): NetworkFault | undefined => {
      const isCall = request.url().includes("/services/payments/client/");
      return isOver && isCall && request.headers().authorization === `Bearer ${token}` ? { status: 401 } : undefined;
    };
    const kept = `window.renewals = [], window.renewed = 0,
      window.nextInit = ${JSON.stringify(nextInit)}, window.otherInit = ${JSON.stringify(otherInit)}`;
    const events = renewal === "no callback" ? "{}" : `{ onSessionExpired: ${RENEWALS[renewal]} }`;
    await visits.visit(
      { integration, init, fault, initOptions: `(${kept}, { events: ${events} })`, expected: NOISE },
      async (checkout) => {
        const { page } = checkout;
        page.on("console", (message) => logged.push(message.text()));
        if (step === "after mount") isOver = true;
        // The BIN look-up is a call as well: one after the expiry is the first to be refused.
        const lookedUp = page.waitForResponse((response) =>
          response.url().endsWith("/bin-lookup") && response.request().method() === "POST" &&
          (!isOver || !renews(renewal) || response.ok())
        );
        const frame = await checkout.fill(step === "during 3DS" ? CHALLENGED : GOOD);
        await lookedUp;
        if (step === "while typing") {
          await frame.focus("#CVV");
          await page.keyboard.press("Backspace");
          isOver = true;
          await page.keyboard.type("3");
        }
        // Only the wait for the merchant's session is shortened; calls keep their limits.
        if (renewal === "silence") await page.evaluate(hurriedAnswer);
        if (step === "after authorize") {
          page.on("response", (response) => isAuthorize(response.request()) && (isOver = true));
        }
        if (step === "at the click") isOver = true;
        await checkout.pay();
        if (step === "during 3DS") {
          await checkout.popupPage();
          isOver = true;
          await checkout.choose("approve");
        }
        await use(checkout);
      },
    );
  }
  /** Of this visit alone: the next one has another list. */
  const hurriedAnswer = `{ const slow = setTimeout, own = renewals;
    const isAnswer = (ms) => ms === 30_000 && own === renewals && own.length > 0;
    window.setTimeout = (run, ms, ...rest) => slow(run, isAnswer(ms) ? 500 : ms, ...rest); }`;
  const renewals = async (page: Page) => Number(await page.evaluate("renewals.length"));
  const bodies = (checkout: CheckoutPage) => new Set(checkout.authorizes().map(({ body }) => body)).size;
  const keys = (checkout: CheckoutPage) =>
    new Set(checkout.authorizes().map(({ headers }) => headers["x-idempotency-key"])).size;
  const charges = async ({ executionId }: CheckoutPage) =>
    (await merchant.execution(executionId)).status.filter(({ code }) => code === "authorizeRequested").length;

  for (const [index, step] of STEPS.entries()) {
    const integration: Integration = index % 2 === 0 ? "dropin" : "elements";
    it(`S-SESSION-01, S-SEC-09, S-SESSION-02, S-SESSION-03, R14: ${step}, by ${integration}: a new session of the same execution is awaited, and one payment succeeds`, async () => {
      await expireAt({ step, renewal: "the same execution", integration }, async (checkout) => {
        assertEquals((await checkout.final()).name, "onSuccess");
        // Sealed again under a new key after the refusal; a BIN look-up may have been refused before.
        const sent = isAccepted(step) || isBeforeTyping(step) ? 1 : 2;
        assertEquals([checkout.authorizes().length, bodies(checkout), keys(checkout)], [sent, sent, sent]);
        assertEquals([await charges(checkout), await renewals(checkout.page)], [1, 1]);
        const { names } = checkout;
        const reported = isBeforeTyping(step) ? 0 : 1;
        assertEquals((await names()).filter((name) => name === "onPaymentSessionExpired").length, reported);
        assert(await checkout.page.evaluate("renewed > 0"), "The new session was not awaited");
      });
    });
  }

  for (const [index, step] of STEPS.entries()) {
    const integration: Integration = index % 2 === 0 ? "elements" : "dropin";
    const end = isAccepted(step) ? "pending" : "an authentication failure with a usable button";
    it(`S-BUTTON-19, R14: ${step}, by ${integration}: without a new session it ends as ${end}`, async () => {
      await expireAt({ step, renewal: "no callback", integration }, async (checkout) => {
        const { name, event } = await checkout.final();
        assertEquals(name, isAccepted(step) ? "onPending" : "onFailed");
        assertMatch(event, isAccepted(step) ? /unconfirmed|processing/ : /"AUTHENTICATION_ERROR"/);
        assert((await checkout.names()).includes("onPaymentSessionExpired"), step);
        assertEquals([checkout.authorizes().length, await charges(checkout)], [1, isAccepted(step) ? 1 : 0]);
        if (!isAccepted(step) || integration === "elements") {
          await checkout.page.waitForSelector(`${PAY_BUTTON}:not([disabled])[aria-busy=false]`);
        }
      });
    });
  }

  it("R14: after authorize a session of another execution is not used: pending, one charge, the other untouched", async () => {
    await expireAt(
      { step: "after authorize", renewal: "another execution", integration: "elements" },
      async (checkout) => {
        assertEquals((await checkout.final()).name, "onPending");
        const other = parseInit(await evaluateInit(checkout.page)).execution.id;
        assertEquals([checkout.authorizes().length, await charges(checkout)], [1, 1]);
        assertEquals((await merchant.execution(other)).state, "created");
      },
    );
  });

  it("before acceptance a session of another execution is paid once, and the first is not charged", async () => {
    await expireAt({ step: "at the click", renewal: "another execution", integration: "dropin" }, async (checkout) => {
      assertEquals((await checkout.final()).name, "onSuccess");
      const other = parseInit(await evaluateInit(checkout.page)).execution.id;
      assertEquals([(await merchant.execution(other)).status[0]?.code, await charges(checkout)], [
        "authorizeRequested",
        0,
      ]);
    });
  });

  const REFUSED: readonly (readonly [id: string, Renewal, RegExp])[] = [
    ["S-SESSION-04", "nothing", /Session refresh failed with no result returned/],
    ["S-SESSION-05", "an error", /Callback passed to onSessionExpired threw an error/],
    ["S-SESSION-04", "silence", /Session refresh failed with no result returned/],
  ];
  for (const [id, renewal, sentence] of REFUSED) {
    it(`${id}, R15: onSessionExpired answers with ${renewal}: logged with its message, failed once, the button usable`, async () => {
      const logged: string[] = [];
      await expireAt({ step: "at the click", renewal, integration: "elements", logged }, async (checkout) => {
        const { name, event } = await checkout.final();
        assertEquals(name, "onFailed");
        assertMatch(event, /"AUTHENTICATION_ERROR"/);
        assertEquals([await renewals(checkout.page), checkout.authorizes().length, await charges(checkout)], [1, 1, 0]);
        await checkout.page.waitForSelector(`${PAY_BUTTON}:not([disabled])[aria-busy=false]`);
        assertMatch(logged.join("\n"), sentence);
      });
    });
  }

  /** Fields that store a card without a payment. */
  const STORES = {
    "a card form": { mount: "undefined", type: (page: Page) => filledForm(page), call: "form" },
    "a container of the client": {
      mount: `window.container = client.collectContainer({ containerType: "COMPOSABLE", layout: [1, 3] });
        for (const type of ["CARD_NUMBER", "EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"]) {
          container.createCollectElement({ type, required: true });
        }
        container.mount("#below"); undefined`,
      type: (page: Page) => typedContainer(page),
      call: "container",
    },
  } as const;
  for (const [name, { mount, type, call }] of Object.entries(STORES)) {
    for (const status of [401, 403]) {
      it(`S-SEC-09, S-SESSION-02, R14: ${status} to storing by ${name} renews the session, and the card is sent once more`, async () => {
        const key = crypto.randomUUID();
        const [init, nextInit] = [await merchant.init({ key }), await merchant.init({ key })];
        const { token } = parseInit(init);
        const isStoring = (request: HTTPRequest) =>
          request.method() === "POST" && request.url().endsWith("/client/instruments");
        const fault = (request: HTTPRequest): NetworkFault | undefined =>
          isStoring(request) && request.headers().authorization === `Bearer ${token}` ? { status } : undefined;
        const kept = `window.renewals = [], window.answer = undefined, window.nextInit = ${JSON.stringify(nextInit)}`;
        const initOptions = `(${kept}, { events: { onSessionExpired: () => (renewals.push(0), window.answer) } })`;
        await visits.visit(
          { integration: "elements", init, fault, initOptions, expected: NOISE },
          async (checkout) => {
            const { page } = checkout;
            await page.evaluate(mount);
            await type(page);
            const store = async () =>
              await page.evaluate(
                `${call}.tokenize({ storeInstrument: true }).then(({ status }) => status, ({ code }) => code)`,
              );
            const stored = () =>
              checkout.sent.filter(({ url, method }) => method === "POST" && /client.instruments$/.test(url));
            assertEquals([await store(), await renewals(page), stored().length], [
              "payrails:client:vault.network",
              1,
              1,
            ]);
            await page.evaluate("window.answer = nextInit");
            assertEquals([await store(), await renewals(page), stored().length], ["enabled", 2, 3]);
            const [first, second, third] = stored().map(({ headers }) => headers.authorization);
            assertEquals([first, second], [`Bearer ${token}`, `Bearer ${token}`]);
            assert(third !== undefined && third !== first, "the renewed session's token");
          },
        );
      });
    }
  }

  const filledForm = async (page: Page) => await fillCard(await cardFrame(page, "#CVV", "#card"), GOOD);
  async function typedContainer(page: Page) {
    const frame = await cardFrame(page, ".CARD_NUMBER input", "#below");
    const texts = { CARD_NUMBER: GOOD, EXPIRATION_MONTH: "12", EXPIRATION_YEAR: "39", CVV: "123" };
    for (const [type, text] of Object.entries(texts)) await frame.type(`.${type} input`, text);
  }
});

async function evaluateInit(page: Page): Promise<{ readonly version: string; readonly data: string }> {
  return asAnswer(await page.evaluate("otherInit"));
}

function asAnswer(value: unknown) {
  return value as { readonly version: string; readonly data: string };
}
