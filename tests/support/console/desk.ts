/** An operator at the console in a browser: searches, presses, types, and counts the presses after a search. */
import type { Page } from "puppeteer";
import type { Role } from "../../../server/wire/admin/roles.ts";
import type { RunningApp } from "../app/app.ts";
import { eventually } from "../eventually.ts";
import { signInOperator } from "./console_fixture.ts";

const PATIENCE_MS = 30_000;
/** A page sets the focus right after it shows a field; if it has not by then, the operator clicks. */
const FOCUS_MS = 2_000;
const MOST_TABS = 3;

export interface Desk {
  readonly page: Page;
  /** Pointer presses since the last search, including those that a field without the focus needs. */
  readonly clicks: () => number;
  open(path: string): Promise<void>;
  search(query: string): Promise<void>;
  /** Presses an element by its selector, or the one with this test id. */
  press(target: string): Promise<void>;
  /** Moves on by Tab, from field to field, until this one has the focus. */
  tabTo(testId: string): Promise<void>;
  /** Types into a field. A field that the page has not focused takes a press first. */
  type(testId: string, text: string): Promise<void>;
  see(target: string): Promise<void>;
  textOf(target: string): Promise<string>;
  waitForText(target: string, pattern: RegExp): Promise<string>;
}

const selectorOf = (target: string) => /^[\w-]+$/.test(target) ? `[data-testid="${target}"]` : target;

/** A page of an operator who has signed in. */
export async function openDesk(app: RunningApp, page: Page, role: Role = "owner"): Promise<Desk> {
  const value = await signInOperator(app.context, role, `${role}@shop.example`);
  const { hostname } = new URL(app.origin);
  await page.browserContext().setCookie({
    name: "adm",
    value,
    domain: hostname,
    path: "/",
    httpOnly: true,
    sameSite: "Strict",
    secure: false,
  });
  return deskOf(app, page);
}

export function deskOf({ origin }: Pick<RunningApp, "origin">, page: Page): Desk {
  let clicks = 0;
  const find = async (target: string) => {
    const found = await page.waitForSelector(selectorOf(target), { visible: true, timeout: PATIENCE_MS });
    if (found === null) throw new Error(`${target} is not there`);
    return found;
  };
  const hasFocus = (testId: string, timeout: number) =>
    page.waitForSelector(`${selectorOf(testId)}:focus`, { timeout }).then(() => true, () => false);
  const press = async (target: string) => {
    await find(target);
    await page.locator(`${selectorOf(target)}:not(:disabled)`).setTimeout(PATIENCE_MS).click();
    clicks += 1;
  };
  const textOf = async (target: string) => await (await find(target)).evaluate((each) => each.textContent ?? "");
  return {
    page,
    clicks: () => clicks,
    open: async (path) => {
      await page.goto(`${origin}/admin${path}`);
    },
    async search(query) {
      await (await find("search")).evaluate((field) => {
        (field as unknown as { value: string }).value = "";
      });
      await page.focus(selectorOf("search"));
      await page.keyboard.down("Control");
      await page.keyboard.press("a");
      await page.keyboard.up("Control");
      await page.keyboard.type(query);
      await page.keyboard.press("Enter");
      await find("open-customer");
      clicks = 0;
    },
    press,
    async tabTo(testId) {
      await find(testId);
      for (let tab = 0; tab < MOST_TABS && await page.$(`${selectorOf(testId)}:focus`) === null; tab++) {
        await page.keyboard.press("Tab");
      }
      if (await page.$(`${selectorOf(testId)}:focus`) === null) {
        throw new Error(`${testId} is more than ${MOST_TABS} steps of Tab away`);
      }
    },
    async type(testId, text) {
      await find(testId);
      if (!await hasFocus(testId, FOCUS_MS)) await press(testId);
      await page.keyboard.down("Control");
      await page.keyboard.press("a");
      await page.keyboard.up("Control");
      await page.keyboard.type(text);
    },
    see: async (target) => void await find(target),
    textOf,
    waitForText: (target, pattern) =>
      eventually(async () => {
        const text = await textOf(target).catch(() => "");
        return pattern.test(text) ? text : undefined;
      }, () => page.evaluate("document.body.innerText")),
  };
}

/** The reason, then the one press that does it, then its result. */
export async function confirmAct(desk: Desk, reason: string): Promise<string> {
  await desk.see("act-preview");
  await desk.type("reason", reason);
  await desk.press("act-confirm");
  return await desk.waitForText("act-result", /\S/);
}
