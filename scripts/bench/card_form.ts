/**
 * Card fields against the baseline: four plain inputs in one cross-site frame, alternating in one run, each in a fresh
 * browser.
 */
import puppeteer, { type Frame, type Page } from "puppeteer";
import { startApp } from "../../tests/support/app/app.ts";
import { freePort } from "../../tests/support/ports.ts";
import { ensureBrowser } from "../browser.ts";

const DIGITS = "4111111111111111";
const RUNS = 15;
const AFTER_READY_MS = 500;
const READY_LIMIT = 2;
const KEY_LIMIT = 1.3;
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
] as const;

export interface Figures {
  /** Milliseconds from navigation until all four inputs exist and each reported READY. */
  readonly readyMs: number;
  /** Milliseconds from a key press in the frame until CHANGE in the page. */
  readonly keyMs: number;
  readonly requests: number;
  /** Requested hosts other than the page's and the frame's. */
  readonly strangers: number;
  readonly frames: number;
}

/** Both pages report READY for a field only after its input exists; the inputs are counted all the same. */
async function measure(url: string, frameOrigin: string): Promise<Figures> {
  const browser = await puppeteer.launch({ executablePath: await ensureBrowser(), args: [...FLAGS] });
  try {
    const page = (await browser.pages())[0] ?? await browser.newPage();
    const own = [new URL(url).host, new URL(frameOrigin).host];
    const strangers = new Set<string>();
    let counted = 0;
    page.on("request", (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol.startsWith("http") && !own.includes(host)) strangers.add(host);
      const isCounted = protocol.startsWith("http") && request.url() !== url;
      if (isCounted && !/observability|observer_frame|favicon|bare\.js|floor\.js$/.test(request.url())) counted++;
    });
    await page.goto(url);
    await page.waitForFunction("globalThis.__ready !== undefined", { polling: 20 });
    const readyMs = Number(await page.evaluate("__ready"));
    // Requests while the shopper types delay nothing, so they are not counted.
    await new Promise((resolve) => setTimeout(resolve, AFTER_READY_MS));
    const requests = counted;
    const frame = await inputFrame(page);
    const frames = await page.$$eval("#card iframe", (found) => found.length);
    return { readyMs, requests, strangers: strangers.size, frames, keyMs: median(await keyTimes(page, frame)) };
  } finally {
    await browser.close();
  }
}

async function inputFrame(page: Page): Promise<Frame> {
  for (const frame of page.frames()) {
    if (frame !== page.mainFrame() && (await frame.$$("input")).length >= 4) return frame;
  }
  throw new Error("READY was said, but no frame has four inputs");
}

async function keyTimes(page: Page, frame: Frame): Promise<readonly number[]> {
  await frame.evaluate(`addEventListener("keydown", (event) => {
    (globalThis.__keys ??= []).push(performance.timeOrigin + event.timeStamp);
  }, true)`);
  await frame.focus('input[autocomplete="cc-number"]');
  await page.evaluate("globalThis.__changes = []");
  for (const [index, digit] of [...DIGITS].entries()) {
    await page.keyboard.press(parseKey(digit));
    await page.waitForFunction(`__changes.length > ${index}`, { polling: 5, timeout: 2000 });
  }
  const keys = parseNumbers(await frame.evaluate("__keys"));
  const changes = parseNumbers(await page.evaluate("__changes"));
  return keys.map((key, index) => (changes[index] ?? NaN) - key);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

export interface CardFormFigures extends Pick<Figures, "requests" | "strangers" | "frames"> {
  /** Measures the baseline. */
  readonly ready: number;
  readonly key: number;
}

/** Prints the medians of both pages and their ratio. */
export async function benchCardForm({ runs = RUNS }: { readonly runs?: number } = {}): Promise<CardFormFigures> {
  const framePort = freePort();
  const app = await startApp({
    env: { FRAME_PORT: String(framePort), FRAME_ORIGIN: `http://127.0.0.1:${framePort}` },
  });
  try {
    const baseline: Figures[] = [];
    const ours: Figures[] = [];
    for (let run = 0; run < runs; run++) {
      baseline.push(await measure(`${app.origin}/checkout/floor`, app.frameOrigin));
      ours.push(await measure(`${app.origin}/checkout/bare`, app.frameOrigin));
    }
    const of = (rows: readonly Figures[], name: keyof Figures) => median(rows.map((row) => row[name]));
    const ready = of(ours, "readyMs") / of(baseline, "readyMs");
    const key = of(ours, "keyMs") / of(baseline, "keyMs");
    const row = (rows: readonly Figures[]) =>
      `ready ${of(rows, "readyMs").toFixed(0)} ms, key ${of(rows, "keyMs").toFixed(2)} ms, ` +
      `${of(rows, "requests")} requests, ${of(rows, "frames")} frame`;
    console.log(`floor: ${row(baseline)}\nours:  ${row(ours)}`);
    console.log(
      `ready ${ready.toFixed(2)} x the floor (limit ${READY_LIMIT}), key ${key.toFixed(2)} x (limit ${KEY_LIMIT})`,
    );
    const counts = { requests: of(ours, "requests"), strangers: of(ours, "strangers"), frames: of(ours, "frames") };
    return { ready, key, ...counts };
  } finally {
    await app.close();
  }
}

/** The test card's digits as key presses. */
function parseKey(digit: string) {
  return digit as "1" | "4";
}

function parseNumbers(value: unknown): readonly number[] {
  return value as readonly number[];
}

if (import.meta.main) {
  const { ready, key } = await benchCardForm({ runs: Number(Deno.args[0] ?? RUNS) });
  Deno.exit(ready <= READY_LIMIT && key <= KEY_LIMIT ? 0 : 1);
}
