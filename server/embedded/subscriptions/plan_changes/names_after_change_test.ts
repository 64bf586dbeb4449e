/** What emails and receipts say about a renewal: the plan as it is now, and the right that its charge has. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { addMonths, DAY_MS } from "../../../wire/billing/schedule.ts";
import { consentSchema } from "../../../wire/billing/purchase.ts";
import * as format from "../../../i18n/format.ts";
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

  it("TRUST T6: says in its receipt until when it can be taken back, as the billing page does", async () => {
    const said = () => receipts().map((text) => / refund (within 24 hours|until .+ \(UTC\))\.$/m.exec(text)?.[1]);
    const shown = async (id: string) => {
      const { charges } = (await h.call("POST", `/charges-of/${id}`, ann)).body;
      const [{ withdrawal } = { withdrawal: null }] = charges as { withdrawal: { until: string } | null }[];
      const untilMs = Date.parse(withdrawal?.until ?? "");
      return untilMs - h.clock.now() === DAY_MS ? "within 24 hours" : `until ${format.day(untilMs, "en")} (UTC)`;
    };
    const quarterly = await buy(h, QUARTERLY);
    await runUntil(addMonths(START_MS, 3));
    assertEquals([said(), await shown(quarterly)], [["within 24 hours"], "within 24 hours"]);
    await h.db.updateTable("subs_subscriptions").set({ status: "ended", next_charge_ms: null }).execute();
    const weekly = await buy(h, WEEKLY);
    const boughtMs = h.clock.now();
    const until = (day: number) => `until ${format.day(boughtMs + day * DAY_MS, "en")} (UTC)`;
    const within = "within 24 hours";
    // The right of day 3 lasts to day 17, and each charge can be taken back for a day.
    const RIGHTS = [[3, until(17), until(17)], [10, until(17), until(17)], [17, until(18), within], [
      24,
      within,
      within,
    ]];
    for (const [day, receipt, page] of RIGHTS) {
      h.mails.length = 0;
      await runUntil(boughtMs + Number(day) * DAY_MS);
      assertEquals([said(), await shown(weekly)], [[receipt], page], `day ${day}`);
    }
  });
});
