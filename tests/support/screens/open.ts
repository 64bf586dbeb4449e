/** Brings a screen into one of its states and waits until it shows it. */
import type { CDPSession, Page } from "puppeteer";
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

/**
 * `hold` never answers, `down` is a failing server; otherwise JSON, one JSON value per line, or the first lines of an
 * answer that does not end.
 */
export type Behaviour =
  | "hold"
  | "down"
  | { readonly status: number; readonly json: unknown }
  | { readonly lines: readonly unknown[] }
  | { readonly begins: readonly unknown[] };

type Answered = Exclude<Behaviour, "hold" | { readonly begins: readonly unknown[] }>;

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

type Leave = () => Promise<void>;

const SETTLED_MS = 20_000;
const MAIN = "(document.querySelector('main')?.innerText ?? '')";

/** Uses a page in this state. Pages are lent: the next state opens in the same page. */
export async function withScreen<Result>(
  fixture: ScreenFixture,
  options: OpenScreenOptions,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const { row } = options;
  const page = await fixture.lend(row.as ?? "visitor");
  try {
    const leave = await openScreen(page, fixture, options);
    const result = await use(page);
    await leave();
    fixture.takeBack(page);
    return result;
  } catch (error) {
    await page.close();
    throw error;
  }
}

/**
 * Returns how to leave the state: the next page has none of its storage, and none of its services. From a screen with
 * services or acts it goes to an empty page, so that a held or repeated call never reaches the server.
 */
async function openScreen(page: Page, fixture: ScreenFixture, options: OpenScreenOptions): Promise<Leave> {
  const { row, look, language = "en" } = options;
  await setLook(page, look);
  const { identifier } = await page.evaluateOnNewDocument(prepared(fixture, row));
  const restore = await behave(page, row.services ?? {});
  const query = new URLSearchParams(row.query ?? "");
  query.set("lang", language);
  await page.goto(`${fixture.origin}/trustcheck${row.route}?${query}`);
  try {
    await row.act?.(page);
    await until(page, language === "en" ? `${row.shows}.test(${MAIN})` : `${MAIN}.length > 0`);
    await waitUntilStill(page);
  } catch (error) {
    const said = String(await page.evaluate(MAIN));
    throw new Error(`${row.screen}.${row.state} (${language}, ${look.width}) says:\n${said}`, { cause: error });
  }
  return async () => {
    await page.removeScriptToEvaluateOnNewDocument(identifier);
    // The same address again would be a reload, which keeps what the app put into the history entry. Of the same
    // origin, and so in the same process: the next screen finds its code compiled.
    if (row.services !== undefined || row.act !== undefined) await page.goto(`${fixture.origin}/healthz`);
    await restore();
  };
}

/** The storage of the visitor and the row, set once a visit: a reload in the state keeps what the app stored. */
function prepared(fixture: ScreenFixture, row: ScreenState): string {
  const visit = JSON.stringify(crypto.randomUUID());
  return `if (self === top && location.protocol !== "about:" && sessionStorage.opened !== ${visit}) {
    localStorage.clear(); sessionStorage.clear(); sessionStorage.opened = ${visit};
    const keep = (area, entries) => { for (const [key, value] of entries) area.setItem(key, value); };
    keep(localStorage, ${JSON.stringify(entries(fixture.local(row.as), row.stored))});
    keep(sessionStorage, ${JSON.stringify(entries(fixture.session(row.as), row.kept))}); }
    ${begun(row)}`;
}

/** An answer that does not end is the page's own: an intercepted call can only be answered as a whole. */
function begun({ services = {} }: ScreenState): string {
  const answers = Object.entries(services).flatMap(([part, does]) =>
    isBegun(does) ? [[part, asLines(does.begins)]] : []
  );
  if (answers.length === 0) return "";
  return `{
    const { fetch } = globalThis;
    globalThis.fetch = (address, options) => {
      const [, text] = ${JSON.stringify(answers)}.find(([part]) => String(address).includes(part)) ?? [];
      if (text === undefined) return fetch(address, options);
      const start = (stream) => stream.enqueue(new TextEncoder().encode(text));
      return Promise.resolve(new Response(new ReadableStream({ start })));
    };
  }`;
}

function isBegun(does: Behaviour): does is Extract<Behaviour, { readonly begins: readonly unknown[] }> {
  return typeof does === "object" && "begins" in does;
}

const asLines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value) + "\n").join("");

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

/**
 * Stops only the calls of these services: an interception of every request would also turn off the browser's cache.
 * Returns how to end it.
 */
async function behave(page: Page, services: Readonly<Record<string, Behaviour>>): Promise<Leave> {
  const parts = Object.entries(services).filter((row): row is [string, Answered | "hold"] => !isBegun(row[1]));
  if (parts.length === 0) return () => Promise.resolve();
  const session = await page.createCDPSession();
  const held: string[] = [];
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const [, does] = parts.find(([part]) => request.url.includes(part)) ?? [];
    if (does === undefined || does === "hold") return void held.push(requestId);
    void answer(session, requestId, answerOf(does)).catch(() => {});
  });
  await session.send("Fetch.enable", { patterns: parts.map(([part]) => ({ urlPattern: `*${part}*` })) });
  return async () => {
    for (const requestId of held) {
      await session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" }).catch(() => {});
    }
    await session.detach();
  };
}

async function answer(
  session: CDPSession,
  requestId: string,
  { status, body }: ReturnType<typeof answerOf>,
): Promise<void> {
  await session.send("Fetch.fulfillRequest", {
    requestId,
    responseCode: status,
    responseHeaders: [{ name: "content-type", value: "application/json" }],
    body: btoa(String.fromCodePoint(...new TextEncoder().encode(body))),
  });
}

function answerOf(does: Answered): { readonly status: number; readonly body: string } {
  if (does === "down") return { status: 503, body: "{}" };
  if ("lines" in does) return { status: 200, body: asLines(does.lines) };
  return { status: does.status, body: JSON.stringify(does.json) };
}

export const see = (page: Page, testId: string) => page.waitForSelector(`[data-testid="${testId}"]`, { visible: true });
export const tap = async (page: Page, testId: string) => await (await see(page, testId))?.click();
export const type = async (page: Page, testId: string, text: string) => {
  const field = await see(page, testId);
  await field?.click({ count: 3 });
  await field?.type(text);
};
