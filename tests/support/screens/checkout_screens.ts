/** The steps of the purchase in all their states. */
import { ROUTES } from "../../../client/lib/browser/paths.ts";
import { cardFrame } from "../app/shopper.ts";
import { type ScreenState, see, tap } from "./open.ts";
import { NUMBER } from "./screen_fixture.ts";

export const STORED = { validatorData: NUMBER };
export const ORDER = {
  stored: { ...STORED, quizEmail: "ada@mail.example" },
  kept: { checkout: { firstName: "", lastName: "", country: "US", postalCode: "94043", planId: "tck_weekly_3dtrial" } },
};
const fillCard = async (page: Parameters<typeof cardFrame>[0], card: string) => {
  const frame = await cardFrame(page);
  for (const [name, text] of [["cc-number", card], ["cc-exp", "1234"], ["cc-csc", "123"]]) {
    await (await frame.waitForSelector(`input[autocomplete="${name}"]`, { visible: true }))?.type(text ?? "");
  }
};
const pay = async (page: Parameters<typeof cardFrame>[0]) =>
  await (await page.waitForSelector("#payrails-card-payment-button:not([disabled])", { visible: true }))?.click();

export const CHECKOUT_SCREENS: readonly ScreenState[] = [
  { screen: "details", state: "idle", route: ROUTES.main, query: "step=details", stored: STORED, shows: /Email/ },
  {
    screen: "details",
    state: "error",
    route: ROUTES.main,
    query: "step=details",
    stored: STORED,
    act: (page) => tap(page, "details-continue"),
    shows: /Enter your email address/,
  },
  { screen: "plan", state: "idle", route: ROUTES.main, query: "step=plan", ...ORDER, shows: /Choose a plan/ },
  {
    screen: "payment",
    state: "idle",
    route: ROUTES.main,
    query: "step=payment",
    ...ORDER,
    act: cardFrame,
    shows: /Today 3-day trial/,
  },
  {
    screen: "payment",
    state: "loading",
    route: ROUTES.main,
    query: "step=payment",
    ...ORDER,
    services: { "/init/session": "hold" },
    shows: /Today 3-day trial/,
  },
  {
    screen: "payment",
    state: "down",
    route: ROUTES.main,
    query: "step=payment",
    ...ORDER,
    services: { "/init/session": "down" },
    shows: /couldn't load the card form/,
  },
  {
    screen: "payment",
    state: "error",
    route: ROUTES.main,
    query: "step=payment",
    ...ORDER,
    act: async (page) => {
      await fillCard(page, "4000000000000002");
      await tap(page, "consent-tick");
      await pay(page);
      await see(page, "payment-error");
    },
    shows: /You haven't been charged/,
  },
  {
    screen: "payment",
    state: "busy",
    route: ROUTES.main,
    query: "step=payment",
    ...ORDER,
    services: { "/api/consent": "hold" },
    act: async (page) => {
      await fillCard(page, "4242424242424242");
      await tap(page, "consent-tick");
      await pay(page);
      await page.waitForFunction("document.querySelector('[data-phase]')?.dataset.phase === 'paying'");
    },
    shows: /Today 3-day trial/,
  },
];
