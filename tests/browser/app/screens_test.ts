/** Every screen of the table in a real browser: its text, its width in both directions, and its accessibility. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import type { Browser, Page } from "puppeteer";
import { ROUTES, WEBAPP_ROUTES } from "../../../client/lib/browser/paths.ts";
import { LOOK_RULES, violations } from "../../support/screens/axe.ts";
import { type RunningApp, startApp } from "../../support/app/app.ts";
import { launchBrowser } from "../../support/browser.ts";
import {
  type Appearance,
  APPEARANCES,
  changeAppearance,
  type OpenScreenOptions,
  type ScreenState,
  withScreen,
} from "../../support/screens/open.ts";
import { compareOutline } from "../../support/screens/outline.ts";
import { openScreenFixture, type ScreenFixture } from "../../support/screens/screen_fixture.ts";
import { SCREENS } from "../../support/screens/table.ts";

/** The requirement that each route proves by being there. */
const PROVES: Readonly<Record<string, string>> = {
  [ROUTES.main]: "W-ROUTE-02, W-SCREEN-01",
  [ROUTES.scanning]: "W-ROUTE-04, W-SCREEN-01",
  [ROUTES.offers]: "W-ROUTE-05, W-SCREEN-01",
  [ROUTES.subscription]: "W-ROUTE-06, W-SCREEN-01",
  [ROUTES.privacy]: "W-ROUTE-07, W-SCREEN-05",
  [ROUTES.terms]: "W-ROUTE-08, W-SCREEN-05",
  [ROUTES.cookiePolicy]: "W-ROUTE-09, W-SCREEN-05",
  [ROUTES.accessProduct]: "W-ROUTE-10, W-SCREEN-02",
  [ROUTES.signIn]: "W-ROUTE-11, W-SCREEN-02",
  [ROUTES.activate]: "W-ROUTE-12, W-SCREEN-02",
  [`${ROUTES.signIn}?mode=resetPassword&oobCode=c1`]: "W-SCREEN-02",
  [ROUTES.unsubscription]: "W-ROUTE-13, W-SCREEN-03",
  [ROUTES.unsubscribeWithEmail]: "W-ROUTE-14, W-SCREEN-03",
  [ROUTES.accessRecovery]: "W-ROUTE-15, W-SCREEN-02",
  [ROUTES.webapp]: "W-ROUTE-17, W-SCREEN-04",
  [`${ROUTES.webapp}/${WEBAPP_ROUTES.sexOffendersReport}`]: "W-ROUTE-18, W-SCREEN-04",
  [`${ROUTES.webapp}/${WEBAPP_ROUTES.profile}`]: "W-ROUTE-19, W-SCREEN-04",
  [`${ROUTES.webapp}/${WEBAPP_ROUTES.manageSubscriptions}`]: "W-ROUTE-20, W-SCREEN-04",
};

/** The states a screen must be seen in; a screen that loads nothing has one. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  main: ["idle", "busy", "done", "error"],
  question: ["one", "many", "country", "urgent"],
  details: ["idle", "error"],
  plan: ["idle"],
  payment: ["idle", "loading", "busy", "error"],
  scanning: ["empty", "busy", "error", "done"],
  offers: ["empty", "idle", "busy", "error", "done"],
  subscription: ["idle"],
  privacy: ["idle"],
  terms: ["idle"],
  "cookie-policy": ["idle"],
  "access-product": ["empty", "idle", "busy", "error"],
  "sign-in": ["idle", "busy", "error", "done"],
  activate: ["idle", "busy", "error", "done"],
  unsubscription: ["empty", "idle", "busy", "error", "done"],
  "unsubscribe-with-email": ["idle", "busy", "error", "done"],
  "access-recovery": ["idle", "busy", "error", "done"],
  "email-action": ["idle", "error", "done"],
  webapp: ["idle", "busy", "error", "done"],
  "webapp-list": ["idle", "busy", "error", "done"],
  "webapp-history": ["empty", "busy", "error", "done"],
  "webapp-alerts": ["empty", "busy", "error", "done"],
  "webapp-guide": ["empty", "busy", "error", "done"],
  "sex-offenders-report": ["empty", "idle", "busy", "error", "done"],
  profile: ["idle", "busy", "error"],
  "manage-subscriptions": ["empty", "idle", "busy", "error"],
};

/** The page asks for reduced motion: what moves, and what still waits for a motion to make it visible. */
const MOVING = `[
  ...document.getAnimations().map(({ effect }) => "moves: " + effect.target?.className),
  ...[...document.querySelectorAll("main *")]
    .filter((each) => getComputedStyle(each).opacity === "0" && each.matches("div, p, section, ul, ol, li, h1, h2, h3"))
    .map(({ className }) => "unseen: " + className),
]`;

/** Amounts broken over more than one line: "$32.9" above "9" reads as another amount. */
const BROKEN_AMOUNTS = `(() => {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    for (const { index, 0: amount } of text.data.matchAll(/[$€£]\\d[\\d.,]*|\\d[\\d.,]*\\s[$€£]/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + amount.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(amount);
    }
  }
  return broken;
})()`;

/** English words of answers that break without a hyphen: "Governmen" above "t". */
const BROKEN_WORDS = `[...document.querySelectorAll(".answers .choice__words")].flatMap((words) => {
  const texts = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    for (const { index, 0: word } of text.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
})`;

/** Labels of tabs, and words of rows, that reach over their neighbour. */
const OVERLAPPING = `[...document.querySelectorAll(".members__nav li, .list > li")].flatMap((list) => {
  const boxes = [...(list.matches(".list > li") ? list.children : list.querySelectorAll("a > span"))]
    .map((each) => each.getBoundingClientRect()).filter(({ width }) => width > 0);
  const { left, right } = list.getBoundingClientRect();
  const over = boxes.some((one, at) => one.left < left - 1 || one.right > right + 1 || boxes.some((other, beside) =>
    beside > at && one.right > other.left + 1 && other.right > one.left + 1 &&
    one.bottom > other.top + 1 && other.bottom > one.top + 1));
  return over ? [list.textContent] : [];
})`;

/**
 * What has to stay on one line: a day and an amount of a plan's line of charges, links of the header, the parts of a
 * report, a receipt's number, a phone number and the word of its band.
 */
const IN_TWO_LINES =
  `[...document.querySelectorAll(".charge-line__charge > *, .site-nav a, .report-bar a, .line-row p.numbers, .number-row__number, .number-row__end > b")]
  .filter((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size > 1;
  }).map(({ textContent }) => textContent)`;

/** Parts of a report that the window cuts off, and answers that overflow their tile. */
const CUT_OFF = `[...document.querySelectorAll(".report-bar nav, .answers .choice")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)`;

/** One state: its text was there when it opened; now its width, both directions, and axe, in each look. */
async function examine(
  fixture: ScreenFixture,
  opening: OpenScreenOptions,
  others: readonly Appearance[] = [],
): Promise<void> {
  await withScreen(fixture, opening, async (page) => {
    if (opening.language === undefined) {
      await compareOutline(page, opening.row);
      assertEquals([nameOf(opening), await violations(page)], [nameOf(opening), []]);
    }
    await assertFits(page, opening);
    for (const look of others) {
      const other = { ...opening, look };
      await page.evaluate("document.documentElement.dir = 'ltr'");
      await changeAppearance(page, look);
      if (opening.language === undefined) {
        assertEquals([nameOf(other), await violations(page, { only: LOOK_RULES })], [nameOf(other), []]);
      }
      await assertFits(page, other);
    }
  });
}

const nameOf = ({ row, look, language = "en" }: OpenScreenOptions) =>
  `${row.screen}.${row.state} ${language} at ${look.width}`;

async function assertFits(page: Page, opening: OpenScreenOptions): Promise<void> {
  assertEquals([nameOf(opening), await page.evaluate(MOVING)], [nameOf(opening), []]);
  assertEquals([nameOf(opening), await page.evaluate(BROKEN_AMOUNTS)], [nameOf(opening), []]);
  if (opening.language === undefined) {
    assertEquals([nameOf(opening), await page.evaluate(BROKEN_WORDS)], [nameOf(opening), []]);
  }
  for (const faults of [OVERLAPPING, IN_TWO_LINES, CUT_OFF]) {
    assertEquals([nameOf(opening), await page.evaluate(faults)], [nameOf(opening), []]);
  }
  const [left, right] = JSON.parse(String(
    await page.evaluate(`(() => {
    const root = document.documentElement;
    const widths = ['ltr', 'rtl'].map((direction) => { root.dir = direction; return root.scrollWidth - innerWidth; });
    return JSON.stringify(widths.map((beyond) => Math.max(0, beyond)));
  })()`),
  ));
  assertEquals([nameOf(opening), { ltr: left, rtl: right }], [nameOf(opening), { ltr: 0, rtl: 0 }]);
}

/** Two pages at a time, since each mostly waits; results in the order of the rows. */
async function inPairs<Row, Result>(rows: readonly Row[], use: (row: Row) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < rows.length; at += 2) results.push(...await Promise.all(rows.slice(at, at + 2).map(use)));
  return results;
}

/**
 * Screens to open, by name, separated by commas; all by default. `deno task mutate` opens those that a change can
 * reach.
 */
const ONLY = Deno.env.get("SCREENS")?.split(",");
const IS_LONG = Deno.env.get("TEST_LONG") === "1";

/** Where German words stand beside each other: answers, tabs, charges, rows, amounts and buttons. */
const LEAST_ROOM = [
  "main",
  "question",
  "plan",
  "payment",
  "offers",
  "unsubscription",
  "webapp",
  "webapp-list",
  "profile",
  "manage-subscriptions",
];

/** The first state of each screen, which is checked in more looks than the others. */
const FIRST = SCREENS.filter((row, at) => SCREENS.findIndex(({ screen }) => screen === row.screen) === at);
/** The pictures have a fourth width; the outline of a state is that of the look it opens in. */
const LOOKS = APPEARANCES.filter(({ width }) => width !== 390);
const lookOf = (at: number): Appearance => LOOKS[at % LOOKS.length] ?? { theme: "light", width: 320 };
const other = ({ theme }: Appearance): Appearance => ({ theme: theme === "light" ? "dark" : "light", width: 320 });

describe("every screen", () => {
  let app: RunningApp;
  let browser: Browser;
  let fixture: ScreenFixture;
  before(async () => {
    app = await startApp();
    browser = await launchBrowser();
    fixture = await openScreenFixture(browser, app.origin);
  });
  after(async () => {
    await fixture?.close();
    await browser?.close();
    await app?.close();
  });

  const rows = new Map<string, ScreenState[]>();
  for (const row of SCREENS) rows.set(row.screen, [...rows.get(row.screen) ?? [], row]);
  for (const [screen, states] of rows) {
    if (ONLY?.includes(screen) === false) continue;
    const proves = states[0] === undefined ? "" : PROVES[states[0].route];
    it(`${proves} ${screen}: ${states.map(({ state }) => state).join(", ")} fit and are accessible`, async () => {
      const opened = await inPairs(states, async (row) => {
        const look = lookOf(SCREENS.indexOf(row));
        await examine(fixture, { row, look }, FIRST.includes(row) ? [other(look)] : []);
        return row.state;
      });
      assertEquals(opened, states.map(({ state }) => state));
    });
  }

  // What follows is about the table as a whole.
  if (ONLY !== undefined) return;
  if (!IS_LONG) console.log("Every state is opened here; Spanish, and German of each screen, by deno task test:long");
  for (const language of IS_LONG ? ["es", "de"] : ["de"]) {
    const which = IS_LONG ? "every screen" : "the screens with the least room";
    it(`W-SCREEN-01: ${language} fits ${which} of a small phone and of a tablet, and both reports`, async () => {
      const reports = SCREENS.filter(({ screen, state }) => /^(webapp|scanning)$/.test(screen) && state === "done");
      const [phone, tablet] = [320, 768].map((width) => ({ theme: "light", width }) as Appearance);
      assert(phone && tablet);
      const first = FIRST.filter(({ screen }) => IS_LONG || LEAST_ROOM.includes(screen));
      const rows = [...new Set([...first, ...reports])];
      await inPairs(rows, (row) => examine(fixture, { row, look: phone, language }, [tablet]));
    });
  }

  it("W-ROUTE-16, W-ROUTE-17: the members shell has four screens and links to each; an unknown child is not one of them", async () => {
    const row = SCREENS.find(({ screen, state }) => screen === "webapp" && state === "idle");
    assert(row);
    await withScreen(fixture, { row, look: { theme: "light", width: 1280 } }, async (page) => {
      const inShell = "document.querySelector('.members main h1, .members main h2')?.textContent ?? ''";
      const links = await page.$$eval(".members__nav a", (all) => all.map((link) => link.getAttribute("href") ?? ""));
      const children = ["", ...Object.values(WEBAPP_ROUTES).map((name) => `/${name}`)];
      const routes = links.filter((link) => !link.includes("?"));
      assertEquals(routes.sort(), children.map((child) => `/trustcheck${ROUTES.webapp}${child}`).sort());
      assertEquals(links.length - routes.length, 3);
      const titles = new Set<string>();
      for (const link of links) {
        const before = String(await page.evaluate("document.title"));
        await page.click(`.members__nav a[href="${link}"]`);
        if (link !== links[0]) await page.waitForFunction(`document.title !== ${JSON.stringify(before)}`);
        await page.waitForFunction(`location.pathname + location.search === "${link}" && (${inShell}) !== ""`);
        assertEquals(await page.$$eval(".members__nav a[aria-current=page]", (all) => all.length), 1);
        titles.add(String(await page.evaluate("document.title")));
      }
      assertEquals(titles.size, 7);
      // On a phone the pages that have no tab are in the account, whose tab is lit for billing alone.
      await page.setViewport({ width: 390, height: 844 });
      const lit = () =>
        page.$$eval(".members__nav a", (all) => {
          const brand = getComputedStyle(document.querySelector(".wordmark__mark") ?? document.body).color;
          return all.filter((link) => link.checkVisibility()).map((link) => getComputedStyle(link).color === brand);
        });
      assertEquals(await lit(), [false, false, false, false]);
      await page.click(`.members__nav a[href$="/profile"]`);
      await page.waitForSelector(".more-places a", { visible: true });
      assertEquals(await lit(), [false, false, false, true]);
      const tabs = await page.$$eval(".members__nav a", (all) => all.filter((link) => link.checkVisibility()).length);
      assertEquals([tabs, await page.$$eval(".more-places a", (all) => all.length)], [4, 3]);
      await page.click(`.more-places a[href$="/manage-subscriptions"]`);
      await page.waitForFunction(`location.pathname.endsWith("/manage-subscriptions")`);
      assertEquals(await lit(), [false, false, false, true]);
      const own = await page.$eval(".site-nav a", (link) => link.getAttribute("href"));
      assertEquals(own, `/trustcheck${ROUTES.webapp}?view=history`);
      const answer = await page.goto(`${app.origin}/trustcheck${ROUTES.webapp}/another`);
      assertEquals(answer?.status(), 404);
      await page.waitForFunction("document.querySelector('main h1')?.textContent === 'Can you trust this number?'");
      assertEquals(await page.$(".members"), null);
    });
  });

  it("the table has every route, and every state a screen can be in", () => {
    const known = new Set(SCREENS.map(({ route }) => route));
    assertEquals(Object.keys(PROVES).filter((route) => !known.has(route)), []);
    const routes = [
      ...Object.values(ROUTES),
      ...Object.values(WEBAPP_ROUTES).map((name) => `${ROUTES.webapp}/${name}`),
    ];
    assertEquals(routes.filter((route) => PROVES[route] === undefined), []);
    for (const [screen, states] of Object.entries(STATES)) {
      const has = (rows.get(screen) ?? []).map(({ state }) => state);
      assertEquals([screen, states.filter((state) => !has.includes(state))], [screen, []]);
    }
    assertEquals([...rows.keys()].filter((screen) => STATES[screen] === undefined), ["unknown-plan"]);
  });
});
