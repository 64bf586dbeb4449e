/** The whole product and one browser for a block of tests; no visit finds what another one stored. */
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
  let profile: Promise<Profile> | undefined;
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
      profile ??= openProfile(this.browser);
      await (await profile).visit(live);
    },
  };
}

interface Profile {
  visit(live: (page: Page) => Promise<void>): Promise<void>;
}

/**
 * One profile that is cleared each time: with a new profile, each visit would start a process and compile all code
 * again.
 */
async function openProfile(browser: Browser): Promise<Profile> {
  const context = await browser.createBrowserContext();
  const keeper = await context.newPage();
  const session = await keeper.createCDPSession();
  const forget = async () => {
    // A window of a provider may close itself meanwhile.
    for (const page of await context.pages()) if (page !== keeper) await page.close().catch(() => {});
    await session.send("Network.clearBrowserCookies");
    // A cached card frame has the time of a server whose clock the visit moved.
    await session.send("Network.clearBrowserCache");
    await session.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" });
    await context.clearPermissionOverrides();
  };
  let isFree = true;
  return {
    async visit(live) {
      if (!isFree) return await visitBeside(browser, live);
      isFree = false;
      try {
        await live(await context.newPage());
      } finally {
        await forget();
        isFree = true;
      }
    },
  };
}

/** Of two visits at once, the second has a profile of its own. */
async function visitBeside(browser: Browser, live: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.createBrowserContext();
  try {
    await live(await context.newPage());
  } finally {
    await context.close();
  }
}

function notYet(): never {
  throw new Error("The product runs inside of tests only");
}
