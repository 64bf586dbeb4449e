/** A member at the payment screen: whether they are asked for the card. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { show } from "../../../tests/support/app/component.ts";
import { findPlan } from "../../../server/wire/billing/plans.ts";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { provideSite } from "../../lib/browser/site.ts";
import type { Site } from "../../../server/wire/site/site.ts";
import { UnlessOwned } from "./UnlessOwned.tsx";

const [weekly, quarterly] = ["tck_weekly_3dtrial", "tck_3month_plan"].map(findPlan);

/** What the screen shows with these plans of the member, before and after they are known. */
async function visit(loading: Promise<readonly Partial<Subscription>[]>) {
  if (weekly === undefined) throw new Error("no such plan");
  provideSite({ base: "/trustcheck", publicOrigin: "" } as unknown as Site);
  const shown = await show(
    <UnlessOwned
      plan={weekly}
      waiting={<output data-testid="waiting" />}
      loadSubscriptions={() => loading as Promise<readonly Subscription[]>}
    >
      <output data-testid="card-form" />
    </UnlessOwned>,
    { path: "/" },
  );
  await shown.settle();
  return shown;
}

describe("the payment screen of a member", () => {
  const kept = { plan_id: weekly?.id ?? "", is_owned: true };

  for (const status of ["trial", "active"] as const) {
    it(`says that the plan is there already while it is ${status}, leads on, and asks for no card`, async () => {
      const other = { plan_id: quarterly?.id ?? "", status, is_owned: true };
      const shown = await visit(Promise.resolve([other, { ...kept, status }]));
      assertEquals([shown.has("owned-plan"), shown.has("card-form")], [true, false]);
      assertEquals(shown.all("h1").map((title) => title.textContent), ["You already have this plan"]);
      const links = ["check-number", "see-billing"].map((id) => shown.at(id).getAttribute("href"));
      assertEquals(links, ["/webapp", "/webapp/manage-subscriptions"]);
      await shown.close();
    });
  }

  for (
    const [status, words] of [
      ["past_due", "To pay now, go to Billing and pay with another card."],
      ["paused", "You can resume it under Billing."],
    ] as const
  ) {
    it(`leads to billing only, and asks for no card, while the plan is ${status}`, async () => {
      const shown = await visit(Promise.resolve([{ ...kept, status }]));
      assertEquals([shown.has("owned-plan"), shown.has("card-form"), shown.has("check-number")], [true, false, false]);
      assertStringIncludes(shown.text(), words);
      assertEquals(shown.at("see-billing").getAttribute("href"), "/webapp/manage-subscriptions");
      await shown.close();
    });
  }

  it("asks for the card when no plan of the member is this one and kept", async () => {
    const others = [
      [],
      [{ plan_id: quarterly?.id ?? "", status: "active", is_owned: true }],
      ...["past_due", "cancelled", "ended"].map((status) => [{ ...kept, status, is_owned: false }]),
    ] as readonly Partial<Subscription>[][];
    for (const plans of others) {
      const shown = await visit(Promise.resolve(plans));
      assertEquals([shown.has("owned-plan"), shown.has("card-form")], [false, true], JSON.stringify(plans));
      await shown.close();
    }
  });

  it("shows no card fields while the member's plans are loading, and asks for the card when they do not load", async () => {
    const loading = Promise.withResolvers<readonly Partial<Subscription>[]>();
    const shown = await visit(loading.promise);
    assertEquals([shown.has("waiting"), shown.has("owned-plan"), shown.has("card-form")], [true, false, false]);
    loading.reject(new TypeError("no connection"));
    await shown.settle();
    assertEquals([shown.has("owned-plan"), shown.has("card-form")], [false, true]);
    await shown.close();
  });
});
