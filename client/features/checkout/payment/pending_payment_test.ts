import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { attemptSlot, planInProgress, readPending, storePending } from "./pending_payment.ts";
import type { PendingPurchase } from "../purchase/purchase.ts";

const ATTEMPT = { version: "1", data: "e30=" };
const NO_ADDRESS = Object.fromEntries(
  "first_name last_name country state zip city address address2 phone".split(" ").map((key) => [key, ""]),
);
const pending = (planId: string) =>
  ({
    planId,
    body: { plan_id: planId, email: "a@b.example", attribution: {}, address: NO_ADDRESS, subscription_id: "s" },
  }) as unknown as PendingPurchase;

describe("a payment that a reload interrupted", () => {
  it("is found again: first an approved one, then one with the issuer, or else none", () => {
    sessionStorage.clear();
    assertEquals(planInProgress(), undefined);
    attemptSlot.write({ ...ATTEMPT, planId: "tck_3month_plan" });
    assertEquals(planInProgress()?.id, "tck_3month_plan");
    storePending({ ...pending("tck_weekly_3dtrial"), cardType: "visa" });
    const { planId, cardType } = readPending() ?? {};
    assertEquals([planInProgress()?.id, planId, cardType], ["tck_weekly_3dtrial", "tck_weekly_3dtrial", "visa"]);
    storePending(undefined);
    attemptSlot.clear();
    assertEquals([planInProgress(), readPending()], [undefined, undefined]);
  });

  it("of an unknown plan is ignored", () => {
    sessionStorage.setItem("pendingPurchase", JSON.stringify(pending("tck_made_up")));
    assertEquals([readPending(), planInProgress()], [undefined, undefined]);
    sessionStorage.clear();
  });
});
