/** A whole purchase with the keyboard only, and one at 200 % zoom. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { Page } from "puppeteer";
import { appFixture } from "../../support/app/app_fixture.ts";
import { cardFrame, createShopper } from "../../support/app/shopper.ts";

const MAX_TABS = 40;
/** The innermost element that has the focus: its test id, or what its field is for. */
const FOCUSED = `(() => {
  const { activeElement: at } = document;
  return at?.dataset.testid ?? (at?.id || at?.closest("[data-testid]")?.dataset.testid) ?? "";
})()`;

/** Presses Tab until the element has the focus, which must stay visible. */
async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = [];
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    const at = String(await page.evaluate(FOCUSED));
    if (at === name) return await seeRing(page, name);
    seen.push(at);
    await page.keyboard.press("Tab");
  }
  throw new Error(`No way to ${name} by Tab, only to ${seen.join(", ")}`);
}

/** The focus ring may be on the box around a field. */
async function seeRing(page: Page, name: string): Promise<void> {
  const isSeen = await page.evaluate(`(() => {
    for (let at = document.activeElement; at !== null && at !== document.body; at = at.parentElement) {
      for (const style of [getComputedStyle(at), getComputedStyle(at, "::before"), getComputedStyle(at, "::after")]) {
        if (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) return true;
        if (style.boxShadow !== "none") return true;
      }
    }
    return false;
  })()`);
  assertEquals([name, isSeen], [name, true]);
}

/** Tabs through the card frame; a frame without fields yet would be skipped. */
async function typeCard(page: Page): Promise<void> {
  const frame = await cardFrame(page);
  await page.waitForFunction(`document.querySelector("iframe[src*='/card/5/']").offsetHeight > 0`);
  // The way to another plan stands before the card.
  const isAtCard = () => page.evaluate(`document.activeElement.tagName === "IFRAME"`);
  for (let tabs = 0; tabs < 4 && await isAtCard() !== true; tabs++) await page.keyboard.press("Tab");
  for (const [field, text] of [["cc-number", "4242424242424242"], ["cc-exp", "1234"], ["cc-csc", "123"]] as const) {
    if (field !== "cc-number") await page.keyboard.press("Tab");
    await frame.waitForFunction(`document.activeElement.autocomplete === "${field}"`);
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Tab");
}

describe("paying with assistive settings", () => {
  const fixture = appFixture();

  it("T15: works from the number to the report with the keyboard only", () =>
    fixture.visit(async (page) => {
      const { keyboard } = page;
      const shopper = createShopper(page);
      await page.goto(`${fixture.app.origin}/trustcheck/`, { waitUntil: "networkidle0" });
      await tabTo(page, "phone");
      await keyboard.type("+1 650 253 0000");
      await keyboard.press("Enter");
      await shopper.see("start-quiz");
      await tabTo(page, "skip-to-check");
      await keyboard.press("Enter");
      await shopper.see("get-report");
      await tabTo(page, "get-report");
      await keyboard.press("Enter");
      await shopper.see("details-email");
      await tabTo(page, "details-email");
      await keyboard.type("keys@mail.example");
      await tabTo(page, "details-country");
      const country = () => page.$eval('[data-testid="details-country"]', (field) => Reflect.get(field, "value"));
      for (let tries = 0; tries < 5 && await country() !== "US"; tries++) {
        // A select forgets what was typed a second ago.
        if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 1_500));
        await keyboard.type("United States");
      }
      await shopper.see("details-postal");
      await tabTo(page, "details-postal");
      await keyboard.type("94043");
      await keyboard.press("Enter");
      await shopper.see("plan-continue");
      await tabTo(page, "plan-continue");
      await keyboard.press("Enter");
      await shopper.see("consent-tick");
      await cardFrame(page);
      await page.waitForSelector("#payrails-card-payment-button:not([disabled])", { visible: true });
      await typeCard(page);
      await tabTo(page, "consent-tick");
      await keyboard.press("Space");
      await tabTo(page, "payrails-card-payment-button");
      await keyboard.press("Enter");
      await shopper.see("open-report");
      await tabTo(page, "open-report");
      await keyboard.press("Enter");
      await shopper.see("report");
    }));

  it("T15: at 200 % nothing is cut off or unreachable", () =>
    fixture.visit(async (page) => {
      // Zooming a window of 1280 x 900 has this effect.
      await page.setViewport({ width: 640, height: 450, deviceScaleFactor: 2 });
      const shopper = createShopper(page);
      const fits = async (step: string) => {
        const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        assertEquals([step, Number(over) <= 0], [step, true]);
      };
      await page.goto(`${fixture.app.origin}/trustcheck/`, { waitUntil: "networkidle0" });
      await shopper.tap("consent-refuse");
      await shopper.type("phone", "+1 650 253 0000");
      await shopper.tap("check-it");
      await fits("main");
      await shopper.tap("skip-to-check");
      await shopper.see("get-report");
      await fits("scanning");
      await shopper.tap("get-report");
      await shopper.type("details-email", "zoom@mail.example");
      await (await shopper.see("details-country")).select("US");
      await shopper.type("details-postal", "94043");
      await fits("details");
      await shopper.tap("details-continue");
      await shopper.see("plan-continue");
      await fits("plan");
      await shopper.tap("plan-continue");
      await shopper.typeCard({ number: "4242424242424242" });
      await fits("payment");
      await shopper.tap("consent-tick");
      await shopper.pressPay();
      await shopper.see("open-report");
      await fits("offers");
      await shopper.tap("open-report");
      await shopper.see("report");
      await fits("report");
    }));
});
