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
]; // deno-fmt-ignore

/** Keeps all frames in one process: puppeteer loses frames that change process while it looks at many of them. */
export const ONE_PROCESS = [
  "--disable-site-isolation-trials",
  "--disable-features=OriginIsolationHeader,IsolateOrigins,site-per-process",
] as const;

export async function launchBrowser(extra: readonly string[] = []): Promise<Browser> {
  return await puppeteer.launch({
    executablePath: await ensureBrowser(),
    args: [...FLAGS, ...extra],
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
