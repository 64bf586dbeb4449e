/**
 * The payment screen: on the smallest phone, in every language, everything to know before paying without scrolling; on
 * a wide screen the order beside the card.
 */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "puppeteer";
import { eventually } from "../../support/eventually.ts";
import { LANGUAGES } from "../../../server/wire/site/languages.ts";
import { appFixture } from "../../support/app/app_fixture.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { enter } from "../../support/app/funnel.ts";
import { comeBack, memberOf } from "../../support/app/returning.ts";
import { cardFrame, createShopper } from "../../support/app/shopper.ts";

const HEIGHT_PX = 568;
const ORDER = { firstName: "", lastName: "", country: "US", postalCode: "94043" };
/** What TRUST T1 requires beside the card fields, and how the test finds it. */
const PARTS = [
  ".payment h1",
  '[data-testid="change-plan"]',
  '[data-testid="price-today"]',
  '[data-testid="price-then"]',
  '[data-testid="price-then"] + p',
  '[data-testid="consent-tick"]',
  '.payment a[href$="/terms"]',
  '.payment a[href$="/privacy"]',
  ".payment iframe",
  "#payrails-card-payment-button",
] as const;
/** A non-breaking space before the currency, in languages that have one. */
const SAYS: Readonly<Record<string, RegExp>> = {
  en:
    /Today 3-day trial\s+\$1\.00\s+Then every 7 days from \w+\s\d+,\s20\d\d\s+\$19\.99\s+Cancel in two clicks[^]*Pay \$1\.00/,
  es:
    /Hoy prueba de 3 días\s+1,00\u00a0US\$\s+Después, cada 7 días a partir del \d+\sde\s\w+\sde\s20\d\d\s+19,99\u00a0US\$\s+Cancela en dos clics[^]*Pagar 1,00\u00a0US\$/,
  de:
    /Heute 3 Tage Probezeit\s+1,00\u00a0\$\s+Danach alle 7 Tage ab dem \d+\.\s[\wä]+\s20\d\d\s+19,99\u00a0\$\s+Jederzeit mit zwei Klicks kündbar[^]*1,00\u00a0\$ zahlen/,
};

describe("the payment screen at 320 x 568", () => {
  const fixture = appFixture();

  const open = async (page: Page, language: string, planId: string): Promise<void> => {
    await page.setViewport({ width: 320, height: HEIGHT_PX });
    const local = { quizEmail: "ada@mail.example" };
    const kept = { local, session: { checkout: { ...ORDER, planId } } };
    await enter(page, { origin: fixture.app.origin, path: `?step=payment&lang=${language}`, kept });
    await cardFrame(page);
    await page.waitForSelector("#payrails-card-payment-button", { visible: true });
  };
  /** The payment of a visitor who sees the site in English. */
  const atPayment = (live: (page: Page) => Promise<void>) =>
    fixture.visit(async (page) => {
      await open(page, "en", "tck_weekly_3dtrial");
      await live(page);
    });
  /** The bottom edge of a part, or why it cannot be seen. */
  const bottoms = async (page: Page) =>
    JSON.parse(String(
      await page.evaluate(`JSON.stringify(${JSON.stringify(PARTS)}.map((part) => {
      const element = document.querySelector(part);
      if (element === null) return [part, "missing"];
      const { top, bottom, left, right, height } = element.getBoundingClientRect();
      const isIn = height > 0 && top >= 0 && left >= 0 && right <= innerWidth && bottom <= ${HEIGHT_PX};
      return [part, isIn ? "seen" : "ends at " + Math.round(bottom)];
    }))`),
    ));

  for (const { code } of LANGUAGES) {
    it(`T1: ${code}: plan, change, today, then, how to leave, consent, card and Pay, without scrolling`, () =>
      fixture.visit(async (page) => {
        for (const planId of ["tck_weekly_3dtrial", "tck_3month_plan"]) {
          await open(page, code, planId);
          assertEquals(await page.evaluate("document.documentElement.lang"), code);
          const wanted = JSON.stringify(PARTS.map((part) => [part, "seen"]));
          await eventually(async () => JSON.stringify(await bottoms(page)) === wanted, () => bottoms(page));
          assertEquals(await page.evaluate("scrollY"), 0);
          // Nothing is collapsed, and no consent is preselected.
          assertEquals(await page.$$eval(".payment details", (all) => all.length), 0);
          assertEquals(
            await page.$eval('[data-testid="consent-tick"]', (box) => "checked" in box && box.checked),
            false,
          );
          if (planId === "tck_weekly_3dtrial") {
            assertMatch(String(await page.evaluate("document.querySelector('.payment').innerText")), SAYS[code] ?? /-/);
          }
        }
      }));
  }

  it("the consent stands below the card fields and right above Pay; on a wide screen the order stands beside the card, with what the plan has; on a phone that list is left out; each step says how far the purchase is, in words and as bars", () =>
    atPayment(async (page) => {
      const [cardEnds = 0, tick = 0, consentEnds = 0, payBegins = 0] = JSON.parse(String(
        await page.evaluate(`(() => {
      const box = (part) => document.querySelector(part).getBoundingClientRect();
      return JSON.stringify([box(".payment iframe").bottom, box('[data-testid="consent-tick"]').top,
        box('.payment a[href$="/terms"]').bottom, box("#payrails-card-payment-button").top]);
    })()`),
      )) as number[];
      assertEquals([tick >= cardEnds, payBegins >= consentEnds, payBegins - consentEnds < 16], [true, true, true]);
      const isListShown = () => page.$eval(".payment__price .ticks", (list) => list.checkVisibility());
      assertEquals(await isListShown(), false);
      await page.setViewport({ width: 1280, height: 800 });
      await page.waitForFunction("document.querySelector('.payment__price .ticks').checkVisibility()");
      // The card frame tells its new height; then neither column leaves the other one half empty.
      await page.waitForFunction(`(() => {
        const [order, list, card, end, panel] =
          [".payment__price", ".payment__price .ticks", ".payment__form", ".payment__end", ".payment"]
            .map((part) => document.querySelector(part).getBoundingClientRect());
        return order.right <= card.left && card.left === end.left && end.bottom < panel.bottom &&
          Math.abs(list.bottom - end.bottom) < 80;
      })()`);

      const seen = [];
      for (const step of ["details", "plan", "payment"]) {
        await page.goto(`${fixture.app.origin}/trustcheck/?step=${step}&lang=en`);
        await page.waitForSelector('[data-testid="step"]');
        seen.push(
          await page.$eval('[data-testid="step"]', (part) => [
            part.textContent,
            part.querySelectorAll("[data-done]").length,
          ]),
        );
      }
      assertEquals(seen, [["Step 1 of 3", 1], ["Step 2 of 3", 2], ["Step 3 of 3", 3]]);
    }));

  it("one press of Pay marks the missing consent together with the card fields, and the card has the focus", () =>
    atPayment(async (page) => {
      const frame = await cardFrame(page);
      await page.click("#payrails-card-payment-button");
      await page.waitForFunction("document.querySelector('.payment').innerText.includes('Check this box')");
      await frame.waitForFunction("document.querySelectorAll('[aria-invalid=true]').length === 3");
      await page.waitForFunction("document.activeElement.tagName === 'IFRAME'");
      await page.click('[data-testid="consent-tick"]');
      await page.waitForFunction("!document.querySelector('.payment').innerText.includes('Check this box')");
      await page.click("#payrails-card-payment-button");
      // The card has the focus once the press is judged.
      await page.waitForFunction("document.activeElement.tagName === 'IFRAME'");
      assertEquals(
        await page.evaluate("document.querySelector('.payment').innerText.includes('Check this box')"),
        false,
      );
    }));

  it("with a valid card the missing consent takes the focus; a decline is said above the card and has the focus, and is gone once the shopper types; another card starts in empty fields with the focus", () =>
    atPayment(async (page) => {
      await page.setViewport({ width: 390, height: 844 });
      const frame = await cardFrame(page);
      const card = { "cc-number": "4000000000000002", "cc-exp": "1234", "cc-csc": "123" };
      for (const [name, text] of Object.entries(card)) await (await frame.$(`[autocomplete="${name}"]`))?.type(text);
      await page.click("#payrails-card-payment-button");
      await page.waitForFunction("document.activeElement.dataset.testid === 'consent-tick'");
      await page.click('[data-testid="consent-tick"]');
      await page.click("#payrails-card-payment-button");
      await page.waitForFunction(`document.activeElement !== document.body &&
      document.activeElement.contains(document.querySelector('[data-testid="payment-error"]'))`);
      const [ends, begins] = JSON.parse(String(
        await page.evaluate(`(() => {
      const { top, bottom } = document.querySelector('[data-testid="payment-error"]').getBoundingClientRect();
      return JSON.stringify([top >= 0 && bottom, document.querySelector(".payment iframe").getBoundingClientRect().top]);
    })()`),
      ));
      assert(ends > 0 && ends <= begins, `${ends} ${begins}`);
      await (await frame.waitForSelector('[autocomplete="cc-csc"]:not([readonly])'))?.press("Backspace");
      await page.waitForFunction(`document.querySelector('[data-testid="payment-error"]') === null`);

      const shopper = createShopper(page);
      await (await frame.$('[autocomplete="cc-csc"]'))?.type("3");
      await shopper.pressPay();
      await shopper.see("payment-error");
      await shopper.tap("another-card");
      await page.waitForSelector('[data-testid="payment-error"]', { hidden: true });
      const empty = await cardFrame(page);
      await empty.waitForFunction("document.activeElement.autocomplete === 'cc-number'");
      assertEquals(await empty.$$eval("input", (all) => all.map(({ value }) => value).join("")), "");
      assertEquals(await page.$eval('[data-testid="consent-tick"]', (box) => "checked" in box && box.checked), true);
    }));

  it("the panel names the shop behind a lock and, where there is room, the number and its band", () =>
    fixture.visit(async (page) => {
      await page.setViewport({ width: 390, height: 844 });
      await page.goto(`${fixture.app.origin}/trustcheck/privacy?lang=en`);
      await page.evaluate(`localStorage.setItem("quizEmail", '"ada@mail.example"');
      sessionStorage.setItem("checkout", ${
        JSON.stringify(JSON.stringify({ ...ORDER, planId: "tck_weekly_3dtrial" }))
      });`);
      await page.goto(`${fixture.app.origin}/trustcheck/`);
      await (await page.waitForSelector('input[type="tel"]'))?.type("+1 900 234 5678");
      await page.keyboard.press("Enter");
      await page.waitForSelector('[data-testid="free-result"], .found', { visible: true });
      await page.evaluate(`history.pushState({}, "", "/trustcheck/?step=payment");
      dispatchEvent(new PopStateEvent("popstate", { state: {} }));`);
      await page.waitForFunction(
        `/Suspicious/.test(document.querySelector('[data-testid="payment-number"]')?.textContent)`,
      );
      const text = String(await page.evaluate("document.querySelector('.payment').innerText"));
      assertMatch(
        text,
        /^TrustCheck\s+Secure payment\s+Step 3 of 3\s+Weekly plan\s+Change\s+Report for \+1\s900\s234\s5678\s+Suspicious/,
      );
      assertEquals(await page.$eval(".payment__mark", (mark) => mark.checkVisibility()), true);
    }));

  it("a signed-in member reads that they have the plan already, and is asked for the card of another plan only", () =>
    fixture.visit(async (page) => {
      const member = await memberOf(createVisitor(fixture.app.context), "ada.member@mail.example");
      const visit = (planId: string) =>
        comeBack(page, {
          ...member,
          kept: { ...member.kept, session: { checkout: { ...ORDER, planId } } },
        }, { origin: fixture.app.origin, path: "?step=payment" });
      await visit("tck_weekly_3dtrial");
      await page.waitForSelector('[data-testid="owned-plan"]', { visible: true });
      assertEquals(await page.$("iframe"), null);
      assertEquals(
        await page.$$eval('[data-testid="owned-plan"] a', (links) => links.map((link) => link.getAttribute("href"))),
        ["/trustcheck/webapp", "/trustcheck/webapp/manage-subscriptions"],
      );
      await visit("tck_3month_plan");
      await cardFrame(page);
      assertEquals(await page.$('[data-testid="owned-plan"]'), null);
    }));
});
