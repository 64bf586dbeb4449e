/** The authorize call of a card payment: stored or not, new or stored card, and none without a session. */
import type { Browser, Page } from "puppeteer";
import { assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { cardFrame } from "../../support/frames.ts";
import type { RunningApp } from "../../support/app/app.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import { fastTimers, fillCard, SPEED_UP } from "../../support/merchant/checkout_page.ts";
import {
  type CheckoutOptions,
  type MerchantPage,
  seenEvents,
  typeCard,
  waitForEvent,
} from "../../support/merchant/merchant_page.ts";

const GOOD = "4242424242424242";
const BUTTON = "#payrails-card-payment-button";

interface Item {
  readonly storeInstrument?: boolean;
  readonly paymentInstrumentId?: string;
  readonly paymentInstrumentData?: object;
}

describe("card payment", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture());
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  interface Paid {
    readonly item: Item | undefined;
    readonly success: string;
  }

  let shop: Page | undefined;
  /** Bodies of the authorize calls since the shop was opened. */
  const bodies: string[] = [];
  /** A new client, form and button. One page serves all: a page for each would compile and lay out the same again. */
  async function openShop({ init, form = {}, button = {} }: CheckoutOptions = {}): Promise<Page> {
    if (shop === undefined) {
      shop = await browser.newPage();
      shop.on("request", (request) => request.url().endsWith("/authorize") && bodies.push(request.postData() ?? ""));
      await shop.evaluateOnNewDocument(fastTimers(SPEED_UP));
      await shop.goto(merchant.origin);
    }
    const options = JSON.stringify([init ?? await merchant.init(), {}, form, button]);
    await shop.evaluate(`window.client?.destroy(); seen.length = 0; checkout(...${options})`);
    bodies.length = 0;
    await cardFrame(shop);
    return shop;
  }

  /** `prepare` enables the button. */
  async function payIn(options: CheckoutOptions, prepare: (page: Page) => Promise<void>): Promise<Paid> {
    const page = await openShop(options);
    await prepare(page);
    await page.waitForSelector(`${BUTTON}:not([disabled])`);
    await page.click(BUTTON);
    const success = JSON.stringify(await waitForEvent(page, "onSuccess"));
    const body = bodies.find((text) => text !== "");
    return { item: body === undefined ? undefined : parseBody(body).paymentComposition[0], success };
  }

  function parseBody(text: string): { readonly paymentComposition: readonly Item[] } {
    return JSON.parse(text) as { readonly paymentComposition: readonly Item[] };
  }

  const typeInto = async (page: Page) => fillCard(await cardFrame(page), GOOD);

  it("S-BUTTON-11: a valid form enables the button, unless the page has disabled it", async () => {
    const isDisabled = async (button: CheckoutOptions["button"] = {}) => {
      const page = await openShop({ button });
      await typeInto(page);
      await page.waitForFunction("seen.some(([name, change]) => name === 'onChange' && change.isValid === true)");
      return await page.$eval(BUTTON, (button) => button.matches(":disabled"));
    };
    assertEquals([await isDisabled(), await isDisabled({ disablePaymentButton: true })], [false, true]);
  });

  it("S-INSTR-08: a card is stored only with the ticked checkbox or alwaysStoreInstrument", async () => {
    const checkbox = { showStoreInstrumentCheckbox: true };
    assertEquals((await payIn({}, typeInto)).item?.storeInstrument, false);
    assertEquals((await payIn({ form: checkbox }, typeInto)).item?.storeInstrument, false);
    const ticked = await payIn({ form: checkbox }, async (page) => {
      await page.click("#card input[type=checkbox]");
      await typeInto(page);
    });
    assertEquals(ticked.item?.storeInstrument, true);
    const always = await payIn({ form: { ...checkbox, alwaysStoreInstrument: true } }, async (page) => {
      assertEquals(await page.$("#card input[type=checkbox]"), null, "there is nothing to choose");
      await typeInto(page);
    });
    assertEquals(always.item?.storeInstrument, true);
  });

  it("S-INSTR-01, S-BUTTON-07, S-BUTTON-12: a stored card pays by its id, without checking the empty form", async () => {
    const holderReference = crypto.randomUUID();
    const first = await payIn(
      { init: await merchant.init({ holderReference }), form: { alwaysStoreInstrument: true } },
      typeInto,
    );
    const id = /paymentInstrumentId\W+([\w-]+)/.exec(first.success)?.[1];
    assertMatch(id ?? "", /^[0-9a-f-]{36}$/);
    const second = await payIn({ init: await merchant.init({ holderReference }) }, async (page) => {
      const stored = await page.evaluate("client.getSavedCreditCards().map(({ id }) => id)");
      assertEquals(stored, [id]);
      await page.evaluate("client.setState({ instrument: client.getSavedCreditCards()[0] })");
    });
    assertEquals([second.item?.paymentInstrumentId, second.item?.paymentInstrumentData], [id, undefined]);
  });

  it("S-BUTTON-09, S-BUTTON-14: a button created before its form follows it, and reports only changes of its state", async () => {
    const page = await browser.newPage();
    try {
      await page.goto(merchant.origin);
      await page.evaluate(`
        window.client = Payrails.init(${JSON.stringify(await merchant.init())});
        client.paymentButton({ events: { onStateChanged: (state) => seen.push(["onStateChanged", state]) } }).mount("#pay");
        client.cardForm().mount("#card");`);
      const frame = await cardFrame(page);
      // Key by key: each key could report a change.
      await typeCard(frame, { number: GOOD });
      await page.waitForSelector(`${BUTTON}:not([disabled])`);
      await frame.click("#CVV");
      await page.keyboard.press("Backspace");
      await page.waitForSelector(`${BUTTON}[disabled]`);
      await page.keyboard.press("Backspace");
      await page.keyboard.type("23");
      await page.waitForSelector(`${BUTTON}:not([disabled])`);
      assertEquals((await seenEvents(page)).map(([, state]) => state), ["enabled", "disabled", "enabled"]);
    } finally {
      await page.close();
    }
  });

  it("S-AUTHZ-05: without an amount or an authorize link nothing is sent and the error names the session", async () => {
    for (const lacking of ["amount", "execution"]) {
      const init = await merchant.init();
      const config = JSON.parse(atob(init.data));
      delete config[lacking];
      const page = await openShop({ init: { ...init, data: btoa(JSON.stringify(config)) } });
      await typeInto(page);
      await page.waitForSelector(`${BUTTON}:not([disabled])`);
      await page.click(BUTTON);
      const failed = JSON.stringify(await waitForEvent(page, "onFailed"));
      assertMatch(failed, /SDK was not initialized with workflow execution/, lacking);
      assertEquals(bodies, []);
    }
  });

  it("S-CONTAINER-02: the frame's name has element, container id and log level", async () => {
    const page = await openShop();
    const name = await page.$eval("#card iframe", (frame) => frame.getAttribute("name"));
    assertMatch(name ?? "", /^element%3Agroup:[0-9a-f-]{36}:ERROR$/);
  });
});
