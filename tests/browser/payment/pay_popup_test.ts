/** The challenge's popup with keyboard, phone and screen reader. */
import type { Browser, HTTPRequest, Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { PACK as AR } from "../../../sdk/locales/ar.ts";
import { PACK as DE } from "../../../sdk/locales/de.ts";
import { PACK as ES } from "../../../sdk/locales/es.ts";
import { PACK as FR } from "../../../sdk/locales/fr.ts";
import { PACK as IT } from "../../../sdk/locales/it.ts";
import { PACK as PT } from "../../../sdk/locales/pt.ts";
import { eventually } from "../../support/eventually.ts";
import { cardFrame } from "../../support/frames.ts";
import type { RunningApp } from "../../support/app/app.ts";
import type { MerchantPage } from "../../support/merchant/merchant_page.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import { atCheckout, type CheckoutPage, PAY_BUTTON } from "../../support/merchant/checkout_page.ts";

const CHALLENGED = "4000002500003155";
const POPUP = "#payrails-popup";

describe("the challenge", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture());
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  async function inCheck(use: (checkout: CheckoutPage) => Promise<void>) {
    await atCheckout({ browser, merchant }, { integration: "elements" }, async (checkout) => {
      await checkout.fill(CHALLENGED);
      await checkout.pay();
      await checkout.popupPage();
      await use(checkout);
    });
  }
  const focused = (page: Page) => page.evaluate("document.activeElement.id || document.activeElement.tagName");
  /** The style sheet draws the title: a copy of it in the same typeface is as wide. */
  const hasRoom = (page: Page) =>
    page.evaluate(`(() => {
      const [popup, button] = ["", "-cancel-button"].map((name) => document.querySelector("${POPUP}" + name));
      const head = getComputedStyle(popup, "::before");
      const copy = document.createElement("span");
      copy.textContent = popup.dataset.title;
      copy.style.cssText = "position:fixed;white-space:nowrap;font:" + head.font;
      button.parentElement.append(copy);
      const widthPx = copy.getBoundingClientRect().width;
      copy.remove();
      const padding = [head.paddingLeft, head.paddingRight].map(parseFloat);
      return widthPx <= parseFloat(head.width) - padding[0] - padding[1] &&
        Math.min(...padding) + widthPx <= innerWidth - 4 - button.offsetWidth;
    })()`);
  const numbers = async (page: Page, script: string): Promise<readonly number[]> =>
    asNumbers(await page.evaluate(script));

  /** Window width, then the frame's required width and height. */
  const SIZES = [[320, 250, 400], [391, 390, 400], [560, 500, 600], [900, 600, 400]] as const;
  it("S-3DS-04, S-3DS-05, S-3DS-06, S-3DS-07, S-3DS-08: its outer size follows the window, fits a phone, and the issuer page scrolls in it", async () => {
    for (const [windowPx, widthPx, heightPx] of SIZES) {
      await atCheckout({ browser, merchant }, { integration: "elements" }, async (checkout) => {
        const { page } = checkout;
        await page.setViewport({ width: windowPx, height: 760 });
        await checkout.fill(CHALLENGED);
        await checkout.pay();
        const issuer = await checkout.popupPage();
        // First with the script only, as on a page without the style sheet, then with both.
        for (const sheet of [true, false]) {
          await page.evaluate(`for (const { ownerNode } of document.styleSheets) ownerNode.disabled = ${!sheet}`);
          const [left = -1, right = 9999, top = -1, ...sizes] = await numbers(
            page,
            `(() => {
              const [popup, frame, button] = ["${POPUP}", "#payrails-frame", "#payrails-popup-cancel-button"].map((id) =>
                document.querySelector(id).getBoundingClientRect());
              const { borderLeftWidth, borderTopWidth } = getComputedStyle(document.querySelector("${POPUP}"));
              return [Math.min(popup.left, frame.left, button.left), Math.max(popup.right, frame.right, button.right),
                Math.min(popup.top, button.top), frame.width, frame.height, popup.width, popup.height,
                parseFloat(borderLeftWidth), parseFloat(borderTopWidth)];
            })()`,
          );
          assertEquals(sizes, [widthPx, heightPx, Math.min(widthPx + 4, windowPx), heightPx + 4, 4, 4], `${windowPx}`);
          if (sheet) assert(left >= 0 && right <= windowPx && top >= 0, `${windowPx}: ${left} to ${right}, ${top}`);
        }
        await page.evaluate("for (const { ownerNode } of document.styleSheets) ownerNode.disabled = false");
        assertEquals(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
        await issuer.evaluate(
          "document.body.append(Object.assign(document.createElement('div'), { id: 'far' })); document.querySelector('#far').style.height = '1500px'",
        );
        assertEquals(await issuer.evaluate("scrollTo(0, 900), scrollY > 500"), true);
      });
    }
  });

  it("S-3DS-17, SECURITY S2: the issuer page's message ends it before the server has an outcome; the merchant page's does not", async () => {
    const options = { integration: "elements", expected: /max poll attempts exceeded/ } as const;
    await atCheckout({ browser, merchant }, options, async (checkout) => {
      const { page, popupPage, final } = checkout;
      await checkout.fill(CHALLENGED);
      await checkout.pay();
      await popupPage();
      const say = `postMessage('{"type":"3DS-challenge-completed"}', "*")`;
      await page.evaluate(say);
      await page.evaluate("new Promise((done) => setTimeout(done, 300))");
      assert(await page.$(POPUP) !== null, "a message of the page closed the popup");
      await (await popupPage()).evaluate(`parent.${say}`);
      await page.waitForFunction(
        `!document.querySelector("${POPUP}") || document.querySelector("#payrails-popup-cancel-button").style.visibility === "hidden"`,
      );
      assertEquals((await final()).name, "onPending");
    });
  });

  it("a language that changes while it is open changes its title, its cancel button and its direction", () =>
    inCheck(async ({ page }) => {
      const read = () =>
        page.evaluate(`(() => {
          const [background, popup, frame, button] = ["background", "", "frame", "cancel-button"].map((name) =>
            document.querySelector(name === "frame" ? "#payrails-frame" : ["#payrails-popup", name].filter(Boolean).join("-")));
          return [background.getAttribute("aria-label"), popup.dataset.title, frame.title, button.textContent,
            background.lang, background.dir, frame.src].join("|");
        })()`);
      const src = String(await read()).split("|").at(-1);
      await page.setViewport({ width: 320, height: 568 });
      const rows = [["de", DE, "ltr"], ["es", ES, "ltr"], ["fr", FR, "ltr"], ["it", IT, "ltr"], [
        "pt",
        PT,
        "ltr",
      ]] as const;
      for (const [locale, { popup: { bank, cancel } }, direction] of [...rows, ["ar", AR, "rtl"]] as const) {
        await page.evaluate(`client.update({ locale: "${locale}" })`);
        const expected = [bank, bank, bank, cancel, locale, direction, src].join("|");
        assertEquals(await eventually(async () => await read() === expected && expected, read), expected);
        assert(await hasRoom(page), `${locale}: the title runs into the way out, or is cut off`);
      }
    }));

  it("the issuer page shows amount and order in full on a phone, with one primary button in view", async () => {
    await atCheckout({ browser, merchant }, { integration: "elements" }, async (checkout) => {
      const { page } = checkout;
      await page.setViewport({ width: 390, height: 760 });
      await checkout.fill(CHALLENGED);
      await checkout.pay();
      const issuer = await checkout.popupPage();
      const text = String(await issuer.evaluate("document.body.innerText"));
      assertMatch(text, /Amount\s+[$€£][0-9.,]+\s+(?:Merchant\s+localhost\s+)?Order\s+\S+/);
      assertEquals(await issuer.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
      const clipped =
        "[...document.querySelectorAll('dd')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length";
      assertEquals(await issuer.evaluate(clipped), 0);
      assertEquals(
        await issuer.evaluate(
          "document.querySelector('[data-testid=approve]').getBoundingClientRect().bottom <= innerHeight",
        ),
        true,
      );
      const fills =
        "[...document.querySelectorAll('button')].filter((button) => getComputedStyle(button).backgroundColor !== 'rgba(0, 0, 0, 0)').length";
      assertEquals(await issuer.evaluate(fills), 1);
      // The sheet fills the whole phone screen.
      const [left = -1, top = -1, width = 0, height = 0, opacity = 0] = await numbers(
        page,
        `(() => { const sheet = document.querySelector("#payrails-popup-background"), box = sheet.getBoundingClientRect();
          return [box.left, box.top, box.width, box.height, getComputedStyle(sheet).backgroundColor === "rgb(255, 255, 255)" ? 1 : 0]; })()`,
      );
      assertEquals([left, top, width, height, opacity], [0, 0, 390, 760, 1]);
      // In dark mode, the sheet, its header and its cancel button are dark, too.
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
      const looks = await numbers(
        page,
        `(() => { document.documentElement.style.colorScheme = "light dark";
          const light = (colour) => Math.max(...colour.match(/[0-9.]+/g).slice(0, 3).map(Number));
          const [sheet, popup, button] = ["-background", "", "-cancel-button"].map((name) => document.querySelector("${POPUP}" + name));
          const head = getComputedStyle(popup, "::before");
          return [getComputedStyle(sheet).backgroundColor, getComputedStyle(popup).borderTopColor, head.backgroundColor,
            head.color, getComputedStyle(button).color].map(light); })()`,
      );
      assertEquals(looks.map((brightness) => brightness < 64), [true, true, true, false, false], looks.join());
    });
  });

  it("the sheet closes by itself as soon as the shopper has approved, before the result is known", async () => {
    const { promise: closed, resolve: resolveClosed } = Promise.withResolvers<void>();
    const polls = { isHeld: false, held: 0 };
    const fault = (request: HTTPRequest) => {
      const isPoll = request.method() === "GET" && /\/client\/executions\/[^/]+$/.test(request.url());
      if (!isPoll || !polls.isHeld) return undefined;
      polls.held++;
      return { until: closed };
    };
    await atCheckout({ browser, merchant }, { integration: "elements", fault }, async (checkout) => {
      const { page } = checkout;
      await checkout.fill(CHALLENGED);
      await checkout.pay();
      const issuer = await checkout.popupPage();
      // The poll before the held one has its answer, so that no poll can see the result.
      polls.isHeld = true;
      await eventually(() => polls.held > 0);
      await page.evaluate(`window.sheets = []; addEventListener("message", (event) => {
        if (event.data !== '{"type":"3DS-challenge-completed"}') return;
        setTimeout(() => sheets.push(document.querySelector("#payrails-popup-background")?.open ?? null));
      });`);
      await issuer.click("[data-testid=approve]");
      await page.waitForFunction("sheets.length > 0");
      assertEquals(await page.evaluate("sheets"), [false]);
      resolveClosed();
      assertEquals((await checkout.final()).name, "onSuccess");
    });
  });

  it("the page behind neither scrolls nor gets the focus; both return afterwards", async () => {
    await atCheckout({ browser, merchant }, { integration: "elements" }, async (checkout) => {
      const { page } = checkout;
      await page.evaluate(
        "document.querySelector('#below').style.height = '3000px'; document.body.append(Object.assign(document.createElement('a'), { href: '#x', id: 'behind', textContent: 'behind' }))",
      );
      await checkout.fill(CHALLENGED);
      await checkout.pay();
      const issuer = await checkout.popupPage();
      await page.mouse.move(10, 10);
      await page.mouse.wheel({ deltaY: 600 });
      await page.keyboard.press("End");
      await new Promise((resolve) => setTimeout(resolve, 200));
      assertEquals(await page.evaluate("scrollY"), 0);
      const places = new Set<unknown>();
      for (let step = 0; step < 8; step++) {
        places.add(await focused(page));
        await page.keyboard.press("Tab");
      }
      assert(!places.has("behind") && !places.has(PAY_BUTTON.slice(1)), JSON.stringify([...places]));
      assert(places.has("payrails-popup-cancel-button") && places.has("payrails-frame"), JSON.stringify([...places]));
      await issuer.click("[data-testid=decline]");
      assertEquals((await checkout.final()).name, "onFailed");
      // The compositor may not know yet that the page scrolls again.
      await eventually(async () => {
        await page.mouse.wheel({ deltaY: 600 });
        return Number(await page.evaluate("scrollY")) > 0;
      });
      await page.waitForSelector(`${PAY_BUTTON}:focus`);
    });
  });

  it("it has an accessible name and a cancel button, Escape closes it, and each way out ends it once", async () => {
    for (const leave of ["Escape", "click"] as const) {
      await inCheck(async (checkout) => {
        const { page } = checkout;
        const names = await page.evaluate(`["#payrails-popup-background", "#payrails-frame"].map((selector) => {
          const element = document.querySelector(selector);
          return element.getAttribute("aria-label") ?? element.title;
        })`);
        assertEquals(names, ["Verify with your bank", "Verify with your bank"]);
        if (leave === "Escape") await page.keyboard.press("Escape");
        else await page.click("#payrails-popup-cancel-button");
        assertEquals((await checkout.final()).name, "onPending");
        assertEquals(await page.$(POPUP), null);
        await page.waitForSelector(`${PAY_BUTTON}:not([disabled])[aria-busy=false]`);
      });
    }
  });

  it("a pay button in a shadow root has the focus back after a closed challenge, and after a decline", async () => {
    await atCheckout({ browser, merchant }, { integration: "elements" }, async (checkout) => {
      const { page } = checkout;
      const inShadow = `document.querySelector("#pay").shadowRoot.querySelector("${PAY_BUTTON}")`;
      await page.evaluate(`{
        const place = document.createElement("div");
        document.querySelector("#pay").attachShadow({ mode: "open" }).append(place);
        window.button.mount(place);
      }`);
      await checkout.fill(CHALLENGED);
      await page.waitForFunction(`!${inShadow}.disabled`);
      await page.evaluate(`${inShadow}.focus()`);
      for (const leave of ["close", "decline"]) {
        await page.keyboard.press("Enter");
        const issuer = await checkout.popupPage();
        if (leave === "close") await page.click("#payrails-popup-cancel-button");
        else await issuer.click("[data-testid=decline]");
        await page.waitForFunction(`!document.querySelector("${POPUP}") && !${inShadow}.disabled`);
        await page.waitForFunction(`document.querySelector("#pay").shadowRoot.activeElement === ${inShadow}`);
      }
    });
  });

  it("S-DROPIN-01: works from the list of methods to the approved challenge with the keyboard only", async () => {
    await atCheckout({ browser, merchant }, { integration: "dropin" }, async (checkout) => {
      const { page } = checkout;
      const { keyboard } = page;
      await keyboard.press("Tab");
      await keyboard.press("Space");
      const frame = await cardFrame(page);
      await page.waitForFunction("document.querySelector('#card iframe').offsetHeight > 0");
      const card = { CARD_NUMBER: CHALLENGED, EXPIRATION_MONTH: "12", EXPIRATION_YEAR: "39", CVV: "123" };
      for (const [field, text] of Object.entries(card)) {
        await keyboard.press("Tab");
        // The focus moves between documents; a person never types as fast as a test.
        await frame.waitForFunction(`document.hasFocus() && document.activeElement?.id === "${field}"`);
        await keyboard.type(text);
      }
      await page.waitForSelector(`${PAY_BUTTON}:not([disabled])`);
      for (let step = 0; step < 5 && await focused(page) !== PAY_BUTTON.slice(1); step++) await keyboard.press("Tab");
      assertEquals(await focused(page), PAY_BUTTON.slice(1));
      await keyboard.press("Enter");
      const issuer = await checkout.popupPage();
      const isOnApprove = () => issuer.evaluate("document.activeElement?.dataset?.testid === 'approve'");
      for (let step = 0; step < 8 && !(await isOnApprove()); step++) await keyboard.press("Tab");
      assert(await isOnApprove(), "Approve cannot be reached");
      await keyboard.press("Enter");
      assertEquals((await checkout.final()).name, "onSuccess");
      assertEquals(await focused(page), "payrails-authorization-success");
    });
  });
});

function asNumbers(value: unknown): readonly number[] {
  return value as readonly number[];
}
