/** The gallery in a browser: every element reaches its state, axe finds nothing, and no width scrolls sideways. */
import type { Frame } from "puppeteer";
import { assertEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { LOOK_RULES, violations } from "../../support/screens/axe.ts";
import { appFixture } from "../../support/app/app_fixture.ts";
import { buildParts } from "../../../scripts/build/parts.ts";
import { openParts, type PartsAppearance } from "../../support/screens/parts.ts";

const APPEARANCES: readonly PartsAppearance[] = [
  { of: "app", scheme: "light", direction: "ltr", width: 1280 },
  { of: "app", scheme: "dark", direction: "rtl", width: 320 },
  { of: "console", scheme: "light", direction: "rtl", width: 320 },
  { of: "console", scheme: "dark", direction: "ltr", width: 1280 },
];
/** What a whole page must have; a framed part is not one. */
const OFF = ["landmark-one-main", "page-has-heading-one", "region"];

describe("the gallery of parts", () => {
  const folder = Deno.makeTempDirSync({ prefix: "trustcheck-parts-" });
  const fixture = appFixture({ env: { PARTS_DIR: folder } });
  before(() => buildParts(folder));
  after(() => Deno.remove(folder, { recursive: true }));

  /** `behind` is the page's colour: axe takes the ground of a transparent frame for white. */
  async function findings(frame: Frame, scheme: PartsAppearance["scheme"], behind: string): Promise<readonly string[]> {
    await frame.evaluate(`document.documentElement.style.background = ${JSON.stringify(behind)}`);
    // What is not about colours and sizes is the same in light.
    if (scheme === "dark") return await violations(frame, { only: LOOK_RULES });
    return await violations(frame, { without: frame.parentFrame() === null ? [] : OFF });
  }

  for (const look of APPEARANCES) {
    it(`of the ${look.of} is whole in ${look.scheme}, ${look.direction}, at ${look.width} pixels, and axe finds nothing`, () =>
      fixture.visit(async (page) => {
        const errors: string[] = [];
        page.on("pageerror", (error) => errors.push(String(error)));
        await openParts(page, fixture.app.origin, look);
        const found: string[] = [];
        const behind = String(await page.evaluate("getComputedStyle(document.body).backgroundColor"));
        for (const frame of page.frames()) found.push(...await findings(frame, look.scheme, behind));
        assertEquals(found, []);
        assertEquals(errors, []);
        assertEquals(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
        if (look.of === "console") return;
        assertEquals(await page.$$eval("[data-fields] iframe", (frames) => frames.length), 3);
        assertEquals(
          await page.evaluate(`[...document.querySelectorAll("[data-element]")].filter((place) =>
            place.childElementCount === 0).map((place) => place.parentElement.ariaLabel).join()`),
          "",
        );
        // A native box or arrow is light in a dark page; a security code requested by itself says where it is.
        assertEquals(
          await page.evaluate(`[".payrails-store-instrument input", ".payrails-extra select"].map((control) =>
            getComputedStyle(document.querySelector(control)).appearance)`),
          ["none", "none"],
        );
        const code = await (await page.$(".payrails-card-list iframe"))?.contentFrame();
        assertEquals(await code?.$eval(".hint", (hint) => getComputedStyle(hint).visibility), "visible");
        const shown = async (state: string, selector: string) =>
          await (await (await page.$(`[data-fields=${state}] iframe`))?.contentFrame())?.$$eval(
            selector,
            (all) => all.length,
          );
        assertEquals(await shown("filled", ".CARD_NUMBER input:valid, :checked"), 4);
        assertEquals(await shown("error", ".error:not(:empty)"), 12);
        await page.evaluate("location.hash = 'focus=CVV'");
        const fields = await (await page.$("[data-fields=empty] iframe"))?.contentFrame();
        await fields?.waitForFunction("document.activeElement?.closest('.CVV') !== null", { timeout: 10_000 });
        assertEquals(await page.$$eval("[data-state=loading] [aria-busy=true]", (busy) => busy.length), 1);
      }));
  }
});
