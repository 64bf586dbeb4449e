/** A fresh headless Chromium for one test, closed when the test ends, however it ends. */
import puppeteer, { type Browser, type Page } from "puppeteer";
import { ensureBrowser } from "../../scripts/browser.ts";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  // Keeps a page and its frames in one process. puppeteer 25 attaches to frames of other processes one beside the other
  // and loses some: of pages with two card frames that both reported READY, most had a frame that never answered it.
  "--disable-site-isolation-trials",
  "--disable-features=OriginIsolationHeader,IsolateOrigins,site-per-process",
]; // deno-fmt-ignore

export async function launchBrowser(): Promise<Browser> {
  return await puppeteer.launch({
    executablePath: await ensureBrowser(),
    args: FLAGS,
    acceptInsecureCerts: true,
  });
}

/** Opens a page, hands it over, and closes the browser in any case. */
export async function withPage<T>(use: (page: Page, browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchBrowser();
  try {
    return await use(await browser.newPage(), browser);
  } finally {
    await browser.close();
  }
}
