/** What emails and receipts say about a renewal: the plan as it is now, and the right that its charge has. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { addMonths, DAY_MS } from "../../../wire/billing/schedule.ts";
import { consentSchema } from "../../../wire/billing/purchase.ts";
import { agreedChangeText } from "../testing/agreed_text.ts";
import {
  ANN,
  buy,
  openSubscriptionsFixture,
  runDueWork,
  START_MS,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";

const WEEKLY = "tck_weekly_3dtrial";
const QUARTERLY = "tck_3month_plan";
const ann = { checkout: ANN };

describe("a renewal", () => {
  let h: SubscriptionsFixture;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
  });
  afterEach(() => h.close());
  const runUntil = async (ms: number) => {
    while (h.clock.now() < ms) {
      h.clock.advance(Math.min(DAY_MS, ms - h.clock.now()));
      await runDueWork(h.ports);
    }
  };
  const receipts = () => h.mails.filter(({ kind }) => kind === "renewed").map(({ text }) => text);

  for (const [bought, other] of [[WEEKLY, QUARTERLY], [QUARTERLY, WEEKLY]] as const) {
    it(`has neither the trial nor the discount of a purchase in its name, after a switch from ${bought}`, async () => {
      const id = await buy(h, bought);
      const change = { kind: "switch", plan_id: other } as const;
      const { body } = await h.call("POST", `/changes-of/${id}/preview`, ann, { change });
      const shown = consentSchema.shape.shown.parse(body.shown);
      const agreed = { change, shown, ...agreedChangeText(change, shown) };
      assertEquals((await h.call("POST", `/changes-of/${id}`, ann, agreed)).status, 200);
      assertMatch(h.mails.map(({ subject }) => subject).join(), /trial|discount/, "the purchase has its full name");
      h.mails.length = 0;
      await runUntil(addMonths(START_MS, 13));
      h.payments.declineStored = true;
      await runUntil(addMonths(START_MS, 17));
      const kinds = new Set(h.mails.map(({ kind }) => kind));
      assert(["reminder", "renewed", "annual", "declined"].every((kind) => kinds.has(kind)), [...kinds].join());
      for (const { subject, text, html } of h.mails) assertNotMatch(`${subject}${text}${html}`, /trial|discount/i);
      const { charges } = (await h.call("POST", `/charges-of/${id}`, ann)).body;
      const named = (charges as { kind: string; name: string }[]).map(({ kind, name }) => `${kind}: ${name}`);
      assertEquals(new Set(named).size, 2, named.join());
      assertMatch(named.join(), other === WEEKLY ? /renewal: Weekly plan,/ : /renewal: Quarterly plan,/);
      assertMatch(named.join(), /first: .*(trial|discount)/);
      const options = (await h.call("POST", `/leaving/${id}`, ann)).body;
      assertEquals(options.name, other === WEEKLY ? "Weekly plan" : "Quarterly plan");
    });
  }

  it("TRUST T6: says in its receipt how long it can be taken back: 14 days after a trial, otherwise 24 hours", async () => {
    const [day, days] = [/request a refund within 24 hours\./, /first full charge.* refund within 14 days\./];
    await buy(h, QUARTERLY);
    await runUntil(addMonths(START_MS, 3));
    assertEquals(receipts().map((text) => [day.test(text), days.test(text)]), [[true, false]]);
    h.mails.length = 0;
    await h.db.updateTable("subs_subscriptions").set({ status: "ended", next_charge_ms: null }).execute();
    await buy(h, WEEKLY);
    await runUntil(h.clock.now() + 10 * DAY_MS);
    assertEquals(receipts().map((text) => [day.test(text), days.test(text)]), [[false, true], [true, false]]);
  });
});
