/** Pages of what was bought, with all their calls: what they show, and what they say when a call fails. */
import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { afterEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { ADA } from "../../tests/support/app/samples.ts";
import { heldCall, show, type Shown } from "../../tests/support/app/component.ts";
import { EMPTY_PHONE_LOOKUP, type ReportBody } from "../../server/wire/members/report.ts";
import type { Site } from "../../server/wire/site/site.ts";
import { purchaseKey } from "../features/session/session_store.ts";
import { provideSite } from "../lib/browser/site.ts";
import { keepLeft, slots } from "../lib/storage/storage_keys.ts";
import { setNumber } from "../lib/storage/validator_store.ts";
import { AccessProductPage } from "./funnel/AccessProductPage.tsx";
import { OffersPage } from "./funnel/OffersPage.tsx";
import { PayRenewalPage } from "./funnel/PayRenewalPage.tsx";
import { SexOffendersReportPage } from "./members/SexOffendersReportPage.tsx";
import { WebappMainPage } from "./members/WebappMainPage.tsx";
import { type Member, signIn } from "./testing/member.ts";

const REPORT: ReportBody = {
  id: "r1",
  created_at: "2027-02-01T10:00:00.000Z",
  facts: {
    phone: { ...EMPTY_PHONE_LOOKUP, isValid: true, phoneNumber: "+442079460018", countryCode: "GB" },
    e164: "+442079460018",
    timeZones: [],
    dataVersions: [],
  },
  score: { value: 90, band: "high", reasons: [] },
  confidence: { level: "medium", why: [] },
  unknowns: [],
  memberReports: { count: 0, bad: 0 },
};
const NOTHING = { base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" };
const refusal = (status: number) => new Response("{}", { status });

function Place() {
  const { state } = useLocation();
  return <output data-testid="state">{JSON.stringify(state)}</output>;
}

let shown: Shown | undefined;
let member: Member | undefined;
const { fetch } = globalThis;

async function open(page: ReactNode, path = "/"): Promise<Shown> {
  return shown = await show(
    <>
      <Place />
      {page}
    </>,
    { path },
  );
}
async function until(isSo: () => boolean): Promise<void> {
  for (let turns = 0; turns < 500 && !isSo(); turns++) await shown?.settle();
}
/** As a visitor who is not signed in; the test answers every call. */
function visit(answer: (path: string) => Response | Promise<Response>, site: object = NOTHING) {
  provideSite(site as Site);
  Object.assign(globalThis, { scrollTo: () => {} });
  globalThis.fetch = (input) => Promise.resolve(answer(new URL(String(input), location.href).pathname));
}

afterEach(async () => {
  await shown?.close();
  await member?.end();
  [shown, member] = [undefined, undefined];
  Object.assign(globalThis, { fetch });
  Reflect.deleteProperty(globalThis, "scrollTo");
  setNumber({ phoneNumber: "", country: "" });
  history.replaceState(null, "", "/trustcheck/");
  for (const slot of [purchaseKey, slots.purchaseSubscriptionId, slots.purchaseEmail]) slot.clear();
});

describe("the members' first page", () => {
  it("W-STORE-01: says how many checks of today's are left, apart from those of the packs", async () => {
    member = signIn(ADA, () => undefined);
    keepLeft({ today: 7, credits: 10 });
    const page = await open(<WebappMainPage />, "/webapp");
    assertMatch(page.at("checks-left").textContent ?? "", /10 checks left in your packs\.7 of 20/);
  });

  it("has the field in place of a bought report that can't be loaded", async () => {
    member = signIn(ADA, ({ path }) => path.includes("/stored/") ? refusal(500) : undefined);
    const page = await open(<WebappMainPage />, "/webapp?report=r1");
    await until(() => page.text().includes("Check a number"));
    assertEquals([page.all("h1").map((title) => title.textContent), page.has("lookup-number")], [
      ["Check a number"],
      true,
    ]);
  });

  it("a report of the history hands its number and country to the field, and checks nothing by itself", async () => {
    member = signIn(ADA, ({ path }) => path.endsWith("/stored/r1") ? REPORT : undefined);
    const page = await open(<WebappMainPage />, "/webapp?view=history&report=r1");
    await until(() => page.has("recheck"));
    await page.press("recheck");
    await until(() => page.has("lookup-number"));
    assertEquals(page.at("state").textContent, '{"handed":{"phoneNumber":"+442079460018","country":"GB"}}');
    assertEquals(Reflect.get(page.at("lookup-number"), "value"), "+442079460018");
    assertEquals(member.calls.some(({ path }) => path === "/services/report"), false);
  });
});

describe("W-PLAN-19: a registry check", () => {
  for (
    const [registry, status, said] of [
      ["none", 403, "The registry check isn't sold here"],
      ["licensed", 403, "Get the registry check"],
      ["licensed", 409, "The registry isn't available here"],
    ] as const
  ) {
    it(`says "${said}" on a site with the source ${registry} that answers ${status}`, async () => {
      member = signIn(ADA, ({ path }) => path.endsWith("/registry") ? refusal(status) : undefined, { registry });
      const page = await open(<SexOffendersReportPage />, "/webapp/sex-offenders-report");
      await until(() => page.all(".skeleton").length === 0);
      assertEquals(page.all("h2").some((title) => title.textContent === said), true, page.text());
    });
  }

  for (const registry of ["none", "licensed"] as const) {
    it(`is ${registry === "none" ? "not " : ""}offered after a payment with the source ${registry}, also when the purchase can't be read`, async () => {
      visit(() => refusal(500), { ...NOTHING, registry });
      history.replaceState(null, "", "/trustcheck/offers?sex_offender&avoid_scam");
      slots.purchaseSubscriptionId.write("s1");
      slots.purchaseEmail.write("ada@example.com");
      const page = await open(<OffersPage />, "/offers");
      for (let turns = 0; turns < 5; turns++) await page.settle();
      const offered = ["tck_guide_otp", "tck_sex_offender_otp"].map((id) => page.has(`add-${id}`));
      assertEquals(offered, [true, registry !== "none"]);
      assertMatch(page.text(), /Payment complete\. Your report is ready\./);
    });
  }
});

describe("the page of a paid report", () => {
  it("offers the sign-in at once to a buyer whose browser has checked no number", async () => {
    visit(() => refusal(500));
    purchaseKey.write("s1");
    const page = await open(<AccessProductPage />, "/access-product");
    await until(() => page.has("sign-in-email"));
    assertMatch(page.text(), /You haven't checked a number in this browser yet/);
    assertEquals([page.has("sign-in-email"), page.has("report-error")], [true, false]);
  });

  it("keeps what was typed into the sign-in while a report that failed is asked for again", async () => {
    const again = heldCall<Response>();
    let asked = 0;
    visit((path) => path !== "/services/report" ? refusal(500) : asked++ === 0 ? refusal(500) : again.promise);
    purchaseKey.write("s1");
    setNumber({ phoneNumber: "+1 650-253-0000", country: "US" });
    const page = await open(<AccessProductPage />, "/access-product");
    await until(() => page.has("report-error") && page.has("sign-in-email"));
    assertEquals(page.text().includes("You haven't checked a number"), false);
    await page.type("sign-in-email", "ada@example.com");
    await page.press("report-again");
    assertEquals([asked, page.has("report-error")], [2, false]);
    assertEquals(Reflect.get(page.at("sign-in-email"), "value"), "ada@example.com");
    again.answer(refusal(500));
    await until(() => page.has("report-error"));
  });
});

it("the link to pay a declined renewal can be tried again, and says when there is nothing to pay", async () => {
  let opens = false;
  const card = { card: null, label: "", may_change: true, open_renewal: null };
  visit(() => opens ? Response.json(card) : refusal(500));
  const page = await open(<PayRenewalPage secret="secret" />, "/subscription");
  await until(() => page.all(".skeleton").length === 0);
  assertMatch(page.text(), /We can't open this link right now\. You haven't been charged\./);
  opens = true;
  await page.press(page.named("Try again"));
  await until(() => page.has("nothing-to-pay"));
  assertMatch(page.at("nothing-to-pay").textContent ?? "", /nothing to pay/);
});
