/** The scan shows its rows one after another; a visitor who skips sees all of them at once. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { Page } from "puppeteer";
import { appFixture } from "../../support/app/app_fixture.ts";
import { enter, NO_ROW_IS_DUE } from "../../support/app/funnel.ts";
import { createShopper } from "../../support/app/shopper.ts";

describe("the scan", () => {
  const fixture = appFixture();

  const scan = (live: (page: Page) => Promise<void>, motion = "no-preference") =>
    fixture.visit(async (page) => {
      await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: motion }]);
      await page.evaluateOnNewDocument(NO_ROW_IS_DUE);
      await enter(page, { origin: fixture.app.origin, path: "scanning" });
      await live(page);
    });

  it("skipping shows all rows and continues", () =>
    scan(async (page) => {
      const shopper = createShopper(page);
      await shopper.see("scan-skip");
      assertEquals(await page.$("[data-testid=get-report]"), null);
      await shopper.tap("scan-skip");
      await shopper.see("get-report");
    }));

  it("a visitor with reduced motion waits for no row", () =>
    scan(async (page) => void await createShopper(page).see("get-report"), "reduce"));
});
