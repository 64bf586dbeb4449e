/** The essentials of fields in Firefox, where it is installed: a second engine finds what the first tolerates. */
import type { Frame, Page } from "puppeteer";
import { assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import {
  CARD_ELEMENTS,
  type FieldOptions,
  FieldsPage,
  fillCard,
  fromPage,
  NUMBER,
  typeInto,
  valueOf,
} from "../../support/merchant/fields_page.ts";
import { eventually } from "../../support/eventually.ts";
import { cardFrame } from "../../support/frames.ts";
import { findFirefox, launchFirefox } from "../../support/firefox.ts";

const firefox = await findFirefox();
const CARD: FieldOptions = { kind: "COMPOSABLE", elements: CARD_ELEMENTS, options: { layout: [1, 3] } };
const KINDS: readonly FieldOptions[] = [CARD, { kind: "COLLECT", elements: CARD_ELEMENTS }];
const SEALED = /^[\w-]+(\.[\w-]+){4}$/;

const cardFrames = (page: Page): readonly Frame[] => page.frames().filter((frame) => frame.url().includes("/card/5/"));

if (firefox === undefined) {
  console.log("fields in Firefox: not run, there is no Firefox on this machine");
} else {
  describe("fields in Firefox", () => {
    let fixture: FieldsPage;
    before(async () => {
      fixture = await FieldsPage.open(() => launchFirefox(firefox));
    });
    after(() => fixture?.close());

    for (const fields of KINDS) {
      it(`${fields.kind}: one Tab stop per field both ways, typed, sealed, silent before`, async () => {
        await fixture.inPage(fields, async (page) => {
          for (const frame of cardFrames(page)) {
            const spoken =
              "[...document.querySelectorAll('[aria-live], [role=status]')].map((line) => line.textContent).join('')";
            assertEquals(await frame.evaluate(spoken), "");
          }
          const roles = await page.$$eval(
            "#card iframe",
            (frames) => frames.map((frame) => frame.getAttribute("role")),
          );
          assertEquals(roles.filter((role) => role !== null), []);
          await page.evaluate(`for (const [id, place] of [["first", "prepend"], ["last", "append"]]) {
            document.body[place](Object.assign(document.createElement("button"), { id, textContent: id }));
          }
          document.getElementById("first").focus();`);
          const path = ["first", ...fields.elements.map(({ type }) => String(type)), "last"];
          const tabTo = async (next: string) => {
            await page.keyboard.press("Tab");
            await eventually(async () => await focused(page) === next, async () => [next, await focused(page)]);
          };
          for (const next of path.slice(1)) await tabTo(next);
          await page.keyboard.down("Shift");
          for (const next of path.slice(1, -1).reverse()) await tabTo(next);
          await page.keyboard.up("Shift");
          await fillCard(page);
          assertMatch(String((await fromPage(page, "container.collect()")).encryptedData), SEALED);
        });
      });
    }

    it("a card that is filled in at once is valid", async () => {
      const elements = ["CARD_NUMBER", "CARDHOLDER_NAME", "EXPIRATION_DATE", "CVV"].map((type) => ({ type }));
      await fixture.inPage({ kind: "COMPOSABLE", elements, options: { layout: [1, 1, 2] } }, async (page) => {
        const frame = await cardFrame(page, ".CARD_NUMBER input");
        await frame.evaluate(`(() => {
          const filled = { "cc-number": "${NUMBER}", "cc-name": "Ada Lovelace", "cc-exp": "2039-01", "cc-csc": "123" };
          for (const [name, text] of Object.entries(filled)) {
            const input = document.querySelector("[autocomplete=" + name + "]");
            input.value = text;
            for (const event of ["input", "change"]) input.dispatchEvent(new Event(event, { bubbles: true }));
          }
        })()`);
        await page.waitForFunction("Object.values(elements).every((element) => element.getState().isValid)");
        await reads(page, ".EXPIRATION_DATE input", "01/39");
      });
    });

    it("the caret stays where the shopper edits, and an Amex code has 4 digits", async () => {
      await fixture.inPage(CARD, async (page) => {
        await typeInto(page, ".CARD_NUMBER input", "42424242");
        for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowLeft");
        await page.keyboard.press("Backspace");
        await reads(page, ".CARD_NUMBER input", "4244 242");
        await page.keyboard.type("9");
        await reads(page, ".CARD_NUMBER input", "4249 4242");
        for (let key = 0; key < 4; key++) await page.keyboard.press("Backspace");
        for (let key = 0; key < 5; key++) await page.keyboard.press("Delete");
        await typeInto(page, ".CARD_NUMBER input", "371449635398431");
        await typeInto(page, ".CVV input", "12345");
        await reads(page, ".CVV input", "1234");
      });
    });

    it("a code that is pasted with a space keeps all its digits", async () => {
      const elements = [{ type: "CARDHOLDER_NAME" }, { type: "CVV" }];
      await fixture.inPage({ kind: "COMPOSABLE", elements, options: { layout: [2] } }, async (page) => {
        await typeInto(page, ".CARDHOLDER_NAME input", " 1-23");
        await page.keyboard.down("Control");
        for (const key of ["a", "c"] as const) await page.keyboard.press(key);
        await page.keyboard.up("Control");
        await (await cardFrame(page, ".CVV input")).focus(".CVV input");
        await page.keyboard.down("Control");
        await page.keyboard.press("v");
        await page.keyboard.up("Control");
        await reads(page, ".CVV input", "123");
      });
    });

    it("right to left: the form follows the page, digits stay left to right", async () => {
      await fixture.inPage({ ...CARD, root: { dir: "rtl", lang: "ar" } }, async (page) => {
        const frame = await cardFrame(page, ".CARD_NUMBER input");
        const found = await frame.evaluate(`(() => {
          const input = document.querySelector(".CARD_NUMBER input");
          return [document.forms[0].dir, input.dir, getComputedStyle(input).textAlign].join();
        })()`);
        assertEquals(found, "rtl,ltr,right");
      });
    });
  });
}

/** Firefox takes a key before its page has handled it. */
async function reads(page: Page, selector: string, text: string): Promise<void> {
  await eventually(async () => await valueOf(page, selector) === text, () => valueOf(page, selector));
}

/** The focused element: a field's type, or else the page's description of it. */
async function focused(page: Page): Promise<string> {
  for (const frame of cardFrames(page)) {
    const type = await frame.evaluate(
      "document.hasFocus() && document.activeElement.closest('.field') ? document.activeElement.closest('.field').className.split(' ')[1] : ''",
    );
    if (typeof type === "string" && type !== "") return type;
  }
  return String(await page.evaluate("document.activeElement.id || document.activeElement.tagName"));
}
