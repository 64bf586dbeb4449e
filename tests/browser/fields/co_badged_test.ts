/**
 * A card of two networks: the shopper is asked, may skip the question, and gets the chosen network; by keyboard, screen
 * reader and in every language.
 */
import type { Browser, Frame, HTTPRequest, Page } from "puppeteer";
import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { PACKS } from "../../../sdk/locales/all.ts";
import { violations } from "../../support/screens/axe.ts";
import type { RunningApp } from "../../support/app/app.ts";
import { cardFrame } from "../../support/frames.ts";
import { type MerchantPage, seenEvents, typeCard } from "../../support/merchant/merchant_page.ts";
import { parseInit } from "../../support/payments/pay_by_card.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import { atCheckout, type CheckoutPage, INTEGRATIONS, PAY_BUTTON } from "../../support/merchant/checkout_page.ts";

/** Cartes Bancaires and Visa. */
const FRENCH = "4035501000000008";
/** Dankort and Visa. */
const DANISH = "4571000000000001";
const PLAIN = "4242424242424242";
const ENGLISH = { title: "Card brand", hint: "Choose which brand to use. Otherwise, the store chooses." };
const CHOICE = ".payrails-schemes";

describe("co-badged cards", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture());
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  const itemOf = (checkout: CheckoutPage) => JSON.parse(checkout.authorizes()[0]?.body ?? "{}").paymentComposition[0];
  const checked = (page: Page) =>
    page.$$eval(`${CHOICE} :checked`, (radios) => radios.map((radio) => Reflect.get(radio, "value")));
  const schemesSeen = async (page: Page) =>
    (await seenEvents(page)).flatMap(([name, event]) =>
      name === "onChange" ? [JSON.stringify(Object(event).cardSchemes?.map(({ code }: { code: string }) => code))] : []
    ).at(-1);

  it("S-FORM-16, S-COMPOSE-01: the shopper is asked by a named group without a default, answers with the keyboard, and pays over that network", async () => {
    const form = { translations: { labels: { cardBrandSelectorTitle: "Brand" } } };
    await atCheckout({ browser, merchant }, { integration: "elements", form, expected: /^$/ }, async (checkout) => {
      const { page } = checkout;
      await page.evaluate(`form.update({ events: { onPreferredSchemeChanged: (event) => seen.push(["chosen", event]),
        onChange: (event) => seen.push(["onChange", event]) } })`);
      await typeCard(await cardFrame(page), { number: FRENCH });
      await page.waitForSelector(`${CHOICE} p:not(:empty)`);
      assertEquals(await checked(page), []);
      const frame = await cardFrame(page);
      await frame.waitForFunction("document.querySelectorAll('.icon svg').length === 2");
      assertEquals(await marks(frame), ["cartesbancaires 34x22", "visa 34x22"]);
      assertEquals(await schemesSeen(page), '["cartesbancaires","visa"]');
      assertEquals(await heard(page), ["group: Brand", "status", "radio: Cartes Bancaires", "radio: Visa"]);
      assertEquals(
        await page.$eval(CHOICE, (group) => {
          const hint = group.querySelector("p");
          return group.getAttribute("aria-describedby") === hint?.id && hint?.textContent;
        }),
        ENGLISH.hint,
      );
      // The security code has the focus: the choice is the next Tab stop, one for the whole group.
      await page.keyboard.press("Tab");
      assertEquals(await page.evaluate("document.activeElement.value"), "cartesbancaires");
      assertEquals(await checked(page), []);
      await page.keyboard.press("ArrowDown");
      assertEquals(await checked(page), ["visa"]);
      await page.keyboard.press("ArrowUp");
      assertEquals(await checked(page), ["cartesbancaires"]);
      await page.keyboard.press("Tab");
      assertEquals(await page.evaluate("document.activeElement.id"), PAY_BUTTON.slice(1));
      await page.keyboard.press("Enter");
      const { name, event } = await checkout.final();
      assertEquals([name, JSON.parse(event).execution.preferredScheme], ["onSuccess", "cartesbancaires"]);
      assertEquals(itemOf(checkout).paymentInstrumentData.preferredScheme, "cartesbancaires");
      const reported = (await seenEvents(page)).filter(([name]) => name === "chosen");
      assertEquals<unknown>(reported.at(-1)?.[1], {
        preferredScheme: "cartesbancaires",
        cardSchemes: [
          { code: "cartesbancaires", name: "Cartes Bancaires", selected: true },
          { code: "visa", name: "Visa", selected: false },
        ],
      });
      // The card is cleared, and its question with it.
      await page.waitForFunction(`document.querySelector("${CHOICE}") === null`);
    });
  });

  for (const integration of INTEGRATIONS) {
    it(`without a choice the payment names no network, ${integration}`, async () => {
      await atCheckout({ browser, merchant }, { integration }, async (checkout) => {
        await checkout.fill(FRENCH);
        await checkout.page.waitForSelector(CHOICE);
        await checkout.pay();
        assertEquals((await checkout.final()).name, "onSuccess");
        assertEquals("preferredScheme" in itemOf(checkout).paymentInstrumentData, false);
      });
    });
  }

  it("another card asks again; a card of one network, or a failed look-up, asks nothing", async () => {
    let isOff = false;
    const lookups: string[] = [];
    const fault = (request: HTTPRequest) => {
      if (request.method() !== "POST" || !request.url().endsWith("/bin-lookup")) return undefined;
      lookups.push(request.postData() ?? "");
      return isOff ? { status: 500 } as const : undefined;
    };
    await atCheckout(
      { browser, merchant },
      { integration: "elements", fault, expected: /bin_lookup_failed|500/ },
      async ({ page }) => {
        const frame = await cardFrame(page);
        const retype = async (number: string) => {
          await frame.click("#CARD_NUMBER", { count: 3 });
          await frame.type("#CARD_NUMBER", number);
        };
        const offered = () =>
          page.$$eval(`${CHOICE} input`, (radios) => radios.map((radio) => Reflect.get(radio, "value")));
        await retype(FRENCH);
        await page.waitForSelector(CHOICE);
        await page.click(`${CHOICE} [value=visa]`);
        // Same range: the same card with other last digits, so the choice stays.
        await frame.focus("#CARD_NUMBER");
        await page.keyboard.press("Backspace");
        await page.keyboard.type("8");
        // The answer of the frame follows what it told about the keys.
        await page.evaluate("form.validate().then(() => {})");
        assertEquals(await checked(page), ["visa"]);
        await retype(DANISH);
        await page.waitForFunction(`document.querySelector("${CHOICE} input")?.value === "dankort"`);
        assertEquals([await offered(), await checked(page)], [["dankort", "visa"], []]);
        await retype(PLAIN);
        await page.waitForFunction(`document.querySelector("${CHOICE}") === null`);
        await frame.waitForFunction("document.querySelectorAll('.icon svg').length === 1");
        assertEquals(await marks(frame), ["visa 34x22"]);
        isOff = true;
        await retype("5555552500001001");
        await page.waitForFunction(`performance.getEntriesByType("resource")
        .filter(({ name }) => name.endsWith("/bin-lookup")).length === 4`);
        assertEquals([await page.$(CHOICE), lookups.length], [null, 4]);
        assertMatch(lookups.join(), /40355010.*45710000.*42424242.*55555525/);
      },
    );
  });

  it("S-FORM-08: the drop-in uses the merchant's texts and colours; the stored card keeps the choice", async () => {
    const holderReference = crypto.randomUUID();
    const dropin = {
      paymentMethodsConfiguration: { cards: { alwaysStoreInstrument: true } },
      translations: { cardForm: { labels: { cardBrandSelectorSubtitle: "Up to you." } } },
      styles: { cardForm: { cardBrandSelector: { tileBackground: "rgb(1, 2, 3)", tileBorderRadius: "3px" } } },
    };
    await atCheckout(
      { browser, merchant },
      { integration: "dropin", initRequest: { holderReference }, dropin },
      async (checkout) => {
        await checkout.fill(FRENCH);
        const { page } = checkout;
        await page.waitForSelector(`${CHOICE} p:not(:empty)`);
        assertEquals(await page.$eval(`${CHOICE} p`, ({ textContent }) => textContent), "Up to you.");
        const looks = await page.$$eval(`${CHOICE} label`, (tiles) =>
          tiles.map((tile) => {
            const { backgroundColor, borderRadius, height } = getComputedStyle(tile);
            return [backgroundColor, borderRadius, height];
          }));
        // Neither network may be more prominent than the other.
        assertEquals(looks, [["rgb(1, 2, 3)", "3px", "48px"], ["rgb(1, 2, 3)", "3px", "48px"]]);
        await page.click(`${CHOICE} label:last-child`);
        await checkout.pay();
        assertEquals((await checkout.final()).name, "onSuccess");
        assertEquals(itemOf(checkout).paymentInstrumentData.preferredScheme, "visa");
      },
    );
    const { execution } = parseInit(await merchant.init({ holderReference }));
    const [stored] = execution.initialResults[0]?.body.data?.paymentCompositionOptions
      .flatMap(({ paymentInstruments }) => paymentInstruments) ?? [];
    assertEquals(stored?.data.preferredScheme, "visa");
  });

  it("fields of a container report the networks to a page that asks by itself, and store the choice", async () => {
    const page = await browser.newPage();
    await page.goto(merchant.origin);
    await page.evaluate(`window.client = Payrails.init(${JSON.stringify(await merchant.init())});
      window.container = client.collectContainer({ containerType: "COMPOSABLE", layout: [1, 3] });
      window.fields = ["CARD_NUMBER", "EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"].map((type) =>
        container.createCollectElement({ type, required: true }));
      window.told = [];
      fields[0].on("CHANGE", ({ bin, cardSchemes }) => told.push([bin, cardSchemes]));
      container.mount("#card"); undefined`);
    const frame = await cardFrame(page, ".CARD_NUMBER input");
    const number = await frame.$(".CARD_NUMBER input");
    await number?.type(FRENCH);
    await page.waitForFunction("told.at(-1)?.[1] !== undefined");
    const both = [["cartesbancaires", "Cartes Bancaires"], ["visa", "Visa"]]
      .map(([code, name]) => ({ code, name, selected: false }));
    assertEquals(await page.evaluate("[told.at(-1), fields[0].getState().cardSchemes]"), [["40355010", both], both]);
    // Another card is reported without networks at once, whatever the look-up finds later.
    await number?.click({ count: 3 });
    await number?.type(PLAIN);
    await page.waitForFunction("told.at(-1)[0] === '42424242'");
    assertEquals(await page.evaluate("told.filter(([bin, schemes]) => schemes && bin !== '40355010').length"), 0);
    await number?.click({ count: 3 });
    await number?.type(FRENCH);
    for (const [type, text] of [["EXPIRATION_MONTH", "12"], ["EXPIRATION_YEAR", "39"], ["CVV", "123"]]) {
      await frame.type(`.${type} input`, text ?? "");
    }
    const saved = await page.evaluate(`container.tokenize({ storeInstrument: true, preferredScheme: "visa" })
      .then(({ data }) => data.preferredScheme)`);
    assertEquals(saved, "visa");
    await page.close();
  });

  it("in English, in the longest words and from right to left, with TEST_LONG in all seven languages, light and dark, on a phone; axe finds nothing", async () => {
    const page = await browser.newPage();
    await page.setViewport({ width: 320, height: 700 });
    await page.goto(merchant.origin);
    const seen = new Set<string>();
    const locales = Deno.env.get("TEST_LONG") === "1" ? ["en", ...Object.keys(PACKS)] : ["en", "it", "ar"];
    for (const [index, locale] of locales.entries()) {
      const colorScheme = index % 2 === 0 ? "light" : "dark";
      const options = JSON.stringify({ locale, appearance: { colorScheme } });
      await page.evaluate(`document.body.style.background = "${colorScheme === "dark" ? "#0f171f" : "#fff"}";
        document.body.style.color = "${colorScheme === "dark" ? "#e9eff5" : "#10202e"}";
        window.client?.destroy();
        window.client = Payrails.init(${JSON.stringify(await merchant.init())}, ${options});
        client.cardForm().mount("#card"); undefined`);
      const frame = await cardFrame(page);
      await frame.type("#CARD_NUMBER", FRENCH.slice(0, 8));
      await page.waitForSelector(`${CHOICE} p:not(:empty)`);
      const { title, hint } = Object.entries(PACKS).find(([code]) => code === locale)?.[1].schemes ?? ENGLISH;
      const words = await page.$eval(CHOICE, (group) => [
        group.querySelector("legend")?.textContent,
        group.querySelector("p")?.textContent,
      ]);
      assertEquals(words, [title, hint]);
      for (const text of [title, hint]) seen.add(text);
      assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 320, locale);
      assertEquals(await violations(page, { within: "#card" }), [], locale);
    }
    assertEquals(seen.size, 2 * locales.length);
    assertNotEquals(await page.$eval("#payrails-card-form", (form) => form.getAttribute("dir")), null);
    await page.close();
  });
});

/** The image in the number's field, and its size. */
async function marks(frame: Frame): Promise<readonly string[]> {
  return await frame.$$eval(".CARD_NUMBER svg", (icons) =>
    icons.map((icon) => {
      const { width, height } = icon.getBoundingClientRect();
      return `${icon.getAttribute("data-brand")} ${width}x${height}`;
    }));
}

/** The choice as a screen reader gets it. */
async function heard(page: Page): Promise<readonly string[]> {
  const root = await page.$(CHOICE);
  const tree = await page.accessibility.snapshot(root === null ? {} : { root, interestingOnly: false });
  const said: string[] = [];
  const walk = ({ role, name, children = [] }: Said) => {
    if (["group", "radio", "status"].includes(role)) said.push(name ? `${role}: ${name}` : role);
    children.forEach(walk);
  };
  if (tree !== null) walk(tree);
  return said;
}

interface Said {
  readonly role: string;
  readonly name?: string;
  readonly children?: readonly Said[];
}

/** Typed for code that runs in the page: tests are compiled without its globals. */
declare function getComputedStyle(element: unknown): Readonly<Record<string, string>>;
