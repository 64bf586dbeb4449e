/**
 * Pages that the shopper leaves in the middle: a payment with an unknown outcome, the challenge, a chunk that is still
 * loading.
 */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { appFixture } from "../support/app/app_fixture.ts";
import { atStep, chargesOf, type Visit } from "../support/app/fault_fixture.ts";
import { fillCard, type Step, STEPS } from "./fault_steps.ts";

const stepOf = (name: string): Step => {
  const step = STEPS.find((each) => each.name === name);
  assert(step);
  return step;
};

describe("pages left in the middle", () => {
  const fixture = appFixture();

  const at = (name: string, live: (visit: Visit, step: Step) => Promise<void>) =>
    atStep(fixture, stepOf(name), (visit) => live(visit, stepOf(name)));
  const charges = ({ email }: Visit) => chargesOf(fixture, email);

  it("R5: after a lost answer and a change of plan the first payment is completed, and no second is made", () =>
    at("authorize", async (visit, step) => {
      const { shopper, page } = visit;
      await fillCard(visit);
      visit.fault({ calls: step.calls ?? /./, fault: "answer lost" });
      await step.press(visit);
      await shopper.readUntil("Waiting for your bank's decision");
      visit.fault(undefined);
      await page.goto(`${fixture.app.origin}/trustcheck/?step=plan`);
      await shopper.tap("plan-tck_3month_plan");
      await shopper.tap("plan-continue");
      await step.done(visit);
      assertEquals(await charges(visit), ["tck_weekly_3dtrial"]);
    }));

  it("a cancelled challenge can be opened again by the shopper, and pays once", () =>
    at("issuer's challenge", async (visit, step) => {
      const { shopper, page } = visit;
      await step.fill?.(visit);
      await (await page.waitForSelector("#payrails-popup-cancel-button", { visible: true }))?.click();
      assertMatch(await shopper.readUntil("verification isn't finished"), /haven't been charged yet/);
      await shopper.tap("ask-bank");
      await shopper.readUntil("verification isn't finished");
      await shopper.tap("open-check");
      await step.press(visit);
      await step.done(visit);
      assertEquals(await charges(visit), ["tck_weekly_3dtrial"]);
    }));

  it("R20: a page reloaded during the challenge asks for the outcome, opens the challenge again and pays once", () =>
    at("issuer's challenge", async (visit, step) => {
      const { shopper, page } = visit;
      await step.fill?.(visit);
      await page.reload();
      await shopper.readUntil("verification isn't finished");
      await shopper.tap("open-check");
      await step.press(visit);
      await step.done(visit);
      assertEquals(await charges(visit), ["tck_weekly_3dtrial"]);
    }));

  it("R20: a challenge in the whole page returns to the payment step, which asks for the outcome and pays once", () =>
    at("issuer's challenge", async (visit, step) => {
      assert(step.part);
      await visit.page.setCacheEnabled(false);
      visit.fault({ calls: step.part, fault: "hangs" });
      await step.withoutPart?.(visit);
      await step.done(visit);
      assertEquals([visit.met() > 0, await charges(visit)], [true, ["tck_weekly_3dtrial"]]);
    }));

  it("a payment that never reached the acquirer keeps the typed card: pressing Pay again is enough", () =>
    at("authorize", async (visit, step) => {
      const { shopper } = visit;
      await fillCard(visit);
      visit.fault({ calls: step.calls ?? /./, fault: "lost" });
      await step.press(visit);
      await shopper.readUntil("Your payment didn't reach the bank. You haven't been charged.");
      visit.fault(undefined);
      await step.press(visit);
      await step.done(visit);
      assertEquals(await charges(visit), ["tck_weekly_3dtrial"]);
    }));

  it("W-LIMIT-01: a page left before all its chunks had loaded loads them when it is back", () =>
    at("report", async (visit, step) => {
      const { page, shopper } = visit;
      const here = page.url();
      await page.setCacheEnabled(false);
      visit.fault({ calls: step.part ?? /./, fault: "hangs" });
      await page.reload();
      await shopper.readUntil("Loading");
      await page.evaluate("setTimeout(() => history.back())");
      await page.waitForFunction("location.pathname === '/healthz'");
      visit.fault(undefined);
      await page.evaluate("setTimeout(() => history.forward())");
      await step.done(visit);
      assertEquals(new URL(page.url()).pathname, new URL(here).pathname);
    }));
});
