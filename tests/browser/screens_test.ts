/** Every screen of the table in a real browser: it says what it should, fits its width, and the checker finds nothing. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import axe from "axe-core";
import type { Browser, Page } from "puppeteer";
import { ROUTES } from "../../client/app/paths.ts";
import { type RunningApp, startApp } from "../support/app.ts";
import { launchBrowser } from "../support/browser.ts";
import { type Look, openScreen, SCREENS, type ScreenState } from "../support/screens.ts";

const LIGHT: Look = { theme: "light", width: 320 };
const DARK: Look = { theme: "dark", width: 1280 };

/** The requirement that each route proves by being there. */
const PROVES: Readonly<Record<string, string>> = {
  [ROUTES.main]: "W-ROUTE-02",
  [ROUTES.scanning]: "W-ROUTE-04",
  [ROUTES.offers]: "W-ROUTE-05",
  [ROUTES.subscription]: "W-ROUTE-06",
  [ROUTES.privacy]: "W-ROUTE-07",
  [ROUTES.terms]: "W-ROUTE-08",
  [ROUTES.cookiePolicy]: "W-ROUTE-09",
  [ROUTES.accessProduct]: "W-ROUTE-10",
  [ROUTES.signIn]: "W-ROUTE-11",
  [ROUTES.activate]: "W-ROUTE-12",
  [ROUTES.unsubscription]: "W-ROUTE-13",
  [ROUTES.unsubscribeWithEmail]: "W-ROUTE-14",
  [ROUTES.accessRecovery]: "W-ROUTE-15",
};

async function findings(page: Page): Promise<unknown> {
  // Through the debugger, which the page's policy does not bind.
  await page.evaluate(axe.source);
  const json = await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => JSON.stringify(
       violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))])))`,
  );
  return JSON.parse(String(json));
}

describe("every screen", () => {
  let app: RunningApp;
  let browser: Browser;
  before(async () => {
    app = await startApp();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await app?.close();
  });

  const look = async (row: ScreenState, as: Look) => {
    const page = await browser.newPage();
    try {
      await openScreen(page, app.origin, { row, look: as });
      const tooWide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      assertEquals(Number(tooWide) <= 0, true, `${row.screen} is ${tooWide} px too wide at ${as.width}`);
      assertEquals(await findings(page), []);
    } finally {
      await page.close();
    }
  };

  for (const row of SCREENS) {
    it(`${PROVES[row.route]} ${row.screen}, ${row.state}: says what it should, fits and is accessible in light and dark`, async () => {
      await look(row, LIGHT);
      await look(row, DARK);
    });
  }

  it("the table has every route outside the members area", () => {
    const known = new Set(SCREENS.map(({ route }) => route));
    const missing = Object.values(ROUTES).filter((route) => route !== ROUTES.webapp && !known.has(route));
    assertEquals(missing, []);
  });
});
