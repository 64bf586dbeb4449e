/** What a member bought, of all their plans, and what is said of each plan's next charge. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show } from "../../tests/support/app/component.ts";
import type { Subscription } from "../../server/wire/billing/subscriptions.ts";
import { Bought, BoughtThings } from "./funnel/Bought.tsx";

const UNTIL = "2037-02-09T10:00:00.000Z";

const plan = (change: Partial<Subscription> = {}): Subscription => ({
  id: "s",
  subscription_id: "s",
  plan_id: "tck_3month_plan",
  status: "active",
  email: "ada@example.com",
  user_id: "ada",
  started_at: "2037-01-01T10:00:00.000Z",
  current_period_end: UNTIL,
  next_charge: { at: UNTIL, cents: 4900 },
  products: [],
  credits: 0,
  error: "",
  ...change,
});
const product = (plan_id: string) => ({ plan_id, bought_at: "2027-01-01", cents: 499, until: UNTIL });
const ENDED = plan({
  plan_id: "tck_weekly_3dtrial",
  status: "ended",
  next_charge: null,
  products: [product("tck_guide_otp"), product("tck_50_validations_otp")],
});

/** Each row: its name, what is said of it, and where it leads. */
async function rowsOf(subscriptions: readonly Subscription[]) {
  const shown = await show(<BoughtThings subscriptions={subscriptions} />, { path: "/" });
  const rows = shown.all("li").map((row) => {
    const link = row.querySelector("a");
    const name = link?.textContent ?? "";
    const note = (row.textContent ?? "").replace(name, "").replaceAll("\u00A0", " ").trim();
    return [name, note, link?.getAttribute("href") ?? ""];
  });
  await shown.close();
  return rows;
}

const BILLING = "/webapp/manage-subscriptions";

describe("what a member bought", () => {
  it("lists products of a plan that has ended beside the plan that runs", async () => {
    assertEquals(await rowsOf([plan(), ENDED]), [
      ["Quarterly plan", "Your next charge is $49.00 on Feb 9, 2037.", BILLING],
      ["Scam guide", "13 chapters, also as a PDF", "/webapp?view=guide"],
      ["50 checks", "Access until Feb 9, 2037", "/webapp?view=list"],
    ]);
  });

  it("says of each of two plans what it is charged next", async () => {
    const cancelled = plan({ plan_id: "tck_weekly_3dtrial", status: "cancelled", next_charge: null });
    assertEquals(await rowsOf([plan(), cancelled]), [
      ["Quarterly plan", "Your next charge is $49.00 on Feb 9, 2037.", BILLING],
      ["Weekly plan", "You won't be charged for this plan again.", BILLING],
    ]);
  });

  it("names the plan that ended last when none runs", async () => {
    const [first] = await rowsOf([ENDED, plan({ status: "ended", next_charge: null })]);
    assertEquals(first, ["Weekly plan", "You won't be charged for this plan again.", BILLING]);
  });

  it("says to a member without a purchase that there is none, and how to find one", async () => {
    const shown = await show(<Bought load={() => Promise.resolve([])} />, { path: "/" });
    await shown.settle();
    assertEquals(shown.all("h1, h2").map((title) => title.textContent), ["No plan on this account"]);
    assertEquals(shown.named("Recover access").getAttribute("href"), "/access-recovery");
    await shown.close();
  });

  it("says what keeps a plan that waits for another card, since paying charges it again", async () => {
    assertEquals(await rowsOf([plan({ status: "past_due", next_charge: null })]), [
      ["Quarterly plan", "We can't charge your card for this plan. Pay with another card to keep it.", BILLING],
    ]);
  });
});
