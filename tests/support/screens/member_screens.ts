/** The members area: its four screens and the views of the first, in all their states. */
import type { Page } from "puppeteer";
import { ROUTES, WEBAPP_ROUTES } from "../../../client/lib/browser/paths.ts";
import type { Band, Checked } from "../../../server/wire/members/report.ts";
import type { BatchEvent, BatchRow } from "../../../server/wire/members/batch.ts";
import type { Watch } from "../../../server/wire/members/alerts.ts";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { ORDER } from "./checkout_screens.ts";
import { type Behaviour, type ScreenState, see, tap, type } from "./open.ts";

const WEBAPP = ROUTES.webapp;
const child = (name: string) => `${WEBAPP}/${name}`;
const REPORT = "/services/report";

function row(screen: string, state: string, rest: Omit<ScreenState, "screen" | "state" | "as">): ScreenState {
  return { screen, state, as: "member", ...rest };
}

/** Two states of a screen that loads data: loading, and failed. */
function loading(
  screen: string,
  call: string,
  rest: { readonly route: string; readonly query?: string; readonly fails: RegExp },
) {
  const { fails, ...where } = rest;
  const state = (name: string, does: Behaviour, shows: RegExp) =>
    row(screen, name, { ...where, services: { [call]: does }, shows });
  return [state("busy", "hold", /\S/), state("error", "down", fails)];
}

const LOOKUP: readonly ScreenState[] = [
  row("webapp", "idle", { route: WEBAPP, shows: /Recent checks/ }),
  row("webapp", "busy", {
    route: WEBAPP,
    services: { [REPORT]: "hold" },
    act: async (page) => {
      await type(page, "lookup-number", "+16502530000");
      await tap(page, "lookup-ask");
    },
    shows: /Checking number/,
  }),
  row("webapp", "error", {
    route: WEBAPP,
    act: (page) => tap(page, "lookup-ask"),
    stored: { validatorData: { phoneNumber: "", country: "" } },
    shows: /Select the number.s country/,
  }),
  row("webapp", "done", {
    route: WEBAPP,
    act: async (page) => {
      await type(page, "lookup-number", "+44 909 879 0123");
      await tap(page, "lookup-ask");
      await see(page, "report");
    },
    shows: /Why this score/,
  }),
];

const UNREAD: Omit<BatchRow, "line" | "text" | "state"> = {
  e164: "",
  report_id: "",
  country: "",
  place: "",
  line_type: "",
  carrier: "",
  score: null,
  band: "none",
  reasons: [],
  error: "",
};
const LIST_ROWS: readonly BatchRow[] = [
  {
    ...UNREAD,
    line: 1,
    text: "+44 909 879 0123",
    state: "repeated",
    e164: "+449098790123",
    number: "+44 909 879 0123",
    country: "United Kingdom",
    country_code: "GB",
    score: 90,
    band: "high",
  },
  {
    ...UNREAD,
    line: 2,
    text: "hello",
    state: "unreadable",
    error: "We couldn't find a phone number in that. Enter its digits, for example +1\u00a0650\u00a0253\u00a00000.",
  },
  {
    ...UNREAD,
    line: 3,
    text: "+1 650 253 0000",
    state: "checked",
    e164: "+16502530000",
    number: "+1 650-253-0000",
    country: "United States",
    country_code: "US",
    place: "Mountain View, CA",
    score: 0,
  },
];
const LIST: readonly BatchEvent[] = [
  ...LIST_ROWS.map((row): BatchEvent => ({ type: "row", done: row.line, of: LIST_ROWS.length, row })),
  { type: "done", batch_id: "b1", spent: 1, credits: 9 },
];

const check = (at: string, number: string, country: string, score: number, band: Band): Checked => ({
  report_id: `r${at}`,
  e164: number.replaceAll(/[ -]/g, ""),
  number,
  country,
  score,
  band,
  at,
});
/** More than are read at a glance, on two days. */
const CHECKS: readonly Checked[] = [
  check("2026-10-02T18:20:00.000Z", "+1 650-253-0000", "US", 0, "none"),
  check("2026-10-02T14:05:00.000Z", "+44 909 879 0123", "GB", 90, "high"),
  check("2026-10-02T13:58:00.000Z", "+1 876-555-0144", "JM", 55, "caution"),
  check("2026-10-02T08:12:00.000Z", "+49 30 23125 012", "DE", 0, "none"),
  check("2026-10-01T19:47:00.000Z", "+1 900-555-0123", "US", 90, "high"),
  check("2026-10-01T09:30:00.000Z", "+34 91 123 45 67", "ES", 0, "none"),
];

const WATCHES = "/services/report/watch";
const ALERT: Watch = {
  id: "w1",
  e164: "+449098790123",
  number: "+44 909 879 0123",
  country: "GB",
  score: 90,
  band: "high",
  email: "ada@mail.example",
  since: "2026-10-01T00:00:00.000Z",
  changed: "",
  before: null,
  report_id: "r1",
};
const CHANGED_ALERT: Watch = {
  id: "w2",
  e164: "+16502530000",
  number: "+1 650-253-0000",
  country: "US",
  score: 0,
  band: "none",
  email: "ada@mail.example",
  since: "2026-10-01T00:00:00.000Z",
  changed: "2026-11-02T00:00:00.000Z",
  before: 35,
  report_id: "",
};

const RISEN_ALERT: Watch = {
  ...ALERT,
  id: "w3",
  e164: "+18765550144",
  number: "+1 876-555-0144",
  country: "JM",
  score: 55,
  band: "caution",
  changed: "2026-10-20T00:00:00.000Z",
  before: 25,
};

/** A number checked before, an invalid one, and a new one. */
async function askList(page: Page): Promise<void> {
  await type(page, "batch-text", "+44 909 879 0123\nhello\n+1 650 253 0000");
  await tap(page, "batch-ask");
}

const VIEWS: readonly ScreenState[] = [
  row("webapp-list", "idle", { route: WEBAPP, query: "view=list", shows: /Check numbers/ }),
  row("webapp-list", "error", {
    route: WEBAPP,
    query: "view=list",
    act: (page) => tap(page, "batch-ask"),
    shows: /Choose a file or paste numbers/,
  }),
  row("webapp-list", "busy", {
    route: WEBAPP,
    query: "view=list",
    services: { "/services/report/batch": "hold" },
    act: (page) => askList(page),
    shows: /Checking/,
  }),
  row("webapp-list", "done", {
    route: WEBAPP,
    query: "view=list",
    services: { "/services/report/batch": { lines: LIST } },
    act: (page) => askList(page),
    shows: /2 checked, 1 isn't a phone number/,
  }),
  row("webapp-history", "done", { route: WEBAPP, query: "view=history", shows: /650/ }),
  row("webapp-history", "empty", {
    route: WEBAPP,
    query: "view=history",
    services: { "/services/report/history": { status: 200, json: { rows: [], next: "" } } },
    shows: /No checks yet/,
  }),
  ...loading("webapp-history", "/services/report/history", {
    route: WEBAPP,
    query: "view=history",
    fails: /can't show your history/,
  }),
  row("webapp-alerts", "empty", { route: WEBAPP, query: "view=alerts", shows: /No alerts yet/ }),
  row("webapp-alerts", "done", {
    route: WEBAPP,
    query: "view=alerts",
    services: { [WATCHES]: { status: 200, json: { watches: [ALERT, CHANGED_ALERT, RISEN_ALERT] } } },
    shows: /Risk fell from 35 to 0/,
  }),
  ...loading("webapp-alerts", WATCHES, {
    route: WEBAPP,
    query: "view=alerts",
    fails: /can't show your alerts/,
  }),
  row("webapp-guide", "done", { route: WEBAPP, query: "view=guide", shows: /The first ten minutes/ }),
  row("webapp-guide", "empty", {
    route: WEBAPP,
    query: "view=guide",
    services: { "/services/report/guide": { status: 403, json: { error: "no" } } },
    shows: /Get the scam guide/,
  }),
  ...loading("webapp-guide", "/services/report/guide", {
    route: WEBAPP,
    query: "view=guide",
    fails: /can't show the guide/,
  }),
];

const REGISTRY = child(WEBAPP_ROUTES.sexOffendersReport);
const search = (name: string): ScreenState["act"] => async (page) => {
  await type(page, "registry-name", name);
  await tap(page, "registry-terms");
  await tap(page, "registry-search");
};
const REGISTRY_CHECK: readonly ScreenState[] = [
  row("sex-offenders-report", "idle", { route: REGISTRY, shows: /Terms for this search/ }),
  row("sex-offenders-report", "done", { route: REGISTRY, act: search("Fairweatherby"), shows: /match/ }),
  row("sex-offenders-report", "nothing", { route: REGISTRY, act: search("Qqqqqq Xxxxxx"), shows: /No entry for/ }),
  row("sex-offenders-report", "terms", {
    route: REGISTRY,
    act: (page) => tap(page, "registry-search"),
    shows: /Enter a name, ideally/,
  }),
  row("sex-offenders-report", "empty", {
    route: REGISTRY,
    services: { "/services/report/registry": { status: 403, json: { error: "no" } } },
    shows: /Get the registry check/,
  }),
  ...loading("sex-offenders-report", "/services/report/registry", {
    route: REGISTRY,
    fails: /can't see your purchases/,
  }),
];

const PROFILE = child(WEBAPP_ROUTES.profile);
const MANAGE = child(WEBAPP_ROUTES.manageSubscriptions);
const MINE = "/subscriptions-of-member";
/** A cancelled plan whose paid period is over. */
const ENDED: Subscription = {
  id: "s1",
  subscription_id: "s1",
  plan_id: "tck_weekly_3dtrial",
  status: "ended",
  email: "ana@mail.example",
  user_id: "u1",
  started_at: "2026-10-01T00:00:00.000Z",
  current_period_end: "2026-10-04T00:00:00.000Z",
  next_charge: null,
  products: [],
  credits: 0,
  error: "",
};
const ACCOUNT: readonly ScreenState[] = [
  row("profile", "idle", { route: PROFILE, shows: /Signed in as/ }),
  row("profile", "delete", { route: PROFILE, act: (page) => tap(page, "delete"), shows: /Delete your account/ }),
  ...loading("profile", "/services/profile", { route: PROFILE, fails: /can't show your profile/ }),
  row("manage-subscriptions", "idle", { route: MANAGE, shows: /Receipts/ }),
  row("manage-subscriptions", "asked", {
    route: MANAGE,
    act: (page) => tap(page, "cancel-plan"),
    shows: /Yes, cancel/,
  }),
  row("manage-subscriptions", "ended", {
    route: MANAGE,
    services: { [MINE]: { status: 200, json: { subscriptions: [ENDED] } } },
    act: async (page) => {
      await tap(page, "start-again");
      await tap(page, "start-again-pay");
    },
    shows: /We'll charge the card you last paid with[^]*Check this box to continue/,
  }),
  row("manage-subscriptions", "empty", {
    route: MANAGE,
    services: { [MINE]: { status: 200, json: { subscriptions: [] } } },
    shows: /No plan on this account/,
  }),
  ...loading("manage-subscriptions", MINE, { route: MANAGE, fails: /can't show your plan/ }),
];

export const MEMBER_SCREENS: readonly ScreenState[] = [
  ...LOOKUP,
  ...VIEWS,
  ...REGISTRY_CHECK,
  ...ACCOUNT,
  row("access-product", "idle", { route: ROUTES.accessProduct, shows: /What you bought/ }),
  // Last, since the place in this table chooses the width at which an outline is taken.
  row("webapp-history", "many", {
    route: WEBAPP,
    query: "view=history",
    services: { "/services/report/history": { status: 200, json: { rows: CHECKS, next: "" } } },
    shows: /Search by number or country/,
  }),
];

/** States of later date, as in `LATER_STATES`: last in the table. */
export const LATER_MEMBER_STATES: readonly ScreenState[] = [
  row("webapp-alerts", "missing", {
    route: WEBAPP,
    query: "view=alerts",
    services: { [WATCHES]: { status: 200, json: { watches: [ALERT, CHANGED_ALERT] } } },
    act: (page) => tap(page, "alert-add"),
    shows: /Enter a phone number/,
  }),
  row("webapp-guide", "chapter", {
    route: WEBAPP,
    query: "view=guide&chapter=first-minutes",
    shows: /Chapter 1 of 13/,
  }),
  row("webapp", "watched", {
    route: WEBAPP,
    services: { [WATCHES]: { status: 200, json: { watches: [ALERT, CHANGED_ALERT] } } },
    shows: /No change since/,
  }),
  row("profile", "number", { route: PROFILE, act: (page) => tap(page, "own-number-edit"), shows: /Save number/ }),
  row("payment", "owned", { route: ROUTES.main, query: "step=payment", ...ORDER, shows: /You already have this plan/ }),
  row("webapp-alerts", "calm", {
    route: WEBAPP,
    query: "view=alerts",
    services: { [WATCHES]: { status: 200, json: { watches: [ALERT] } } },
    shows: /No change since/,
  }),
  row("webapp-history", "nothing", {
    route: WEBAPP,
    query: "view=history",
    services: { "/services/report/history": { status: 200, json: { rows: CHECKS, next: "" } } },
    act: (page) => type(page, "history-search", "france"),
    shows: /No checks match/,
  }),
];
