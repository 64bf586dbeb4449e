/** Two devices, one address, two plans: allowed, since a refusal would reveal who is a member. The email names both. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import { ANN, BOB, buy, consentBody, createBody, executionIn, type SubscriptionsFixture } from "../testing/fixture.ts";
import { withEmptyFixture } from "../testing/empty_fixture.ts";
import { otherPlans } from "./other_plans.ts";

const WEEKLY = "tck_weekly_3dtrial";
const TWO = /^You now have 2 plans\. Your receipt for \$1\.00: /;
const [phone, laptop] = [{ checkout: ANN }, { checkout: BOB }];

async function pay(
  h: SubscriptionsFixture,
  who: { readonly checkout: string },
  { email = "ann@example.com", locale = "en" } = {},
) {
  const executionId = executionIn(await h.call("GET", `/init/session?plan_id=${WEEKLY}`, who));
  await h.call("POST", "/consents", who, consentBody(h, WEEKLY, { locale }));
  h.payments.shopperPays(executionId);
  const instrument = { executionId, paymentInstrumentId: `pi_${executionId}` };
  return () => h.call("POST", "/subs/create-no-user", who, createBody(WEEKLY, { instrument, email }));
}

onBothEngines("a second plan with one address", (place) => {
  const withFixture = (live: (h: SubscriptionsFixture) => Promise<void>) => withEmptyFixture({ place: place() }, live);

  it("is sold like any other, and its email names both plans and what the other one costs", () =>
    withFixture(async (h) => {
      await (await pay(h, phone))();
      h.clock.advance(DAY_MS);
      const [known, unknown] = [
        await (await pay(h, laptop, { email: "ANN@example.com" }))(),
        await (await pay(h, laptop, { email: "nobody@example.com" }))(),
      ];
      const masked = ({ status, body }: typeof known) => JSON.stringify({ status, body }).replace(/sub_[\w-]+/g, "sub");
      assertEquals(masked(known), masked(unknown));
      await eventually(() => h.mails.length === 3);
      // Receipts of one batch go out in any order.
      const [second, ...others] = h.mails.filter(({ subject }) => TWO.test(subject));
      assertEquals(others, []);
      assertEquals(second?.to, "ANN@example.com");
      for (const text of [second?.text ?? "", second?.html ?? ""]) {
        assertMatch(text, /continues alongside this one, and you(?:'|&#39;)re charged for both/);
        assertMatch(
          text,
          /Weekly plan, since Jan 31, 2027 \(UTC\): next charge \$19\.99 on Feb 3/,
        );
      }
    }));

  it("is refunded in full by the link in that email, and the first one continues", () =>
    withFixture(async (h) => {
      const first = await buy(h, WEEKLY, phone);
      const second = await buy(h, "tck_3month_plan", laptop);
      await eventually(() => h.mails.length === 2);
      const secret = /withdraw&w=([\w-]{43})/.exec(
        h.mails.find(({ subject }) => subject.includes("$48.00"))?.text ?? "",
      )?.[1];
      const { body } = await h.call("POST", `/leaving/${secret}`);
      const charges = JSON.parse(JSON.stringify(body.withdrawals)).map(({ charge_id }: { charge_id: string }) =>
        charge_id
      );
      const done = await h.call("POST", `/withdraw/${secret}`, {}, { charges });
      assertEquals([done.status, done.body.refund_cents, done.body.is_plan_over], [200, 4_800, true]);
      await eventually(() => h.mails.some(({ kind }) => kind === "refunded"));
      assertMatch(
        h.mails.find(({ kind }) => kind === "withdrawn")?.text ?? "",
        /charged for it again\.\s+Another plan was bought with this email address\.[^]*Bought with this address: Weekly plan, since Jan 31, 2027 \(UTC\): next/,
      );
      const rows = await h.db.selectFrom("subs_subscriptions").select(["id", "status"]).orderBy("started_ms").execute();
      const statusOf = (id: string) => rows.find((row) => row.id === id)?.status;
      assertEquals([statusOf(first), statusOf(second)], ["trial", "ended"]);
    }));

  it("is named once when both are bought at the same moment, and not when the first one is cancelled", () =>
    withFixture(async (h) => {
      const [one, other] = [await pay(h, phone), await pay(h, laptop)];
      const both = await Promise.all([one(), other()]);
      assertEquals(both.map(({ body }) => body.error), ["", ""]);
      await eventually(() => h.mails.length === 2);
      assertEquals(h.mails.filter(({ subject }) => TWO.test(subject)).length, 1);
      for (const [at, who] of [phone, laptop].entries()) {
        await h.call("POST", `/cancel-subscription/${both[at]?.body.subscription_id}`, who);
      }
      h.mails.length = 0;
      await (await pay(h, phone))();
      await eventually(() => h.mails.some(({ kind }) => kind === "enrolment"));
      const mail = h.mails.find(({ kind }) => kind === "enrolment");
      assertNotMatch(`${mail?.subject}${mail?.text}`, /plans|You also have/);
    }));

  it("is named by the receipt written later, even when another transaction keeps the other receipt from this batch", () =>
    withFixture(async (h) => {
      for (const user of [phone, laptop]) await (await pay(h, user))();
      await eventually(() => h.mails.length === 2);
      await h.db.transaction().execute(async (trx) => {
        const rows = await trx.updateTable("subs_subscriptions").set({ receipt_due_ms: 5 })
          .returning(["id", "receipt_due_ms"]).execute();
        const namedBy = async (batch: typeof rows) =>
          [...await otherPlans(trx, batch)].map(([id, others]) => [id, others.length]);
        const [first, second] = rows.toSorted((one, other) => one.id < other.id ? -1 : 1);
        assert(first !== undefined && second !== undefined);
        assertEquals(await namedBy([first, second]), [[first.id, 0], [second.id, 1]]);
        assertEquals(await namedBy([second]), [[second.id, 0]]);
        await trx.updateTable("subs_subscriptions").set({ receipt_due_ms: null }).where("id", "=", second.id).execute();
        assertEquals(await namedBy([first]), [[first.id, 1]]);
        await trx.updateTable("subs_subscriptions").set({ receipt_due_ms: null }).execute();
      });
    }));

  it("is named by the email about the end of the other one, and by none about the last", () =>
    withFixture(async (h) => {
      const ids = [await buy(h, WEEKLY, phone), await buy(h, "tck_3month_plan", laptop)];
      await h.call("POST", "/claim-purchases", { token: "ann:ann@example.com" });
      h.mails.length = 0;
      const texts: string[] = [];
      for (const [at, who] of [phone, laptop].entries()) {
        await h.call("POST", `/cancel-subscription/${ids[at]}`, who);
        await eventually(() => h.mails.length === at + 1);
        texts.push(`${h.mails[at]?.subject}\n${h.mails[at]?.text}`);
      }
      const [first = "", last = ""] = texts;
      assertMatch(
        first,
        /^Your plan is canceled: Weekly plan\nWe received the cancellation of your plan \(Weekly plan\) on .* charged for it again\./,
      );
      assertMatch(first, /we'll charge you for it until you cancel it/);
      assertMatch(first, /You also have: Quarterly plan, since Jan 31, 2027 \(UTC\): next charge \$49\.00 on Apr 30/);
      assertNotMatch(first, /won't be charged again/);
      assertMatch(last, /^Your plan is canceled: Quarterly plan/);
      assertNotMatch(last, /another plan|You also have/);
    }));

  it("is not called the reader's while only its typed address is theirs", () =>
    withFixture(async (h) => {
      const id = await buy(h, WEEKLY, phone);
      await h.call("POST", "/claim-purchases", { token: "ann:ann@example.com" });
      for (const plan of ["tck_3month_plan", WEEKLY]) {
        const other = await buy(h, plan, laptop);
        await h.db.updateTable("subs_subscriptions").set({ user_id: "bob" }).where("id", "=", other).execute();
      }
      h.mails.length = 0;
      await h.call("POST", `/cancel-subscription/${id}`, phone);
      await eventually(() => h.mails.length === 1);
      const text = h.mails[0]?.text ?? "";
      assertMatch(
        text,
        /\n2 other plans were bought with this email address\. They continue until they're canceled\.\n/,
      );
      assertMatch(
        text,
        /Bought with this address: Quarterly plan, since Jan 31, 2027 \(UTC\): next charge \$49\.00 on Apr 30/,
      );
      assertNotMatch(text, /we'll charge you|You also have|You have/);
    }));

  it("is named in the language of the purchase", () =>
    withFixture(async (h) => {
      await (await pay(h, phone, { locale: "de" }))();
      await (await pay(h, laptop, { locale: "de" }))();
      await eventually(() => h.mails.length === 2);
      const isSecond = /^Sie haben jetzt 2 Pläne\. Ihre Quittung über 1,00\u00a0\$: /;
      const { text } = h.mails.find(({ subject }) => isSecond.test(subject)) ?? { text: "" };
      assert(
        text.includes("1-Wochen-Plan, seit 31. Januar 2027 (UTC): nächste Abbuchung 19,99"),
        text,
      );
    }));
});
