/** Opens a browser at a step of the purchase: storage as the earlier steps would have left it. */
import type { Page } from "puppeteer";
import { ROW_INTERVAL_MS } from "../../../client/features/scanning/constants.ts";

/** True once React runs in the element: until then a link of the sent page loads a document, and input may be replaced. */
export const runsIn = (selector: string): string =>
  `Object.keys(document.querySelector(${JSON.stringify(selector)}) ?? {}).some((key) => key.startsWith("__react"))`;
export const RUNS = runsIn("main h1, main h2");

export interface StoredState {
  readonly local: Readonly<Record<string, unknown>>;
  readonly session: Readonly<Record<string, unknown>>;
}

/** A checked number, the details, a chosen plan. */
export const READY_TO_PAY: StoredState = {
  local: {
    consent: "refused",
    validatorData: { phoneNumber: "+1 650 253 0000", country: "US" },
    quizEmail: "ana@mail.example",
  },
  session: {
    checkout: {
      firstName: "Ana",
      lastName: "Test",
      country: "US",
      postalCode: "94043",
      planId: "tck_weekly_3dtrial",
    },
  },
};

export interface Entry {
  readonly origin: string;
  /** Below the base path: "?step=payment". */
  readonly path: string;
  readonly kept?: StoredState;
}

/** Fills the storage on a page without scripts, then opens the step. */
export async function enter(page: Page, { origin, path, kept = READY_TO_PAY }: Entry): Promise<void> {
  await page.goto(`${origin}/healthz`);
  await page.evaluate(`{
    const { local, session } = ${JSON.stringify(kept)};
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, JSON.stringify(value));
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, JSON.stringify(value));
  }`);
  await page.goto(`${origin}/trustcheck/${path}`);
}

/** Rows of the scan never become due: without skipping, the scan would not end. */
export const NO_ROW_IS_DUE = `const later = window.setTimeout.bind(window);
  window.setTimeout = (act, ms, ...rest) => ms === ${ROW_INTERVAL_MS} ? 0 : later(act, ms, ...rest);`;
