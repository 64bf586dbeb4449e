/** The card form and pay button in a real browser, in the page of a merchant on a port of its own. */
import type { Browser, Frame, Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import type { ElementType } from "../../../sdk/wire/frames.ts";
import { violations, WCAG } from "../../support/screens/axe.ts";
import { eventually } from "../../support/eventually.ts";
import type { RunningApp } from "../../support/app/app.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import { answerChallenge, cardFrame, challengeFrame } from "../../support/frames.ts";
import {
  type CheckoutOptions,
  type MerchantPage,
  openMerchantPage,
  retypeNumber,
  seenEvents,
  typeCard,
  untilCleared,
  waitForEvent,
} from "../../support/merchant/merchant_page.ts";
import { inOwnPage, SharedPage } from "../../support/merchant/shared_page.ts";

const GOOD = "4242424242424242";
const DECLINED = "4000000000000002";
const CHALLENGED = "4000002500003155";
const BUTTON = "#payrails-card-payment-button";

const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate(`getComputedStyle(document.querySelector("${selector}")).${property}`);

describe("card form", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture());
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  const shared = new SharedPage();

  /** Most cases share one document. Each has a client, a session and a card frame of its own. */
  async function inShop(
    use: (page: Page, frame: Frame) => Promise<void>,
    { isAlone = false, ...options }: CheckoutOptions & { readonly isAlone?: boolean } = {},
  ) {
    const visit = isAlone ? inOwnPage : shared.visit.bind(shared);
    await visit(browser, async (page) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      await use(page, await merchant.nextCheckout(page, options));
      assertEquals(errors, []);
    });
  }

  const value = (frame: Frame, id: ElementType) => frame.$eval(`#${id}`, (input) => Reflect.get(input, "value"));
  const names = async (page: Page) => (await seenEvents(page)).map(([name]) => name);
  const isEnabled = (page: Page) => page.$eval(BUTTON, (button) => !button.hasAttribute("disabled"));
  const untilEnabled = (page: Page) => page.waitForSelector(`${BUTTON}:not([disabled])`);
  const authorizeCalls = (page: Page) => {
    const calls: string[] = [];
    page.on(
      "request",
      (request) => request.url().endsWith("/authorize") && request.method() === "POST" && calls.push(request.url()),
    );
    return calls;
  };

  it("S-SEC-01, S-CONTAINER-01, S-FORM-01, S-FORM-04: all fields are in one frame of the vault's origin, none in the page", async () => {
    await inShop(async (page, frame) => {
      assertEquals(new URL(frame.url()).origin, app.frameOrigin);
      assertEquals(await page.$$eval("#card iframe", (frames) => frames.length), 1);
      assertEquals(await page.$$eval("#card input", (inputs) => inputs.length), 0);
      const inputs = await frame.$$eval(
        "form input",
        (found) => found.map((input) => [input.id, input.getAttribute("autocomplete")].join(" ")),
      );
      assertEquals(inputs, [
        "CARD_NUMBER cc-number",
        "CARDHOLDER_NAME cc-name",
        "EXPIRATION_DATE cc-exp",
        "CVV cc-csc",
      ]);
    }, { form: { showCardHolderName: true, showSingleExpiryDateField: true } });
  });

  it("S-FORM-02, S-FORM-03, S-VALID-06: by default no name, month and year apart, and a CVV of at most 3", async () => {
    await inShop(async (_page, frame) => {
      const inputs = await frame.$$eval("form input", (found) => found.map((input) => input.id));
      assertEquals(inputs, ["CARD_NUMBER", "EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"]);
      await frame.type("#CVV", "12345");
      assertEquals(await value(frame, "CVV"), "123");
    });
  });

  it("on a phone, several errors of a row each begin at their own field; a disabled button has its own grey", async () => {
    await inShop(async (page, frame) => {
      await page.setViewport({ width: 390, height: 800 });
      assertEquals(await styleOf(page, BUTTON, "opacity"), "1");
      assertEquals(await styleOf(page, BUTTON, "backgroundColor"), "rgb(213, 221, 229)");
      await page.evaluate("void form.validate()");
      await frame.waitForFunction("document.querySelectorAll('.error:not(:empty)').length === 4");
      const starts = (selector: string) =>
        frame.$$eval(selector, (all) => all.slice(1).map((one) => Math.round(one.getBoundingClientRect().left)));
      assertEquals(await starts(".error"), await starts(".field"));
      const gaps = await frame.evaluate(`[...document.querySelectorAll(".row")].map((row) => {
        const [said, next] = [row.nextElementSibling.lastElementChild, row.nextElementSibling.nextElementSibling];
        const { top, bottom, height } = said.getBoundingClientRect();
        return [top - row.getBoundingClientRect().bottom, height, next.hidden || next.getBoundingClientRect().top - bottom];
      })`);
      assertEquals(gaps, [[3, 16, 9], [3, 16, true]]);
      const signs = (selector: string, part: string) =>
        frame.$$eval(selector, (all, part) => all.map((one) => getComputedStyle(one, part).display), part);
      assertEquals(await signs(".error", "::before"), ["block", "block", "block", "block"]);
      await page.setViewport({ width: 320, height: 800 });
      assertEquals(await signs(".CVV .box", "::after"), ["block"]);
    });
  });

  it("moved in the page it is empty, since the browser loads its frame again: Pay waits for another card", async () => {
    await inShop(async (page, frame) => {
      await typeCard(frame, { number: GOOD });
      await untilEnabled(page);
      await page.$eval("#payrails-card-form", (form) => document.body.append(form.parentElement ?? form));
      await page.waitForSelector(`${BUTTON}[disabled]`);
      const again = await cardFrame(page);
      await typeCard(again, { number: GOOD });
      await untilEnabled(page);
    }, { isAlone: true });
  });

  it("on a phone, an empty form with one expiry field shows its errors without moving what is below", async () => {
    await inShop(async (page, frame) => {
      await page.setViewport({ width: 320, height: 800 });
      const height = () => page.$eval("#card iframe", (iframe) => iframe.getBoundingClientRect().height);
      const before = await height();
      await page.evaluate("void form.validate()");
      await frame.waitForFunction("document.querySelectorAll('.error:not(:empty)').length === 3");
      assertEquals(await frame.$$eval(".error", (all) => all.map((one) => one.getBoundingClientRect().height)), [
        16,
        16,
        16,
      ]);
      assertEquals(await height(), before);
    }, { form: { showSingleExpiryDateField: true } });
  });

  it("on a phone, two long errors of a row move nothing: the second is shown once the first is fixed", async () => {
    await inShop(async (page, frame) => {
      await page.setViewport({ width: 340, height: 800 });
      const height = () => page.$eval("#card iframe", (iframe) => iframe.getBoundingClientRect().height);
      const before = await height();
      const shown = () =>
        frame.evaluate(`[...document.querySelectorAll(".error:not(:empty)")].filter((said) =>
          said.getBoundingClientRect().bottom <= said.parentElement.getBoundingClientRect().bottom).map(({ id }) => id)`);
      await frame.type("#EXPIRATION_DATE", "0120");
      await frame.type("#CVV", "12");
      await frame.focus("#CARD_NUMBER");
      await frame.waitForFunction("document.querySelectorAll('.error:not(:empty)').length === 2");
      assertEquals([await shown(), await height()], [["EXPIRATION_DATE-error"], before]);
      await frame.click("#EXPIRATION_DATE", { count: 3 });
      await frame.type("#EXPIRATION_DATE", "1239");
      await frame.waitForFunction("document.querySelectorAll('.error:not(:empty)').length === 1");
      assertEquals([await shown(), await height()], [["CVV-error"], before]);
    }, { form: { showSingleExpiryDateField: true } });
  });

  for (const [locale, end] of [["en", "right"], ["ar", "left"]] as const) {
    it(`fields of the frame and controls of the page share their edges, label size and distance of icons, in ${locale}`, () =>
      inShop(async (page, frame) => {
        await page.waitForSelector("#country-selector");
        const edges = (place: Page | Frame, selector: string) =>
          place.$eval(selector, (one) => {
            const { left, right } = one.getBoundingClientRect();
            return { left, right };
          });
        const select = await edges(page, "#country-selector");
        const frameLeft = (await edges(page, "#card iframe")).left;
        const field = await edges(frame, "#CARD_NUMBER");
        assertEquals([frameLeft + field.left, frameLeft + field.right], [select.left, select.right]);
        // Its shade covers its border instead of standing inside it.
        const shade = await frame.$eval("#CVV", (one) => {
          const { boxShadow, outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(one);
          return [boxShadow, outlineStyle, outlineWidth, outlineOffset].join(" ");
        });
        assertEquals(shade, "none solid 1px -1px");
        const inset = Math.abs((await edges(frame, ".CARD_NUMBER svg"))[end] - field[end]);
        const ofCode = await frame.evaluate(`getComputedStyle(document.querySelector(".CVV .box"), "::after").${end}`);
        assertEquals([`${inset}px`, ofCode], ["16px", "16px"]);
        for (const width of [320, 390, 1280]) {
          await page.setViewport({ width, height: 800 });
          const sizes = [page, frame].map((place) =>
            place.$$eval("label[for]", (all) => all.map((label) => getComputedStyle(label).fontSize))
          );
          assertEquals(new Set((await Promise.all(sizes)).flat()).size, 1, `${width}`);
        }
      }, { initOptions: { locale }, form: { showAddressSelector: true }, isAlone: true }));
  }

  it("S-FORM-09: the number shows its brand's icon, announced once, and none when enableCardIcon is false", async () => {
    await inShop(async (_page, frame) => {
      await frame.type("#CARD_NUMBER", "378282");
      assertEquals(await frame.$eval("svg", (icon) => icon.getAttribute("data-brand")), "amex");
      assertEquals(await frame.$eval("[role=status]", (spoken) => spoken.textContent), "American Express");
    });
    await inShop(async (_page, frame) => {
      await frame.type("#CARD_NUMBER", "4242");
      assertEquals(await frame.$("svg"), null);
    }, { form: { enableCardIcon: false } });
  });

  it("S-BUTTON-01, S-BUTTON-02, S-BUTTON-03, S-BUTTON-06: pays in the required order and reports it once", async () => {
    await inShop(async (page, frame) => {
      assertEquals(await page.$eval(BUTTON, (button) => button.textContent), "Pay");
      assertEquals(await isEnabled(page), false);
      await typeCard(frame, { number: GOOD });
      await untilEnabled(page);
      // The browser offers to save what the fields of a submitted form hold.
      await frame.evaluate(`document.forms[0].addEventListener("submit", ({ target }) => {
        window.submitted = target.elements.CARD_NUMBER.value;
      })`);
      await page.click(BUTTON);
      await page.waitForSelector(`${BUTTON}[aria-busy=true][disabled] .payrails-loader-dot`);
      assertMatch(await page.$eval(".payrails-loader", (loader) => loader.textContent ?? ""), /^Loading$/);
      const success = await waitForEvent(page, "onSuccess");
      assertMatch(JSON.stringify(success), /"executionId":"[0-9a-f-]{36}","paymentMethodCode":"card"/);
      const seen = await names(page);
      const order = ["onValidate", "onButtonClicked", "onPaymentButtonClicked", "onSuccess", "onAuthorizeSuccess"];
      assertEquals(seen.filter((name) => order.includes(name)), order);
      assertEquals(await page.$(".payrails-loader"), null);
      await untilCleared(frame);
      assertEquals(await frame.evaluate("submitted"), "4242 4242 4242 4242");
    });
  });

  it("S-BUTTON-02: a label in translations overrides Pay", async () => {
    await inShop(async (page) => {
      assertEquals(await page.$eval(BUTTON, (button) => button.textContent), "Pay $1.00");
    }, { button: { translations: { label: "Pay $1.00" } } });
  });

  it("S-BUTTON-04: styles for base, hover and disabled are applied", async () => {
    const styles = { base: { color: "rgb(1, 2, 3)" }, hover: { color: "rgb(4, 5, 6)" }, disabled: { opacity: "0.3" } };
    const color = (page: Page) => styleOf(page, BUTTON, "color");
    await inShop(async (page, frame) => {
      assertEquals(await styleOf(page, BUTTON, "opacity"), "0.3");
      await typeCard(frame, { number: GOOD });
      await untilEnabled(page);
      assertEquals(await color(page), "rgb(1, 2, 3)");
      await page.hover(BUTTON);
      assertEquals(await color(page), "rgb(4, 5, 6)");
      await page.evaluate(`button.update({ styles: { base: { color: "rgb(7, 8, 9)" } }, events: {
        onButtonClicked: () => (seen.push(["newer"]), false) } })`);
      assertEquals(await color(page), "rgb(7, 8, 9)");
      await page.click(BUTTON);
      await waitForEvent(page, "onFailed");
      assertEquals((await seenEvents(page)).filter(([name]) => /newer|onButtonClicked/.test(name)), [["newer"]]);
    }, { button: { styles } });
  });

  it("S-AUTHZ-04: a decline keeps the typed values, and a second card pays the same execution", async () => {
    await inShop(async (page, frame) => {
      const calls = authorizeCalls(page);
      await typeCard(frame, { number: DECLINED });
      await untilEnabled(page);
      await page.click(BUTTON);
      assertMatch(JSON.stringify(await waitForEvent(page, "onFailed")), /AUTHORIZATION_ERROR.*GenericRejection/);
      await untilEnabled(page);
      // By its answer the frame has received all that the payment sent to it.
      await page.evaluate("form.validate().then(() => {})");
      assertEquals(await value(frame, "CARD_NUMBER"), "4000 0000 0000 0002");
      await retypeNumber(page, frame, GOOD);
      await untilEnabled(page);
      await page.click(BUTTON);
      await waitForEvent(page, "onSuccess");
      assertEquals([new Set(calls).size, calls.length], [1, 2]);
      assertEquals((await names(page)).filter((name) => /Fail|Success/.test(name)), [
        "onFailed",
        "onAuthorizeFailed",
        "onSuccess",
        "onAuthorizeSuccess",
      ]);
    });
  });

  it("Enter in a field pays, and fifty clicks after it make no second payment", async () => {
    await inShop(async (page, frame) => {
      const calls = authorizeCalls(page);
      await typeCard(frame, { number: GOOD });
      await untilEnabled(page);
      await frame.focus("#CVV");
      await page.keyboard.press("Enter");
      await eventually(() => calls.length === 1, () => "no payment after Enter");
      await page.evaluate(`for (let click = 0; click < 50; click++) document.querySelector("${BUTTON}").click()`);
      await waitForEvent(page, "onSuccess");
      assertEquals(calls.length, 1);
    });
  });

  it("Enter in an unfinished form says what is missing and goes there, though the button is disabled", async () => {
    await inShop(async (page, frame) => {
      const calls = authorizeCalls(page);
      await frame.type("#CARD_NUMBER", GOOD);
      await frame.type("#CVV", "123");
      await page.keyboard.press("Enter");
      await frame.waitForFunction("document.activeElement.id === 'EXPIRATION_MONTH'");
      const states = await frame.$$eval("input", (inputs) => inputs.map((input) => input.getAttribute("aria-invalid")));
      assertEquals(states, [null, "true", "true", null]);
      assertEquals(await frame.$eval("#EXPIRATION_MONTH-error", (error) => error.textContent !== ""), true);
      // Its answer follows what the frame told about Enter.
      await page.evaluate("form.validate().then(() => {})");
      assertEquals([calls.length, (await names(page)).includes("onFailed")], [0, false]);
    });
  });

  it("S-BUTTON-17: an invalid form shows its errors, sends nothing and reports no failure", async () => {
    await inShop(async (page, frame) => {
      const calls = authorizeCalls(page);
      await frame.type("#CARD_NUMBER", "4242424242424241");
      await frame.type("#EXPIRATION_MONTH", "13");
      await page.click(BUTTON);
      await waitForEvent(page, "onValidate");
      await frame.waitForFunction("document.activeElement.id === 'CARD_NUMBER'");
      assertEquals(
        await frame.$eval("#CARD_NUMBER-error", (error) => error.textContent),
        "Check the card number. One digit looks wrong.",
      );
      assertEquals(await frame.$eval("#EXPIRATION_MONTH", (input) => input.getAttribute("aria-invalid")), "true");
      await untilEnabled(page);
      assertEquals([calls.length, (await names(page)).includes("onFailed")], [0, false]);
    }, { button: { disabledByDefault: false } });
  });

  for (const isSingle of [false, true]) {
    it(`each wrong field has its own sentence below it, and so does a lone security code, with ${isSingle ? "one expiry field" : "month and year apart"}`, async () => {
      await inShop(async (page, frame) => {
        const wrong = async () =>
          asWrong(
            await frame.evaluate(`[...document.querySelectorAll(".field.invalid .control")].map((control) => {
              const range = document.createRange();
              range.selectNodeContents(document.getElementById(control.id + "-error"));
              const [own, said] = [control.getBoundingClientRect(), range.getBoundingClientRect()];
              const isBelow = said.top >= own.bottom && said.left < own.right && said.right > own.left && said.width > 0;
              return [control.id, isBelow, Math.round(said.left), Math.round(said.right)];
            })`),
          );
        await page.click(BUTTON);
        await waitForEvent(page, "onValidate");
        // The fields are open again before one of them has the focus.
        await frame.waitForFunction("document.activeElement.id === 'CARD_NUMBER'");
        const all = await wrong();
        const expiry = isSingle ? ["EXPIRATION_DATE"] : ["EXPIRATION_MONTH", "EXPIRATION_YEAR"];
        assertEquals(
          all.map(([id, isBelow]) => [id, isBelow]),
          ["CARD_NUMBER", ...expiry, "CVV"].map((id) => [id, true]),
        );
        const row = all.slice(1);
        for (const [at, [, , left]] of row.entries()) assert(at === 0 || left >= (row[at - 1]?.[3] ?? 0));

        await frame.type("#CARD_NUMBER", GOOD);
        for (const id of expiry) {
          await frame.type(`#${id}`, id === "EXPIRATION_DATE" ? "1239" : id === "EXPIRATION_MONTH" ? "12" : "39");
        }
        await frame.type("#CVV", "12");
        await page.keyboard.press("Tab");
        assertEquals((await wrong()).map(([id, isBelow]) => [id, isBelow]), [["CVV", true]]);
        assertEquals(
          await frame.$eval("#CVV-error", (line) => line.textContent),
          "3 digits, or 4 for American Express.",
        );
      }, { form: { showSingleExpiryDateField: isSingle }, button: { disabledByDefault: false } });
    });
  }

  it("the security code says where it is on the card while it is typed, by brand, unless the merchant names it", async () => {
    await inShop(async (_page, frame) => {
      const hint = () =>
        frame.evaluate(`(() => {
          const line = document.querySelector("#CVV-hint");
          return line.textContent + ", " + getComputedStyle(line).visibility;
        })()`);
      assertEquals(await hint(), "3 digits on the back, hidden");
      await frame.focus("#CVV");
      assertEquals(await hint(), "3 digits on the back, visible");
      assertEquals(await frame.$eval("#CVV", (input) => input.getAttribute("aria-describedby")), "CVV-error CVV-hint");
      await frame.type("#CARD_NUMBER", "378282");
      await frame.focus("#CVV");
      assertEquals(await hint(), "4 digits on the front, visible");
      assertEquals(await frame.evaluate("document.querySelector('.CVV').classList.contains('on-front')"), true);
    });
    await inShop(async (_page, frame) => assertEquals(await frame.$("#CVV-hint"), null), {
      form: { translations: { labels: { CVV: "Kortkode" } } },
    });
  });

  it("no error is shown before the shopper leaves the field, and a corrected field loses its error at once", async () => {
    await inShop(async (page, frame) => {
      const error = () => frame.$eval("#CARD_NUMBER-error", (element) => element.textContent);
      await frame.type("#CARD_NUMBER", "4242");
      assertEquals(await error(), "");
      await page.keyboard.press("Tab");
      assertEquals(await error(), "This number is too short. Check your card.");
      await frame.type("#CARD_NUMBER", "424242424242");
      assertEquals(await error(), "");
    });
  });

  it("the focus ring of an invalid field has the color of its error", async () => {
    await inShop(async (_page, frame) => {
      await frame.type("#CVV", "1");
      await frame.focus("#CARD_NUMBER");
      await frame.waitForSelector(".CVV.invalid");
      const colorOf = (selector: string, name: string) =>
        frame.$eval(selector, (one, name) => getComputedStyle(one).getPropertyValue(name), name);
      await frame.focus("#CVV");
      assertEquals(await colorOf("#CVV", "outline-color"), await colorOf(".error:not(:empty)", "color"));
      await frame.type("#CVV", "23");
      assertEquals(await colorOf("#CVV", "outline-color"), "rgb(26, 86, 219)");
    });
  });

  it("S-STYLE-02: styles reach the fields and states that they name, labels and errors; the appearance reaches the rest", async () => {
    const is = {
      empty: "rgb(1, 0, 0)",
      focus: "rgb(2, 0, 0)",
      complete: "rgb(3, 0, 0)",
      invalid: "rgb(4, 0, 0)",
      icon: "rgb(5, 0, 0)",
      label: "rgb(6, 0, 0)",
      error: "rgb(7, 0, 0)",
      danger: "rgb(8, 0, 0)",
      ring: "rgb(9, 0, 0)",
      muted: "rgb(10, 0, 0)",
    } as const;
    const styles = {
      inputFields: {
        all: {
          base: { letterSpacing: "1px" },
          empty: { color: is.empty },
          focus: { color: is.focus },
          complete: { color: is.complete },
          invalid: { color: is.invalid },
          cardIcon: { color: is.icon },
        },
        CVV: { base: { letterSpacing: "3px" } },
      },
      labels: { all: { letterSpacing: "1px" }, CVV: { color: is.label } },
      errorTextStyles: { base: { color: is.error } },
    };
    const appearance = {
      colorDanger: is.danger,
      colorFocus: is.ring,
      colorMuted: is.muted,
      fontFamily: "serif",
      fontSize: "19px",
    };
    await inShop(async (page, frame) => {
      const look = (selector: string, property: string, part?: string) =>
        frame.$eval(
          selector,
          (one, property, part) => getComputedStyle(one, part).getPropertyValue(property),
          property,
          part,
        );
      const looks = (property: string, ...selectors: readonly string[]) =>
        Promise.all(selectors.map((selector) => look(selector, property)));
      assertEquals(await looks("letter-spacing", "#CARD_NUMBER", "#CVV", ".CVV label"), ["1px", "3px", "1px"]);
      assertEquals(await looks("color", "#CARD_NUMBER", "#CVV", ".CVV label", ".CARD_NUMBER .icon"), [
        is.empty,
        is.empty,
        is.label,
        is.icon,
      ]);
      assert(await look(".CARD_NUMBER label", "color") !== is.label);
      assertEquals(await look("#CVV", "color", "::placeholder"), is.muted);
      assertEquals(await Promise.all(["font-family", "font-size"].map((property) => look("#CVV", property))), [
        "serif",
        "19px",
      ]);
      await frame.type("#CVV", "12");
      assertEquals(await looks("color", "#CVV"), [is.focus]);
      assertEquals(await looks("outline-color", "#CVV"), [is.ring]);
      await page.keyboard.press("Tab");
      await frame.waitForSelector(".CVV.invalid");
      assertEquals(await looks("color", "#CVV", "#CVV-error"), [is.invalid, is.error]);
      assertEquals(await looks("border-top-color", "#CVV"), [is.danger]);
      await frame.type("#CVV", "3");
      await frame.focus("#CARD_NUMBER");
      assertEquals(await looks("color", "#CVV", "#CARD_NUMBER"), [is.complete, is.focus]);
    }, { form: { styles, appearance } });
  });

  it("one Tab stop per field, forwards and back, and out to the button; each is reported as entered and left", async () => {
    await inShop(async (page, frame) => {
      const focused = () => frame.evaluate("document.activeElement.id");
      const reported = async (name: string) =>
        (await seenEvents(page)).flatMap(([event, details]) =>
          event === name ? [Reflect.get(Object(details), "name")] : []
        );
      await typeCard(frame, { number: GOOD });
      await untilEnabled(page);
      await page.focus(BUTTON);
      await page.waitForFunction("seen.some(([name, details]) => name === 'onBlur' && details.name === 'CVV')");
      await page.evaluate("seen.length = 0");
      await frame.focus("#CARD_NUMBER");
      for (const id of ["EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"]) {
        await page.keyboard.press("Tab");
        assertEquals(await focused(), id);
      }
      await page.keyboard.press("Tab");
      assertEquals(await page.evaluate("document.activeElement.id"), BUTTON.slice(1));
      await page.keyboard.down("Shift");
      await page.keyboard.press("Tab");
      await page.keyboard.up("Shift");
      assertEquals(await focused(), "CVV");
      const order = ["CARD_NUMBER", "EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"];
      await page.waitForFunction("seen.filter(([name]) => name === 'onFocus').length === 5");
      assertEquals([await reported("onFocus"), await reported("onBlur")], [[...order, "CVV"], order]);
    });
  });

  it("the caret stays where the shopper edits", async () => {
    await inShop(async (page, frame) => {
      await frame.type("#CARD_NUMBER", "42424242");
      for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Backspace");
      assertEquals(await value(frame, "CARD_NUMBER"), "4244 242");
      await page.keyboard.type("9");
      assertEquals(await value(frame, "CARD_NUMBER"), "4249 4242");
      assertEquals(await frame.$eval("#CARD_NUMBER", (input) => Reflect.get(input, "selectionStart")), 4);
    });
  });

  it("what a keyboard still composes stays as it is, and a name counts at once", async () => {
    await inShop(async (page, frame) => {
      const session = await page.createCDPSession();
      const compose = (text: string) =>
        session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
      await frame.focus("#CARD_NUMBER");
      await compose("４２４２４");
      assertEquals(await value(frame, "CARD_NUMBER"), "４２４２４");
      await compose("");
      await typeCard(frame, { number: "4242424242424242" });
      await frame.focus("#CARDHOLDER_NAME");
      await compose("Ada ");
      await untilEnabled(page);
      assertEquals(await value(frame, "CARDHOLDER_NAME"), "Ada ");
      await session.detach();
    }, { form: { showCardHolderName: true } });
  });

  it("autofill by the browser gives a valid form", async () => {
    await inShop(async (page, frame) => {
      await frame.evaluate(`
        const filled = { CARD_NUMBER: "4242424242424242", CARDHOLDER_NAME: "Ada Lovelace", EXPIRATION_DATE: "1/2039", CVV: "123" };
        for (const [id, text] of Object.entries(filled)) {
          const input = document.getElementById(id);
          input.value = text;
          for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
        }`);
      await untilEnabled(page);
      assertEquals(await value(frame, "EXPIRATION_DATE"), "01/39");
    }, { form: { showCardHolderName: true, showSingleExpiryDateField: true } });
  });

  it("nothing below the form moves while it loads, fills or shows errors; its skeleton stays until the fields come", async () => {
    const page = await browser.newPage();
    try {
      await page.evaluateOnNewDocument(`
        window.tops = new Set();
        window.shown = [];
        const look = () => {
          const iframe = document.querySelector("#card iframe");
          if (iframe) {
            const skeleton = getComputedStyle(iframe.parentElement, "::before");
            const columns = skeleton.maskImage.split("linear-gradient").length - 2;
            const frame = Number(getComputedStyle(iframe).opacity);
            shown.push([skeleton.content, columns, Number(skeleton.opacity), frame, iframe.hasAttribute("data-ready")]);
          }
          const below = document.querySelector("#below");
          if (document.querySelector("#card iframe") && below) tops.add(Math.round(below.getBoundingClientRect().top));
          requestAnimationFrame(look);
        };
        look();`);
      // The card frame comes once the page has been painted without it.
      await page.setRequestInterception(true);
      page.on("request", async (request) => {
        if (new URL(request.url()).pathname === "/card/5/") await page.waitForFunction("shown.length > 0");
        await request.continue();
      });
      const frame = await merchant.checkout(page, { button: { disabledByDefault: false } });
      await frame.type("#CARD_NUMBER", "4242");
      await page.click(BUTTON);
      await waitForEvent(page, "onValidate");
      await new Promise((resolve) => setTimeout(resolve, 200));
      assertEquals(await page.evaluate("tops.size"), 1);
      // Number, then three columns. What fades out and what fades in add up to the whole.
      assertEquals(await page.evaluate("shown[0]"), ['""', 3, 0.5, 0, false]);
      assertEquals(await page.evaluate("shown.filter(([, , old, frame]) => 2 * old + frame < 0.95)"), []);
      assertEquals(await page.evaluate("shown.filter(([, , old, , isReady]) => !isReady && old !== 0.5)"), []);
      await page.waitForFunction(`shown.at(-1).slice(1).join() === "3,0,1,true"`);
    } finally {
      await page.close();
    }
  });

  it("S-3DS-01, S-3DS-02, S-3DS-03, S-3DS-16, S-3DS-17: the challenge opens in its popup, is approved, and closes", async () => {
    await inShop(async (page, frame) => {
      await typeCard(frame, { number: CHALLENGED });
      await untilEnabled(page);
      await page.click(BUTTON);
      await page.waitForSelector("#payrails-popup-background > #payrails-popup > iframe#payrails-frame");
      await challengeFrame(page);
      await frame.focus("#CVV");
      await page.keyboard.press("Backspace");
      const locked = await frame.$$eval("input", (inputs) => inputs.map((input) => Reflect.get(input, "readOnly")));
      assertEquals([locked, await value(frame, "CVV")], [[true, true, true, true], "123"]);
      assertEquals(await frame.$eval("form", (form) => form.getAttribute("aria-busy")), "true");
      // Messages of others change nothing: neither those of the page itself, nor those of another window.
      await page.evaluate(`postMessage('{"type":"3DS-challenge-completed"}', "*")`);
      await new Promise((resolve) => setTimeout(resolve, 300));
      assertEquals(
        await styleOf(page, "#payrails-popup-cancel-button", "visibility"),
        "visible",
      );
      await answerChallenge(page);
      await waitForEvent(page, "onSuccess");
      await page.waitForSelector("#payrails-popup-background", { hidden: true });
      const seen = await names(page);
      assert(seen.indexOf("onThreeDSecureChallenge") < seen.indexOf("onSuccess"));
      assertEquals(seen.filter((name) => /^on(Success|Failed|Pending)$/.test(name)), ["onSuccess"]);
    });
  });

  it("a challenge that the shopper closes with Escape ends as pending, with a usable button and no popup", async () => {
    await inShop(async (page, frame) => {
      await typeCard(frame, { number: CHALLENGED });
      await untilEnabled(page);
      await page.click(BUTTON);
      await page.waitForSelector("#payrails-popup-background");
      await page.keyboard.press("Escape");
      assertMatch(JSON.stringify(await waitForEvent(page, "onPending")), /challenge_closed/);
      await page.waitForSelector("#payrails-popup-background", { hidden: true });
      await untilEnabled(page);
      await frame.focus("#CVV");
      await page.keyboard.press("Backspace");
      assertEquals(await value(frame, "CVV"), "12");
    });
  });

  it("a frame that does not load shows a notice with a working retry", async () => {
    const page = await browser.newPage();
    try {
      let isBlocked = true;
      await page.setRequestInterception(true);
      page.on("request", (request) => {
        if (isBlocked && request.url().includes("/card/5/")) void request.abort();
        else void request.continue();
      });
      await page.goto(merchant.origin);
      await page.evaluate(`checkout(...${JSON.stringify([await merchant.init(), {}, {}, {}])})`);
      const notice = await page.waitForSelector(".payrails-frame-failed[role=alert]");
      assertMatch(await notice?.evaluate((element) => element.textContent ?? "") ?? "", /couldn.t load.*Try again/);
      isBlocked = false;
      await page.click(".payrails-frame-failed button");
      await typeCard(await cardFrame(page), { number: GOOD });
      await untilEnabled(page);
      assertEquals(await page.$(".payrails-frame-failed"), null);
    } finally {
      await page.close();
    }
  });

  it("pays under a strict content security policy with Trusted Types on, including the challenge", async () => {
    const strict = openMerchantPage(app, {
      policy: [
        "default-src 'none'",
        `script-src 'self' ${app.origin}`,
        `style-src ${app.origin}`,
        `connect-src ${app.origin}`,
        `frame-src ${app.frameOrigin}`,
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join("; "),
    });
    const page = await browser.newPage();
    try {
      await page.evaluateOnNewDocument(
        `window.violations = []; addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + " " + event.blockedURI));`,
      );
      await typeCard(await strict.checkout(page), { number: CHALLENGED });
      await untilEnabled(page);
      await page.click(BUTTON);
      await answerChallenge(page);
      await waitForEvent(page, "onSuccess");
      assertEquals(await page.evaluate("violations"), []);
    } finally {
      await page.close();
      await strict.close();
    }
  });

  it("axe finds no violation in the frame, empty, filled and invalid", async () => {
    await inShop(async (page, frame) => {
      const check = async (state: string) => {
        assertEquals(await violations(frame, { only: WCAG }), [], state);
      };
      const title = await page.$eval(
        "#card iframe",
        (element) => [element.getAttribute("title"), element.getAttribute("role")],
      );
      assertEquals(title, ["Card details", null]);
      assertEquals(
        await frame.$$eval(
          "[aria-live], [role=status]",
          (regions) => regions.map((region) => region.textContent).join(""),
        ),
        "",
      );
      await check("empty");
      await page.click(BUTTON);
      await waitForEvent(page, "onValidate");
      await frame.waitForFunction("document.activeElement.id === 'CARD_NUMBER'");
      await check("invalid");
      await typeCard(frame, { number: GOOD });
      await check("filled");
    }, { button: { disabledByDefault: false } });
  });

  it("a hundred mounts and unmounts leave no frame, no form, and no listener for the page's colour scheme", async () => {
    await inShop(async (page) => {
      const listeners = await page.evaluate(`
        form.unmount();
        const { addEventListener, removeEventListener } = EventTarget.prototype;
        const listeners = new Set();
        MediaQueryList.prototype.addEventListener = function (type, listener) {
          listeners.add(listener);
          addEventListener.call(this, type, listener);
        };
        MediaQueryList.prototype.removeEventListener = function (type, listener) {
          listeners.delete(listener);
          removeEventListener.call(this, type, listener);
        };
        form.mount("#card");
        const whileMounted = listeners.size;
        form.unmount();
        for (let turn = 0; turn < 100; turn++) { form.mount("#card"); form.unmount(); }
        [whileMounted, listeners.size]`);
      assertEquals(listeners, [1, 0]);
      assertEquals(await page.$$eval("#card iframe, #payrails-card-form", (left) => left.length), 0);
      await page.evaluate("seen.length = 0; form.mount('#card')");
      await waitForEvent(page, "onReady");
      // Checked through the page: puppeteer loses a frame that replaced a hundred others.
      const { isValid, fieldErrors } = Object(await page.evaluate("form.validate()"));
      assertEquals([isValid, Object.keys(fieldErrors)], [false, ["cardNumber", "expiry", "cvv"]]);
    }, { isAlone: true });
  });

  it("two clients at once in one emptied container leave one working form", async () => {
    await inShop(async (page) => {
      const options = JSON.stringify([await merchant.init(), {}, {}, {}]);
      await page.evaluate(
        `checkout(...${options}); document.querySelector("#card").replaceChildren(); checkout(...${options})`,
      );
      assertEquals(await page.$$eval("#card iframe", (frames) => frames.length), 1);
      await typeCard(await cardFrame(page), { number: GOOD });
      await untilEnabled(page);
      await page.click(BUTTON);
      await waitForEvent(page, "onSuccess");
      await page.evaluate("client.destroy()");
      assertEquals(
        await page.$$eval("#card iframe, #payrails-card-payment-button, #payrails-card-form", (left) => left.length),
        0,
      );
    }, { isAlone: true });
  });
});

/** For each field shown as wrong: its id, whether its sentence is below it, and where the sentence begins and ends. */
function asWrong(value: unknown) {
  return value as readonly (readonly [id: string, isBelow: boolean, left: number, right: number])[];
}
