/** Due work over time, on a virtual clock: renewals, declines, cancellations, reminders and recovery. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { KyselyPlugin } from "kysely";
import * as z from "zod/mini";
import { STALE_CHARGE_MS } from "./context/constants.ts";
import { createDueWorks } from "./due_work.ts";
import { readFigures } from "./operator/figures.ts";
import { refundRow } from "./db/refund_parts.ts";
import { recordRefunds } from "./refunds/refunds.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import {
  addOn,
  ANN,
  BOB,
  buy,
  consentBody,
  createBody,
  executionIn,
  openSubscriptionsFixture,
  runDueWork,
  START_MS,
  type SubscriptionsFixture,
} from "./testing/fixture.ts";
import { addMonths, DAY_MS } from "../../wire/billing/schedule.ts";
import { chargesSchema } from "../../wire/billing/subscriptions.ts";

const ann = { checkout: ANN };
/** Of the server that renews: claim, charge, record and email. */
const UPDATES_OF_A_RENEWAL = 8;

describe("due work", () => {
  let h: SubscriptionsFixture;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
  });
  afterEach(() => h.close());

  const row = async (id: string) =>
    await h.db.selectFrom("subs_subscriptions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const renewals = async () =>
    await h.db.selectFrom("subs_charges").selectAll().where("kind", "=", "renewal").orderBy("charge_key").execute();
  const kinds = (kind: string) => h.mails.filter((mail) => mail.kind === kind);

  it("charges nothing a millisecond early; charges once on time, without the customer, with a receipt", async () => {
    const id = await buy(h);
    h.payments.operations.length = 0;
    h.clock.advance(3 * DAY_MS - 1);
    assertEquals((await runDueWork(h.ports)).renewals, 0);
    h.clock.advance(1);
    assertEquals((await runDueWork(h.ports)).renewals, 1);
    assertEquals((await runDueWork(h.ports)).renewals, 0);
    assertEquals(h.payments.operations, ["capture 19.99"]);
    const authorize = h.payments.bodies.findLast(({ path }) => path.endsWith("/authorize"));
    assertEquals(authorize?.body.meta, { CIT: false });
    assertEquals(authorize?.key, `authorize-${id}-period:1-0`);
    const after = await row(id);
    assertEquals([after.status, after.period, after.next_charge_ms], ["active", 1, START_MS + 10 * DAY_MS]);
    await eventually(() => kinds("renewed").length === 1);
    assertMatch(kinds("renewed")[0]?.text ?? "", /\$19\.99[^]*Feb 10, 2027[^]*unsubscription\?c=/);
  });

  it("R26: no job begins a further row once the server stops, and the next run does the rest", async () => {
    for (const checkout of [ANN, BOB]) await buy(h, "tck_weekly_3dtrial", { checkout });
    await eventually(() => h.mails.length === 2);
    h.clock.advance(2 * DAY_MS);
    const [reminders, renewals] = ["reminders", "renewals"].map((name) =>
      createDueWorks(h.ports).find(({ job }) => job === `subscriptions-${name}`)
    );
    assert(reminders !== undefined && renewals !== undefined);
    const reminded = async () =>
      (await h.db.selectFrom("mail_outbox").select("id").where("kind", "=", "reminder").execute()).length;
    assertEquals([await reminders(AbortSignal.abort()), await reminded()], [0, 0]);
    // The server is told to stop while the first reminder is written.
    const stopping = new AbortController();
    const telling: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === "UpdateQueryNode") stopping.abort();
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const [first] = createDueWorks({ ...h.ports, db: h.db.withPlugin(telling) })
      .filter(({ job }) => job === "subscriptions-reminders");
    assertEquals([await first?.(stopping.signal), await reminded()], [1, 1]);
    assertEquals([await reminders(), await reminded()], [1, 2]);
    h.clock.advance(DAY_MS);
    h.payments.operations.length = 0;
    assertEquals([await renewals(AbortSignal.abort()), h.payments.operations], [0, []]);
    assertEquals([await renewals(), h.payments.operations], [2, ["capture 19.99", "capture 19.99"]]);
  });

  it("R26: renewals whose payments service hangs when the server stops are charged once by the next server", async () => {
    for (const checkout of [ANN, BOB]) await buy(h, "tck_weekly_3dtrial", { checkout });
    await eventually(() => h.mails.length === 2);
    h.clock.advance(3 * DAY_MS);
    h.payments.operations.length = 0;
    const cutOff = Promise.withResolvers<never>();
    let hung = 0;
    h.payments.before = ({ url }) => {
      if (!url.endsWith("/authorize")) return undefined;
      hung += 1;
      return cutOff.promise;
    };
    const stopping = new AbortController();
    const running = createDueWorks({ ...h.ports }).find(({ job }) => job === "subscriptions-renewals")?.(
      stopping.signal,
    );
    await eventually(() => hung === 2);
    stopping.abort();
    h.payments.before = () => undefined;
    // While the charges are in flight no other server begins them again.
    await runDueWork(h.ports);
    assertEquals(h.payments.operations, []);
    h.clock.advance(STALE_CHARGE_MS + 1);
    await runDueWork(h.ports);
    assertEquals(h.payments.operations, ["capture 19.99", "capture 19.99"]);
    cutOff.reject(new TypeError("the connection was cut off"));
    await running;
    await runDueWork(h.ports);
    assertEquals(h.payments.operations, ["capture 19.99", "capture 19.99"]);
    assertEquals((await renewals()).map(({ state }) => state), ["succeeded", "succeeded"]);
  });

  it("SECURITY M8: five schedulers at once make 40 charges over 40 periods", async () => {
    const id = await buy(h);
    h.payments.operations.length = 0;
    let updates = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        updates += node.kind === "UpdateQueryNode" ? 1 : 0;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const servers = Array.from({ length: 5 }, () => ({ ...h.ports, db: h.db.withPlugin(counting) }));
    h.clock.advance(3 * DAY_MS);
    for (let period = 1; period <= 40; period++) {
      await Promise.all(servers.map((ports) => runDueWork(ports)));
      h.clock.advance(7 * DAY_MS);
    }
    // A plan that one server has claimed is not claimed by the others, which would write to its row for nothing.
    assert(updates <= 40 * UPDATES_OF_A_RENEWAL, `${updates} updates`);
    assertEquals(h.payments.operations, Array.from({ length: 40 }, () => "capture 19.99"));
    assertEquals((await row(id)).period, 40);
  });

  it("keeps the day of a monthly plan through short months", async () => {
    const id = await buy(h, "tck_3d5_1m3999");
    const anchor = START_MS + 3 * DAY_MS;
    for (let period = 1; period <= 13; period++) {
      h.clock.advance((await row(id)).current_period_end_ms - h.clock.now());
      await runDueWork(h.ports);
      assertEquals((await row(id)).current_period_end_ms, addMonths(anchor, period));
    }
  });

  it("retries a decline after 1, 3 and 5 days, then ends the plan; each time an email says so", async () => {
    const id = await buy(h);
    h.payments.declineStored = true;
    h.payments.declineResult = "LimitExceeded";
    h.clock.advance(3 * DAY_MS);
    for (const [wait, status] of [[0, "past_due"], [1, "past_due"], [2, "past_due"], [2, "ended"]] as const) {
      h.clock.advance(wait * DAY_MS);
      await runDueWork(h.ports);
      assertEquals((await row(id)).status, status);
      assertEquals((await runDueWork(h.ports)).renewals, 0);
    }
    await eventually(() => kinds("declined").length === 4);
    assertMatch(kinds("declined")[0]?.text ?? "", /over the card's limit[^]*keep access until then/);
    assertMatch(kinds("declined")[3]?.text ?? "", /your plan has ended/);
    h.clock.advance(60 * DAY_MS);
    assertEquals((await runDueWork(h.ports)).renewals, 0);
    assertEquals((await row(id)).next_charge_ms, null);
    assertEquals((await renewals()).length, 1);
  });

  it("keeps the dates of the plan when a retry succeeds", async () => {
    const id = await buy(h);
    h.payments.declineStored = true;
    h.payments.declineResult = "GenericRejection";
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.ports);
    h.payments.declineStored = false;
    h.clock.advance(DAY_MS);
    await runDueWork(h.ports);
    const after = await row(id);
    assertEquals([after.status, after.declines, after.next_charge_ms], ["active", 0, START_MS + 10 * DAY_MS]);
    assertEquals((await renewals()).map(({ state, attempt }) => [state, attempt]), [["succeeded", 1]]);
  });

  it("never charges a cancelled trial when it ends", async () => {
    const id = await buy(h);
    await h.call("POST", `/cancel-subscription/${id}`, ann);
    h.payments.operations.length = 0;
    h.clock.advance(400 * DAY_MS);
    assertEquals((await runDueWork(h.ports)).renewals, 0);
    assertEquals(h.payments.operations, []);
  });

  it("SECURITY M8: a plan that ended with a date for its next charge is not charged, and keeps no server busy", async () => {
    const id = await buy(h);
    await h.db.updateTable("subs_subscriptions").set({ status: "ended" }).where("id", "=", id).execute();
    h.payments.operations.length = 0;
    h.clock.advance(3 * DAY_MS);
    assertEquals((await runDueWork(h.ports)).renewals, 0);
    assertEquals([h.payments.operations, await renewals()], [[], []]);
  });

  it("waits on cancellation for a charge in flight and refunds it before the answer", async () => {
    const id = await buy(h);
    h.clock.advance(3 * DAY_MS);
    h.payments.operations.length = 0;
    const order: string[] = [];
    let cancelled: Promise<unknown> | undefined;
    h.payments.before = async (request) => {
      if (!request.url.endsWith("/authorize")) return undefined;
      cancelled ??= h.call("POST", `/cancel-subscription/${id}`, ann).then(() =>
        order.push(...h.payments.operations, "answer")
      );
      await eventually(async () => (await row(id)).status === "cancelled");
      return undefined;
    };
    await runDueWork(h.ports);
    await cancelled;
    assertEquals(order, ["capture 19.99", "refund 19.99", "answer"]);
    assertEquals((await renewals()).map(({ state }) => state), ["refunded"]);
    assertEquals((await row(id)).status, "cancelled");
    await eventually(() => kinds("refunded").length === 1);
    const { charges: [charge] } = z.parse(chargesSchema, (await h.call("POST", `/charges-of/${id}`, ann)).body);
    assertEquals([charge?.refund?.cents, charge?.refund?.is_sent], [1999, true]);
    assertMatch(kinds("refunded")[0]?.text ?? "", new RegExp(`: ${charge?.refund?.id}\n`));
    const [figures] = await readFigures(h.db, [h.clock.now() - h.clock.now() % DAY_MS]);
    assertEquals(figures?.revenue, [{ currency: "USD", captured_minor: 1999, refunded_minor: 1999 }]);
    assertEquals(figures?.renewals, { paid: 0, declined: 0, recovered: 0 });
  });

  it("TRUST T6: waits on a withdrawal for a charge in flight, and refunds it before the answer", async () => {
    const id = await buy(h);
    const first = await h.db.selectFrom("subs_charges").select("id").executeTakeFirstOrThrow();
    h.clock.advance(3 * DAY_MS);
    h.payments.operations.length = 0;
    const order: string[] = [];
    let withdrawn: Promise<unknown> | undefined;
    h.payments.before = async (request) => {
      if (!request.url.endsWith("/authorize")) return undefined;
      withdrawn ??= h.call("POST", `/withdraw/${id}`, ann, { charges: [first.id] }).then(({ status }) =>
        order.push(...h.payments.operations, `answer ${status}`)
      );
      await eventually(async () => (await row(id)).status === "ended");
      return undefined;
    };
    await runDueWork(h.ports);
    await withdrawn;
    assertEquals([order.slice(0, 2), order.at(-1)], [["capture 19.99", "refund 19.99"], "answer 200"]);
    assertEquals((await renewals()).map(({ state }) => state), ["refunded"]);
    await eventually(() => kinds("refunded").length === 2);
    assertEquals(h.payments.operations.toSorted(), ["capture 19.99", "refund 1.00", "refund 19.99"]);
  });

  it("SECURITY CS4: never asks the acquirer when a cancellation precedes the last check of a renewal, so that nothing has to be refunded", async () => {
    const id = await buy(h);
    h.clock.advance(3 * DAY_MS);
    h.payments.operations.length = 0;
    h.payments.calls.length = 0;
    let cancelled: Promise<{ readonly status: number }> | undefined;
    h.payments.before = async (request) => {
      if (!request.url.endsWith("/init")) return undefined;
      cancelled ??= h.call("POST", `/cancel-subscription/${id}`, ann);
      await eventually(async () => (await row(id)).status === "cancelled");
      return undefined;
    };
    assertEquals((await runDueWork(h.ports)).renewals, 1);
    assertEquals((await cancelled)?.status, 200);
    assertEquals(h.payments.calls.filter((call) => /authorize|capture|refund/.test(call)), []);
    assertEquals([h.payments.operations, (await renewals()).map(({ state }) => state)], [[], ["failed"]]);
    assertEquals(kinds("refunded"), []);
  });

  /** A renewal at the bank that its member cancels while the server that sent it sleeps; `wake` wakes that server. */
  const cancelDuringRenewal = async (answer: (request: Request) => Response | undefined = () => undefined) => {
    const id = await buy(h);
    h.payments.operations.length = 0;
    h.clock.advance(3 * DAY_MS);
    const atBank = Promise.withResolvers<void>();
    const wakes = Promise.withResolvers<void>();
    h.payments.before = async (request) => {
      if (!request.url.endsWith("/authorize")) return answer(request);
      atBank.resolve();
      await wakes.promise;
      return undefined;
    };
    const asleep = runDueWork({ ...h.ports });
    await atBank.promise;
    const cancelled = h.call("POST", `/cancel-subscription/${id}`, ann);
    await eventually(async () => (await row(id)).status === "cancelled");
    h.clock.advance(2 * 60_000);
    await runDueWork(h.ports);
    const wake = async () => {
      wakes.resolve();
      await asleep;
    };
    return { cancelled, wake };
  };

  it("SECURITY CS4: charges nothing on a server that was suspended after its last check while another one answered the cancellation", async () => {
    const { cancelled, wake } = await cancelDuringRenewal();
    assertEquals((await cancelled).status, 200);
    await wake();
    assertEquals(h.payments.operations, []);
    assertEquals((await renewals()).map(({ state }) => state), ["failed"]);
  });

  it("SECURITY CS4: keeps an unwanted charge open while the provider does not close it, and closes it later", async () => {
    let isDown = true;
    const { cancelled, wake } = await cancelDuringRenewal((request) =>
      isDown && request.url.endsWith("/cancel")
        ? Response.json({ errors: [{ code: "not-now" }] }, { status: 422 })
        : undefined
    );
    assertEquals((await renewals()).map(({ state }) => state), ["sending"]);
    isDown = false;
    h.clock.advance(2 * 60_000);
    await runDueWork(h.ports);
    assertEquals((await renewals()).map(({ state }) => state), ["failed"]);
    await wake();
    await cancelled;
    assertEquals(h.payments.operations, []);
  });

  it("retries a renewal whose answer was lost with the same key and charges once", async () => {
    const id = await buy(h);
    h.clock.advance(3 * DAY_MS);
    h.payments.operations.length = 0;
    const real = h.payments.upstream;
    h.payments.before = async (request) => {
      if (!request.url.endsWith("/authorize")) return undefined;
      const before = h.payments.before;
      h.payments.before = () => undefined;
      await real(request.clone());
      h.payments.before = before;
      throw new TypeError("connection reset");
    };
    await runDueWork(h.ports);
    assertEquals((await row(id)).period, 0);
    h.payments.before = () => undefined;
    h.clock.advance(60_000);
    await runDueWork(h.ports);
    assertEquals((await row(id)).period, 1);
    assertEquals(h.payments.operations, ["capture 19.99"]);
  });

  it("renews the others when one subscription's provider call throws", async () => {
    const first = await buy(h);
    const second = await buy(h, "tck_weekly_3dtrial", { checkout: BOB });
    h.clock.advance(3 * DAY_MS);
    await h.db.updateTable("subs_subscriptions").set({ plan_id: "gone" }).where("id", "=", first).execute();
    await runDueWork(h.ports);
    assertEquals((await row(second)).period, 1);
  });

  it("TRUST T4: sends reminders 24 h before the end of a 3-day trial, and 7, 3 and 1 days before a 3-month period ends; once each", async () => {
    await buy(h);
    h.mails.length = 0;
    for (let hour = 0; hour < 71; hour++) {
      h.clock.advance(3_600_000);
      await runDueWork(h.ports);
      await eventually(() => kinds("reminder").length === (hour >= 47 ? 1 : 0));
    }
    assertMatch(kinds("reminder")[0]?.text ?? "", /\$19\.99 on Feb 3, 2027 \(UTC\)[^]*unsubscription\?c=/);
    await buy(h, "tck_3month_plan");
    const end = addMonths(h.clock.now(), 3);
    h.mails.length = 0;
    h.clock.advance(end - h.clock.now() - 8 * DAY_MS);
    await runDueWork(h.ports);
    const counts: number[] = [];
    for (let day = 8; day > 0; day--) {
      counts.push(kinds("reminder").length);
      h.clock.advance(DAY_MS);
      await runDueWork(h.ports);
    }
    assertEquals(counts, [0, 1, 1, 1, 1, 2, 2, 3]);
  });

  it("sends a yearly email with price, amount and how to cancel; none after a cancellation", async () => {
    const id = await buy(h, "tck_3month_plan");
    const gone = await buy(h, "tck_3month_plan", { checkout: BOB });
    await h.call("POST", `/cancel-subscription/${gone}`, { checkout: BOB });
    for (let month = 1; month <= 25; month++) {
      h.clock.advance(addMonths(START_MS, month) - h.clock.now());
      await runDueWork(h.ports);
      await runDueWork(h.ports);
      await eventually(() => kinds("annual").length === (month >= 24 ? 2 : month >= 12 ? 1 : 0));
    }
    assertMatch(kinds("annual")[0]?.text ?? "", /\$49\.00 every 3 months[^]*\$195\.00[^]*unsubscription\?c=/);
    assertEquals(kinds("renewed").length, 8);
    assertEquals((await row(id)).annual_ms, addMonths(START_MS, 36));
    await h.db.updateTable("subs_charges").set({ settled_ms: START_MS }).execute();
    await h.db.updateTable("subs_subscriptions").set({ annual_ms: h.clock.now() }).where("id", "=", id).execute();
    await runDueWork(h.ports);
    assertEquals(kinds("annual").filter(({ text }) => text.includes("$0.00")).length, 1, "nothing was paid in a year");
  });

  it("the yearly email counts a charge that was refunded in part with the rest", async () => {
    const id = await buy(h, "tck_3month_plan");
    const charge = await h.db.selectFrom("subs_charges").selectAll().executeTakeFirstOrThrow();
    const part = refundRow({ charge, cents: 900, reason: "operator", nowMs: h.clock.now() });
    await h.db.transaction().execute((trx) => recordRefunds(trx, [part]));
    await runDueWork(h.ports);
    await h.db.updateTable("subs_subscriptions").set({ annual_ms: h.clock.now() }).where("id", "=", id).execute();
    await runDueWork(h.ports);
    await eventually(() => kinds("annual").length === 1);
    const paid = /Paid in the last 12 months\W+([\d.]+)/.exec(kinds("annual")[0]?.text ?? "")?.[1];
    assertEquals(paid, ((charge.cents - 900) / 100).toFixed(2));
  });

  it("the yearly email of a plan that waits for another card follows once that one has paid", async () => {
    const id = await buy(h);
    h.payments.declineStored = true;
    h.payments.declineResult = "BlockedInstrument";
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.ports);
    await h.db.updateTable("subs_subscriptions").set({ annual_ms: h.clock.now() }).where("id", "=", id).execute();
    await runDueWork(h.ports);
    const { annual_ms, next_charge_ms } = await row(id);
    assertEquals([annual_ms, next_charge_ms, kinds("annual")], [h.clock.now(), null, []]);
    h.payments.declineStored = false;
    const paid = { grace_ms: null, next_charge_ms: h.clock.now() };
    await h.db.updateTable("subs_subscriptions").set(paid).where("id", "=", id).execute();
    for (let runs = 0; runs < 2; runs++) await runDueWork(h.ports);
    assertEquals([kinds("annual").length, (await row(id)).annual_ms], [1, addMonths(START_MS, 12)]);
  });

  it("announces each charge of a long period 7 days before; an unsubscribed member gets receipts only", async () => {
    const id = await buy(h, "tck_3month_plan");
    const day = async () => {
      h.clock.advance(DAY_MS);
      await runDueWork(h.ports);
    };
    for (let days = 0; days < 95; days++) await day();
    await eventually(() => kinds("renewed").length === 1);
    h.mails.length = 0;
    for (let days = 0; days < 90; days++) await day();
    await eventually(() => kinds("renewed").length === 1);
    assertEquals(kinds("reminder").length, 1);
    await h.db.updateTable("subs_subscriptions").set({ reminders_off: 1 }).where("id", "=", id).execute();
    h.mails.length = 0;
    for (let days = 0; days < 92; days++) await day();
    await eventually(() => kinds("renewed").length === 1);
    assertEquals(kinds("reminder"), []);
  });

  it("logs an error once for a charge of another amount, and neither records nor retries it", async () => {
    const id = await buy(h);
    const errors: string[] = [];
    const ports = { ...h.ports, log: { ...h.ports.log, error: (event: string) => errors.push(event) } };
    h.clock.advance(3 * DAY_MS);
    h.payments.before = async (request) => {
      if (!request.url.endsWith("/authorize")) return undefined;
      const before = h.payments.before;
      h.payments.before = () => undefined;
      const answer = await (await h.payments.upstream(request.clone())).json();
      h.payments.before = before;
      return Response.json({ ...answer, amount: { value: "199.90", currency: "USD" } });
    };
    await runDueWork(ports);
    h.clock.advance(30 * DAY_MS);
    await runDueWork(ports);
    assertEquals((await renewals()).map(({ state }) => state), ["mismatch"]);
    const after = await row(id);
    assertEquals([after.period, after.next_charge_ms], [0, null]);
    assertEquals(errors, ["charge.mismatch"]);
  });

  it("lets two servers claim whole batches and charges no member twice", async () => {
    const ids: string[] = [];
    const browser = (n: number) => ({ checkout: String(n).padStart(64, "0") });
    for (let times = 0; times < 130; times++) ids.push(await buy(h, "tck_weekly_3dtrial", browser(times)));
    h.clock.advance(3 * DAY_MS);
    h.payments.operations.length = 0;
    const both = await Promise.all([runDueWork(h.ports), runDueWork({ ...h.ports })]);
    assertEquals(both.reduce((sum, { renewals }) => sum + renewals, 0), 130);
    assertEquals(h.payments.operations.length, 130);
  });

  it("charges what a dead server had claimed on another server once its lease is over", async () => {
    const id = await buy(h);
    h.clock.advance(3 * DAY_MS);
    await h.db.updateTable("subs_subscriptions").set({ lease_ms: h.clock.now() + 60_000, lease_by: "dead" })
      .where("id", "=", id).execute();
    assertEquals((await runDueWork(h.ports)).renewals, 0);
    h.clock.advance(60_000);
    assertEquals((await runDueWork(h.ports)).renewals, 1);
  });

  it("sends no reminder for a cancelled trial", async () => {
    const id = await buy(h);
    await h.call("POST", `/cancel-subscription/${id}`, ann);
    h.clock.advance(2 * DAY_MS + 1);
    await runDueWork(h.ports);
    assertEquals(kinds("reminder"), []);
  });

  it("retries emails the SMTP server did not accept", async () => {
    h.mailFails = true;
    await buy(h);
    await runDueWork(h.ports);
    h.mailFails = false;
    assertEquals(h.mails, []);
    h.clock.advance(60_000);
    await runDueWork(h.ports);
    assertEquals(kinds("enrolment").length, 1);
  });
});

describe("recovery", () => {
  let h: SubscriptionsFixture;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
  });
  afterEach(() => h.close());
  const WEEKLY = "tck_weekly_3dtrial";
  const paid = async (email?: string) => {
    const executionId = executionIn(await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann));
    if (email !== undefined) await h.call("POST", "/consents", ann, consentBody(h, WEEKLY, { email }));
    h.payments.shopperPays(executionId);
    return executionId;
  };
  const stateOf = async (executionId: string) =>
    (await h.db.selectFrom("subs_checkouts").select("state").where("execution_id", "=", executionId).executeTakeFirst())
      ?.state;

  it("completes an authorized, consented checkout without a create after 60 s, with its receipt", async () => {
    const executionId = await paid("ann@example.com");
    h.clock.advance(59_999);
    await runDueWork(h.ports);
    assertEquals(h.payments.operations, []);
    h.clock.advance(1);
    await runDueWork(h.ports);
    assertEquals(h.payments.operations, ["capture 1.00"]);
    assertEquals(await stateOf(executionId), "done");
    await eventually(() => h.mails.length === 1);
    assertEquals(h.mails[0]?.to, "ann@example.com");
    const body = (await h.db.selectFrom("subs_subscriptions").select(["id", "started_ms"]).execute())[0];
    assertEquals(body?.started_ms, START_MS);
  });

  it("voids an authorized checkout without consent after 15 minutes and never captures it", async () => {
    const executionId = await paid();
    h.clock.advance(14 * 60_000);
    await runDueWork(h.ports);
    assertEquals(await stateOf(executionId), "open");
    h.clock.advance(14 * 60_000);
    await runDueWork(h.ports);
    assertEquals(await stateOf(executionId), "voided");
    assertEquals(h.payments.executions.get(executionId)?.status.at(-1)?.code, "cancelSuccessful");
    assertEquals(h.payments.operations, []);
  });

  it("cancels an unpaid execution after a day", async () => {
    const executionId = executionIn(await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann));
    for (let hours = 0; hours < 50; hours++) {
      h.clock.advance(3_600_000);
      await runDueWork(h.ports);
    }
    assertEquals(await stateOf(executionId), "voided");
    const reads = h.payments.calls.filter((call) => call.startsWith("GET /merchant/workflows/"));
    assert(reads.length <= 10, `looked ${reads.length} times`);
  });

  it("completes a create killed after its capture on another server, and the late create agrees", async () => {
    const executionId = await paid("ann@example.com");
    const body = createBody(WEEKLY, { instrument: { executionId, paymentInstrumentId: `pi_${executionId}` } });
    const real = h.payments.upstream;
    h.payments.before = async (request) => {
      if (!request.url.endsWith("/capture")) return undefined;
      h.payments.before = () => undefined;
      await real(request.clone());
      h.payments.before = () => {
        throw new TypeError("killed");
      };
      throw new TypeError("killed");
    };
    assertMatch(String((await h.call("POST", "/subs/create-no-user", ann, body)).body.error), /won't be charged twice/);
    assertEquals(await stateOf(executionId), "completing");
    h.payments.before = () => undefined;
    h.clock.advance(60_000);
    await runDueWork({ ...h.ports });
    assertEquals(await stateOf(executionId), "done");
    assertEquals((await h.call("POST", "/subs/create-no-user", ann, body)).body.error, "");
    assertEquals(h.payments.operations, ["capture 1.00"]);
  });

  it("does not report a refused capture as a purchase, and voids the authorization when the buyer does not retry", async () => {
    const executionId = await paid("ann@example.com");
    const body = createBody(WEEKLY, { instrument: { executionId, paymentInstrumentId: `pi_${executionId}` } });
    h.payments.before = (request) =>
      request.url.endsWith("/capture")
        ? Response.json({ errors: [{ code: "amount-too-high" }] }, { status: 422 })
        : undefined;
    assertMatch(
      String((await h.call("POST", "/subs/create-no-user", ann, body)).body.error),
      /haven't received the money yet/,
    );
    h.clock.advance(15 * 60_000);
    await runDueWork(h.ports);
    assertEquals(await stateOf(executionId), "voided");
    assertEquals(h.payments.operations, []);
  });

  it("delivers an add-on whose click was lost", async () => {
    const id = await buy(h);
    h.payments.operations.length = 0;
    h.payments.before = (request) => {
      if (!request.url.endsWith("/authorize")) return undefined;
      throw new TypeError("killed");
    };
    await addOn(h, id, "tck_guide_otp");
    h.payments.before = () => undefined;
    h.clock.advance(60_000);
    await runDueWork({ ...h.ports });
    assertEquals(h.payments.operations, ["capture 19.99"]);
    const { products } = (await h.call("POST", `/subscriptions/${id}`, ann)).body;
    assertEquals((products as object[]).length, 1);
  });

  it("lets a create on either of two servers with one database find the other's work", async () => {
    const other = createSubscriptions({ ...h.ports });
    const id = await buy(h);
    const answer = await other(
      new Request(`http://embedded/subscriptions/${id}`, { method: "POST", headers: { "x-checkout": ANN } }),
    );
    assertEquals(answer.status, 200);
    await answer.body?.cancel();
  });
});
