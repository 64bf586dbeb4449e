/** Screens and the states they can be brought to, in one table: pictures, accessibility and width are checked over it. */
import type { Page } from "puppeteer";
import { ROUTES } from "../../client/app/paths.ts";

export interface ScreenState {
  readonly screen: string;
  readonly state: string;
  /** Route of the app this is a state of. */
  readonly route: string;
  readonly query?: string;
  /** Entries of local storage before the screen opens. */
  readonly stored?: Readonly<Record<string, unknown>>;
  /** What is done on the screen before it is looked at. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** Text that says the state is there; part of the screen's own words. */
  readonly shows: RegExp;
}

const NUMBER = { validatorData: { phoneNumber: "+1 650 253 0000", country: "US" } };
const idle = (screen: string, rest: Omit<ScreenState, "screen" | "state">): ScreenState => ({
  screen,
  state: "idle",
  ...rest,
});
const seen = (page: Page, testId: string) => page.waitForSelector(`[data-testid="${testId}"]`, { visible: true });
const tap = async (page: Page, testId: string) => await (await seen(page, testId))?.click();
const check = async (page: Page, number: string) => {
  await page.type('[data-testid="phone"]', number);
  await tap(page, "check-it");
};

export const SCREENS: readonly ScreenState[] = [
  idle("main", { route: ROUTES.main, shows: /Who is behind this number/ }),
  {
    ...idle("main", { route: ROUTES.main, shows: /Mountain View/ }),
    state: "found",
    act: (page) => check(page, "+16502530000"),
  },
  {
    ...idle("main", { route: ROUTES.main, shows: /too short/ }),
    state: "error",
    act: (page) => check(page, "1"),
  },
  idle("question", { route: ROUTES.main, query: "?q=3", shows: /Who did they say they were/ }),
  idle("question-many", { route: ROUTES.main, query: "?q=11", shows: /too good/ }),
  idle("question-country", { route: ROUTES.main, query: "?q=17", shows: /Which country are you in/ }),
  idle("unknown-plan", { route: ROUTES.main, query: "?plan=none", shows: /Can't find "none"/ }),
  idle("details", { route: ROUTES.main, query: "?step=details", stored: NUMBER, shows: /E-mail/ }),
  { ...idle("scanning", { route: ROUTES.scanning, shows: /There is no number to check yet/ }), state: "empty" },
  {
    ...idle("scanning", { route: ROUTES.scanning, stored: NUMBER, shows: /What the full report adds/ }),
    state: "done",
  },
  {
    ...idle("offers", { route: ROUTES.offers, shows: /There is no purchase here/ }),
    state: "empty",
  },
  {
    ...idle("subscription", { route: ROUTES.subscription, shows: /What a plan holds/ }),
    state: "empty",
  },
  idle("privacy", { route: ROUTES.privacy, shows: /What we keep/ }),
  idle("terms", { route: ROUTES.terms, shows: /What you may not do/ }),
  idle("cookie-policy", { route: ROUTES.cookiePolicy, shows: /What the app needs/ }),
  idle("access-product", { route: ROUTES.accessProduct, shows: /How to get in after paying/ }),
  idle("sign-in", { route: ROUTES.signIn, shows: /^\s*Sign in/ }),
  idle("activate", { route: ROUTES.activate, shows: /Open your reports/ }),
  idle("unsubscription", { route: ROUTES.unsubscription, shows: /Cancel your plan/ }),
  idle("unsubscribe-with-email", { route: ROUTES.unsubscribeWithEmail, shows: /Cancel your plan[^]*e-mail/i }),
  idle("access-recovery", { route: ROUTES.accessRecovery, shows: /Recover your access/ }),
];

export interface Look {
  readonly theme: "light" | "dark";
  readonly width: 320 | 768 | 1280;
}

export const LOOKS: readonly Look[] = [320, 768, 1280].flatMap((width) =>
  (["light", "dark"] as const).map((theme): Look => ({ theme, width: parseWidth(width) }))
);

function parseWidth(width: number): Look["width"] {
  return width === 320 || width === 768 ? width : 1280;
}

const SETTLED_MS = 15_000;

/** Opens the screen in this state and waits until it says so. */
export async function openScreen(page: Page, origin: string, { row, look }: { row: ScreenState; look: Look }) {
  await page.setViewport({ width: look.width, height: look.width === 320 ? 568 : 900 });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: look.theme },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
  const entries = Object.entries(row.stored ?? {}).map(([key, value]) => [key, JSON.stringify(value)]);
  await page.evaluateOnNewDocument(`if (self === top) { localStorage.clear(); sessionStorage.clear();
    for (const [key, value] of ${JSON.stringify(entries)}) localStorage.setItem(key, value); }`);
  await page.goto(`${origin}/trustcheck${row.route}${row.query ?? ""}`);
  await row.act?.(page);
  const main = "(document.querySelector('main')?.innerText ?? '')";
  await page.waitForFunction(`${row.shows}.test(${main})`, { timeout: SETTLED_MS }).catch(async () => {
    throw new Error(`${row.screen}.${row.state} says:\n${String(await page.evaluate(main))}`);
  });
}
