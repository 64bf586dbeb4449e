/// <reference lib="dom" />
/** A fresh headless Chromium for one test, closed when the test ends. */
import "./suite/sure_clicks.ts";
import puppeteer, { type Browser, type BrowserContext, type CDPSession, type Page, Realm } from "puppeteer";
import { QUIET_FLAGS } from "../../scripts/bench/browser_flags.ts";
import { ensureBrowser } from "../../scripts/browser.ts";
import { eventually } from "./eventually.ts";

/** `HEADED=1` shows the browser and slows it down, to watch a test. */
const IS_HEADED = Deno.env.get("HEADED") === "1";
const HEADED_SLOW_MS = 100;

const FLAGS = [
  ...(IS_HEADED ? [] : ["--headless"]),
  ...QUIET_FLAGS,
  "--disable-dev-shm-usage",
  // Keeps a page and its frames in one process. puppeteer 25 attaches to frames of other processes concurrently and
  // loses some of them: of pages with two ready card frames, most had one frame that never answered.
  "--disable-site-isolation-trials",
  "--disable-features=OriginIsolationHeader,IsolateOrigins,site-per-process",
  // Drawing and network in the browser's own process: it costs a tenth less.
  "--in-process-gpu",
  "--enable-features=NetworkServiceInProcess2",
  // A new page of the same profile finds code compiled and files read: it costs a quarter less.
  "--renderer-process-limit=1",
  // Test pages are too short-lived to benefit from optimized code: without the optimizing compilers a file costs a
  // tenth less.
  "--js-flags=--no-opt,--no-maglev",
];

/**
 * Moving pictures that software draws cost a tenth of the processor time of a file. Tests of motion ask for it with
 * `page.emulateMediaFeatures`, and the whole browser moves.
 */
const STILL = "--force-prefers-reduced-motion";

/**
 * Waits of pages and frames ask this often. Puppeteer asks at each frame, which keeps the browser drawing: a page that
 * only waits for an element to be seen takes 200 ms of the processor a second that way, and 20 ms this way.
 */
const POLL_MS = 30;
const waitForFunction = Realm.prototype.waitForFunction;
Realm.prototype.waitForFunction = function (isSo, { polling, ...options } = {}, ...args) {
  const pace = polling === undefined || polling === "raf" ? POLL_MS : polling;
  return Reflect.apply(waitForFunction, this, [isSo, { polling: pace, ...options }, ...args]);
};

/** What the runner of the suite chose. */
const CHOSEN = Deno.env.get("TEST_BROWSER");

export interface BrowserOptions {
  /** The headless shell, in which most tests run, keeps no page for the back button and reports no downloads. */
  readonly isWhole?: boolean;
}

export async function launchBrowser({ isWhole = IS_HEADED }: BrowserOptions = {}): Promise<Browser> {
  const browser = await puppeteer.launch({
    executablePath: isWhole || CHOSEN === undefined ? await ensureBrowser() : CHOSEN,
    args: isWhole ? FLAGS : [...FLAGS, STILL],
    ...(IS_HEADED ? { headless: false, slowMo: HEADED_SLOW_MS } : {}),
    acceptInsecureCerts: true,
  });
  awaitMainFrames(browser.defaultBrowserContext());
  const create = browser.createBrowserContext.bind(browser);
  browser.createBrowserContext = async (options) => awaitMainFrames(await create(options));
  return browser;
}

/** On a busy machine puppeteer returns a new page shortly before its main frame exists. */
function awaitMainFrames(context: BrowserContext): BrowserContext {
  const open = context.newPage.bind(context);
  context.newPage = async (options) => {
    const page = await open(options);
    await eventually(() => hasMainFrame(page));
    return page;
  };
  return context;
}

function hasMainFrame(page: Page): boolean {
  try {
    return page.mainFrame() !== undefined;
  } catch {
    return false;
  }
}

/** Opens a page, runs the test with it, and closes the browser in any case. */
export async function withPage<T>(use: (page: Page, browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchBrowser();
  try {
    return await use(await browser.newPage(), browser);
  } finally {
    await browser.close();
  }
}

/** Gives the page a device that keeps passkeys and confirms them at once, as by a fingerprint. */
export async function addPasskeyDevice(page: Page): Promise<CDPSession> {
  const device = await page.createCDPSession();
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return device;
}
