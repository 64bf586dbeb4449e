/**
 * The free result in a real browser: it takes the place of the form, stays after a reload, and its parts fit a phone.
 */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "puppeteer";
import { type RunningApp, startApp } from "../../support/app/app.ts";
import { withPage } from "../../support/browser.ts";
import { createShopper, type Shopper } from "../../support/app/shopper.ts";

describe("the free result on a phone", () => {
  let app: RunningApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app?.close());

  const visit = (use: (shopper: Shopper, page: Page) => Promise<void>) =>
    withPage(async (page) => {
      await page.setViewport({ width: 390, height: 844 });
      const shopper = createShopper(page);
      await page.goto(`${app.origin}/trustcheck/`);
      await use(shopper, page);
    });
  const check = async (shopper: Shopper) => {
    await shopper.type("phone", "+1 650 253 0000");
    await shopper.tap("check-it");
    await shopper.see("free-result");
  };

  it("takes the place of the form, is there after a reload and on the way back, and gives way to another number", () =>
    visit(async (shopper, page) => {
      await check(shopper);
      assertEquals(await page.$('[data-testid="phone"]'), null);
      await page.waitForFunction("document.activeElement.tagName === 'H1'");
      await page.reload();
      await shopper.readUntil("Mountain View");
      assertEquals(await page.$('[data-testid="phone"]'), null);
      await shopper.tap("start-quiz");
      await page.waitForSelector('[data-question="1"]');
      await page.goBack();
      await shopper.see("free-result");
      await shopper.tap("change-number");
      await shopper.see("phone");
      await page.reload();
      await shopper.see("phone");
      assertEquals(await page.$('[data-testid="free-result"]'), null);
      await check(shopper);
      // As a sign-out leaves it.
      await page.evaluate("localStorage.clear(), sessionStorage.clear()");
      await page.reload();
      await shopper.see("phone");
      assertEquals(await page.$('[data-testid="free-result"]'), null);
    }));

  it("says at once that the score is bad and why, and then the way to help is the main button", () =>
    visit(async (shopper, page) => {
      await shopper.type("phone", "+44 909 879 0123");
      await shopper.tap("check-it");
      await shopper.readUntil("Don't answer or call back");
      const main = () => page.$$eval("main .button--primary", (all) => all.map((each) => each.textContent));
      assertEquals(await main(), ["See what to do"]);
      const reasons = () =>
        page.$$eval("[data-testid=strongest-reasons] li", (rows) => rows.map((row) => row.innerText));
      assertEquals(await reasons(), ["Premium-rate number\n+60", "Reserved for fiction\nat least 90"]);
      await shopper.tap("change-number");
      await shopper.type("phone", "+1 650 253 0000");
      await shopper.tap("check-it");
      await shopper.readUntil("Get advice for your situation");
      await shopper.readUntil("Use your usual caution");
      assertEquals(await main(), ["Answer questions"]);
      assertEquals(await reasons(), []);
    }));

  const [BAD, GOOD] = ["+44 909 879 0123", "+1 650 253 0000"] as const;
  const BAD_SHOWN = /\+44\s909\s879\s0123/;
  const checkNumber = async (shopper: Shopper, number: string) => {
    await shopper.type("phone", number);
    await shopper.tap("check-it");
    await shopper.see("free-result");
  };
  const showsBad = async (shopper: Shopper, testId: string) =>
    assertMatch(await (await shopper.see(testId)).evaluate((part) => part.textContent ?? ""), BAD_SHOWN);

  it("of an earlier number, on the way back, is what the next steps and the field are about", () =>
    visit(async (shopper, page) => {
      await checkNumber(shopper, BAD);
      await shopper.tap("skip-to-check");
      await shopper.see("teaser");
      await page.locator("::-p-text(Check another)").click();
      await checkNumber(shopper, GOOD);
      await page.goBack();
      await shopper.see("teaser");
      await page.goBack();
      await showsBad(shopper, "free-result");
      await shopper.tap("skip-to-check");
      await showsBad(shopper, "teaser");
      await shopper.tap("get-report");
      await showsBad(shopper, "details-price");
      await page.goBack();
      await shopper.see("teaser");
      await page.goBack();
      await shopper.tap("change-number");
      await shopper.see("phone");
      assertEquals(await page.$eval('[data-testid="phone"]', (field) => "value" in field && field.value), BAD);
    }));

  it("and the purchase stay about the number of their tab, whatever another tab checks meanwhile", () =>
    visit(async (shopper, page) => {
      // Opened first, so that its field is empty.
      const other = await page.browserContext().newPage();
      await other.goto(`${app.origin}/trustcheck/`);
      await page.bringToFront();
      await checkNumber(shopper, BAD);
      await other.bringToFront();
      await checkNumber(createShopper(other), GOOD);
      await page.bringToFront();
      await page.reload();
      await showsBad(shopper, "free-result");
      await shopper.tap("skip-to-check");
      await showsBad(shopper, "teaser");
      await shopper.tap("get-report");
      await showsBad(shopper, "details-price");
      await other.bringToFront();
      await other.reload();
      await createShopper(other).see("free-result");
      await page.bringToFront();
      await page.reload();
      await showsBad(shopper, "details-price");
      await other.close();
    }));

  it("keeps the next step in sight wherever the page is scrolled to, with tiles in two columns", () =>
    visit(async (shopper, page) => {
      await check(shopper);
      for (const top of ["0", "document.body.scrollHeight"]) {
        await page.evaluate(`scrollTo(0, ${top})`);
        const button = await (await shopper.see("start-quiz")).boundingBox();
        assert(button !== null && button.y > 700 && button.y + button.height < 844, JSON.stringify(button));
      }
      const lefts = await page.$$eval(
        ".facts__tile",
        (tiles) => tiles.map((tile) => tile.getBoundingClientRect().left),
      );
      assertEquals(new Set(lefts).size, 2);
    }));

  it("one focus ring surrounds the whole number field, whichever of its parts has the focus", () =>
    visit(async (shopper, page) => {
      await shopper.see("phone");
      const rings = () =>
        page.evaluate(`[...document.querySelectorAll(
          ".phone-field__box, .phone-field__country, .phone-field__box input, .phone-field__box select")]
          .filter((each) => getComputedStyle(each).outlineStyle === "solid").map((each) => each.className)`);
      for (const id of ["phone", "phone-country"]) {
        await page.focus(`[data-testid="${id}"]`);
        await page.keyboard.press("Shift");
        assertEquals(await rings(), ["phone-field__box"], id);
      }
    }));

  it("a message with two numbers is pasted as its numbers, and one of them is checked", () =>
    visit(async (shopper, page) => {
      await page.focus('[data-testid="phone"]');
      // The page that the server sends does not react to a paste before the app has taken it over.
      await page.waitForFunction(`(() => {
        if (document.querySelector('[data-testid="number-offers"]') !== null) return true;
        const data = new DataTransfer();
        data.setData("text", "Call +1 650 253 0000 or, if you get no answer within the next ten minutes, +44 20 7946 0018");
        document.querySelector('[data-testid="phone"]').dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        return false;
      })()`);
      const offered = await (await shopper.see("number-offers")).$$eval(
        "button",
        (all) => all.map((each) => each.textContent),
      );
      assertEquals(offered, ["+1 650 253 0000", "+44 20 7946 0018"]);
      await page.click('[data-testid="number-offers"] button');
      await shopper.tap("check-it");
      await shopper.readUntil("Mountain View");
    }));
});
