/**
 * The visitors of the screens: a new visitor, a buyer after the payment, a member. Each has a browser profile of their
 * own.
 */
import type { Browser, BrowserContext, Page } from "puppeteer";
import { createShopper, openedWindow, type Shopper } from "../app/shopper.ts";

export type Visitor = "visitor" | "buyer" | "member";
type Entries = Readonly<Record<string, string>>;

interface Profile {
  readonly context: BrowserContext;
  readonly local: Entries;
  readonly session: Entries;
}

export interface ScreenFixture {
  readonly origin: string;
  /** A page that this visitor used before, or a new one; it has the visitor's cookies, and no other. */
  lend(visitor: Visitor): Promise<Page>;
  takeBack(page: Page): void;
  /** Storage of this visitor. */
  local(visitor?: Visitor): Entries;
  session(visitor?: Visitor): Entries;
  close(): Promise<void>;
}

export const NUMBER = { phoneNumber: "+1 650 253 0000", country: "US" } as const;
const ORDER = { firstName: "", lastName: "", country: "US", postalCode: "94043", planId: "tck_weekly_3dtrial" };

/** Buys once for the buyer, and once for the member, who also signs in and checks a number. */
export async function openScreenFixture(browser: Browser, origin: string): Promise<ScreenFixture> {
  const profiles: Readonly<Record<Visitor, Profile>> = {
    visitor: { context: await browser.createBrowserContext(), local: {}, session: {} },
    buyer: await buyer(browser, origin),
    member: await member(browser, origin),
  };
  const idle: (readonly [Visitor, Page])[] = [];
  const lent = new Map<Page, Visitor>();
  return {
    origin,
    lend: async (visitor) => {
      const at = idle.findIndex(([owner]) => owner === visitor);
      const [, used] = at === -1 ? [] : idle.splice(at, 1)[0] ?? [];
      const page = used ?? await pageOf(browser);
      lent.set(page, visitor);
      await setCookies(page.browserContext(), profiles[visitor]);
      return page;
    },
    takeBack: (page) => void idle.push([lent.get(page) ?? "visitor", page]),
    local: (visitor = "visitor") => profiles[visitor].local,
    session: (visitor = "visitor") => profiles[visitor].session,
    close: async () => {
      for (const { context } of Object.values(profiles)) await context.close();
    },
  };
}

/** Parallel pages share no storage: each has a context of its own. */
async function pageOf(browser: Browser): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.once("close", () => void context.close().catch(() => {}));
  return page;
}

async function setCookies(context: BrowserContext, profile: Profile): Promise<void> {
  await context.deleteCookie(...await context.cookies());
  await context.setCookie(...await profile.context.cookies());
}

async function buyer(browser: Browser, origin: string): Promise<Profile> {
  const context = await browser.createBrowserContext();
  const shopper = createShopper(await context.newPage());
  await buyPlan(shopper, { origin, email: "buyer@mail.example" });
  const profile = { context, ...await kept(shopper.page) };
  await shopper.page.close();
  return profile;
}

async function member(browser: Browser, origin: string): Promise<Profile> {
  const context = await browser.createBrowserContext();
  const shopper = createShopper(await context.newPage());
  const email = "ada@mail.example";
  await buyPlan(shopper, { origin, email });
  await shopper.tap("add-tck_ultimate_pack_otp");
  await shopper.page.waitForSelector('[data-testid="bought-tck_ultimate_pack_otp"]');
  await shopper.tap("open-report");
  await shopper.see("report");
  await signIn(shopper, browser, email);
  await shopper.type("lookup-number", "+44 909 879 0123");
  await shopper.tap("lookup-ask");
  await shopper.see("report");
  const profile = { context, ...await kept(shopper.page), session: {} };
  await shopper.page.close();
  return profile;
}

/** From the payment screen on: earlier steps are stored, as for a returning visitor. */
async function buyPlan(shopper: Shopper, { origin, email }: { readonly origin: string; readonly email: string }) {
  const { page } = shopper;
  await page.goto(`${origin}/trustcheck/privacy`);
  await page.evaluate(`localStorage.setItem("validatorData", ${JSON.stringify(JSON.stringify(NUMBER))});
    localStorage.setItem("quizEmail", ${JSON.stringify(JSON.stringify(email))});
    localStorage.setItem("consent", '"refused"');
    sessionStorage.setItem("checkout", ${JSON.stringify(JSON.stringify(ORDER))});`);
  await page.goto(`${origin}/trustcheck/?step=payment`);
  await shopper.typeCard({ number: "4242424242424242" });
  await shopper.tap("consent-tick");
  await shopper.pressPay();
  await shopper.see("open-report");
}

async function signIn(shopper: Shopper, browser: Browser, email: string): Promise<void> {
  const chooser = await openedWindow(browser, () => shopper.tap("sign-in-google"));
  await chooser.waitForSelector("#other");
  await chooser.type("#other [name=email]", email);
  await chooser.type("#other [name=name]", "Ada Test");
  await Promise.all([
    new Promise((resolve) => chooser.once("close", resolve)),
    chooser.click("#other button[type=submit], #other button"),
  ]);
  await shopper.see("lookup-number");
}

async function kept(page: Page): Promise<{ readonly local: Entries; readonly session: Entries }> {
  const text = String(
    await page.evaluate("JSON.stringify({ local: { ...localStorage }, session: { ...sessionStorage } })"),
  );
  return parseKept(JSON.parse(text));
}

function parseKept(value: unknown) {
  return value as { readonly local: Entries; readonly session: Entries };
}
