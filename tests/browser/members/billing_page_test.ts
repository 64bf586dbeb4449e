/** Billing in a browser: extras after 3-D Secure, another card, receipts, and a cancellation that is taken back. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { appFixture } from "../../support/app/app_fixture.ts";
import { enter } from "../../support/app/funnel.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { comeBack, memberOf } from "../../support/app/returning.ts";
import { createShopper } from "../../support/app/shopper.ts";
import { cancelled } from "../../../server/embedded/subscriptions/db/statuses.ts";
import { answerChallenge } from "../../support/frames.ts";
import { eventually } from "../../support/eventually.ts";

const ULTIMATE = "tck_ultimate_pack_otp";
const EMAIL = "ana@mail.example";
const THREE_DS = "4000002500003155";
/** No tab of the members area covers what is pressed. */
const WIDE = { width: 1280, height: 1000 };

describe("billing", () => {
  const fixture = appFixture();

  it("an add-on after a 3-D Secure card: the bank asks right away, and the approved add-on is there at once", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      await enter(page, { origin: fixture.app.origin, path: "?step=payment" });
      await shopper.typeCard({ number: THREE_DS });
      await shopper.tap("consent-tick");
      await shopper.pressPay();
      await answerChallenge(page);
      await shopper.readUntil("Payment complete. Your report is ready.");
      const paid = await shopper.readUntil(/You paid \$1\.00 with Visa •••• 3155\./);
      assertMatch(paid, /Your next charge is \$19\.99 on \w+\s\d+,\s20\d\d\. Cancel anytime in two clicks\./);
      await shopper.tap(`add-${ULTIMATE}`);
      await answerChallenge(page);
      await shopper.see(`bought-${ULTIMATE}`);
      const rows = await fixture.app.context.db.selectFrom("subs_products").select("plan_id").execute();
      assertEquals(rows.map(({ plan_id }) => plan_id), [ULTIMATE]);
    }));

  it("what is locked is sold where it is shown: guide, registry and a list beyond the packs", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const member = await memberOf(createVisitor(fixture.app.context), "bea@mail.example");
      await page.setViewport(WIDE);
      const at = (path: string) => page.goto(`${fixture.app.origin}/trustcheck/webapp${path}`);

      await comeBack(page, member, { origin: fixture.app.origin, path: "webapp?view=list" });
      // A different number from the one that was paid for, which is free for a day.
      await shopper.fill("batch-text", "+44 20 7946 0018");
      await shopper.tap("batch-ask");
      await shopper.tap("add-tck_10_validations_otp");
      await shopper.see("bought-tck_10_validations_otp");
      await shopper.tap("batch-ask");
      await shopper.readUntil(/9 left in your packs/);

      await at("/sex-offenders-report");
      await shopper.see("add-tck_sex_offender_otp");
      await at("?view=guide");
      await shopper.tap("add-tck_guide_otp");
      await shopper.see("guide-contents");
      // From then on the first screen leads to it as well.
      await at("");
      await shopper.see("home-guide");
    }));

  it("the bank asks before a pause that ends or a plan that is restarted is charged to a 3-D Secure card, and a declined pause says why", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const { context, origin } = fixture.app;
      await page.setViewport(WIDE);
      const member = await memberOf(createVisitor(context), "eli@mail.example");
      const plan = context.db.updateTable("subs_subscriptions").where("email_key", "=", "eli@mail.example");
      const pausedFor = async (days: number) => {
        const nowMs = context.clock.now();
        const dueMs = nowMs + days * 86_400_000;
        const paused = {
          status: "active",
          current_period_end_ms: nowMs,
          resume_ms: dueMs,
          next_charge_ms: dueMs,
        } as const;
        await plan.set((eb) => ({ ...paused, version: eb("version", "+", 1) })).execute();
        await page.reload();
      };
      await comeBack(page, member, { origin, path: "webapp/manage-subscriptions" });
      await shopper.tap("card-update");
      await shopper.typeCard({ number: THREE_DS });
      await shopper.tap("card-save");
      await shopper.see("card-changed");

      await pausedFor(30);
      await shopper.tap("resume");
      await shopper.tap("change-agree");
      await answerChallenge(page);
      await shopper.see("change-done");

      await pausedFor(20);
      await shopper.tap("resume");
      await shopper.tap("change-agree");
      await answerChallenge(page, "decline");
      await shopper.see("change-unpaid");
      assertEquals(await page.$('[data-testid="change-done"]'), null);
      await shopper.readUntil("Pay $19.99 with another card");

      await plan.set({ status: "ended", next_charge_ms: null, next_charge_cents: null, resume_ms: null }).execute();
      await page.reload();
      await shopper.tap("start-again");
      await shopper.tap("start-again-consent");
      await shopper.tap("start-again-pay");
      await answerChallenge(page);
      await page.waitForSelector('[data-testid="subscription"][data-status="trial"]');
    }));

  it("another card is entered in place; the next renewal is charged to it, and its receipt is a PDF", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const { context, origin } = fixture.app;
      await page.setViewport(WIDE);
      const member = await memberOf(createVisitor(context), EMAIL);
      await comeBack(page, member, { origin, path: "webapp/manage-subscriptions" });
      await shopper.see("card-on-file");
      assertMatch(await shopper.read(), /Visa •••• 4242\s+Expires 12\/39/);
      await shopper.tap("card-update");
      await shopper.typeCard({ number: "5555555555554444", expiry: "1139" });
      await shopper.tap("card-save");
      await shopper.see("card-changed");
      assertMatch(await shopper.read(), /Mastercard •••• 4444\s+Expires 11\/39/);

      const row = await context.db.selectFrom("subs_subscriptions").selectAll().where("email_key", "=", EMAIL)
        .orderBy("started_ms", "desc").executeTakeFirstOrThrow();
      const text = await shopper.readUntil(/Receipt TC-20\d\d-\d{6}/);
      assertEquals([...text.matchAll(/Receipt TC-20\d\d-\d{6}/g)].length, 1);
      const pdf = page.waitForResponse((answer) => /\/report\/receipt\/.*\/pdf$/.test(answer.url()));
      await shopper.tap("receipt-pdf");
      const answer = await pdf;
      assertEquals([answer.status(), answer.headers()["content-type"]], [200, "application/pdf"]);

      // Cancelled, and taken back before the period ends.
      await shopper.tap("cancel-plan");
      await shopper.tap("cancel-confirm");
      await shopper.see("cancelled");
      await shopper.tap("reactivate");
      const terms = await shopper.readUntil(/Your plan will renew again\. You won't be charged today\./);
      assertMatch(terms, /Your next charge is \$19\.99 on/);
      await shopper.tap("change-agree");
      await shopper.see("card-on-file");
      const after = await context.db.selectFrom("subs_subscriptions").selectAll().where("id", "=", row.id)
        .executeTakeFirstOrThrow();
      assertEquals([after.status, after.next_charge_cents, after.next_charge_ms], ["trial", 1999, row.next_charge_ms]);
      // It no longer says that there are no more charges, and can be cancelled again.
      await shopper.see("cancel-plan");
      assertEquals(await page.$('[data-testid="cancelled"]'), null);

      // Last, because the signed-in session does not live that long.
      await page.evaluate(`fetch("/dev/clock", { method: "POST", headers: { "content-type": "application/json" },
        body: JSON.stringify({ advance: "P3DT1M" }) })`);
      await eventually(async () =>
        (await context.db.selectFrom("subs_charges").select("state").where("subscription_id", "=", row.id)
          .where("kind", "=", "renewal").executeTakeFirst())?.state === "succeeded"
      );
      const { suffix } = await context.db.selectFrom("subs_charges")
        .innerJoin("pay_executions", "pay_executions.id", "subs_charges.execution_id")
        .innerJoin("pay_instruments", "pay_instruments.id", "pay_executions.instrument_id").select("suffix")
        .where("subs_charges.subscription_id", "=", row.id).where("kind", "=", "renewal").executeTakeFirstOrThrow();
      assertEquals(suffix, "4444");
    }));

  it("O-DISPUTE-21: a plan that a dispute stopped is neither resumed nor restarted with the stored card, and the page says why", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const { context, origin } = fixture.app;
      const { db } = context;
      await page.setViewport(WIDE);
      const member = await memberOf(createVisitor(context), "dora@mail.example");
      const plan = db.updateTable("subs_subscriptions").where("email_key", "=", "dora@mail.example");
      const charge = await db.selectFrom("subs_charges as c")
        .innerJoin("subs_subscriptions as s", "s.id", "c.subscription_id").select(["c.id", "s.id as subscription_id"])
        .where("s.email_key", "=", "dora@mail.example").executeTakeFirstOrThrow();
      await plan.set(cancelled(context.clock.now())).execute();
      await db.insertInto("subs_disputes").values({
        id: "d-dora",
        charge_id: charge.id,
        subscription_id: charge.subscription_id,
        kind: "inquiry",
        state: "needs_response",
        category: "not_received",
        withdrawn_cents: 0,
        returned_cents: 0,
        fee_cents: 0,
        access_json: null,
        created_ms: context.clock.now(),
        changed_ms: context.clock.now(),
      }).execute();
      const offers = async (...ids: readonly string[]) =>
        await Promise.all(ids.map(async (id) => await page.$(`[data-testid="${id}"]`) !== null));
      await comeBack(page, member, { origin, path: "webapp/manage-subscriptions" });
      await shopper.see("stopped-by-dispute");
      assertEquals(await offers("reactivate", "start-again"), [false, false]);

      await plan.set({ current_period_end_ms: context.clock.now() }).execute();
      await page.reload();
      await shopper.see("ended-by-dispute");
      assertEquals(await offers("reactivate", "start-again"), [false, false]);
      await page.click("[data-testid=ended-by-dispute] a");
      await page.waitForFunction("location.search.includes('step=plan')");
    }));

  it("a renewal that stays refused is paid by its email's link with a 3-D Secure card, without signing in", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      await page.setViewport(WIDE);
      const { context } = fixture.app;
      const visitor = createVisitor(context);
      // Its renewals are declined permanently.
      const { body } = await visitor.buy("tck_weekly_3dtrial", "cleo@mail.example", "4000000000001034");
      const { db } = context;
      const plan = await db.selectFrom("subs_subscriptions").select(["id", "current_period_end_ms"])
        .where("id", "=", body.subscription_id).executeTakeFirstOrThrow();
      await visitor.post("/dev/clock", { advance: "P3DT1M" });
      const link = async () => {
        const { text = "" } = await db.selectFrom("mail_outbox").select("text").where("subscription_id", "=", plan.id)
          .where("kind", "=", "declined").executeTakeFirst() ?? {};
        return /\S+\/subscription\?pay=\S+/.exec(text)?.[0];
      };
      await eventually(async () => await link() !== undefined);
      await page.goto(await link() ?? "no link");
      await shopper.readUntil("Your bank declined a charge of $19.99 for");
      assertEquals(new URL(page.url()).search, "");
      await shopper.typeCard({ number: THREE_DS });
      await shopper.tap("card-save");
      await answerChallenge(page);
      await shopper.see("renewal-paid");
      assertMatch(await shopper.read(), /You paid \$19\.99/);
      const after = await db.selectFrom("subs_subscriptions").select(["status", "current_period_end_ms"])
        .where("id", "=", plan.id).executeTakeFirstOrThrow();
      assertEquals([after.status, after.current_period_end_ms], [
        "active",
        plan.current_period_end_ms + 7 * 86_400_000,
      ]);
    }));
});
