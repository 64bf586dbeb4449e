import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { isRecurring, PLANS } from "../../../server/wire/billing/plans.ts";
import { PLAN_NAMES, planName } from "./plan_names.ts";

describe("names of plans", () => {
  it("W-PLAN-15: every plan has a short name that fits a button and a full one that says what it is", () => {
    for (const plan of PLANS) {
      assertEquals([planName(plan), planName(plan, "full")], [plan.name, plan.name_full]);
      assertEquals([plan.name.length <= 14, plan.name_full.length > plan.name.length], [true, true], plan.id);
      for (const name of [plan.name, plan.name_full]) {
        assertEquals(PLAN_NAMES[name], name, `${name} is in no other language`);
      }
    }
    assertEquals(planName(undefined), "Product");
  });

  it("titles a subscription as a plan, and an extra by its name", () => {
    for (const plan of PLANS) {
      const title = planName(plan, "title");
      assertEquals(title, isRecurring(plan) ? `${plan.name} plan` : plan.name);
      assertEquals(PLAN_NAMES[title], title, `${title} is in no other language`);
    }
  });
});
