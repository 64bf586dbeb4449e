/** The whole product and one browser for a block of tests; every visit has a browser profile of its own. */
import { after, before } from "@std/testing/bdd";
import type { Browser, Page } from "puppeteer";
import { type AppOptions, type RunningApp, startApp } from "./app.ts";
import { type BrowserOptions, launchBrowser } from "../browser.ts";

export interface AppFixture {
  readonly app: RunningApp;
  readonly browser: Browser;
  visit(live: (page: Page) => Promise<void>): Promise<void>;
}

/** Call inside a `describe`: starts before the first test and stops after the last. */
export function appFixture(options: AppOptions & BrowserOptions = {}): AppFixture {
  let app: RunningApp | undefined;
  let browser: Browser | undefined;
  before(async () => {
    app = await startApp(options);
    browser = await launchBrowser(options);
  });
  after(async () => {
    await browser?.close();
    await app?.close();
  });
  return {
    get app() {
      return app ?? notYet();
    },
    get browser() {
      return browser ?? notYet();
    },
    async visit(live) {
      const context = await this.browser.createBrowserContext();
      try {
        await live(await context.newPage());
      } finally {
        await context.close();
      }
    },
  };
}

function notYet(): never {
  throw new Error("The product runs inside of tests only");
}
