/**
 * The visitors of the screens: a new visitor, a buyer after the payment, a member. Each has cookies and storage of their
 * own.
 */
import { assertEquals } from "@std/assert";
import type { Browser, BrowserContext, Page } from "puppeteer";
import { type Visitor as HttpVisitor, visitorOf } from "../app/http_visitor.ts";
import { buyerOf, holdCookies, memberOf, type Returning } from "../app/returning.ts";

export type Visitor = "visitor" | "buyer" | "member";
type Entries = Readonly<Record<string, string>>;

interface Profile {
  readonly context: BrowserContext;
  readonly local: Entries;
  readonly session: Entries;
}

export interface ScreenFixture {
  readonly origin: string;
  /** A page that was used before, or a new one; it has the visitor's cookies, and no other. */
  lend(visitor: Visitor): Promise<Page>;
  takeBack(page: Page): void;
  /** Storage of this visitor. */
  local(visitor?: Visitor): Entries;
  session(visitor?: Visitor): Entries;
  close(): Promise<void>;
}

export const NUMBER = { phoneNumber: "+1 650 253 0000", country: "US" } as const;
const RISKY = { phoneNumber: "+44 909 879 0123", country: "GB" } as const;

interface Opening {
  readonly browser: Browser;
  readonly visitor: HttpVisitor;
}

/** Buys once for the buyer, and once for the member, who also signs in and checks numbers. */
export async function openScreenFixture(browser: Browser, origin: string): Promise<ScreenFixture> {
  const visit = () => visitorOf({ origin, now: Date.now, send: (request) => fetch(request) });
  const profiles: Readonly<Record<Visitor, Profile>> = {
    visitor: { context: await browser.createBrowserContext(), local: {}, session: {} },
    buyer: await buyer({ browser, visitor: visit() }),
    member: await member({ browser, visitor: visit() }),
  };
  const idle: Page[] = [];
  return {
    origin,
    lend: async (visitor) => {
      const page = idle.pop() ?? await pageOf(browser);
      await setCookies(page.browserContext(), profiles[visitor]);
      return page;
    },
    takeBack: (page) => void idle.push(page),
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

async function buyer({ browser, visitor }: Opening): Promise<Profile> {
  return await profileOf(browser, await buyerOf(visitor, "buyer@mail.example"));
}

/** With every extra, and two checked numbers: the one of the purchase, and one of high risk. */
async function member({ browser, visitor }: Opening): Promise<Profile> {
  const email = "ada@mail.example";
  const ada = await memberOf(visitor, email, ["tck_ultimate_pack_otp"]);
  const token = { "x-id-token": ada.idToken, "x-country": "US" };
  for (const phone_number of [NUMBER.phoneNumber, RISKY.phoneNumber]) {
    const ask = { user_id: ada.uid, phone_number, subscription_id: ada.subscriptionId, name: "Ada Test", email };
    assertEquals((await visitor.post("/services/report", ask, token)).status, 200);
  }
  const local = {
    ...ada.kept.local,
    validatorData: RISKY,
    validationsCount: 18,
    validationsCheckTimestamp: Date.now(),
  };
  return await profileOf(browser, { ...ada, kept: { local, session: {} } });
}

async function profileOf(browser: Browser, { visitor, kept: { local, session } }: Returning): Promise<Profile> {
  const context = await browser.createBrowserContext();
  await holdCookies(context, visitor);
  return { context, local: textsOf(local), session: textsOf(session) };
}

const textsOf = (values: Readonly<Record<string, unknown>>): Entries =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));
