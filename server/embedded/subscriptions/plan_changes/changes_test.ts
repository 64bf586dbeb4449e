/** Pause, resume and plan change: what is shown is charged, on the day that was shown. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { isRecurring, PLANS } from "../../../wire/billing/plans.ts";
import { addMonths, DAY_MS } from "../../../wire/billing/schedule.ts";
import { consentSchema, NO_ADDRESS } from "../../../wire/billing/purchase.ts";
import type { Change } from "../../../wire/billing/subscriptions.ts";
import { agreedChangeText } from "../testing/agreed_text.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import { LEASE_MS } from "../context/constants.ts";
import { CHANGES_PER_DAY } from "./changes.ts";
import {
  addOn,
  ANN,
  BOB,
  buy,
  openSubscriptionsFixture,
  runDueWork,
  START_MS,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";

const ann = { checkout: ANN };
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

describe("plan changes", () => {
  let h: SubscriptionsFixture;
  let id: string;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
    id = await buy(h);
  });
  afterEach(() => h.close());

  const preview = (change: Change, who: object = ann) => h.call("POST", `/changes-of/${id}/preview`, who, { change });
  const agree = async (change: Change, shown: unknown, who: object = ann) => {
    const figures = consentSchema.shape.shown.parse(shown);
    const { plan_id } = await h.db.selectFrom("subs_subscriptions").select("plan_id").where("id", "=", id)
      .executeTakeFirstOrThrow();
    const agreed = { change, shown, ...agreedChangeText(change, figures, plan_id) };
    return await h.call("POST", `/changes-of/${id}`, who, agreed);
  };
  const change = async (wanted: Change) => {
    const { shown } = (await preview(wanted)).body;
    const answer = await agree(wanted, shown);
    assertEquals(answer.status, 200, JSON.stringify(answer.body));
    return shown;
  };
  const runUntil = async (ms: number) => {
    while (h.clock.now() < ms) {
      h.clock.advance(Math.min(DAY_MS, ms - h.clock.now()));
      await runDueWork(h.ports);
    }
  };
  const captures = () => h.payments.operations.filter((operation) => operation.startsWith("capture"));
  const PAID_END_MS = START_MS + 10 * DAY_MS;
  const makeActive = async () => {
    await runUntil(START_MS + 3 * DAY_MS);
    h.payments.operations.length = 0;
  };

  const cancel = () => h.call("POST", `/cancel-subscription/${id}`, ann);

  it("changes the plan while a credit is spent or a reminder is written, because neither is a charge", async () => {
    await addOn(h, id, "tck_10_validations_otp");
    await makeActive();
    const wanted = { kind: "switch", plan_id: "tck_3month_plan" } as const;
    const { shown } = (await preview(wanted)).body;
    const other = async () => {
      const spent = await h.call("POST", "/credits/spend", ann, { subscription_id: id, spend_id: "s1" });
      await h.db.updateTable("subs_subscriptions").set((eb) => ({ version: eb("version", "+", 1) })).execute();
      return spent.status;
    };
    const [first, ...rest] = await Promise.all([agree(wanted, shown), other(), other()]);
    assertEquals([first.status, rest], [200, [200, 200]], JSON.stringify(first.body));
    const row = await h.db.selectFrom("subs_subscriptions").selectAll().executeTakeFirstOrThrow();
    assertEquals(row.next_plan_id, "tck_3month_plan");
    const events = await h.db.selectFrom("subs_events").select("id").where("name", "=", "switch").execute();
    assertEquals(events.length, 1);
  });

  it("SECURITY CR2: causes few emails a day to an address that the buyer only typed, and refuses no cancellation", async () => {
    const switchTo = (plan_id: string): Change => ({ kind: "switch", plan_id });
    const { shown: other } = (await preview(switchTo("tck_3month_plan"))).body;
    const written = async () => (await h.db.selectFrom("mail_outbox").select("id").execute()).length;
    const before = await written();
    const statuses: number[] = [];
    for (let n = 0; n < CHANGES_PER_DAY.points; n++) {
      // What is not made does not count.
      assertEquals((await agree({ kind: "reactivate" }, other)).status, 409);
      const wanted = switchTo(n % 2 === 0 ? "tck_3month_plan" : "tck_weekly_3dtrial");
      statuses.push((await agree(wanted, (await preview(wanted)).body["shown"])).status);
    }
    assertEquals([new Set(statuses), await written() - before], [new Set([200]), CHANGES_PER_DAY.points]);
    const refused = await agree(switchTo("tck_3month_plan"), other);
    assertEquals([refused.status, refused.body["code"]], [429, "changes_limit"]);
    assertEquals((await agree(switchTo("tck_3month_plan"), other, { checkout: BOB })).status, 404);
    assertEquals((await cancel()).status, 200);
    assertEquals((await agree({ kind: "reactivate" }, other)).status, 429);
    assertEquals(await written() - before, CHANGES_PER_DAY.points + 1);
    h.clock.advance(DAY_MS);
    await change({ kind: "reactivate" });
  });

  it("TRUST T6: after a trial, the first charge of the plan chosen during it can be withdrawn from for 14 days", async () => {
    await change({ kind: "switch", plan_id: "tck_3month_plan" });
    await runUntil(START_MS + 16 * DAY_MS);
    const charges = (await h.db.selectFrom("subs_charges").select(["id", "charge_key"]).execute())
      .filter(({ charge_key }) => charge_key === "period:1");
    const answer = await h.call("POST", `/withdraw/${id}`, ann, { charges: charges.map((charge) => charge.id) });
    assertEquals([answer.status, answer.body.refund_cents, answer.body.is_plan_over], [200, 4900, true]);
  });

  it("spends a credit without a new version of the plan", async () => {
    await addOn(h, id, "tck_10_validations_otp");
    const version = async () =>
      (await h.db.selectFrom("subs_subscriptions").select("version").executeTakeFirstOrThrow()).version;
    const before = await version();
    const spent = await h.call("POST", "/credits/spend", ann, { subscription_id: id, spend_id: "s1" });
    assertEquals([spent.status, await version()], [200, before]);
  });

  it("undoes a cancellation before the period ends: nothing is charged today, then the plan renews on the day that was shown", async () => {
    await makeActive();
    const before = (await h.call("POST", `/subscriptions/${id}`, ann)).body;
    await cancel();
    assertEquals(await change({ kind: "reactivate" }), {
      today_cents: 0,
      next_cents: 1999,
      next_at: day(PAID_END_MS),
      every: "7d",
    });
    assertEquals((await h.call("POST", `/subscriptions/${id}`, ann)).body, before);
    await eventually(() =>
      h.mails.some(({ kind, subject }) => kind === "changed" && subject === "Your plan will renew again")
    );
    await runUntil(PAID_END_MS - 1);
    assertEquals(captures(), []);
    await runUntil(PAID_END_MS);
    assertEquals(captures(), ["capture 19.99"]);
    const { annual_ms } = await h.db.selectFrom("subs_subscriptions").select("annual_ms").executeTakeFirstOrThrow();
    assertEquals(annual_ms, addMonths(START_MS, 12));
  });

  it("is a trial again when it was cancelled in the trial, and can be cancelled again with an email of its own", async () => {
    await cancel();
    await change({ kind: "reactivate" });
    assertEquals((await h.call("POST", `/subscriptions/${id}`, ann)).body.status, "trial");
    assertEquals((await cancel()).body.already, false);
    await eventually(() => h.mails.filter(({ kind }) => kind === "cancelled").length === 2);
    await runUntil(START_MS + 30 * DAY_MS);
    assertEquals(captures(), ["capture 1.00"]);
  });

  it("undoes nothing once the plan has ended, for a running plan, or for another browser", async () => {
    assertMatch(String((await preview({ kind: "reactivate" })).body.error), /isn't canceled/);
    await cancel();
    assertEquals((await preview({ kind: "reactivate" }, { checkout: BOB })).status, 404);
    h.clock.advance(3 * DAY_MS);
    const late = await preview({ kind: "reactivate" });
    assertEquals(late.status, 409);
    assertMatch(String(late.body.error), /already ended/);
  });

  it("undoes no cancellation while the member buys the plan again", async () => {
    await cancel();
    await h.db.updateTable("subs_subscriptions").set({ user_id: "ann" }).execute();
    const codeWhile = async (userId: string) => {
      const buyer_json = JSON.stringify({ email: "ann@example.com", attribution: {}, address: NO_ADDRESS, userId });
      await h.db.updateTable("subs_checkouts").set({ state: "completing", buyer_json }).execute();
      return (await preview({ kind: "reactivate" }, { ...ann, token: "ann:ann@example.com" })).body.code;
    };
    assertEquals([await codeWhile("bob"), await codeWhile("ann")], [undefined, "runs_already"]);
  });

  it("undoes no cancellation of a plan that was bought again since, of which one would be charged twice", async () => {
    await cancel();
    const { shown } = (await preview({ kind: "reactivate" })).body;
    h.clock.advance(1);
    const again = await buy(h);
    const refused = [await preview({ kind: "reactivate" }), await agree({ kind: "reactivate" }, shown)];
    assertEquals(refused.map(({ status, body }) => [status, body.code]), [
      [409, "runs_already"],
      [409, "runs_already"],
    ]);
    await h.call("POST", `/cancel-subscription/${again}`, ann);
    await change({ kind: "reactivate" });
    const other = await h.call("POST", `/changes-of/${again}/preview`, ann, { change: { kind: "reactivate" } });
    assertEquals([other.status, other.body.code], [409, "runs_already"], "nor of the later one");
  });

  it("shows a pause first, charges nothing during it, reminds before its end and then renews again", async () => {
    await makeActive();
    const resumeMs = addMonths(PAID_END_MS, 1);
    assertEquals(await change({ kind: "pause", months: 1 }), {
      today_cents: 0,
      next_cents: 1999,
      next_at: day(resumeMs),
      every: "7d",
    });
    h.mails.length = 0;
    await runUntil(resumeMs - 1);
    assertEquals(captures(), []);
    assertEquals((await h.call("POST", `/subscriptions/${id}`, ann)).body.status, "paused");
    await eventually(() => h.mails.filter(({ kind }) => kind === "reminder").length === 3);
    await runUntil(resumeMs + 7 * DAY_MS);
    assertEquals(captures(), ["capture 19.99", "capture 19.99"]);
    const { body } = await h.call("POST", `/subscriptions/${id}`, ann);
    assertEquals([body.status, body.current_period_end], ["active", new Date(resumeMs + 14 * DAY_MS).toISOString()]);
  });

  it("changes nothing when resumed before the pause began; charges at once, as shown, when resumed during it", async () => {
    await makeActive();
    await change({ kind: "pause", months: 2 });
    assertEquals(await change({ kind: "resume" }), {
      today_cents: 0,
      next_cents: 1999,
      next_at: day(PAID_END_MS),
      every: "7d",
    });
    await change({ kind: "pause", months: 2 });
    await runUntil(PAID_END_MS + 5 * DAY_MS);
    const nowMs = h.clock.now();
    assertEquals(await change({ kind: "resume" }), {
      today_cents: 1999,
      next_cents: 1999,
      next_at: day(nowMs + 7 * DAY_MS),
      every: "7d",
    });
    assertEquals(captures(), ["capture 19.99"]);
    const { body } = await h.call("POST", `/subscriptions/${id}`, ann);
    assertEquals([body.status, body.current_period_end], ["active", new Date(nowMs + 7 * DAY_MS).toISOString()]);
  });

  it("says why the charge that ends a pause was declined, also to a repeat, and another card pays it at once", async () => {
    await makeActive();
    await change({ kind: "pause", months: 1 });
    await runUntil(PAID_END_MS + DAY_MS);
    const { shown } = (await preview({ kind: "resume" })).body;
    h.payments.declineStored = true;
    for (let times = 0; times < 2; times++) {
      const { status, body } = await agree({ kind: "resume" }, shown);
      assertEquals([status, body.code, body.status], [200, "declined_balance", "past_due"]);
      assertMatch(String(body.error), /insufficient funds/);
    }
    const isPresent = h.payments.bodies.findLast(({ path }) => path.endsWith("/authorize"))?.body.meta;
    assertEquals([isPresent, captures()], [{ CIT: true }, []]);
    h.payments.declineStored = false;
    const { holder_reference: holderReference } = await h.db.selectFrom("subs_subscriptions")
      .select("holder_reference").executeTakeFirstOrThrow();
    h.payments.cards.set("pi_other", {
      id: "pi_other",
      paymentMethod: "card",
      status: "enabled",
      holderReference,
      displayName: "Mastercard •••• 4444",
      data: { network: "mastercard", suffix: "4444", expiryMonth: "12", expiryYear: "2039" },
    });
    assertEquals((await h.call("POST", `/card-of/${id}`, ann)).body.open_renewal, {
      plan_id: "tck_weekly_3dtrial",
      cents: 1999,
    });
    const paid = await h.call("POST", `/card-of/${id}/change`, ann, { instrument_id: "pi_other" });
    assertEquals([paid.body.error, captures()], ["", ["capture 19.99"]]);
    const again = await agree({ kind: "resume" }, shown);
    assertEquals([again.body.error, again.body.status, captures().length], ["", "active", 1]);
  });

  it("changes nothing between the end of a pause and its charge, so that a repeat takes neither over", async () => {
    await makeActive();
    await change({ kind: "pause", months: 1 });
    await runUntil(PAID_END_MS + DAY_MS);
    const { shown } = (await preview({ kind: "resume" })).body;
    const nowMs = h.clock.now();
    // As a server leaves it that has written the resumption and has not yet claimed its charge.
    await h.db.updateTable("subs_subscriptions").set((eb) => ({
      resume_ms: nowMs,
      next_charge_ms: nowMs,
      lease_ms: nowMs + LEASE_MS,
      lease_by: "first",
      version: eb("version", "+", 1),
    })).execute();
    const { status, body } = await agree({ kind: "resume" }, shown);
    assertEquals([status, body.code, captures()], [409, "charge_on_its_way", []]);
    h.clock.advance(LEASE_MS);
    await runDueWork(h.ports);
    assertEquals(captures(), ["capture 19.99"]);
  });

  it("ends a second pause with a charge of its own, also on the day of the first", async () => {
    await makeActive();
    await change({ kind: "pause", months: 1 });
    await runUntil(PAID_END_MS + DAY_MS);
    await change({ kind: "resume" });
    await h.db.updateTable("subs_subscriptions").set({ current_period_end_ms: h.clock.now() }).execute();
    h.clock.advance(60_000);
    await h.db.updateTable("subs_subscriptions")
      .set({ resume_ms: h.clock.now() + DAY_MS, next_charge_ms: h.clock.now() + DAY_MS }).execute();
    await change({ kind: "resume" });
    assertEquals(captures(), ["capture 19.99", "capture 19.99"]);
  });

  it("charges another plan from the day shown, at its price and length, and the old one never again", async () => {
    const shown = await change({ kind: "switch", plan_id: "tck_3d5_1m3999" });
    const firstMs = START_MS + 3 * DAY_MS;
    assertEquals(shown, { today_cents: 0, next_cents: 3999, next_at: day(firstMs), every: "1m" });
    h.payments.operations.length = 0;
    await runUntil(addMonths(firstMs, 2));
    assertEquals(captures(), ["capture 39.99", "capture 39.99", "capture 39.99"]);
    const { body } = await h.call("POST", `/subscriptions/${id}`, ann);
    assertEquals([body.plan_id, body.current_period_end], [
      "tck_3d5_1m3999",
      new Date(addMonths(firstMs, 3)).toISOString(),
    ]);
  });

  it("undoes a planned change when the member chooses the current plan", async () => {
    await change({ kind: "switch", plan_id: "tck_3month_plan" });
    await change({ kind: "switch", plan_id: "tck_weekly_3dtrial" });
    h.payments.operations.length = 0;
    await runUntil(START_MS + 3 * DAY_MS);
    assertEquals(captures(), ["capture 19.99"]);
  });

  it("stores what was shown as consent, and changes nothing for figures that are not the server's", async () => {
    await makeActive();
    const wanted: Change = { kind: "switch", plan_id: "tck_3month_plan" };
    const { shown } = (await preview(wanted)).body;
    const wrong = { ...asShown(shown), next_cents: 1 };
    assertEquals((await agree(wanted, wrong)).status, 409);
    assertEquals((await h.call("POST", `/subscriptions/${id}`, ann)).body.next_plan_id, null);
    await agree(wanted, shown);
    const consent = await h.db.selectFrom("subs_consents").selectAll().where("subscription_id", "=", id)
      .executeTakeFirstOrThrow();
    const { text, text_version, locale, shown_json } = consent;
    const said =
      "From the next charge, you'll be on the Quarterly plan. You won't be charged today. Your next charge is $49.00 on Feb 10, 2027, then every 3 months until you cancel.";
    assertEquals([text, text_version, locale, JSON.parse(shown_json)], [said, "3", "en-US", shown]);
  });

  it("SECURITY X10: changes nothing for a sentence that no page shows, nor for the operator's", async () => {
    await makeActive();
    const wanted: Change = { kind: "pause", months: 2 };
    const shown = consentSchema.shape.shown.parse((await preview(wanted)).body.shown);
    const said = agreedChangeText(wanted, shown);
    const others = [
      { text: said.text.replace("2 months", "1 month") },
      { text: "An operator made this change at the customer's request.", text_version: "operator" },
      { text_version: "1" },
    ];
    for (const other of others) {
      const answer = await h.call("POST", `/changes-of/${id}`, ann, { change: wanted, shown, ...said, ...other });
      assertEquals([answer.status, answer.body.code], [409, "text_differs"], other.text);
    }
    assertEquals((await h.call("POST", `/subscriptions/${id}`, ann)).body.paused_until, null);
    const { status } = await h.call("POST", `/changes-of/${id}`, ann, { change: wanted, shown, ...said });
    assertEquals(status, 200);
  });

  it("refuses a change while a renewal is with the bank, whatever was shown before, and takes it after", async () => {
    await makeActive();
    const wanted: Change = { kind: "switch", plan_id: "tck_3month_plan" };
    const { shown } = (await preview(wanted)).body;
    const renewals = () =>
      h.db.updateTable("subs_charges").where("subscription_id", "=", id).where("kind", "=", "renewal");
    await renewals().set({ state: "sending" }).execute();
    const busy = await agree(wanted, shown);
    assertEquals([busy.status, busy.body.code], [409, "charge_on_its_way"]);
    assertEquals((await h.call("POST", `/subscriptions/${id}`, ann)).body.next_plan_id, null);
    await renewals().set({ state: "succeeded" }).execute();
    assertEquals((await agree(wanted, shown)).status, 200);
  });

  it("refuses other requesters, pausing a trial, and changing a cancelled plan", async () => {
    assertEquals((await preview({ kind: "pause", months: 1 }, { checkout: BOB })).status, 404);
    const refused = await preview({ kind: "pause", months: 1 });
    assertEquals(refused.status, 409);
    assertMatch(String(refused.body.error), /can't pause a trial/);
    await h.call("POST", `/cancel-subscription/${id}`, ann);
    assertEquals((await preview({ kind: "switch", plan_id: "tck_3month_plan" })).status, 409);
  });

  /** What a change writes. */
  const written = async () => [
    await h.db.selectFrom("subs_subscriptions").selectAll().execute(),
    await h.db.selectFrom("subs_events").selectAll().execute(),
    await h.db.selectFrom("mail_outbox").select("id").execute(),
  ];

  it("refuses a change while a declined renewal waits for its retry, whose amount is told already", async () => {
    const wanted: Change = { kind: "switch", plan_id: "tck_3month_plan" };
    h.payments.declineStored = true;
    h.payments.declineResult = "LimitExceeded";
    h.clock.advance(3 * DAY_MS);
    const { shown } = (await preview(wanted)).body;
    await runDueWork(h.ports);
    const { status, next_charge_ms } = await h.db.selectFrom("subs_subscriptions").selectAll()
      .executeTakeFirstOrThrow();
    assertEquals([status, next_charge_ms], ["past_due", h.clock.now() + DAY_MS]);
    const before = await written();
    for (const refused of [await preview(wanted), await agree(wanted, shown)]) {
      assertEquals([refused.status, refused.body.code], [409, "no_coming_charge"]);
    }
    assertEquals(await written(), before);
  });

  it("W-PRICE-15: refuses a change to what does not renew, and to what there is not", async () => {
    const before = await written();
    const { shown } = (await preview({ kind: "switch", plan_id: "tck_3month_plan" })).body;
    const others = PLANS.filter((plan) => !isRecurring(plan)).map((plan) => plan.id);
    assert(others.length > 0);
    for (const plan_id of [...others, "nope"]) {
      const wanted: Change = { kind: "switch", plan_id };
      for (const refused of [await preview(wanted), await agree(wanted, shown)]) {
        assertEquals([refused.status, refused.body.code], [400, "plan_unknown"], plan_id);
      }
    }
    assertEquals(await written(), before);
  });

  const plans: readonly (readonly [string, readonly Change[]])[] = [
    ["as bought", []],
    ["after a pause", [{ kind: "pause", months: 2 }]],
    ["after a change of plan", [{ kind: "switch", plan_id: "tck_3d5_1m4999" }]],
    ["after both", [{ kind: "switch", plan_id: "tck_3d5_1m3999" }, { kind: "pause", months: 1 }]],
  ];
  for (const [what, changes] of plans) {
    it(`the upcoming charges of 12 months are what is charged, ${what}`, async () => {
      await makeActive();
      for (const wanted of changes) await change(wanted);
      const coming = asUpcoming((await h.call("POST", `/subscriptions/${id}`, ann)).body.coming);
      await runUntil(addMonths(h.clock.now(), 12));
      assertEquals(captures(), coming.map(({ cents }) => `capture ${(cents / 100).toFixed(2)}`));
      const charges = await h.db.selectFrom("subs_charges").select("settled_ms").where("kind", "=", "renewal")
        .orderBy("settled_ms").execute();
      // The first charge was made before the list was computed.
      assertEquals(
        charges.slice(1).map(({ settled_ms }) => day(Number(settled_ms))),
        coming.map(({ at }) => at.slice(0, 10)),
      );
    });
  }

  it("confirms each by email: what was agreed, what is charged when, and how to cancel", async () => {
    await makeActive();
    const mailed = async (wanted: Change) => {
      h.mails.length = 0;
      await change(wanted);
      await eventually(() => h.mails.some(({ kind }) => kind === "changed"));
      const { subject = "", text = "" } = h.mails.find(({ kind }) => kind === "changed") ?? {};
      assertMatch(text, /Cancel plan:\nhttps:\S+unsubscription\?c=[\w-]{43}\n/);
      return `${subject}\n${text}`;
    };
    assertMatch(
      await mailed({ kind: "switch", plan_id: "tck_3d5_1m3999" }),
      /^Your plan changes on Feb 10, 2027 \(UTC\)\nYou chose a different plan \(Monthly plan\)[^]*On Feb 10, 2027 \(UTC\) we'll charge \$39\.99, then \$39\.99 every month/,
    );
    assertMatch(
      await mailed({ kind: "switch", plan_id: "tck_weekly_3dtrial" }),
      /^Your plan stays the same\nYou kept your plan \(Weekly plan\)\. Nothing changes\.[^]*On Feb 10, 2027 \(UTC\) we'll charge \$19\.99, then \$19\.99 every 7 days/,
    );
    const { text } = await h.db.selectFrom("subs_consents").select("text").where("used_by", "like", "change:%")
      .orderBy("created_ms", "desc").orderBy("used_by", "desc").executeTakeFirstOrThrow();
    assertMatch(
      text,
      /^You stay on the Weekly plan\. You won't be charged today\. Your next charge is \$19\.99 on Feb 10/,
    );
    await change({ kind: "switch", plan_id: "tck_3d5_1m3999" });
    assertMatch(
      await mailed({ kind: "pause", months: 1 }),
      /^Your plan pauses on Feb 10, 2027 \(UTC\)\. You won't be charged before Mar 10, 2027[^]*keep access until Feb 10, 2027/,
    );
    assertMatch(await mailed({ kind: "resume" }), /^Your plan continues\nYou canceled the pause on your plan/);
    await change({ kind: "pause", months: 2 });
    await runUntil(PAID_END_MS + DAY_MS);
    assertMatch(
      await mailed({ kind: "resume" }),
      /^Your plan continues\nYou resumed your paused plan .* charging you \$39\.99 today/,
    );
  });

  it("never charges a cancelled pause", async () => {
    await makeActive();
    await change({ kind: "pause", months: 1 });
    await h.call("POST", `/cancel-subscription/${id}`, ann);
    await runUntil(PAID_END_MS + 60 * DAY_MS);
    assertEquals(captures(), []);
  });
});

function asShown(value: unknown): Record<string, unknown> {
  return value as Record<string, unknown>;
}

function asUpcoming(value: unknown): readonly { readonly at: string; readonly cents: number }[] {
  return value as readonly { readonly at: string; readonly cents: number }[];
}
