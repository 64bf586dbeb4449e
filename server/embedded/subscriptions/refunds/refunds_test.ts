/** Refunds in parts: none is lost or made twice, whatever is added while an earlier part is on its way. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { eventually } from "../../../../tests/support/eventually.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { contextOf } from "../build_context.ts";
import type { ChargeRow } from "../db/tables.ts";
import { refundCharge } from "../operator/acts.ts";
import { purchasesByReference, readPurchases } from "../operator/purchases.ts";
import { purchaseStory } from "../operator/story.ts";
import type { FakeDispute } from "../testing/fake_payments.ts";
import { ANN, buy, openSubscriptionsFixture, runDueWork, type SubscriptionsFixture } from "../testing/fixture.ts";
import { viewCharges } from "../account/view.ts";
import { recordMadeRefund, refundRow } from "../db/refund_parts.ts";
import { recordRefunds, sendRefunds } from "./refunds.ts";

const ann = { checkout: ANN };

describe("refunds in parts", () => {
  let h: SubscriptionsFixture;
  let id: string;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
    id = await buy(h, "tck_3month_plan");
    h.payments.operations.length = 0;
  });
  afterEach(() => h.close());

  const chargeOf = async (): Promise<ChargeRow> =>
    await h.db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", id).executeTakeFirstOrThrow();
  const byOperator = async (cents: number, { sent = 0 } = {}) => {
    const charge = await chargeOf();
    const left = charge.cents - sent;
    return await refundCharge(contextOf(h.ports), { chargeId: charge.id, cents, left, key: crypto.randomUUID() });
  };
  const isRefund = (request: Request) => new URL(request.url).pathname.endsWith("/refund");
  const goAway = () => {
    h.payments.before = (request) => isRefund(request) ? new Response("", { status: 503 }) : undefined;
  };
  const comeBack = async () => {
    h.payments.before = () => undefined;
    for (let run = 0; run < 3; run++) {
      h.clock.advance(DAY_MS);
      await runDueWork(h.ports);
    }
  };
  const books = async () =>
    await h.db.selectFrom("subs_refunds").select(["state", "cents", "sent_cents"]).executeTakeFirstOrThrow();
  const withdraw = async () => await h.call("POST", `/withdraw/${id}`, ann, { charges: [(await chargeOf()).id] });
  const dispute = async (kind: FakeDispute["kind"], state: FakeDispute["state"], withdrawn: string) => {
    h.payments.disputes.set("d", {
      id: "d",
      executionId: (await chargeOf()).execution_id,
      kind,
      state,
      category: "fraudulent",
      withdrawn: { value: withdrawn },
      returned: { value: "0.00" },
      fee: { value: "0.00" },
      createdAt: new Date(h.clock.now()).toISOString(),
    });
    h.clock.advance(600_000);
    await runDueWork(h.ports);
  };
  const warn = () => dispute("early_warning", "needs_response", "0.00");
  /** What was asked for with each key; a key that was repeated counts once. */
  const asked = () =>
    new Set(
      h.payments.bodies.filter(({ path }) => path.endsWith("/refund"))
        .map(({ key, body }) => `${key.replace(/^refund-[\w-]{36}/, "refund")} ${JSON.stringify(body.amount)}`),
    );

  it("a withdrawal while an operator's part waits ends the plan and returns the rest after the part", async () => {
    goAway();
    assertEquals(await byOperator(500), "pending");
    const answer = await withdraw();
    assertEquals([answer.status, answer.body.refund_cents, answer.body.is_plan_over], [200, 4_300, true]);
    await comeBack();
    assertEquals(h.payments.operations, ["refund 5.00", "refund 43.00"]);
    assertEquals(await books(), { state: "sent", cents: 4_800, sent_cents: 500 });
    const sums = h.mails.filter(({ kind }) => kind === "refunded").map(({ text }) => /\$[\d.]+/.exec(text)?.[0]);
    assertEquals(sums, ["$5.00", "$43.00"]);
  });

  it("an early warning while an operator's part waits returns the whole charge, as its email says", async () => {
    goAway();
    await byOperator(500);
    await warn();
    assertMatch(h.mails.find(({ kind }) => kind === "dispute")?.text ?? "", /\$48\.00 .* refunding it in full/);
    await comeBack();
    assertEquals(h.payments.operations, ["refund 5.00", "refund 43.00"]);
  });

  it("repeats a request whose answer was lost with its key and amount, and asks for the rest with another key", async () => {
    let isLost = true;
    h.payments.before = async (request) => {
      if (!isRefund(request) || !isLost) return undefined;
      isLost = false;
      await h.payments.upstream(request);
      return new Response("", { status: 503 });
    };
    await byOperator(500);
    goAway();
    await withdraw();
    await comeBack();
    assertEquals(h.payments.operations, ["refund 5.00", "refund 43.00"]);
    assertEquals([...asked()], [
      'refund {"value":"5.00","currency":"USD"}',
      'refund-from-500 {"value":"43.00","currency":"USD"}',
    ]);
  });

  it("a refund that the payments service does not answer counts as a failed row of its job", async () => {
    const counted: unknown[] = [];
    const context = contextOf({ ...h.ports, count: (...given: readonly unknown[]) => void counted.push(given) });
    goAway();
    await withdraw();
    // The withdrawal itself starts a try, behind which others find nothing due.
    await eventually(async () => {
      h.clock.advance(DAY_MS);
      await sendRefunds(context);
      return counted.length > 0;
    });
    assertEquals(counted, [["rows", { job_name: "subscriptions-refunds" }]]);
    await comeBack();
    assertEquals([(await books()).state, counted.length], ["sent", 1]);
  });

  it("what is added before the first request goes back with it", async () => {
    const charge = await chargeOf();
    const part = refundRow({ charge, cents: 500, reason: "operator", nowMs: h.clock.now() + 1 });
    await h.db.transaction().execute((trx) => recordRefunds(trx, [part]));
    await withdraw();
    await comeBack();
    assertEquals(h.payments.operations, ["refund 48.00"]);
  });

  it("a second part is asked for even when the payments service reports no refunded sum", async () => {
    assertEquals(await byOperator(1_000), "done");
    assertEquals(await byOperator(500, { sent: 1_000 }), "done");
    assertEquals(h.payments.operations, ["refund 10.00", "refund 5.00"]);
    assertEquals([...asked()], [
      'refund {"value":"10.00","currency":"USD"}',
      'refund-from-1000 {"value":"5.00","currency":"USD"}',
    ]);
  });

  it("a second part that is refused stays due, though the first was returned", async () => {
    await byOperator(1_000);
    h.payments.ends = () => "refused";
    assertEquals(await byOperator(500, { sent: 1_000 }), "pending");
    assertEquals(await books(), { state: "due", cents: 1_500, sent_cents: 1_000 });
    h.payments.ends = () => "done";
    await comeBack();
    assertEquals(h.payments.operations, ["refund 10.00", "refund 5.00"]);
  });

  it("a server that was slow doesn't book as sent what was added after another had booked its part", async () => {
    let wake = () => {};
    const gate = new Promise<void>((resolve) => wake = resolve);
    let isHeld = false;
    const slow = contextOf({
      ...h.ports,
      payments: async (request) => {
        const answer = await h.ports.payments(request);
        if (isRefund(request)) {
          isHeld = true;
          await gate;
        }
        return answer;
      },
    });
    goAway();
    await byOperator(1_000);
    h.payments.before = () => undefined;
    h.clock.advance(DAY_MS);
    const running = sendRefunds(slow);
    await eventually(() => isHeld);
    h.clock.advance(DAY_MS);
    assertEquals(await sendRefunds(contextOf(h.ports)), 1);
    goAway();
    await byOperator(2_000, { sent: 1_000 });
    wake();
    await running;
    assertEquals(await books(), { state: "due", cents: 3_000, sent_cents: 1_000 });
    await comeBack();
    assertEquals(h.payments.operations, ["refund 10.00", "refund 20.00"]);
  });

  it("an early warning of a charge that was refunded in flight makes no second refund, figure or email", async () => {
    await h.db.updateTable("subs_charges").set({ state: "refunded" }).execute();
    const charge = await chargeOf();
    const made = refundRow({ charge, cents: charge.cents, reason: "in-flight", nowMs: h.clock.now() });
    await h.db.transaction().execute((trx) => recordMadeRefund(trx, made));
    const before = await books();
    await warn();
    await comeBack();
    assertEquals(await books(), before);
    const events = await h.db.selectFrom("subs_events").select("id").where("name", "=", "refund_sent").execute();
    assertEquals(events.length, 1);
    assertEquals([h.payments.operations, h.mails.filter(({ kind }) => kind === "refunded")], [[], []]);
  });

  it("each part of a refund has a receipt number of its own, and Billing names them all", async () => {
    const { receipt } = await chargeOf();
    for (const [cents, sent] of [[500, 0], [700, 500], [100, 1_200]] as const) {
      await byOperator(cents, { sent });
      await eventually(async () => (await books()).state === "sent");
    }
    const emails = () => h.mails.filter(({ kind }) => kind === "refunded");
    await eventually(() => emails().length === 3);
    const numbers = emails().map(({ text }) => /^Receipt: (.*)$/m.exec(text)?.[1]);
    assertEquals(numbers.toSorted(), [`${receipt}-R`, `${receipt}-R2`, `${receipt}-R3`]);
    assertEquals((await viewCharges(h.ports, id))[0]?.refund?.id, numbers.toSorted().join(", "));
    assertEquals(await purchasesByReference(h.db, `${receipt}-R2`), [id]);
  });

  it("Billing tells what has gone back of a refund that grew, and of one that a lost dispute dropped", async () => {
    await byOperator(500);
    await eventually(async () => (await books()).state === "sent");
    goAway();
    await byOperator(700, { sent: 500 });
    const shown = async () => (await viewCharges(h.ports, id))[0]?.refund;
    const { cents, sent_cents, is_sent } = await shown() ?? {};
    assertEquals([cents, sent_cents, is_sent], [1_200, 500, false]);
    await h.db.updateTable("subs_refunds").set({ state: "dropped" }).execute();
    const dropped = await shown();
    assertEquals([dropped?.cents, dropped?.sent_cents, dropped?.is_sent], [500, 500, true]);
  });

  /** What the operator's console shows. */
  const shownToOperators = async () => {
    const context = contextOf(h.ports);
    const [charge] = (await readPurchases(context, [id]))[0]?.charges ?? [];
    const entries = (await purchaseStory(context, id)).filter(({ kind }) => kind === "refund");
    return {
      sums: [charge?.refunded.minor, charge?.refundable.minor],
      entries: entries.map(({ name, state }) => `${name} ${state}`),
    };
  };

  it("an operator's refund of a charge whose bank took the money back is refused and recorded nowhere", async () => {
    await byOperator(500);
    await eventually(async () => (await books()).state === "sent");
    const refused: unknown[] = [];
    for (const state of ["needs_response", "lost"] as const) {
      await dispute("chargeback", state, "48.00");
      refused.push(await byOperator(700, { sent: 500 }), (await shownToOperators()).sums);
    }
    assertEquals(refused, ["refused", [500, 0], "refused", [500, 0]]);
    assertEquals(await books(), { state: "sent", cents: 500, sent_cents: 0 });
    await comeBack();
    assertEquals(h.payments.operations, ["refund 5.00"]);
  });

  it("a refund that waits for the end of a dispute isn't told as made, and once a lost one drops it, as refused", async () => {
    const charge = await chargeOf();
    const act = { chargeId: charge.id, cents: 700, left: charge.cents, key: "the-act" };
    goAway();
    assertEquals(await refundCharge(contextOf(h.ports), act), "pending");
    await dispute("chargeback", "needs_response", "48.00");
    assertEquals(await shownToOperators(), { sums: [0, 0], entries: ["due open"] });
    await dispute("chargeback", "lost", "48.00");
    await comeBack();
    assertEquals(await refundCharge(contextOf(h.ports), act), "refused", "the act is repeated after a crash");
    assertEquals(await shownToOperators(), { sums: [0, 0], entries: ["dropped info"] });
    assertEquals([(await viewCharges(h.ports, id))[0]?.refund, h.payments.operations], [null, []]);
  });

  it("a charge that an operator has refunded in full can't be withdrawn from, and its plan goes on", async () => {
    await byOperator(4_800);
    assertEquals((await withdraw()).status, 409);
    const row = await h.db.selectFrom("subs_subscriptions").select("status").executeTakeFirstOrThrow();
    assert(row.status !== "ended");
  });
});
