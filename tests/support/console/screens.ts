/** Screens of the console with what brings each there, for pictures, accessibility and width. */
import type { HTTPRequest } from "puppeteer";
import { FIGURES } from "../../../client/console/testing/samples/money.ts";
import type { RunningApp } from "../app/app.ts";
import { confirmAct, type Desk, openDesk } from "./desk.ts";
import type { People } from "./people.ts";

export interface ConsoleScreen {
  readonly name: string;
  readonly open: (desk: Desk, people: People) => Promise<void>;
}

export const CONSOLE_WIDTHS = [390, 768, 1280] as const;
const CONSOLE_THEMES = ["light", "dark"] as const;

const at = (name: string, path: string, shows: string): ConsoleScreen => ({
  name,
  open: async (desk) => {
    await desk.open(path);
    await desk.see(shows);
  },
});

/** The dialog of an act on one of the pages, with its preview. */
const dialog = (name: string, path: (people: People) => string, button: string): ConsoleScreen => ({
  name,
  open: async (desk, people) => {
    await desk.open(path(people));
    await desk.press(button);
    await desk.see(".effects li");
  },
});

const NO_FIGURES = {
  revenue: [],
  renewals: { paid: 0, declined: 0, recovered: 0 },
  churn: { started: 0, cancelled: 0, ended_unpaid: 0, running: 0 },
  approval: { approved: 0, declined: 0 },
  declines: [],
};

/** A screen for which the server answers a call as given; `undefined` means a lost call. */
const answered = (name: string, path: string, { call, body, shows }: {
  readonly call: string;
  readonly body: unknown;
  readonly shows: string;
}): ConsoleScreen => ({
  name,
  open: async (desk) => {
    const { page } = desk;
    const answer = async (request: HTTPRequest) => {
      if (new URL(request.url()).pathname !== `/api/admin${call}`) return await request.continue();
      if (body === undefined) return await request.abort("failed");
      await request.respond({ contentType: "application/json", body: JSON.stringify(body) });
    };
    const listen = (request: HTTPRequest) => void answer(request);
    await page.setRequestInterception(true);
    page.on("request", listen);
    await desk.open(path);
    await desk.see(shows);
    page.off("request", listen);
    await page.setRequestInterception(false);
  },
});

const CONSOLE_SCREENS: readonly ConsoleScreen[] = [
  at("start", "", ".hints"),
  {
    name: "results",
    open: async (desk, { ada }) => {
      await desk.open("");
      await desk.search(ada.email);
    },
  },
  {
    name: "customer",
    open: async (desk, { ada }) => {
      await desk.open(`/customers/${ada.purchaseId}`);
      await desk.see("person");
    },
  },
  {
    name: "account",
    open: async (desk, { ada }) => {
      await desk.open(`/customers/${ada.purchaseId}`);
      await desk.press("open-account");
      await desk.see("[data-kind=account]");
    },
  },
  // The dialog of each task of a support agent.
  dialog("act", ({ ada }) => `/customers/${ada.purchaseId}`, "act-refund"),
  dialog("act-cancel", ({ ada }) => `/customers/${ada.purchaseId}`, "act-cancel"),
  dialog("act-pause", ({ ada }) => `/customers/${ada.purchaseId}`, "act-pause"),
  dialog("act-resend", ({ eve }) => `/customers/${eve.purchaseId}`, "act-resend"),
  dialog("act-export", ({ ada }) => `/customers/${ada.purchaseId}`, "act-export"),
  dialog("act-erase", ({ eve }) => `/customers/${eve.purchaseId}`, "act-erase"),
  dialog(
    "act-replay",
    ({ rex }) => `/purchases/${rex.purchaseId}`,
    "[data-kind=webhook] [data-testid=act-replay_webhook]",
  ),
  dialog(
    "act-answer",
    ({ dina }) => `/purchases/${dina.purchaseId}`,
    "[data-kind=dispute] [data-testid=act-answer_dispute]",
  ),
  {
    name: "act-done",
    open: async (desk, { walt }) => {
      await desk.open(`/customers/${walt.purchaseId}`);
      await desk.press("act-export");
      await confirmAct(desk, "Request for access");
    },
  },
  {
    name: "timeline",
    open: async (desk, { rex }) => {
      await desk.open(`/purchases/${rex.purchaseId}`);
      await desk.press("[data-kind=charge] button.entry__title");
    },
  },
  at("disputes", "/disputes", "open-dispute"),
  {
    name: "dispute",
    open: async (desk) => {
      await desk.open("/disputes");
      await desk.press("open-dispute");
      await desk.see("entry");
    },
  },
  at("differences", "/differences", ".unlike"),
  answered("differences-empty", "/differences", {
    call: "/differences",
    body: { differences: [], moves: [], unseen: [] },
    shows: ".nothing",
  }),
  answered("disputes-empty", "/disputes", {
    call: "/disputes",
    body: { disputes: [], unseen: ["payments"] },
    shows: ".nothing",
  }),
  answered("lost", "/disputes", { call: "/disputes", body: undefined, shows: "failure" }),
  {
    name: "no-results",
    open: async (desk) => {
      await desk.open("");
      await desk.type("search", "nobody@mail.example");
      await desk.page.keyboard.press("Enter");
      await desk.see(".nothing");
      await desk.waitForText(".nothing", /Nothing found/);
    },
  },
  {
    name: "reveal",
    open: async (desk, { ada }) => {
      await desk.open(`/customers/${ada.purchaseId}`);
      await desk.see("person");
      await desk.press("reveal-email");
      await desk.see("reason");
    },
  },
  {
    name: "refused",
    open: async (desk, { rex }) => {
      await desk.open(`/customers/${rex.purchaseId}`);
      await desk.press("act-resend");
      await desk.waitForText("act-error", /another one from/);
    },
  },
  at("figures", "/figures", ".chart__drawn"),
  answered("figures-empty", "/figures", {
    call: "/figures",
    body: { ...FIGURES, days: FIGURES.days.map((each) => ({ ...each, ...NO_FIGURES })), funnel_collected: false },
    shows: ".charts .nothing",
  }),
  answered("figures-currencies", "/figures", {
    call: "/figures",
    body: {
      ...FIGURES,
      days: FIGURES.days.map((each) => ({
        ...each,
        revenue: [...each.revenue, { currency: "JPY", captured_minor: 120_000, refunded_minor: 2_000 }],
      })),
    },
    shows: ".funnel",
  }),
  at("audit", "/audit", "tbody tr"),
  at("operators", "/operators", "tbody tr"),
  at("missing", "/nowhere", ".nothing"),
  {
    name: "sign-in",
    open: async (desk) => {
      await desk.page.browserContext().deleteCookie(...await desk.page.browserContext().cookies());
      await desk.open("");
      await desk.see("sign-in-passkey");
    },
  },
];

const REDUCED = { name: "prefers-reduced-motion", value: "reduce" } as const;

/** Opens each screen in each look; `use` gets the page in that look. */
export async function inEveryLook(
  { app, page, people }: { readonly app: RunningApp; readonly page: Desk["page"]; readonly people: People },
  use: (name: string, look: { readonly theme: string; readonly width: number }) => Promise<void>,
): Promise<void> {
  const desk = await openDesk(app, page);
  for (const screen of CONSOLE_SCREENS) {
    await page.setViewport({ width: CONSOLE_WIDTHS[0], height: 844 });
    // A dialog that fades in would be missing in the first picture.
    await page.emulateMediaFeatures([REDUCED]);
    await screen.open(desk, people);
    for (const theme of CONSOLE_THEMES) {
      await page.emulateMediaFeatures([
        { name: "prefers-color-scheme", value: theme },
        REDUCED,
      ]);
      for (const width of CONSOLE_WIDTHS) {
        await page.setViewport({ width, height: 844 });
        await use(screen.name, { theme, width });
      }
    }
  }
}
