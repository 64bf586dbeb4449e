import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { DEFAULT_PLAN, findPlan, PLANS } from "../../../server/wire/billing/plans.ts";
import { money, per30DaysCents, reportedAddOnCents } from "./money.ts";
import { everyText, longDate, plainDate } from "./dates.ts";

describe("money", () => {
  it("W-PRICE-01: amounts are written in the locale of the visitor, without the ISO code", () => {
    assertEquals([100, 1999, 0, 4900].map(money), ["$1.00", "$19.99", "$0.00", "$49.00"]);
  });

  it("a weekly price is converted to 30 days", () => {
    assertEquals(per30DaysCents(DEFAULT_PLAN), 8567);
    const months = ["tck_3d5_1m3999", "tck_3month_plan"].map((id) => findPlan(id)).filter((plan) => plan !== undefined);
    assertEquals(months.map(per30DaysCents), [3942, 1610]);
  });

  it("one-time products have no price per 30 days", () => {
    const once = PLANS.filter((plan) => plan.id.endsWith("_otp"));
    assertEquals(once.filter((plan) => per30DaysCents(plan) !== undefined), []);
  });

  it("W-LIMIT-02: an additional purchase reports 75 % of its value, rounded to cents", () => {
    assertEquals([1999, 1499, 1199, 3299].map(reportedAddOnCents), [1499, 1124, 899, 2474]);
    assertEquals([1990, 999, 5].map(reportedAddOnCents), [1493, 749, 4], "a half cent and more count as one");
  });
});

describe("dates", () => {
  it("are formatted in UTC, and invalid ones are empty", () => {
    assertEquals(longDate("2026-11-24"), "Nov\u00a024,\u00a02026", "a line does not end within it");
    assertEquals(plainDate("2026-11-24T23:59:59.999Z"), "Nov 24, 2026", "as consents are stored");
    assertEquals(longDate("soon"), "");
    assertEquals(["7d", "1m", "3m", "120m"].map(everyText), ["every 7 days", "every month", "every 3 months", "once"]);
  });
});
