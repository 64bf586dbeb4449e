/**
 * One page for the visits of a file. A visit that finds a page open takes half the processor time of one that opens its
 * own.
 */
import type { Browser, Page } from "puppeteer";

/** What visits listen to. */
const HEARD = ["console", "pageerror", "popup", "request", "response"] as const;
const SIZE = { width: 800, height: 600 };

export class SharedPage {
  #page: Page | undefined;

  /** What the page runs in every document before its own scripts. */
  constructor(private readonly before?: string) {}

  /**
   * The page forgets who listened to it, its size, its emulated media, the mouse and the session's storage; the visit
   * itself opens its document. A visit that failed takes the page with it.
   */
  async visit(browser: Browser, use: (page: Page) => Promise<void>): Promise<void> {
    const page = this.#page ?? await this.#open(browser);
    // A visit within a visit has a page of its own.
    this.#page = undefined;
    try {
      await use(page);
      // Without the name of an event puppeteer would close the page.
      for (const event of HEARD) page.off(event);
      await page.mouse.move(0, 0);
      // Firefox emulates none.
      if (!/firefox/i.test(await browser.version())) await page.emulateMediaFeatures([]);
      if (page.viewport()?.width !== SIZE.width || page.viewport()?.deviceScaleFactor !== 1) {
        await page.setViewport({ ...SIZE, deviceScaleFactor: 1 });
      }
      await page.evaluate("sessionStorage.clear()");
    } catch (error) {
      await page.close().catch(() => {});
      throw error;
    }
    if (this.#page === undefined) this.#page = page;
    else await page.close();
  }

  async #open(browser: Browser): Promise<Page> {
    const page = await browser.newPage();
    if (this.before !== undefined) await page.evaluateOnNewDocument(this.before);
    return page;
  }
}

/** A page of its own, for a visit that changes what the next one would find. */
export async function inOwnPage(browser: Browser, use: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage();
  try {
    await use(page);
  } finally {
    await page.close();
  }
}
