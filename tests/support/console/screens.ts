/** Screens of the console with what brings each there, for pictures, accessibility and width. */
import type { RunningApp } from "../app/app.ts";
import { type Desk, openDesk } from "./desk.ts";
import type { People } from "./people.ts";

export interface ConsoleScreen {
  readonly name: string;
  readonly open: (desk: Desk, people: People) => Promise<void>;
}

export const CONSOLE_WIDTHS = [390, 768, 1280] as const;
export const CONSOLE_THEMES = ["light", "dark"] as const;

const at = (name: string, path: string, shows: string): ConsoleScreen => ({
  name,
  open: async (desk) => {
    await desk.open(path);
    await desk.see(shows);
  },
});

export const CONSOLE_SCREENS: readonly ConsoleScreen[] = [
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
    name: "act",
    open: async (desk, { ada }) => {
      await desk.open(`/customers/${ada.purchaseId}`);
      await desk.press("act-refund");
      await desk.see(".effects li");
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
  at("differences", "/differences", ".panel"),
  at("figures", "/figures", ".chart__drawn"),
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

/** Opens each screen in each look; `use` gets the page in that look. */
export async function inEveryLook(
  { app, page, people }: { readonly app: RunningApp; readonly page: Desk["page"]; readonly people: People },
  use: (name: string, look: { readonly theme: string; readonly width: number }) => Promise<void>,
): Promise<void> {
  const desk = await openDesk(app, page);
  for (const screen of CONSOLE_SCREENS) {
    await page.setViewport({ width: CONSOLE_WIDTHS[0], height: 844 });
    await screen.open(desk, people);
    for (const theme of CONSOLE_THEMES) {
      await page.emulateMediaFeatures([
        { name: "prefers-color-scheme", value: theme },
        { name: "prefers-reduced-motion", value: "reduce" },
      ]);
      for (const width of CONSOLE_WIDTHS) {
        await page.setViewport({ width, height: 844 });
        await use(screen.name, { theme, width });
      }
    }
  }
}
