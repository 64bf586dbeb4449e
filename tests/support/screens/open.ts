/** Brings a screen into one of its states and waits until it shows it. */
import type { HTTPRequest, Page } from "puppeteer";
import type { ScreenFixture, Visitor } from "./screen_fixture.ts";

export interface ScreenState {
  readonly screen: string;
  /** idle, busy, empty, error, done, or another state of the screen. */
  readonly state: string;
  /** The app's route. */
  readonly route: string;
  readonly query?: string;
  /** The visitor: new, a buyer after the payment, or a member. */
  readonly as?: Visitor;
  /** Additional entries of local storage before the screen opens. */
  readonly stored?: Readonly<Record<string, unknown>>;
  /** Entries of session storage. */
  readonly kept?: Readonly<Record<string, unknown>>;
  /** What services do instead of answering, by a part of their address. */
  readonly services?: Readonly<Record<string, Behaviour>>;
  /** Actions on the screen before it is checked. */
  readonly act?: ((page: Page) => Promise<unknown>) | undefined;
  /** Text that proves the state; part of the screen's own texts, in English. */
  readonly shows: RegExp;
}

/** `hold` never answers, `down` is a failing server; else JSON, or one JSON value per line. */
export type Behaviour = "hold" | "down" | { readonly status: number; readonly json: unknown } | {
  readonly lines: readonly unknown[];
};

export interface Appearance {
  readonly theme: "light" | "dark";
  readonly width: 320 | 390 | 768 | 1280;
}

export const APPEARANCES: readonly Appearance[] = ([320, 390, 768, 1280] as const).flatMap((width) =>
  (["light", "dark"] as const).map((theme): Appearance => ({ theme, width }))
);

const HEIGHTS: Readonly<Record<Appearance["width"], number>> = { 320: 568, 390: 844, 768: 1024, 1280: 900 };

export interface OpenScreenOptions {
  readonly row: ScreenState;
  readonly look: Appearance;
  /** Language of the page; texts are awaited in English only. */
  readonly language?: string;
}

const SETTLED_MS = 20_000;
const MAIN = "(document.querySelector('main')?.innerText ?? '')";

/** A page in this state; the caller closes it. */
export async function openScreen(
  fixture: ScreenFixture,
  { row, look, language = "en" }: OpenScreenOptions,
): Promise<Page> {
  const page = await fixture.page(row.as ?? "visitor");
  await setLook(page, look);
  await page.evaluateOnNewDocument(`if (self === top && !sessionStorage.opened) {
    localStorage.clear(); sessionStorage.clear(); sessionStorage.opened = "1";
    const keep = (area, entries) => { for (const [key, value] of entries) area.setItem(key, value); };
    keep(localStorage, ${JSON.stringify(entries(fixture.local(row.as), row.stored))});
    keep(sessionStorage, ${JSON.stringify(entries(fixture.session(row.as), row.kept))}); }`);
  if (row.services !== undefined) await behave(page, row.services);
  const query = new URLSearchParams(row.query ?? "");
  query.set("lang", language);
  await page.goto(`${fixture.origin}/trustcheck${row.route}?${query}`);
  try {
    await row.act?.(page);
    await until(page, language === "en" ? `${row.shows}.test(${MAIN})` : `${MAIN}.length > 0`);
    await waitUntilStill(page);
  } catch (error) {
    const said = String(await page.evaluate(MAIN));
    await page.close();
    throw new Error(`${row.screen}.${row.state} (${language}, ${look.width}) says:\n${said}`, { cause: error });
  }
  return page;
}

async function setLook(page: Page, { theme, width }: Appearance): Promise<void> {
  await page.setViewport({ width, height: HEIGHTS[width] });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: theme },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
}

async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(STILL);
  // A click may have scrolled; a screenshot of the whole page starts at the top.
  await page.evaluate("scrollTo(0, 0)");
}

/** The open screen at another window width or with another theme. */
export async function changeAppearance(page: Page, look: Appearance): Promise<void> {
  await setLook(page, look);
  await waitUntilStill(page);
}

/** The visitor's stored JSON text, then the row's values. */
function entries(texts: Readonly<Record<string, string>>, values: Readonly<Record<string, unknown>> = {}) {
  return [...Object.entries(texts), ...Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)])];
}

async function until(page: Page, condition: string): Promise<void> {
  await page.waitForFunction(condition, { timeout: SETTLED_MS, polling: 50 });
}

/** Resolves when nothing on the page has changed for a moment, so that screenshots are stable. */
const STILL = `new Promise((resolve) => {
  let timer = setTimeout(resolve, 250);
  const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(resolve, 250); });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  setTimeout(resolve, 5000);
})`;

async function behave(page: Page, services: Readonly<Record<string, Behaviour>>): Promise<void> {
  await page.setRequestInterception(true);
  page.on("request", (request: HTTPRequest) => {
    const found = Object.entries(services).find(([part]) => request.url().includes(part));
    if (found === undefined) return void request.continue();
    const [, does] = found;
    if (does === "hold") return;
    void request.respond({ contentType: "application/json", ...answerOf(does) });
  });
}

function answerOf(does: Exclude<Behaviour, "hold">): { readonly status: number; readonly body: string } {
  if (does === "down") return { status: 503, body: "{}" };
  if ("lines" in does) return { status: 200, body: does.lines.map((line) => JSON.stringify(line)).join("\n") + "\n" };
  return { status: does.status, body: JSON.stringify(does.json) };
}

export const see = (page: Page, testId: string) => page.waitForSelector(`[data-testid="${testId}"]`, { visible: true });
export const tap = async (page: Page, testId: string) => await (await see(page, testId))?.click();
export const type = async (page: Page, testId: string, text: string) => {
  const field = await see(page, testId);
  await field?.click({ count: 3 });
  await field?.type(text);
};
