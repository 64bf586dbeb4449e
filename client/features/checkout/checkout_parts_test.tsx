/** Details, plans and the choice of method, step by step: what a shopper sees, corrects and chooses. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { openStory, show } from "../../../tests/support/app/component.ts";
import { findPlan, type Plan } from "../../../server/wire/billing/plans.ts";
import type { Details } from "./details/details.ts";
import { DetailsForm } from "./details/DetailsForm.tsx";
import { AppleButton, MethodChoice } from "./payment/PaymentMethods.tsx";
import { PlanChoice } from "./plans/PlanChoice.tsx";

const GOOD: Details = { email: "ana@example.com", firstName: "Ana", lastName: "", country: "US", postalCode: "94043" };
const LONG = "x".repeat(101);

describe("the details of a purchase", () => {
  /** In the order of the form; each is corrected before the next gets the focus. */
  const WRONG: readonly (readonly [field: string, wrong: Partial<Details>])[] = [
    ["email", { email: "ana", firstName: LONG, lastName: LONG, country: "", postalCode: "1" }],
    ["firstName", { firstName: LONG, lastName: LONG, country: "" }],
    ["lastName", { lastName: LONG, country: "" }],
    ["country", { country: "" }],
    ["postalCode", { postalCode: "9" }],
  ];
  for (const [field, wrong] of WRONG) {
    it(`W-VALID-14: the first wrong field has the focus: ${field}`, async () => {
      const done: string[] = [];
      const shown = await show(
        <DetailsForm details={{ ...GOOD, ...wrong }} onChange={() => {}} onDone={() => done.push("done")} />,
      );
      await shown.press("details-continue");
      const [focused] = shown.all(":focus");
      assertEquals([focused?.getAttribute("name"), done], [field, []]);
      await shown.close();
    });
  }

  it("every change keeps the other fields; a correction is offered for a mistyped domain; the last step is called once", async () => {
    const done: string[] = [];
    let details: Details = { ...GOOD, email: "", country: "" };
    const part = () => (
      <DetailsForm
        details={details}
        onChange={(next) => void (details = next)}
        onDone={() => done.push("done")}
      />
    );
    const shown = await show(part());
    const before = shown.all("option").length;
    assert(before > 200);
    const name = (name: string) => shown.all(`[name=${name}]`)[0] ?? "none";
    for (
      const [field, value] of [
        ["email", "ana@gmial.com"],
        ["firstName", "Eve"],
        ["lastName", "Example"],
        ["country", "DE"],
        ["postalCode", "10115"],
      ] as const
    ) {
      if (field === "postalCode") assertEquals(shown.text().includes("Postal code"), true);
      await shown.type(name(field), value);
      assertEquals(details[field], value);
      await shown.render(part());
    }
    assertEquals(shown.at("email-suggestion").textContent, "Did you mean ana@gmail.com?");
    await shown.focus("email-suggestion");
    await shown.press("email-suggestion");
    assertEquals(shown.at("details-email").matches(":focus"), true);
    await shown.render(part());
    assertEquals(details, {
      email: "ana@gmail.com",
      firstName: "Eve",
      lastName: "Example",
      country: "DE",
      postalCode: "10115",
    });
    await shown.press("details-continue");
    assertEquals(done, ["done"]);
    await shown.close();
  });

  it("asks for a ZIP code in the United States, and for no code in countries without one", async () => {
    const part = (country: string) => (
      <DetailsForm details={{ ...GOOD, country }} onChange={() => {}} onDone={() => {}} />
    );
    const shown = await show(part("US"));
    assertEquals(shown.text().includes("ZIP code"), true);
    await shown.render(part("AE"));
    assertEquals(shown.has("details-postal"), false);
    await shown.render(part("US"));
    const story = openStory(shown);
    await shown.render(
      <DetailsForm details={{ ...GOOD, country: "", email: "" }} onChange={() => {}} onDone={() => {}} />,
    );
    await shown.press("details-continue");
    story.add("nothing is filled in");
    await story.compare("details");
  });
});

describe("the plans", () => {
  it("T1: each says what is charged today, then and until when; one is chosen", async () => {
    const plans = ["tck_weekly_3dtrial", "tck_3month_plan", "tck_guide_otp"].map(findPlan).filter((
      plan,
    ): plan is Plan => plan !== undefined);
    const [first, second] = plans;
    assert(first !== undefined && second !== undefined && plans.length === 3);
    const chosen: string[] = [];
    const shown = await show(
      <PlanChoice
        plans={plans}
        chosen={first}
        nowMs={Date.parse("2027-01-31T10:00:00.000Z")}
        onChoose={({ id }) => chosen.push(id)}
        onDone={() => chosen.push("done")}
      />,
    );
    const story = openStory(shown);
    story.add("three plans");
    assertEquals(shown.all(".plan-card--chosen").map((each) => each.getAttribute("data-testid")), [
      "plan-tck_weekly_3dtrial",
    ]);
    await shown.press(shown.all("input")[1] ?? "none");
    await shown.press("plan-continue");
    assertEquals(chosen, [second.id, "done"]);
    await story.compare("plan_choice");
  });

  it("T12: the renewal that costs least over 30 days is named, not the smallest first charge; one plan alone is compared to none", async () => {
    const plans = ["tck_weekly_3dtrial", "tck_3month_plan"].flatMap((id) => findPlan(id) ?? []);
    const [weekly, quarterly] = plans;
    assert(weekly !== undefined && quarterly !== undefined);
    const part = (offered: readonly Plan[]) => (
      <PlanChoice plans={offered} chosen={weekly} nowMs={0} onChoose={() => {}} onDone={() => {}} />
    );
    const shown = await show(part(plans));
    const named = () =>
      shown.all(".plan-card").filter((card) => card.textContent?.includes("Cheapest over time"))
        .map((card) => card.getAttribute("data-testid"));
    assertEquals(named(), [`plan-${quarterly.id}`]);
    await shown.render(part([weekly]));
    assertEquals(named(), []);
    await shown.close();
  });
});

describe("the method of payment", () => {
  it("one button leads to the other method, and a busy Apple Pay button ignores presses", async () => {
    const done: string[] = [];
    const shown = await show(<MethodChoice method="card" onChoose={(method) => done.push(method)} />);
    const story = openStory(shown);
    story.add("card");
    await shown.press("pay-by-apple");
    await shown.render(<MethodChoice method="apple" onChoose={(method) => done.push(method)} />);
    story.add("apple");
    await shown.press("pay-by-card");
    const apple = (isBusy: boolean) => <AppleButton sum="$1.00" isBusy={isBusy} onPress={() => done.push("pay")} />;
    await shown.render(apple(false));
    story.add("Apple's button");
    await shown.press("apple-pay");
    await shown.render(apple(true));
    story.add("busy");
    await shown.press("apple-pay");
    assertEquals(done, ["apple", "card", "pay"]);
    await story.compare("payment_methods");
  });
});
