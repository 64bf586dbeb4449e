/** Screens outside of the members area, in all their states. */
import { ROUTES } from "../../../client/lib/browser/paths.ts";
import { CHECKOUT_SCREENS, STORED } from "./checkout_screens.ts";
import { type ScreenState, see, tap, type } from "./open.ts";

const CHECK = "/services/report/check";
const number = (phoneNumber: string, country = "US") => ({ validatorData: { phoneNumber, country } });
const check = (text: string): ScreenState["act"] => async (page) => {
  await type(page, "phone", text);
  await tap(page, "check-it");
};

/** Of a check that goes on. */
const FIRST_STEPS = [
  { type: "step", step: "read", finding: "Valid format", took_us: 380 },
  { type: "step", step: "validity", finding: "Valid number range", took_us: 90 },
];

const MAIN: readonly ScreenState[] = [
  { screen: "main", state: "idle", route: ROUTES.main, shows: /Can you trust this number/ },
  {
    screen: "main",
    state: "busy",
    route: ROUTES.main,
    services: { [CHECK]: "hold" },
    act: check("+16502530000"),
    shows: /Checking number/,
  },
  { screen: "main", state: "done", route: ROUTES.main, act: check("+16502530000"), shows: /Mountain View/ },
  { screen: "main", state: "error", route: ROUTES.main, act: check("1"), shows: /too short/ },
  {
    screen: "main",
    state: "down",
    route: ROUTES.main,
    services: { [CHECK]: "down" },
    act: check("+16502530000"),
    shows: /Something went wrong on our end/,
  },
  { screen: "question", state: "one", route: ROUTES.main, query: "q=3", shows: /Who did they say they were/ },
  { screen: "question", state: "many", route: ROUTES.main, query: "q=11", shows: /too good/ },
  { screen: "question", state: "country", route: ROUTES.main, query: "q=17", shows: /Which country are you in/ },
  {
    screen: "question",
    state: "urgent",
    route: ROUTES.main,
    query: "q=8",
    act: async (page) => await (await page.waitForSelector('[data-question="8"] label'))?.click(),
    shows: /next ten minutes/i,
  },
  { screen: "unknown-plan", state: "error", route: ROUTES.main, query: "plan=none", shows: /Can't find "none"/ },
];

const SCAN: readonly ScreenState[] = [
  { screen: "scanning", state: "empty", route: ROUTES.scanning, shows: /Enter a number to check/ },
  {
    screen: "scanning",
    state: "busy",
    route: ROUTES.scanning,
    stored: STORED,
    services: { [CHECK]: { begins: FIRST_STEPS } },
    shows: /public numbering data and member reports/,
  },
  {
    screen: "scanning",
    state: "error",
    route: ROUTES.scanning,
    stored: STORED,
    services: { [CHECK]: "down" },
    shows: /Something went wrong on our end/,
  },
  {
    screen: "scanning",
    state: "done",
    route: ROUTES.scanning,
    stored: STORED,
    shows: /What's in the full report/,
  },
  {
    screen: "scanning",
    state: "high",
    route: ROUTES.scanning,
    stored: { ...number("+44 909 879 0123", "GB"), consent: "refused" },
    shows: /High risk/,
  },
];

const AFTER_PAYING: readonly ScreenState[] = [
  { screen: "offers", state: "empty", route: ROUTES.offers, shows: /No purchase found/ },
  {
    screen: "offers",
    state: "idle",
    route: ROUTES.offers,
    as: "buyer",
    shows: /Payment complete\. Your report is ready/,
  },
  {
    screen: "offers",
    state: "busy",
    route: ROUTES.offers,
    as: "buyer",
    services: { "/api/consent": "hold" },
    act: (page) => tap(page, "add-tck_pdf_report_otp"),
    shows: /Adding/,
  },
  {
    screen: "offers",
    state: "error",
    route: ROUTES.offers,
    as: "buyer",
    services: { "/api/consent": { status: 400, json: { error: "You already own this. You haven't been charged." } } },
    act: (page) => tap(page, "add-tck_pdf_report_otp"),
    shows: /You already own this/,
  },
  {
    screen: "offers",
    state: "done",
    route: ROUTES.offers,
    query: "avoid_scam",
    as: "buyer",
    services: {
      "/api/consent": { status: 200, json: { consent_id: "c1", shown: null } },
      "/subs/create-no-user": { status: 200, json: { id: "p1", subscription_id: "s1", error: "" } },
    },
    act: async (page) => {
      await tap(page, "add-tck_guide_otp");
      await see(page, "bought-tck_guide_otp");
    },
    shows: /Scam guide added/,
  },
  { screen: "access-product", state: "empty", route: ROUTES.accessProduct, shows: /Get back to your report/ },
  {
    screen: "access-product",
    state: "busy",
    route: ROUTES.accessProduct,
    query: "vSubscriptionId=none",
    stored: STORED,
    services: { "/services/report": "hold" },
    shows: /Opening your report…/,
  },
  {
    screen: "access-product",
    state: "error",
    route: ROUTES.accessProduct,
    query: "vSubscriptionId=none",
    stored: STORED,
    services: { "/services/report": "down" },
    shows: /couldn't create the report/,
  },
];

const WAYS_IN_AND_OUT: readonly ScreenState[] = [
  ...([["sign-in", ROUTES.signIn, /Sign in/], ["activate", ROUTES.activate, /Open your reports/]] as const).flatMap(
    ([screen, route, shows]): readonly ScreenState[] => [
      { screen, state: "idle", route, shows },
      {
        screen,
        state: "error",
        route,
        act: async (page) => {
          await type(page, "sign-in-email", "ada");
          await tap(page, "sign-in-send");
        },
        shows: /Enter a valid email address/,
      },
      {
        screen,
        state: "busy",
        route,
        services: { "accounts:sendOobCode": "hold" },
        act: async (page) => {
          await type(page, "sign-in-email", "ada@mail.example");
          await tap(page, "sign-in-send");
        },
        shows: /Sending link/,
      },
      {
        screen,
        state: "done",
        route,
        services: { "accounts:sendOobCode": { status: 200, json: { email: "ada@mail.example" } } },
        act: async (page) => {
          await type(page, "sign-in-email", "ada@mail.example");
          await tap(page, "sign-in-send");
        },
        shows: /We sent a link/,
      },
    ],
  ),
  ...byMail(
    "unsubscribe-with-email",
    ROUTES.unsubscribeWithEmail,
    "/api/cancel-request",
    /cancel your plan|Your plan ends/,
  ),
  ...byMail("access-recovery", ROUTES.accessRecovery, "/api/send-activation-by-email", /Recover your access/),
  {
    screen: "unsubscription",
    state: "empty",
    route: ROUTES.unsubscription,
    shows: /Canceling is as easy as signing up/,
  },
  { screen: "unsubscription", state: "idle", route: ROUTES.unsubscription, as: "buyer", shows: /Next charge/ },
  ...([["busy", "hold", /Canceling/], ["error", "down", /don't know whether your plan is canceled/]] as const).map((
    [state, does, shows],
  ): ScreenState => ({
    screen: "unsubscription",
    state,
    route: ROUTES.unsubscription,
    as: "buyer",
    services: { "/api/cancel-subscription": does },
    act: (page) => tap(page, "cancel-confirm"),
    shows,
  })),
  {
    screen: "unsubscription",
    state: "done",
    route: ROUTES.unsubscription,
    as: "buyer",
    services: {
      "/api/cancel-subscription": {
        status: 200,
        json: { error: "", until: new Date(Date.now() + 3 * 86_400_000).toISOString() },
      },
    },
    act: (page) => tap(page, "cancel-confirm"),
    shows: /Your plan is canceled/,
  },
];

function byMail(screen: string, route: string, call: string, shows: RegExp): readonly ScreenState[] {
  const send = (address: string): ScreenState["act"] => async (page) => {
    await type(page, "mail-address", address);
    await tap(page, "mail-send");
  };
  return [
    { screen, state: "idle", route, shows },
    { screen, state: "error", route, act: send("ada"), shows: /Enter the email you paid with/ },
    {
      screen,
      state: "down",
      route,
      services: { [call]: "down" },
      act: send("ada@mail.example"),
      shows: /You don't need to enter your address again/,
    },
    {
      screen,
      state: "busy",
      route,
      services: { [call]: "hold" },
      act: send("ada@mail.example"),
      shows: /Sending link/,
    },
    {
      screen,
      state: "done",
      route,
      services: { [call]: { status: 200, json: { status: "accepted", error: "" } } },
      act: send("ada@mail.example"),
      shows: /a link is on its way/,
    },
  ];
}

const READING: readonly ScreenState[] = [
  { screen: "subscription", state: "idle", route: ROUTES.subscription, shows: /Plans and prices/ },
  { screen: "privacy", state: "idle", route: ROUTES.privacy, shows: /What we collect/ },
  { screen: "terms", state: "idle", route: ROUTES.terms, shows: /What's not allowed/ },
  { screen: "cookie-policy", state: "idle", route: ROUTES.cookiePolicy, shows: /Necessary/ },
];

export const PUBLIC_SCREENS: readonly ScreenState[] = [
  ...MAIN,
  ...CHECKOUT_SCREENS,
  ...SCAN,
  ...AFTER_PAYING,
  ...WAYS_IN_AND_OUT,
  ...READING,
];

/** States of later date: last in the table, so that each of the others keeps the look in which it is examined. */
export const LATER_STATES: readonly ScreenState[] = [
  {
    screen: "main",
    state: "high",
    route: ROUTES.main,
    act: check("+44 909 879 0123"),
    shows: /Block it, then report it/,
  },
];

/** The pages that emails of the identity service open. */
export const EMAIL_ACTION_STATES: readonly ScreenState[] = [
  {
    screen: "email-action",
    state: "idle",
    route: `${ROUTES.signIn}?mode=resetPassword&oobCode=c1`,
    shows: /Choose a new password/,
  },
  {
    screen: "email-action",
    state: "done",
    route: `${ROUTES.signIn}?mode=verifyEmail&oobCode=c1`,
    services: { "accounts:update": { status: 200, json: { email: "ada@mail.example", emailVerified: true } } },
    shows: /Your email is confirmed/,
  },
  {
    screen: "email-action",
    state: "error",
    route: `${ROUTES.signIn}?mode=verifyEmail&oobCode=c1`,
    shows: /already been used or has expired/,
  },
];
