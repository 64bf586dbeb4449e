/** What happens to a plan, its access, its refunds and its member when a charge is disputed. */
import { afterEach, beforeEach, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertNotMatch, assertRejects } from "@std/assert";
import { sql } from "kysely";
import { isPostgres } from "../../../db/engine.ts";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import type { ComparedTime } from "../../../db/differences.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { consentSchema } from "../../../wire/billing/purchase.ts";
import { createDueWorks, runDueWork } from "../due_work.ts";
import { contextOf } from "../build_context.ts";
import { viewCharges } from "../account/view.ts";
import { refundRow } from "../db/refund_parts.ts";
import { recordRefunds } from "../refunds/refunds.ts";
import { disputeDifferences } from "./compare_disputes.ts";
import { PaymentsError } from "../payments_client/send.ts";
import { openDisputes, readDispute } from "./sync_disputes.ts";
import { agreedChangeText } from "../testing/agreed_text.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import {
  addOn,
  ANN,
  BOB,
  buy,
  consentBody,
  openSubscriptionsFixture,
  prepare,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";
import { openEmptyFixture } from "../testing/empty_fixture.ts";
import type { FakeDispute } from "../testing/fake_payments.ts";

const ann = { checkout: ANN };
/** The owner of the address that the purchases name. */
const member = { token: "ann:ann@example.com" };
const MINUTES_10 = 600_000;

onBothEngines("disputed charges", (place) => {
  let h: SubscriptionsFixture;
  beforeEach(async () => {
    h = await openEmptyFixture({ place: place() });
  });
  afterEach(() => h.close());

  const chargesOf = (id: string) =>
    h.db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", id).orderBy("created_ms").execute();
  const rowOf = (id: string) =>
    h.db.selectFrom("subs_subscriptions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const kinds = (kind: string) => h.mails.filter((mail) => mail.kind === kind);
  const withdrawn = (value: string) => ({ withdrawn: { value }, returned: { value: "0.00" }, fee: { value: "15.00" } });
  const FREE = { withdrawn: { value: "0.00" }, returned: { value: "0.00" }, fee: { value: "0.00" } };
  /** Opens or changes a dispute of the first charge at the payments service, or of the first of a kind or product. */
  const dispute = async (id: string, change: Partial<FakeDispute> = {}, of?: string) => {
    const charge = (await chargesOf(id)).find(({ kind, plan_id }) => of === undefined || [kind, plan_id].includes(of));
    assert(charge !== undefined);
    const known = h.payments.disputes.get(`d-${charge.id}`) ?? {
      id: `d-${charge.id}`,
      executionId: charge.execution_id,
      kind: "chargeback",
      state: "needs_response",
      category: "not_received",
      ...withdrawn((charge.cents / 100).toFixed(2)),
      createdAt: new Date(h.clock.now()).toISOString(),
    };
    h.payments.disputes.set(known.id, { ...known, ...change });
    return charge;
  };
  /** Does so, and lets the job of the service read it. */
  const report = async (...disputed: Parameters<typeof dispute>) => {
    const charge = await dispute(...disputed);
    h.clock.advance(MINUTES_10);
    await runDueWork(h.ports);
    return charge;
  };
  /** The member proves the address of the purchases, and they become the member's. */
  const claimAll = () => h.call("POST", "/claim-purchases", member);
  const view = async (id: string) => (await h.call("POST", `/subscriptions/${id}`, ann)).body;

  it("O-DISPUTE-12: a chargeback ends renewals and access at once and emails the member; nothing is charged or refunded anymore", async () => {
    const id = await buy(h);
    await report(id);
    const row = await rowOf(id);
    assertEquals([row.status, row.next_charge_ms, row.remind_ms], ["cancelled", null, null]);
    assertEquals((await view(id)).status, "ended");
    await eventually(() => kinds("dispute").length === 1);
    assertMatch(
      kinds("dispute")[0]?.text ?? "",
      /disputed[^]*be charged for your plan \(Weekly plan\) again[^]*ends now/,
    );
    const charges = (await h.call("POST", `/charges-of/${id}`, ann)).body.charges as { withdrawal: unknown }[];
    assertEquals(charges.map(({ withdrawal }) => withdrawal), [null]);
    h.payments.operations.length = 0;
    h.clock.advance(400 * DAY_MS);
    await runDueWork(h.ports);
    await h.call("POST", `/withdraw/${id}`, ann, { charges: (await chargesOf(id)).map((charge) => charge.id) });
    await runDueWork(h.ports);
    assertEquals([h.payments.operations, kinds("dispute").length], [[], 1]);
  });

  it("O-DISPUTE-13: won: the access is restored until the paid end, without renewals, and the member is told", async () => {
    const id = await buy(h);
    const untilMs = (await rowOf(id)).current_period_end_ms;
    await report(id);
    await report(id, { state: "under_review" });
    assertEquals((await view(id)).status, "ended");
    await report(id, { state: "won", returned: { value: "1.00" }, withdrawn: { value: "1.00" } });
    const row = await rowOf(id);
    assertEquals([row.status, row.current_period_end_ms, row.next_charge_ms], ["cancelled", untilMs, null]);
    await eventually(() => kinds("dispute").length === 2);
    assertMatch(kinds("dispute")[1]?.text ?? "", /access is back until Feb 3, 2027/);
  });

  it("O-DISPUTE-13: an inquiry that is won had ended no access, and the member is told that it lasts", async () => {
    const id = await buy(h);
    await report(id, { kind: "inquiry", ...FREE });
    await report(id, { state: "won" });
    await eventually(() => kinds("dispute").length === 2);
    assertMatch(kinds("dispute")[1]?.text ?? "", /was valid[^]*You keep access until Feb 3, 2027/);
  });

  it("O-DISPUTE-12: of a charge whose period is over, the email promises no access and ends none", async () => {
    for (const kind of ["inquiry", "chargeback"]) {
      const id = await buy(h, "tck_weekly_3dtrial", { checkout: kind === "inquiry" ? ANN : BOB });
      await h.call("POST", `/cancel-subscription/${id}`, { checkout: kind === "inquiry" ? ANN : BOB });
      h.clock.advance(4 * DAY_MS);
      await report(id, { kind, ...(kind === "inquiry" ? FREE : {}) });
    }
    await eventually(() => kinds("dispute").length === 2);
    assertEquals(kinds("dispute").filter(({ text }) => /keep access|ends now/.test(text)), []);
  });

  it("a list that was read before a newer answer undoes nothing when it is applied afterwards", async () => {
    const id = await buy(h);
    const untilMs = (await rowOf(id)).current_period_end_ms;
    await report(id, { kind: "inquiry", ...FREE });
    await report(id);
    const paid = { returned: { value: "1.00" }, withdrawn: { value: "1.00" } };
    await report(id, { kind: "chargeback", state: "won", ...paid });
    for (
      const old of [
        { kind: "chargeback", state: "under_review" },
        { kind: "chargeback", state: "needs_response" },
        { kind: "inquiry", state: "closed", ...FREE },
      ] as const
    ) {
      await report(id, old);
      const known = await h.db.selectFrom("subs_disputes").select(["kind", "state", "returned_cents"]).execute();
      assertEquals(known, [{ kind: "chargeback", state: "won", returned_cents: 100 }], `${old.kind} ${old.state}`);
    }
    assertEquals((await rowOf(id)).current_period_end_ms, untilMs);
  });

  it("reads a dispute by its id while it is open and no longer listed, and never once it is over", async () => {
    const charge = await report(await buy(h));
    h.payments.disputes.clear();
    const readsIn = async (state: string) => {
      await h.db.updateTable("subs_disputes").set({ state: state as "won" }).execute();
      h.payments.calls.length = 0;
      h.clock.advance(MINUTES_10);
      await runDueWork(h.ports);
      return h.payments.calls.filter((call) => call === `GET /merchant/disputes/d-${charge.id}`).length > 0;
    };
    assertEquals(await readsIn("under_review"), true);
    for (const state of ["won", "lost", "accepted", "expired", "closed"]) {
      assertEquals(await readsIn(state), false, state);
    }
  });

  it("its job reads them every ten minutes, not with each run", async () => {
    const job = createDueWorks(h.ports).find((each) => each.job === "subscriptions-disputes");
    const reads = async () => {
      h.payments.calls.length = 0;
      await job?.();
      return h.payments.calls.filter((call) => call.startsWith("GET /merchant/disputes")).length;
    };
    h.clock.advance(MINUTES_10);
    assertEquals([await reads(), await reads()], [1, 0]);
    h.clock.advance(MINUTES_10 - 1_000);
    assertEquals(await reads(), 0);
    h.clock.advance(1_000);
    assertEquals([await reads(), await reads()], [1, 0]);
  });

  it("its job tries again after a minute while the payments service is away, and then looks back to the last reading, or as after a start", async () => {
    const away = await openSubscriptionsFixture({ place: place() });
    try {
      const asked: string[] = [];
      let isAway = true;
      away.payments.before = (request) => {
        const { pathname, searchParams } = new URL(request.url);
        if (pathname !== "/merchant/disputes") return undefined;
        asked.push(searchParams.get("createdFrom") ?? "");
        return isAway ? new Response(null, { status: 503 }) : undefined;
      };
      const job = createDueWorks(away.ports).find((each) => each.job === "subscriptions-disputes");
      await assertRejects(() => job?.() ?? Promise.resolve());
      asked.length = 0;
      away.clock.advance(59_000);
      await job?.();
      assertEquals(asked, []);
      isAway = false;
      away.clock.advance(1_000);
      await job?.();
      assertEquals(asked, [new Date(away.clock.now() - 35 * DAY_MS).toISOString()]);
      const readMs = away.clock.now();
      isAway = true;
      away.clock.advance(6 * DAY_MS);
      await assertRejects(() => job?.() ?? Promise.resolve());
      isAway = false;
      asked.length = 0;
      away.clock.advance(60_000);
      await job?.();
      assertEquals(asked, [new Date(readMs - 3 * DAY_MS).toISOString()]);
    } finally {
      await away.close();
    }
  });

  it("lost: the access stays over, the member gets no second email, and each state is an event", async () => {
    const id = await buy(h);
    const charge = await report(id);
    for (const state of ["under_review", "lost"]) await report(id, { state });
    assertEquals((await view(id)).status, "ended");
    const events = await h.db.selectFrom("subs_events").select("detail_json").where("subscription_id", "=", id)
      .where("name", "=", "disputed").orderBy("at_ms").execute();
    const same = { dispute_id: `d-${charge.id}`, charge_id: charge.id, kind: "chargeback", category: "not_received" };
    assertEquals(
      events.map(({ detail_json }) => JSON.parse(detail_json)),
      ["needs_response", "under_review", "lost"].map((state) => ({ ...same, state })),
    );
    h.clock.advance(DAY_MS);
    await runDueWork(h.ports);
    assertEquals(kinds("dispute").length, 1);
  });

  it("O-DISPUTE-12: a dispute that is over when it is first read, as one that was accepted at once, ends the access unless it was won, and the member is told", async () => {
    for (
      const [state, hasAccess, told] of [
        ["accepted", false, /because the charge was disputed[^]*ends now/],
        ["won", true, /was valid[^]*keep access until/],
      ] as const
    ) {
      const id = await buy(h, state === "won" ? "tck_3month_plan" : "tck_weekly_3dtrial");
      await report(id, { state });
      const row = await rowOf(id);
      await eventually(() => kinds("dispute").some(({ text }) => told.test(text)));
      await report(id, { state });
      assertEquals([state, row.status, row.current_period_end_ms > h.clock.now()], [state, "cancelled", hasAccess]);
    }
    await runDueWork(h.ports);
    assertEquals(kinds("dispute").length, 2);
    const keys = await h.db.selectFrom("mail_outbox").select("id").where("kind", "=", "dispute").execute();
    assertEquals(keys.map(({ id }) => id.split(":").slice(2).join(":")).toSorted(), [
      "chargeback:needs_response",
      "chargeback:won",
    ]);
  });

  it("O-DISPUTE-15: a warning that is closed when it is first read is refunded in the books too", async () => {
    const id = await buy(h);
    const { id: charge } = await report(id, {
      kind: "early_warning",
      category: "fraudulent",
      state: "closed",
      ...FREE,
    });
    const refunds = await h.db.selectFrom("subs_refunds").select(["charge_id", "state"]).execute();
    assertEquals(refunds, [{ charge_id: charge, state: "sent" }]);
    assertEquals((await view(id)).status, "ended");
  });

  it("O-DISPUTE-14: an inquiry stops renewals and leaves the access; the chargeback after it ends the access", async () => {
    const id = await buy(h);
    await report(id, { kind: "inquiry", ...FREE });
    assertEquals([(await rowOf(id)).next_charge_ms, (await view(id)).status], [null, "cancelled"]);
    await eventually(() => kinds("dispute").length === 1);
    assertMatch(kinds("dispute")[0]?.text ?? "", /asked us about[^]*keep access until Feb 3, 2027/);
    const { version } = await rowOf(id);
    await report(id, { kind: "chargeback", ...withdrawn("1.00") });
    assertEquals((await view(id)).status, "ended");
    await eventually(() => kinds("dispute").length === 2);
    // A member's change to the earlier version of the plan is refused, as after any other change.
    assert((await rowOf(id)).version > version);
    await report(id, { state: "won", returned: { value: "1.00" }, withdrawn: { value: "1.00" } });
    assert((await rowOf(id)).version > version + 1);
  });

  it("O-DISPUTE-15: an early warning of fraud is refunded in full before it becomes a chargeback, and ends every plan of the person", async () => {
    const id = await buy(h);
    const other = await buy(h, "tck_3month_plan", { checkout: BOB });
    await claimAll();
    h.payments.operations.length = 0;
    await report(id, { kind: "early_warning", category: "fraudulent", ...FREE });
    await runDueWork(h.ports);
    assertEquals(h.payments.operations, ["refund 1.00"]);
    assertEquals([(await rowOf(other)).status, (await rowOf(other)).next_charge_ms], ["cancelled", null]);
    assert((await rowOf(other)).current_period_end_ms > h.clock.now(), "the other plan stays paid");
    await eventually(() => kinds("refunded").length === 1);
    assertMatch(kinds("refunded")[0]?.text ?? "", /reported the charge as fraud/);
    const [{ text = "" } = {}, ...further] = kinds("dispute");
    assertEquals(further, []);
    assertMatch(text, /charged for your plan \(Weekly plan\) again, so there's nothing to cancel\./);
    assertMatch(
      text,
      /your other plan won't renew either[^]*Won't renew: Quarterly plan, .* access until Apr 30, 2027/,
    );
    assertNotMatch(text, /another plan|don't need to do anything/);
  });

  it("other disputes end only the disputed plan", async () => {
    const id = await buy(h);
    const other = await buy(h, "tck_3month_plan", { checkout: BOB });
    await report(id);
    assertEquals((await rowOf(other)).status, "active");
  });

  it("O-DISPUTE-19: a plan that a dispute stopped is not resumed by its member, and another of their plans is resumed only when there was no fraud", async () => {
    const SHOWN = { today_cents: 0, next_cents: 1_999, next_at: "2027-02-03", every: "7d" };
    const resume = async (of: string) => {
      const change = { kind: "reactivate" } as const;
      const { body, status } = await h.call("POST", `/changes-of/${of}/preview`, member, { change });
      const shown = consentSchema.shape.shown.parse(body.shown ?? SHOWN);
      const agreed = { change, shown, ...agreedChangeText(change, shown) };
      return [body.code ?? status, (await h.call("POST", `/changes-of/${of}`, member, agreed)).status];
    };
    const id = await buy(h);
    const other = await buy(h, "tck_3month_plan", { checkout: BOB });
    await claimAll();
    await report(id, { kind: "inquiry", ...FREE });
    assertEquals(await resume(id), ["stopped_by_dispute", 409]);
    await report(id, { kind: "inquiry", state: "closed" });
    assertEquals(await resume(id), ["stopped_by_dispute", 409], "also once it is over");
    await h.call("POST", `/cancel-subscription/${other}`, { checkout: BOB });
    assertEquals(await resume(other), [200, 200]);
    await h.call("POST", `/cancel-subscription/${other}`, { checkout: BOB });
    await report(id, { kind: "inquiry", category: "fraudulent", state: "needs_response" });
    await h.db.updateTable("subs_disputes").set({ category: "fraudulent" }).execute();
    assertEquals(await resume(other), ["stopped_by_dispute", 409]);
    // A plan that the same person buys after the report is theirs to cancel and to resume.
    h.clock.advance(DAY_MS);
    const CAROL = "c".repeat(64);
    const later = await buy(h, "tck_3month_plan", { checkout: CAROL });
    await claimAll();
    await h.call("POST", `/cancel-subscription/${later}`, { checkout: CAROL });
    assertEquals(await resume(later), [200, 200]);
  });

  it("SECURITY: fraud that is reported about a purchase with another person's typed address stops none of their plans", async () => {
    const claimed = await buy(h);
    await claimAll();
    const unclaimed = await buy(h, "tck_weekly_3dtrial", { checkout: BOB });
    const typed = await buy(h, "tck_3month_plan", { checkout: "c".repeat(64) });
    await report(typed, { category: "fraudulent" });
    assertEquals((await rowOf(typed)).status, "cancelled");
    assertEquals([(await rowOf(claimed)).status, (await rowOf(unclaimed)).status], ["trial", "trial"]);
    await eventually(() => kinds("dispute").length === 1);
    assertMatch(
      kinds("dispute")[0]?.text ?? "",
      /charged for your plan \(Quarterly plan\) again[^]*2 other plans were bought with this email[^]*with this address: Weekly plan[^]*with this address: Weekly/,
    );
    await h.call("POST", `/cancel-subscription/${claimed}`, ann);
    const { body } = await h.call("POST", `/subscriptions/${claimed}`, member);
    assertEquals([body.status, body.is_stopped_by_dispute], ["cancelled", false]);
    // Once the owner of the address says that it was theirs, it is.
    await claimAll();
    const { body: now } = await h.call("POST", `/subscriptions/${claimed}`, member);
    assertEquals(now.is_stopped_by_dispute, true);
  });

  it("of unclaimed plans, fraud stops those that were bought in the same browser under the same address", async () => {
    const id = await buy(h);
    h.clock.advance(1);
    const same = await buy(h, "tck_3month_plan");
    const { body } = await prepare(h, "tck_weekly_3dtrial", ann);
    const bought = await h.call("POST", "/subs/create-no-user", ann, { ...body, email: "bob@example.com" });
    const others = String(bought.body.subscription_id);
    await report(id, { category: "fraudulent" });
    const statuses = [await rowOf(id), await rowOf(same), await rowOf(others)].map(({ status }) => status);
    assertEquals(statuses, ["cancelled", "cancelled", "trial"]);
  });

  it("O-DISPUTE-21: the member's page shows that a dispute stopped a plan, even once the plan has ended", async () => {
    const id = await buy(h);
    const other = await buy(h, "tck_3month_plan", { checkout: BOB });
    const stopped = async () => [(await view(id)).status, (await view(id)).is_stopped_by_dispute];
    assertEquals(await stopped(), ["trial", false]);
    await h.call("POST", `/cancel-subscription/${id}`, ann);
    assertEquals(await stopped(), ["cancelled", false]);
    await report(id, { kind: "inquiry", ...FREE });
    assertEquals(await stopped(), ["cancelled", true]);
    await report(id, { kind: "chargeback", ...withdrawn("1.00") });
    assertEquals(await stopped(), ["ended", true]);
    const { body } = await h.call("POST", `/subscriptions/${other}`, { checkout: BOB });
    assertEquals([body.status, body.is_stopped_by_dispute], ["active", false]);
  });

  it("O-DISPUTE-21: the stored card of a plan that a dispute stopped buys no add-on and no further plan", async () => {
    const who = { checkout: ANN, token: "ann:ann@example.com" };
    const id = await buy(h);
    const claim = { subscription_id: id, email: "", firebase_id: "ann", apple_token: "", attribution: {} };
    assertEquals((await h.call("POST", "/subs/finalize", who, claim)).status, 200);
    await report(id, { kind: "inquiry", ...FREE });
    h.payments.operations.length = 0;
    const plan = "tck_3month_plan";
    const refused = async () => {
      await h.call("GET", `/init/session?plan_id=${plan}`, who);
      await h.call("POST", "/consents", who, consentBody(h, plan));
      const body = { plan_id: plan, email: "ann@example.com", firebase_id: "ann", apple_token: "" };
      const next = await h.call("POST", "/recurring/create-subscription", who, body);
      return [(await addOn(h, id, "tck_10_validations_otp", who)).body.code, next.body.code, h.payments.operations];
    };
    assertEquals(await refused(), ["card_disputed", "no_instrument", []]);
    // It is the dispute that keeps the card from being charged.
    await h.db.deleteFrom("subs_disputes").execute();
    assertEquals(await refused(), [undefined, undefined, ["capture 48.00", "capture 12.49"]]);
  });

  it("O-DISPUTE-19: a member who resumes the plan while the dispute arrives is not charged again", async () => {
    const id = await buy(h);
    await h.call("POST", `/cancel-subscription/${id}`, ann);
    const { version } = await rowOf(id);
    await report(id, { kind: "inquiry", ...FREE });
    // The change was read before the dispute: it finds another version, and looks again.
    assert((await rowOf(id)).version > version);
    // From a release that let members resume it.
    await h.db.updateTable("subs_subscriptions")
      .set({ status: "trial", next_charge_ms: h.clock.now() + DAY_MS, next_charge_cents: 1_999 }).execute();
    await report(id, { kind: "chargeback", ...withdrawn("1.00") });
    assertEquals([(await rowOf(id)).status, (await rowOf(id)).next_charge_ms], ["cancelled", null]);
    h.payments.operations.length = 0;
    h.clock.advance(30 * DAY_MS);
    await runDueWork(h.ports);
    assertEquals(h.payments.operations, []);
  });

  /** A minute after the job read the disputes, at the time of the renewal. */
  const renewAfter = async (id: string, open: () => Promise<unknown>) => {
    h.clock.advance((await rowOf(id)).current_period_end_ms - h.clock.now() - 60_000);
    await runDueWork(h.ports);
    h.payments.operations.length = 0;
    await open();
    h.clock.advance(60_000);
    await runDueWork(h.ports);
  };

  it("O-DISPUTE-20: a renewal that is due before the job reads the dispute is not charged, without any webhook", async () => {
    const id = await buy(h);
    await renewAfter(id, () => dispute(id, { kind: "inquiry", ...FREE }));
    assertEquals([(await rowOf(id)).status, h.payments.operations], ["cancelled", []]);
    await eventually(() => kinds("dispute").length === 1);
    const [, renewal] = await chargesOf(id);
    assertEquals([renewal?.state, renewal?.error], ["failed", "cancelled_before_charge"]);
    assertEquals(kinds("declined"), []);
  });

  it("O-DISPUTE-20: nor is one of the person's other plans when fraud is reported", async () => {
    const [id, other] = [await buy(h, "tck_3month_plan"), await buy(h, "tck_weekly_3dtrial", { checkout: BOB })];
    await claimAll();
    assert((await rowOf(id)).holder_reference !== (await rowOf(other)).holder_reference);
    await renewAfter(other, () => dispute(id, { category: "fraudulent" }));
    assertEquals([(await rowOf(other)).status, h.payments.operations], ["cancelled", []]);
  });

  it("O-DISPUTE-20: of two members whose renewals are due at once, only the one with a dispute is not charged", async () => {
    const [id, other] = [await buy(h), await buy(h, "tck_weekly_3dtrial", { checkout: BOB })];
    await renewAfter(id, () => dispute(id, { category: "fraudulent" }));
    assertEquals([(await rowOf(id)).status, (await rowOf(other)).status], ["cancelled", "active"]);
    assertEquals(h.payments.operations, ["capture 19.99"]);
  });

  it("O-DISPUTE-20: evidence that is refused neither charges the renewal nor makes it a decline", async () => {
    const id = await buy(h);
    const [charge] = await chargesOf(id);
    assert(charge !== undefined);
    h.payments.before = ({ url }) => url.endsWith("/evidence") ? new Response("{}", { status: 409 }) : undefined;
    await renewAfter(id, async () => {
      const refund = refundRow({ charge, cents: charge.cents, reason: "operator", nowMs: h.clock.now() });
      await h.db.insertInto("subs_refunds").values({ ...refund, state: "sent", settled_ms: h.clock.now() }).execute();
      await dispute(id);
    });
    assertEquals([(await rowOf(id)).status, h.payments.operations], ["cancelled", []]);
    assertEquals((await chargesOf(id))[1]?.error, "cancelled_before_charge");
  });

  it("a renewal waits while the disputes cannot be read, and is charged where the provider has none", async () => {
    for (const [status, charged] of [[503, []], [404, ["capture 19.99"]]] as const) {
      const id = await buy(h, "tck_weekly_3dtrial", { checkout: status === 503 ? ANN : BOB });
      const renewal = async () => (await chargesOf(id))[1]?.state;
      await renewAfter(id, () => {
        h.payments.before = ({ url }) =>
          new URL(url).pathname === "/merchant/disputes" ? new Response("{}", { status }) : undefined;
        return Promise.resolve();
      });
      assertEquals([h.payments.operations, await renewal()], [charged, status === 503 ? "sending" : "succeeded"]);
      h.payments.before = () => undefined;
      h.clock.advance(MINUTES_10);
      await runDueWork(h.ports);
      assertEquals([h.payments.operations, await renewal()], [["capture 19.99"], "succeeded"]);
    }
  });

  it("O-DISPUTE-13: of two disputes about one charge, the access is back once both are won", async () => {
    const won = { state: "won", returned: { value: "1.00" }, withdrawn: { value: "1.00" } };
    const id = await buy(h);
    const untilMs = (await rowOf(id)).current_period_end_ms;
    await report(id);
    const [first] = h.payments.disputes.values();
    assert(first !== undefined);
    h.payments.disputes.set("second", { ...first, id: "second" });
    await report(id);
    await report(id, won);
    assert((await rowOf(id)).current_period_end_ms <= h.clock.now(), "the second is open");
    h.payments.disputes.set("second", { ...first, id: "second", ...won });
    await report(id, won);
    assertEquals((await rowOf(id)).current_period_end_ms, untilMs);
    for (const told of [/still don.t have access because another charge is disputed/, /access is back until/]) {
      await eventually(() => kinds("dispute").filter(({ text }) => told.test(text)).length === 1);
    }
  });

  for (const kind of ["chargeback", "early_warning"]) {
    it(`a ${kind} of an older charge stops renewals and leaves the period that another charge has paid for`, async () => {
      const id = await buy(h);
      for (const days of [3, 7]) {
        h.clock.advance(days * DAY_MS);
        await runDueWork(h.ports);
      }
      const before = await rowOf(id);
      const refund = kind === "early_warning" ? FREE : {};
      await report(id, { kind, ...refund }, "first");
      const row = await rowOf(id);
      assertEquals([row.status, row.next_charge_ms], ["cancelled", null]);
      assertEquals(row.current_period_end_ms, before.current_period_end_ms);
      await eventually(() => kinds("dispute").length === 1);
      assertMatch(kinds("dispute")[0]?.text ?? "", /You keep access until Feb 17, 2027/);
      await report(id, { kind, state: "lost" }, "first");
      assertEquals((await rowOf(id)).current_period_end_ms, before.current_period_end_ms);
    });
  }

  it("a dispute that the payments service no longer knows, or whose evidence it refuses, delays no other", async () => {
    await report(await buy(h));
    h.payments.disputes.clear();
    const refunded = await buy(h, "tck_weekly_3dtrial", { checkout: BOB });
    await h.call("POST", `/withdraw/${refunded}`, { checkout: BOB }, {
      charges: (await chargesOf(refunded)).map((charge) => charge.id),
    });
    await runDueWork(h.ports);
    h.payments.before = ({ url }) =>
      url.endsWith("/evidence") ? Response.json({ errors: [] }, { status: 409 }) : undefined;
    await report(refunded);
    const other = await buy(h, "tck_3month_plan", { checkout: "c".repeat(64) });
    await report(other);
    assertEquals((await rowOf(other)).status, "cancelled");
  });

  it("evidence that is refused is logged by its name, also where the failure itself is logged otherwise", async () => {
    const id = await buy(h);
    await h.call("POST", `/withdraw/${id}`, ann, { charges: (await chargesOf(id)).map((charge) => charge.id) });
    await runDueWork(h.ports);
    await eventually(async () => (await chargesOf(id))[0]?.state === "refunded");
    const charge = await dispute(id);
    h.payments.before = ({ url }) => url.endsWith("/evidence") ? new Response("{}", { status: 409 }) : undefined;
    const logged: string[] = [];
    const note = (event: string) => void logged.push(event);
    const ports = { ...h.ports, log: { ...h.ports.log, warn: note, error: note } };
    const all = ["dispute.evidence-unsent", "job.row-failed"];
    h.clock.advance(MINUTES_10);
    await runDueWork(ports);
    assertEquals(logged, all);
    await assertRejects(() => readDispute(contextOf(ports), `d-${charge.id}`), PaymentsError);
    assertEquals(logged, [...all, "dispute.evidence-unsent"]);
  });

  it("O-DISPUTE-16: a chargeback of a refunded charge is answered with the refund, once", async () => {
    const id = await buy(h);
    await h.call("POST", `/withdraw/${id}`, ann, { charges: (await chargesOf(id)).map((charge) => charge.id) });
    await runDueWork(h.ports);
    await eventually(async () => (await chargesOf(id))[0]?.state === "refunded");
    const refunded = (await chargesOf(id))[0]?.state;
    const charge = await report(id);
    const again = h.payments.evidence.length;
    assertEquals([refunded, again > 0], ["refunded", true]);
    const [first] = h.payments.evidence;
    assertEquals([first?.id, first?.isSent], [`d-${charge.id}`, true]);
    assertMatch(String(first?.texts.refundExplanation), /^Refunded in full on 2027-01-31, receipt /);
    await report(id, { state: "under_review" });
    assertEquals(h.payments.evidence.length, again);
  });

  it("O-DISPUTE-16: a refund of a part is kept with the chargeback for the operator's answer, and answers nothing itself", async () => {
    const id = await buy(h);
    const [charge] = await chargesOf(id);
    assert(charge !== undefined);
    const part = refundRow({ charge, cents: 34, reason: "operator", nowMs: h.clock.now() });
    await h.db.transaction().execute((trx) => recordRefunds(trx, [part]));
    await runDueWork(h.ports);
    assertEquals((await chargesOf(id))[0]?.state, "refunded");
    await report(id);
    const texts = h.payments.evidence.map((one) => [one.id, one.isSent, String(one.texts.refundExplanation)] as const);
    assert(texts.length > 0);
    for (const [disputeId, isSent, text] of texts) {
      assertEquals([disputeId, isSent], [`d-${charge.id}`, false]);
      assertMatch(text, /^Refunded 0\.34 of 1\.00 USD on 2027-01-31, receipt /);
    }
  });

  it("O-DISPUTE-16: what was sent of a refund that has grown since is kept with the chargeback", async () => {
    const id = await buy(h);
    const [charge] = await chargesOf(id);
    assert(charge !== undefined);
    const refund = (cents: number, nowMs: number) =>
      h.db.transaction().execute((trx) =>
        recordRefunds(trx, [refundRow({ charge, cents, reason: "operator", nowMs })])
      );
    await refund(34, h.clock.now());
    await runDueWork(h.ports);
    h.clock.advance(DAY_MS);
    await refund(66, h.clock.now() + DAY_MS);
    await report(id);
    const texts = new Set(h.payments.evidence.map((one) => `${one.isSent} ${one.texts.refundExplanation}`));
    assertEquals(texts.size, 1);
    assertMatch([...texts].join(), /^false Refunded 0\.34 of 1\.00 USD on 2027-01-31, receipt /);
  });

  it("a refund that is due when the chargeback comes waits, goes out after a win, and is dropped after a loss", async () => {
    const ends: unknown[] = [];
    for (const [checkout, state] of [[ANN, "won"], [BOB, "lost"]] as const) {
      const id = await buy(h, "tck_weekly_3dtrial", { checkout });
      // The refund is recorded and not sent yet.
      const [charge] = await chargesOf(id);
      assert(charge !== undefined);
      const owed = refundRow({ charge, cents: charge.cents, reason: "withdrawal", nowMs: h.clock.now() + 1 });
      await h.db.transaction().execute((trx) => recordRefunds(trx, [owed]));
      h.payments.operations.length = 0;
      await report(id);
      h.clock.advance(DAY_MS);
      await runDueWork(h.ports);
      assertEquals([h.payments.operations, h.payments.evidence], [[], []], "while the dispute is open");
      await report(id, { state, ...(state === "won" ? { returned: { value: "1.00" } } : {}) });
      h.clock.advance(DAY_MS);
      await runDueWork(h.ports);
      const refund = await h.db.selectFrom("subs_refunds").select("state").where("subscription_id", "=", id)
        .executeTakeFirstOrThrow();
      const [shown] = await viewCharges(h.ports, id);
      ends.push([refund.state, shown?.refund?.is_sent, [...h.payments.operations]]);
    }
    assertEquals(ends, [["sent", true, ["refund 1.00"]], ["dropped", undefined, []]]);
  });

  it("O-DISPUTE-13: a win of a charge that was refunded in full gives no access back, unless the refund was goodwill", async () => {
    const won = { state: "won", returned: { value: "1.00" }, withdrawn: { value: "1.00" } };
    const id = await buy(h);
    await report(id, { kind: "early_warning", category: "fraudulent", ...FREE });
    await runDueWork(h.ports);
    assertEquals((await chargesOf(id))[0]?.state, "refunded");
    await report(id, { kind: "chargeback", ...withdrawn("1.00") });
    await report(id, won);
    assert((await rowOf(id)).current_period_end_ms <= h.clock.now());
    const isTold = ({ text }: { readonly text: string }) =>
      /don.t have access because this charge was refunded/.test(text);
    await eventually(() => kinds("dispute").some(isTold));

    const kept = await buy(h, "tck_weekly_3dtrial", { checkout: BOB });
    const [charge] = await chargesOf(kept);
    assert(charge !== undefined);
    const goodwill = refundRow({ charge, cents: charge.cents, reason: "operator", nowMs: h.clock.now() });
    await h.db.transaction().execute((trx) => recordRefunds(trx, [goodwill]));
    await runDueWork(h.ports);
    const untilMs = (await rowOf(kept)).current_period_end_ms;
    await report(kept);
    await report(kept, won);
    assertEquals((await rowOf(kept)).current_period_end_ms, untilMs);
  });

  it("a refund that a loss dropped is owed again when the loss is reversed", async () => {
    const id = await buy(h);
    const [charge] = await chargesOf(id);
    assert(charge !== undefined);
    const owed = refundRow({ charge, cents: charge.cents, reason: "withdrawal", nowMs: h.clock.now() + 1 });
    await h.db.transaction().execute((trx) => recordRefunds(trx, [owed]));
    await report(id);
    await report(id, { state: "lost" });
    h.clock.advance(DAY_MS);
    await runDueWork(h.ports);
    const stateOf = async () => (await h.db.selectFrom("subs_refunds").select("state").executeTakeFirstOrThrow()).state;
    h.payments.operations.length = 0;
    assertEquals(await stateOf(), "dropped");
    await report(id, { state: "won", returned: { value: "1.00" } });
    await runDueWork(h.ports);
    assertEquals([await stateOf(), h.payments.operations], ["sent", ["refund 1.00"]]);
  });

  it("O-DISPUTE-17: a disputed add-on ends the product and its credits and stops renewals; the plan keeps its paid time", async () => {
    const id = await buy(h);
    await addOn(h, id, "tck_10_validations_otp");
    const before = await view(id);
    assertEquals(before.credits, 10);
    await report(id, {}, "addon");
    const after = await view(id);
    assertEquals([after.status, after.credits], ["cancelled", 0]);
    await report(id, { state: "won", returned: { value: "100.00" } }, "addon");
    assertEquals((await view(id)).credits, 10);
  });

  it("O-DISPUTE-17: a disputed add-on takes and gives back its own look-ups, and those of no other purchase", async () => {
    const id = await buy(h);
    for (const planId of ["tck_guide_otp", "tck_10_validations_otp", "tck_25_validations_otp"]) {
      await addOn(h, id, planId);
      h.clock.advance(60_000);
    }
    const leftAfter = async (...disputed: Parameters<typeof report>) => {
      await report(...disputed);
      return (await view(id)).credits;
    };
    const won = { state: "won", returned: { value: "100.00" } };
    assertEquals([await leftAfter(id, {}, "tck_guide_otp"), await leftAfter(id, won, "tck_guide_otp")], [35, 35]);
    const pack = "tck_25_validations_otp";
    assertEquals([await leftAfter(id, {}, pack), await leftAfter(id, won, pack)], [10, 35]);
  });

  it("O-DISPUTE-18: the books know what the payments service knows, and a missing dispute is a difference", async () => {
    const id = await buy(h);
    await report(id);
    const about = async (by: ComparedTime["by"]) =>
      await disputeDifferences(contextOf(h.ports), { by, fromMs: h.clock.now() - DAY_MS, toMs: h.clock.now() + 1 });
    assertEquals([await about("creation"), await about("move")], [[], []]);
    await h.db.updateTable("subs_disputes").set({ withdrawn_cents: 1, state: "lost" }).execute();
    h.payments.disputes.clear();
    const [difference] = await about("creation");
    assertEquals([difference?.expected.disputedMinor, difference?.found.disputedMinor], [1, 0]);
    assertEquals([difference?.expected.disputeFeesMinor, difference?.found.disputeFeesMinor], [1_500, 0]);
    h.clock.advance(40 * DAY_MS);
    assertEquals(await about("move"), []);
    await h.db.updateTable("subs_disputes").set({ changed_ms: h.clock.now() }).execute();
    const [moved] = await about("move");
    assertEquals([moved?.expected.disputedMinor, moved?.found.disputedMinor], [1, 0], "changed today");
    h.payments.before = ({ url }) =>
      /\/merchant\/disputes\/./.test(new URL(url).pathname) ? new Response("{}", { status: 403 }) : undefined;
    await assertRejects(() => about("move"), PaymentsError, ": 403 ");
  });

  it("O-DISPUTE-18: a dispute that this service recorded at another time is not a difference", async () => {
    await report(await buy(h));
    await h.db.updateTable("subs_disputes").set({ created_ms: 0, changed_ms: 0 }).execute();
    for (const by of ["creation", "move"] as const) {
      const time = { by, fromMs: h.clock.now() - DAY_MS, toMs: h.clock.now() + 1 };
      assertEquals(await disputeDifferences(contextOf(h.ports), time), [], by);
    }
  });

  it("an unknown execution is not touched", async () => {
    h.payments.disputes.set("d-x", {
      id: "d-x",
      executionId: "none",
      kind: "chargeback",
      state: "needs_response",
      category: "general",
      ...withdrawn("1.00"),
      createdAt: new Date(h.clock.now()).toISOString(),
    });
    assertEquals((await runDueWork(h.ports)).disputes, 0);
    assertEquals(await h.db.selectFrom("subs_disputes").selectAll().execute(), []);
  });

  it("the job finds the open ones by their index, among any number that are over", async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => ({
      id: `d-${at}`,
      charge_id: `c-${at}`,
      subscription_id: "s",
      kind: "chargeback",
      state: at === 0 ? "under_review" : "won",
      category: "fraudulent",
      withdrawn_cents: 1,
      returned_cents: 1,
      fee_cents: 0,
      created_ms: 0,
      changed_ms: 0,
    }));
    for (let at = 0; at < rows.length; at += 1_000) {
      await h.db.insertInto("subs_disputes").values(rows.slice(at, at + 1_000)).execute();
    }
    await sql`analyze subs_disputes`.execute(h.db);
    assertEquals(await openDisputes(h.db).execute(), [{ id: "d-0" }]);
    const options = isPostgres(h.db) ? [] : [sql`query plan`];
    const plan = JSON.stringify(await openDisputes(h.db).explain(undefined, ...options));
    assert(plan.includes("subs_disputes_open"), plan);
  });
});
