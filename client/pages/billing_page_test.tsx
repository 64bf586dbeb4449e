/** The billing page with all its calls: what is loaded again after an act, and what is said when that fails. */
import { afterEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { ADA } from "../../tests/support/app/samples.ts";
import { show, type Shown } from "../../tests/support/app/component.ts";
import type { Charge, Subscription } from "../../server/wire/billing/subscriptions.ts";
import { LOCALE } from "../i18n/language.ts";
import { tracker } from "../visit/tracker.ts";
import { ManageSubscriptionsPage } from "./members/ManageSubscriptionsPage.tsx";
import { type Answer, type Member, signIn } from "./testing/member.ts";

const AT = "2037-01-31T10:00:00.000Z";
const UNTIL = "2037-02-09T10:00:00.000Z";
const PLAN: Subscription = {
  id: "s1",
  subscription_id: "s1",
  plan_id: "tck_weekly_3dtrial",
  status: "active",
  email: "ada@example.com",
  user_id: "u-ada",
  started_at: AT,
  current_period_end: UNTIL,
  next_charge: { at: UNTIL, cents: 1999 },
  coming: [{ at: UNTIL, cents: 1999 }],
  products: [],
  credits: 0,
  error: "",
};
const SECOND = { ...PLAN, id: "s2", subscription_id: "s2" };
const GUIDE: Charge = {
  id: "TC-5",
  receipt: "TC-2037-000005",
  plan_id: "tck_guide_otp",
  name: "Guide",
  kind: "addon",
  cents: 499,
  currency: "USD",
  state: "succeeded",
  at: AT,
  error: "",
  withdrawal: { cents: 499, until: UNTIL },
};
const CARD = { card: null, label: "Visa 4242", may_change: true, open_renewal: null };
const DOWN = new Response(null, { status: 500 });

describe("the billing page", () => {
  let member: Member | undefined;
  let shown: Shown | undefined;
  afterEach(async () => {
    await shown?.close();
    await member?.end();
  });
  /** Answers of the service that a test replaces while the page is open. */
  async function open(rows: readonly Subscription[] = [PLAN]) {
    const answers: Record<string, unknown> = {
      "/services/subscriptions/subscriptions-of-member": { subscriptions: rows },
      "/services/subscriptions/charges-of/s1": { charges: [GUIDE] },
      "/services/subscriptions/charges-of/s2": { charges: [] },
      "/services/subscriptions/card-of/s1": { ...CARD, may_change: rows[0]?.next_charge !== null },
      "/services/subscriptions/card-of/s2": CARD,
      "/services/subscriptions/changes-of/s1/preview": {
        shown: { today_cents: 0, next_cents: 1999, next_at: "2037-03-09", every: "7d" },
      },
      "/services/subscriptions/changes-of/s1": PLAN,
      "/api/withdraw/s1": { at: AT, refund_cents: 499, refunds: [], is_plan_over: false, error: "" },
      "/api/cancel-subscription/s1": { until: UNTIL },
    };
    const answer: Answer = ({ path }) => {
      const given = answers[path];
      return given instanceof Response ? given.clone() : given;
    };
    const { calls } = member = signIn(ADA, answer);
    const page = shown = await show(<ManageSubscriptionsPage />, { path: "/webapp/manage-subscriptions" });
    const loads = (path: string) => calls.filter((call) => call.path.endsWith(path)).length;
    const until = async (isSo: () => boolean) => {
      for (let turns = 0; turns < 500 && !isSo(); turns++) await page.settle();
    };
    await until(() => page.all("[data-testid=charge]").length > 0 && page.all(".skeleton").length === 0);
    return { page, answers, calls, until, loads };
  }

  it("T6: after a withdrawal, receipts and plans are loaded again; if they can't be, the page says that it may be old", async () => {
    const { page, answers, until, loads } = await open();
    answers["/services/subscriptions/charges-of/s1"] = { charges: [{ ...GUIDE, withdrawal: null, state: "refunded" }] };
    await page.press("withdraw");
    await page.press("withdraw-confirm");
    await until(() => loads("/subscriptions-of-member") === 2 && !page.has("withdraw"));
    assertEquals([page.has("withdrawn"), page.has("withdraw")], [true, false]);
    assertEquals([loads("/charges-of/s1"), loads("/subscriptions-of-member")], [2, 2]);
    assertEquals(page.text().includes("We couldn't refresh this page"), false);
  });

  it("what could not be loaded again after a withdrawal stays, and may be old: both lists say so", async () => {
    const { page, answers, until } = await open();
    answers["/services/subscriptions/charges-of/s1"] = DOWN;
    answers["/services/subscriptions/subscriptions-of-member"] = DOWN;
    await page.press("withdraw");
    await page.press("withdraw-confirm");
    const stale = () => page.text().split("We couldn't refresh this page").length - 1;
    await until(() => stale() === 2);
    assertEquals([stale(), page.has("withdrawn"), page.all("[data-testid=charge]").length], [2, true, 1]);
    answers["/services/subscriptions/charges-of/s1"] = { charges: [GUIDE] };
    answers["/services/subscriptions/subscriptions-of-member"] = { subscriptions: [PLAN] };
    for (let left = 2; left > 0; left--) {
      await page.press(page.named("Try again"));
      await until(() => stale() === left - 1);
    }
    assertEquals(stale(), 0);
  });

  it("T2: a change is agreed to in the reader's locale, and its receipts are loaded again", async () => {
    const { page, answers, calls, until, loads } = await open();
    const renewal = { ...GUIDE, id: "TC-6", kind: "renewal", withdrawal: null };
    answers["/services/subscriptions/charges-of/s1"] = { charges: [renewal, GUIDE] };
    await page.press("pause-1");
    await until(() => page.has("change-agree"));
    await page.press("change-agree");
    await until(() => page.all("[data-testid=charge]").length === 2);
    assertEquals([page.has("change-done"), page.all("[data-testid=charge]").length], [true, 2]);
    assertEquals(loads("/charges-of/s1"), 2);
    const agreed = calls.find(({ path }) => path.endsWith("/changes-of/s1"));
    assertEquals([agreed?.body["locale"], agreed?.token], [LOCALE, "token-1"]);
    assertMatch(LOCALE, /^en-[A-Z]{2}$/);
  });

  it("T6: a change that is not paid asks for another card until the plan is cancelled or withdrawn from", async () => {
    for (const leave of ["cancel-plan", "withdraw"]) {
      const { page, answers, until } = await open();
      const reason = { ...PLAN, error: "Your plan isn't paid yet: the card was declined. Try another card." };
      answers["/services/subscriptions/changes-of/s1"] = reason;
      await page.press("pause-1");
      await until(() => page.has("change-agree"));
      await page.press("change-agree");
      await until(() => page.has("change-unpaid"));
      assertEquals(page.has("change-unpaid"), true);
      const ended = { ...PLAN, status: "ended", next_charge: null, coming: [] };
      answers["/services/subscriptions/subscriptions-of-member"] = { subscriptions: [ended] };
      await page.press(leave);
      await page.press(leave === "withdraw" ? "withdraw-confirm" : "cancel-confirm");
      await until(() => page.has(leave === "withdraw" ? "withdrawn" : "cancelled") && !page.has("change-unpaid"));
      assertEquals(page.has("change-unpaid"), false, leave);
      await page.close();
      await member?.end();
    }
  });

  it("the card can be changed once a plan that was cancelled before is resumed", async () => {
    const { page, answers, until } = await open([{ ...PLAN, status: "cancelled", next_charge: null, coming: [] }]);
    assertEquals(page.has("card-on-file"), false);
    await page.press("reactivate");
    await until(() => page.has("change-agree"));
    answers["/services/subscriptions/subscriptions-of-member"] = { subscriptions: [PLAN] };
    answers["/services/subscriptions/card-of/s1"] = CARD;
    await page.press("change-agree");
    await until(() => page.has("card-update"));
    assertEquals([page.has("card-on-file"), page.has("card-update")], [true, true]);
  });

  it("an ended plan is offered again, unless the member has bought it again", async () => {
    const ended: Subscription = { ...PLAN, status: "ended", next_charge: null, coming: [] };
    const { page, until } = await open([ended]);
    await until(() => page.has("start-again"));
    assertEquals(page.has("start-again"), true);
    await page.close();
    await member?.end();
    const both = await open([ended, { ...SECOND, is_owned: true }]);
    assertEquals(both.page.has("start-again"), false);
  });

  it("W-TRACK-05: a cancellation is an event, and from then on the other plan is the only one that renews", async () => {
    const events: string[] = [];
    const { page, until } = await open([PLAN, SECOND]);
    Object.assign(tracker(), { cancelRequest: () => void events.push("cancel-request") });
    const renewing = () => /You have 2 plans that renew/.test(page.text());
    assertEquals(renewing(), true);
    await page.press("cancel-plan");
    assertEquals(events, []);
    await page.press("cancel-confirm");
    await until(() => page.has("cancelled"));
    assertEquals([events, renewing()], [["cancel-request"], false]);
  });

  it("T6: a plan that was cancelled on this page is not said to continue after a withdrawal", async () => {
    const { page, until } = await open();
    await page.press("cancel-plan");
    await page.press("cancel-confirm");
    await until(() => page.has("cancelled"));
    await page.press("withdraw");
    assertMatch(page.text(), /You'll lose access to this purchase\./);
    assertEquals(page.text().includes("Your plan continues"), false);
  });
});
