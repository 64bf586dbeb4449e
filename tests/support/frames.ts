/**
 * Finds elements in a page's frames: looks up the frame again until it contains the element, and reports what it saw
 * when it never does.
 */
import type { Frame, Page } from "puppeteer";

export const CARD_FRAME = "/card/5/";
const CHALLENGE_FRAME = "/challenge/";
const DEADLINE_MS = 60_000;
const PAUSE_MS = 50;
/** A frame that is being removed never answers. */
const ANSWER_MS = 2_000;

interface FrameQuery {
  /** Part of the frame's address. */
  readonly path: string;
  /** Selector that the frame contains once it can be used. */
  readonly selector: string;
  /** Selector of an element around the frame; without it the newest frame with the path. */
  readonly within?: string;
}

/** The frame with this card field, once it accepts typing. */
export function cardFrame(page: Page, selector = "#CARD_NUMBER", within?: string): Promise<Frame> {
  return frameWith(page, { path: CARD_FRAME, selector, ...(within === undefined ? {} : { within }) });
}

/** The frame with the issuer page, once it accepts a choice. */
export function challengeFrame(page: Page): Promise<Frame> {
  return frameWith(page, { path: CHALLENGE_FRAME, selector: "[data-testid=approve]" });
}

/**
 * The shopper's choice on the issuer page. The dialog moves while it opens; a locator waits until its target is still.
 */
export async function answerChallenge(page: Page, choice: "approve" | "decline" | "cancel" = "approve"): Promise<void> {
  await (await challengeFrame(page)).locator(`[data-testid=${choice}]`).click();
}

async function frameWith(page: Page, { path, selector, within }: FrameQuery): Promise<Frame> {
  const until = Date.now() + DEADLINE_MS;
  for (;;) {
    const seen: string[] = [];
    for (const frame of await framesOf(page, within)) {
      if (!frame.url().includes(path)) continue;
      const found = await answerOf(frame, `document.querySelector(${JSON.stringify(selector)}) !== null`);
      if (found === true) return frame;
      seen.push(`${frame.url()}: ${found === false ? `no ${selector}` : String(found)}`);
    }
    if (Date.now() > until) throw new Error(`No frame ${path} with ${selector}\n${await report(page, seen)}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function framesOf(page: Page, within: string | undefined): Promise<readonly Frame[]> {
  if (within === undefined) return page.frames().toReversed();
  // A page during navigation has no elements.
  const elements = await page.$$(`${within} iframe`).catch(() => []);
  const frames = await Promise.all(elements.map((element) => element.contentFrame().catch(() => null)));
  return frames.filter((frame) => frame !== null);
}

/** What the frame answers in time; the reason as text when it does not. */
export async function answerOf(frame: Frame, expression: string): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => timer = setTimeout(resolve, ANSWER_MS, "does not answer"));
  try {
    return await Promise.race([frame.evaluate(expression).catch(String), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function report(page: Page, seen: readonly string[]): Promise<string> {
  const sources = `[...document.querySelectorAll("iframe")].map(({ src }) => src).join(", ")`;
  const attached = page.frames().slice(1).map((frame) => frame.url());
  return [
    `the page ${page.url()} holds iframes of: ${String(await answerOf(page.mainFrame(), sources)) || "nothing"}`,
    `frames attached: ${attached.join(", ") || "none"}`,
    `they say: ${seen.join("; ") || "nothing"}`,
    `the page itself says: ${String(await answerOf(page.mainFrame(), "document.body.innerText")).slice(0, 2_000)}`,
  ].join("\n");
}
