/** A shopper in a real browser: types, taps and reads the funnel. */
import type { Browser, ElementHandle, Frame, Page } from "puppeteer";
import { cardFrame as frameOfField } from "../frames.ts";

const STEP_DEADLINE_MS = 60_000;
/** Time limit for a click on an element that hydration may replace. */
const HYDRATED_MS = 10_000;

export interface Shopper {
  readonly page: Page;
  /** Waits for the element with this test id. */
  see(testId: string): Promise<ElementHandle>;
  tap(testId: string): Promise<void>;
  type(testId: string, text: string): Promise<void>;
  /** Puts the text into the field at once, as pasting does: each key would cost as much. */
  fill(testId: string, text: string): Promise<void>;
  /** All visible text. */
  read(): Promise<string>;
  /** Waits until the page shows this text. */
  readUntil(text: string | RegExp): Promise<string>;
  /** Puts a card into the card frame: a field at once, as autofill does, or key by key, which costs more. */
  typeCard(card: TypedCard): Promise<void>;
  pressPay(): Promise<void>;
  path(): string;
}

export interface TypedCard {
  readonly number: string;
  readonly expiry?: string;
  readonly code?: string;
  readonly isKeyByKey?: boolean;
}

/** A person scrolls what the bar of tabs covers; the driver scrolls only what is out of the window. */
const uncover = (testId: string) =>
  `{
    const element = document.querySelector('[data-testid="${testId}"]');
    const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
    const top = element && document.elementFromPoint(x + width / 2, y + height / 2);
    if (top && !element.contains(top) && !top.contains(element)) {
      element.scrollIntoView({ block: "center", behavior: "instant" });
    }
  }`;

export function createShopper(page: Page): Shopper {
  page.setDefaultTimeout(STEP_DEADLINE_MS);
  const read = async () => String(await page.evaluate("document.body.innerText"));
  const see = async (testId: string): Promise<ElementHandle> => {
    const found = await page.waitForSelector(`[data-testid="${testId}"]`, { visible: true }).catch(() => null);
    if (found === null) throw new Error(`No ${testId} on ${page.url()}, which says:\n${await read()}`);
    return found;
  };
  /** Hydration may replace the element that the page was sent with. */
  const onElement = async (testId: string, act: (element: ElementHandle) => Promise<void>) => {
    try {
      await act(await see(testId));
    } catch (error) {
      if (!/detached/.test(String(error))) throw error;
      await act(await see(testId));
    }
  };
  /** Clicks once the element no longer moves: a page that still loads would push it away from under the pointer. */
  const click = async (testId: string, count = 1) => {
    await see(testId);
    await page.evaluate(uncover(testId));
    const element = page.locator(`[data-testid="${testId}"]`).setWaitForEnabled(false);
    // The first attempt keeps the element it found, and never reaches one that hydration has replaced since.
    await element.setTimeout(HYDRATED_MS).click({ count }).catch(() => element.click({ count }));
  };
  return {
    page,
    see,
    read,
    async tap(testId) {
      await click(testId);
    },
    async type(testId, text) {
      await click(testId, 3);
      await onElement(testId, (field) => field.type(text));
    },
    async fill(testId, text) {
      const isFilled = async () => {
        await click(testId, 3);
        await page.keyboard.sendCharacter(text);
        return await (await see(testId)).evaluate((field) => Object(field).value !== "");
      };
      // Hydration may have replaced the field meanwhile.
      if (!await isFilled()) await isFilled();
    },
    async readUntil(text) {
      const pattern = text instanceof RegExp ? text : new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      const until = Date.now() + STEP_DEADLINE_MS;
      // A page during navigation has no text.
      const glance = () => read().catch(() => "");
      for (let seen = await glance();; seen = await glance()) {
        if (pattern.test(seen)) return seen;
        if (Date.now() > until) throw new Error(`Waited for ${pattern}, but the page at ${page.url()} says:\n${seen}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async typeCard({ number, expiry = "1234", code = "123", isKeyByKey = false }) {
      const frame = await cardFrame(page);
      const fields = [["cc-number", number], ["cc-exp", expiry], ["cc-csc", code]] as const;
      for (const [name, text] of fields) {
        // After a payment the fields take input once the frame knows of its end.
        const open = `input[autocomplete="${name}"]:not([readonly])`;
        const field = await frame.waitForSelector(open, { visible: true });
        await field?.click({ count: 3 });
        await field?.press("Backspace");
        if (isKeyByKey) await field?.type(text);
        else await page.keyboard.sendCharacter(text);
      }
    },
    async pressPay() {
      const button = await page.waitForSelector("#payrails-card-payment-button:not([disabled])", { visible: true });
      await button?.click();
    },
    path: () => new URL(page.url()).pathname,
  };
}

/** The card frame of the page, once its fields are ready. */
export async function cardFrame(page: Page): Promise<Frame> {
  const number = 'input[autocomplete="cc-number"]';
  const frame = await frameOfField(page, number);
  await frame.waitForSelector(number, { visible: true });
  return frame;
}

/** Signs in on the open screen through the Google simulator. */
export async function signInByGoogle({ page, tap }: Shopper, email: string): Promise<void> {
  const chooser = await openedWindow(page.browser(), () => tap("sign-in-google"));
  await chooser.waitForSelector("#other");
  await chooser.focus("#other [name=email]");
  await chooser.keyboard.sendCharacter(email);
  await Promise.all([
    new Promise((resolve) => chooser.once("close", resolve)),
    chooser.click("#other button[type=submit], #other button"),
  ]);
}

/** Runs the action that opens a window and returns the window. */
export async function openedWindow(browser: Browser, act: () => Promise<void>): Promise<Page> {
  const opened = browser.waitForTarget((target) => target.url().includes("/emulator/auth/handler"));
  await act();
  const page = await (await opened).page();
  if (page === null) throw new Error("The window has no page");
  return page;
}
