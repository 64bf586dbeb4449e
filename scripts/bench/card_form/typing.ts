/** What needs a driver: the time from a key press in the frame to CHANGE in the page, requests, frames and hosts. */
import puppeteer, { type Frame, type Page } from "puppeteer";
import { FLAGS } from "../browser_flags.ts";
import { median } from "../median.ts";
import { ensureBrowser } from "../../browser.ts";

const DIGITS = "4111111111111111";
const AFTER_READY_MS = 500;

export interface Typing {
  /** The median over the digits, in milliseconds. */
  readonly keyMs: number;
  /** Without the page itself, the observability frame and the icon. */
  readonly requests: number;
  /** Requested hosts other than the given ones. */
  readonly strangers: number;
  readonly frames: number;
}

/** Types a card number into the page's frame. */
export async function measureTyping(url: string, ownOrigins: readonly string[]): Promise<Typing> {
  const browser = await puppeteer.launch({ executablePath: await ensureBrowser(), args: [...FLAGS] });
  try {
    const page = (await browser.pages())[0] ?? await browser.newPage();
    const strangers = new Set<string>();
    let counted = 0;
    page.on("request", (request) => {
      const { protocol, origin, host } = new URL(request.url());
      if (!protocol.startsWith("http") || request.url() === url) return;
      if (!ownOrigins.includes(origin)) strangers.add(host);
      if (!/observability|observer_frame|favicon|\/ready\?/.test(request.url())) counted++;
    });
    await page.goto(url);
    await page.waitForFunction("globalThis.__ready !== undefined", { polling: 20 });
    // Requests while the shopper types delay nothing, so they are not counted.
    await new Promise((resolve) => setTimeout(resolve, AFTER_READY_MS));
    const requests = counted;
    const frame = await inputFrame(page);
    const frames = await page.$$eval("#card iframe", (found) => found.length);
    return { requests, strangers: strangers.size, frames, keyMs: median(await keyTimes(page, frame)) };
  } finally {
    await browser.close();
  }
}

async function inputFrame(page: Page): Promise<Frame> {
  for (const frame of page.frames()) {
    if (frame !== page.mainFrame() && (await frame.$$("input")).length >= 4) return frame;
  }
  throw new Error("The page reported READY, but no frame has four inputs");
}

async function keyTimes(page: Page, frame: Frame): Promise<readonly number[]> {
  await frame.evaluate(`addEventListener("keydown", (event) => {
    (globalThis.__keys ??= []).push(performance.timeOrigin + event.timeStamp);
  }, true)`);
  await frame.focus('input[autocomplete="cc-number"]');
  await page.evaluate("globalThis.__changes = []");
  for (const [index, digit] of [...DIGITS].entries()) {
    await page.keyboard.press(asKey(digit));
    await page.waitForFunction(`__changes.length > ${index}`, { polling: 5, timeout: 2000 });
  }
  const keys = asNumbers(await frame.evaluate("__keys"));
  const changes = asNumbers(await page.evaluate("__changes"));
  return keys.map((key, index) => (changes[index] ?? NaN) - key);
}

/** The test card's digits as key presses. */
function asKey(digit: string) {
  return digit as "1" | "4";
}

function asNumbers(value: unknown): readonly number[] {
  return value as readonly number[];
}
