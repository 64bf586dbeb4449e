/**
 * What finance and owners see of the whole business: differences, stuck moves, figures by day, the audit log,
 * operators.
 */
import { after, before, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { sql } from "kysely";
import { createVisitor } from "../../../tests/support/app/http_visitor.ts";
import {
  type ConsoleBrowser,
  type ConsoleFixture,
  openConsole,
} from "../../../tests/support/console/console_fixture.ts";
import { onBothEngines } from "../../../tests/support/engines.ts";
import { createClock } from "../../platform/clock.ts";
import { auditSchema } from "../../wire/admin/audit.ts";
import { differencesSchema, disputesSchema, figuresSchema } from "../../wire/admin/money.ts";
import { operatorsSchema } from "../../wire/admin/sign_in.ts";

const DAY_MS = 86_400_000;
const START_MS = Date.parse("2027-03-01T09:00:00Z");

/** The buyer disputes the charge. */
const DISPUTED = "4000000000000259";
/** Approved, and at the renewal the account is closed. */
const CLOSED_LATER = "4000000000001034";

/** Steps of a purchase, from the first view to the account. In the test each loses one visitor of the step before. */
const FUNNEL = [
  "page-view",
  "number-check",
  "quiz-complete",
  "scan-complete",
  "get-report",
  "details-submit",
  "plan-select",
  "modal-payment-open",
  "modal-payment-submit",
  "purchase",
  "additional-purchase",
  "sign-in",
];

onBothEngines("the console about the whole", (place) => {
  let fixture: ConsoleFixture;
  let finance: ConsoleBrowser;
  let owner: ConsoleBrowser;
  before(async () => {
    const beganMs = performance.now();
    const clock = createClock(() => START_MS + Math.round(performance.now() - beganMs));
    fixture = await openConsole({ place: place(), clock, env: { FUNNEL_EVENT_DAYS: "30" } });
  });
  after(() => fixture.close());
  const work = async () => {
    for (const each of fixture.context.works) await each();
  };
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

  it("O-CONSOLE-21: counts revenue, renewals, churn, approval and the funnel by day in UTC", async () => {
    const { clock, context } = fixture;
    const visitor = () => createVisitor(context);
    const weekly = (await visitor().buy("tck_weekly_3dtrial", "ada@mail.example")).body.subscription_id;
    await visitor().payFor("tck_weekly_3dtrial", "4000000000000002");
    await visitor().payFor("tck_weekly_3dtrial", "4000000000009995");
    const failing = (await visitor().buy("tck_weekly_3dtrial", "bob@mail.example", "4000000000000341")).body;
    const cancelled = (await visitor().buy("tck_3month_plan", "eve@mail.example")).body.subscription_id;
    const leaver = visitor();
    const withdrawn = (await leaver.buy("tck_3month_plan", "wim@mail.example")).body.subscription_id;
    await visitor().buy("tck_3month_plan", "dia@mail.example", DISPUTED);
    await visitor().buy("tck_weekly_3dtrial", "ina@mail.example", CLOSED_LATER);
    const act = async (request: unknown) => {
      const support = await fixture.operator("support", "sam@shop.example");
      const { body } = await support.post("/api/admin/acts/preview", request);
      const done = await support.post("/api/admin/acts/confirm", { token: body.token, reason: "a test" });
      assertEquals(done.status, 200, JSON.stringify(done.body));
    };
    const chargeOf = (id: string) =>
      context.db.selectFrom("subs_charges").select(["id", "cents"]).where("subscription_id", "=", id)
        .executeTakeFirstOrThrow();
    const charge = await chargeOf(cancelled);
    await act({ act: "refund", charge_id: charge.id, minor: 250 });
    await act({ act: "cancel", purchase_id: cancelled });
    const returned = await chargeOf(withdrawn);
    assertEquals((await leaver.post(`/api/withdraw/${withdrawn}`, { charges: [returned.id] })).status, 200);
    await work();
    await context.db.insertInto("funnel_events").values(
      FUNNEL.flatMap((name, at) => FUNNEL.slice(at).map(() => name)).map((name, at) => ({
        id: `event-${at}`,
        name,
        fields_json: "{}",
        created_ms: clock.now(),
      })),
    ).execute();
    const firstMs = clock.now();
    clock.advance(3 * DAY_MS + 60_000);
    await work();
    await act({ act: "refund", charge_id: charge.id, minor: 100 });
    finance = await fixture.operator("finance");
    const from = dayOf(firstMs);
    const to = dayOf(clock.now());
    const { status, body } = await finance.get(`/api/admin/figures?from=${from}&to=${to}`);
    assertEquals(status, 200, JSON.stringify(body));
    const figures = figuresSchema.parse(body);
    assertEquals([figures.days.length, figures.days.map(({ day }) => day).at(-1), figures.funnel_collected], [
      4,
      to,
      true,
    ]);
    const [first, second, , last] = figures.days;
    const paid = await context.db.selectFrom("subs_charges").select(["cents", "kind"]).where("state", "!=", "failed")
      .execute();
    const sum = (kind: string) =>
      paid.filter((each) => each.kind === kind).reduce((total, { cents }) => total + cents, 0);
    assertEquals(first?.revenue, [{
      currency: "USD",
      captured_minor: sum("first"),
      refunded_minor: 250 + returned.cents,
    }]);
    assertEquals(first?.churn, { started: 6, cancelled: 2, ended_unpaid: 0, running: 4 });
    assertEquals([first?.approval, first?.renewals], [{ approved: 6, declined: 2 }, {
      paid: 0,
      declined: 0,
      recovered: 0,
    }]);
    assertEquals(first?.declines.toSorted((a, b) => a.reason < b.reason ? -1 : 1), [
      { reason: "GenericRejection", count: 1 },
      { reason: "InsufficientBalance", count: 1 },
    ]);
    assertEquals(
      figures.funnel_steps.map((name, at) => [name, first?.funnel[at]]),
      FUNNEL.map((name, at) => [name, FUNNEL.length - at]),
    );
    assertEquals([second?.revenue, second?.churn.running, second?.approval], [[], 4, { approved: 0, declined: 0 }]);
    assertEquals(last?.renewals, { paid: 1, declined: 2, recovered: 0 });
    assertEquals(last?.revenue, [{ currency: "USD", captured_minor: sum("renewal"), refunded_minor: 100 }]);
    assertEquals(last?.approval, { approved: 1, declined: 2 });
    // Dia disputed the charge; Ina's plan waits for another card and renews with it.
    assertEquals(last?.churn, { started: 0, cancelled: 1, ended_unpaid: 0, running: 3 });
    assert(weekly !== "" && failing.subscription_id !== "");
  });

  it("O-CONSOLE-21: counts rows over the end of a month by hand: refunds in parts, each way a plan ends, late approvals", async () => {
    const { db } = fixture.context;
    const at = (text: string) => Date.parse(`2026-${text}:00Z`);
    const from = "2026-01-30";
    const to = "2026-02-02";
    const ask = async () => figuresSchema.parse((await finance.get(`/api/admin/figures?from=${from}&to=${to}`)).body);
    const before = await ask();
    const [plan, charge, execution] = [
      await db.selectFrom("subs_subscriptions").selectAll().limit(1).executeTakeFirstOrThrow(),
      await db.selectFrom("subs_charges").selectAll().where("kind", "=", "first").limit(1).executeTakeFirstOrThrow(),
      await db.selectFrom("pay_executions").selectAll().limit(1).executeTakeFirstOrThrow(),
    ];
    let rows = 0;
    const id = (of: string) => `hand-${of}-${rows++}`;
    type Life = Partial<typeof plan> & { readonly events?: readonly (readonly [name: string, atMs: number])[] };
    const live = async (startedMs: number, { events = [], ...columns }: Life = {}) => {
      const subscription_id = id("plan");
      const own = {
        id: subscription_id,
        execution_id: id("execution"),
        started_ms: startedMs,
        status: "active",
      } as const;
      await db.insertInto("subs_subscriptions").values({ ...plan, cancelled_ms: null, ...own, ...columns }).execute();
      for (const [name, at_ms] of events) {
        await db.insertInto("subs_events").values({ id: id("event"), subscription_id, name, detail_json: "{}", at_ms })
          .execute();
      }
      return subscription_id;
    };
    const pay = async (settled_ms: number, columns: Partial<typeof charge>) => {
      const own = { id: id("charge"), charge_key: id("key"), receipt: id("receipt"), execution_id: id("execution") };
      await db.insertInto("subs_charges").values({ ...charge, settled_ms, ...own, ...columns }).execute();
      return own.id;
    };
    const old = at("01-10T00:00");
    const cancelled = { status: "cancelled" } as const;
    const ended = { status: "ended" } as const;
    // Running all the time, and begun in the last and in the first minute of a month.
    const lasting = await live(old);
    await live(at("01-31T23:59"));
    await live(at("02-01T00:00"));
    // Cancelled, and a day later withdrawn from: one end.
    await live(old, { ...ended, cancelled_ms: at("02-01T12:00"), events: [["cancelled", at("01-31T12:00")]] });
    // Withdrawn from, or disputed: no event of a cancellation.
    await live(old, { ...ended, cancelled_ms: at("01-31T23:59") });
    // Cancelled, resumed, cancelled for good after the range.
    await live(old, {
      ...cancelled,
      cancelled_ms: at("02-20T00:00"),
      events: [["cancelled", at("01-30T08:00")], ["reactivate", at("02-01T08:00")], ["cancelled", at("02-20T00:00")]],
    });
    // Declined and then paid; declined, waiting, and over; declined for the last time; replaced; still waiting.
    await live(old, { events: [["declined", at("01-30T10:00")]] });
    await live(old, { ...ended, events: [["declined", at("01-30T10:00")], ["grace_over", at("02-01T10:00")]] });
    await live(old, { ...ended, events: [["declined", at("01-30T10:00")], ["declined", at("01-31T10:00")]] });
    await live(old, { ...ended, events: [["declined", at("01-31T10:00")], ["replaced", at("02-02T10:00")]] });
    await live(old, { status: "past_due", next_charge_ms: null, events: [["declined", at("02-02T10:00")]] });
    // Stopped by an inquiry, and resumed.
    await live(old, { events: [["reactivate", at("01-31T10:00")]] });
    // Began and ended after the range.
    await live(at("02-10T00:00"), { ...cancelled, cancelled_ms: at("02-11T00:00") });
    const paid = { subscription_id: lasting, state: "succeeded" } as const;
    await pay(at("01-31T23:59"), { ...paid, kind: "first", cents: 100 });
    await pay(at("02-01T00:00"), { ...paid, kind: "renewal", cents: 2_000, attempt: 0 });
    await pay(at("02-01T09:00"), { ...paid, kind: "renewal", cents: 3_000, attempt: 1 });
    await pay(at("02-01T10:00"), { ...paid, kind: "renewal", cents: 7_777, state: "failed" });
    await pay(at("02-03T00:00"), { ...paid, kind: "renewal", cents: 5_000, attempt: 0 });
    const parted = await pay(at("01-30T09:00"), { ...paid, kind: "addon", cents: 900, state: "refunded" });
    const whole = await pay(at("01-30T09:00"), { ...paid, kind: "addon", cents: 800, state: "refunded" });
    const refund = {
      subscription_id: lasting,
      reason: "operator",
      attempts: 1,
      next_ms: old,
      created_ms: old,
    } as const;
    await db.insertInto("subs_refunds").values([
      { ...refund, id: "hand-parts", charge_id: parted, cents: 600, sent_cents: 250, state: "due", settled_ms: null },
      // From before parts had events.
      {
        ...refund,
        id: "hand-whole",
        charge_id: whole,
        cents: 800,
        sent_cents: 100,
        state: "sent",
        settled_ms: at("02-02T00:00"),
      },
    ]).execute();
    await db.insertInto("subs_events").values(
      ([[50, "01-31T09:00"], [200, "02-01T09:00"]] as const).map(([cents, time]) => ({
        id: id("event"),
        subscription_id: lasting,
        name: "refund_sent",
        detail_json: JSON.stringify({ refund_id: "hand-parts", cents }),
        at_ms: at(time),
      })),
    ).execute();
    const authorize = async (created_ms: number, end: object, columns: Partial<typeof execution> = {}) => {
      const own = { id: id("execution"), init_key: id("init"), created_ms, statuses: JSON.stringify([end]) };
      await db.insertInto("pay_executions").values({ ...execution, ...own, ...columns }).execute();
    };
    const approved = (time: string) => ({ code: "authorizeSuccessful", timeMs: at(time) });
    const declined = (time: string, result: string) => ({ code: "authorizeFailed", timeMs: at(time), result });
    await authorize(at("01-25T00:01"), approved("01-30T00:00"), { currency: "EUR" });
    await authorize(at("01-31T23:59"), approved("02-01T00:00"), { currency: "JPY" });
    await authorize(at("01-31T23:58"), approved("01-31T23:59"));
    await authorize(at("01-31T09:00"), declined("01-31T09:00", "FraudRisk"));
    for (const time of ["10:00", "11:00"]) {
      await authorize(at("01-31T09:00"), declined(`01-31T${time}`, "Unknown"));
    }
    await authorize(at("01-31T09:00"), approved("01-31T10:00"), { client_id: "another-merchant" });
    await db.insertInto("funnel_events").values(
      ["01-31T23:59", "02-01T00:00", "02-01T23:59", "02-03T00:00"].map((time) => ({
        id: id("event"),
        name: "purchase",
        fields_json: "{}",
        created_ms: at(time),
      })),
    ).execute();
    const { days, funnel_steps } = await ask();
    const usd = (captured_minor: number, refunded_minor: number) => [
      { currency: "USD", captured_minor, refunded_minor },
    ];
    assertEquals(days.map(({ revenue }) => revenue), [usd(1_700, 0), usd(100, 50), usd(5_000, 200), usd(0, 700)]);
    assertEquals(days.map(({ renewals: { paid, declined, recovered } }) => [paid, declined, recovered]), [
      [0, 3, 0],
      [0, 2, 0],
      [2, 0, 1],
      [0, 1, 0],
    ]);
    const ran = before.days.map(({ churn }) => churn.running);
    assertEquals(new Set(ran).size, 1, "plans of other tests began later");
    assertEquals(
      days.map(({ churn }) => [churn.started, churn.cancelled, churn.ended_unpaid, churn.running - (ran[0] ?? 0)]),
      [[0, 1, 0, 9], [1, 2, 1, 7], [2, 0, 1, 8], [0, 0, 1, 7]],
    );
    assertEquals(days.map(({ approval }) => [approval.approved, approval.declined]), [[1, 0], [1, 3], [1, 0], [0, 0]]);
    assertEquals(days[1]?.declines, [{ reason: "Unknown", count: 2 }, { reason: "FraudRisk", count: 1 }]);
    const step = funnel_steps.indexOf("purchase");
    assertEquals(days.map(({ funnel }) => funnel[step]), [0, 1, 2, 0]);
    // The churn invariant, also over every day of the previous test.
    const all = figuresSchema.parse((await finance.get("/api/admin/figures?from=2026-12-25&to=2027-03-05")).body);
    for (const [at, { churn }] of all.days.entries()) {
      const { started, cancelled, ended_unpaid, running } = churn;
      const yesterday = all.days[at - 1]?.churn.running ?? running - started + cancelled + ended_unpaid;
      assertEquals(running, yesterday + started - cancelled - ended_unpaid, all.days[at]?.day);
    }
    for (const table of ["subs_subscriptions", "subs_charges", "subs_refunds", "pay_executions"] as const) {
      await db.deleteFrom(table).where("id", "like", "hand-%").execute();
    }
    for (const table of ["subs_events", "funnel_events"] as const) {
      await db.deleteFrom(table).where("id", "like", "hand-%").execute();
    }
  });

  it("answers at most 92 existing days, in order", async () => {
    const ask = async (from: string, to: string) =>
      (await finance.get(`/api/admin/figures?from=${from}&to=${to}`)).status;
    assertEquals(
      await Promise.all([
        ask("2027-01-01", "2027-04-02"),
        ask("2027-01-01", "2027-04-03"),
        ask("2027-02-02", "2027-02-01"),
        ask("2027-02-30", "2027-03-01"),
        ask("today", "2027-03-01"),
        ask("2027-03-01", "2027-03-01"),
      ]),
      [200, 400, 400, 400, 400, 200],
    );
    assertEquals((await finance.get("/api/admin/figures")).status, 400);
  });

  it("lists differences with both sides, and captures, voids and refunds that stay refused", async () => {
    const { db, clock } = fixture.context;
    const nowMs = clock.now();
    await db.insertInto("app_differences").values({
      kind: "books",
      subject: "ex-1",
      at_ms: nowMs,
      seen_ms: nowMs + 1,
      expected_json: '{"capturedMinor":1000,"refundedMinor":0,"heldMinor":0}',
      found_json: '{"capturedMinor":0,"refundedMinor":0,"heldMinor":7}',
    }).execute();
    const { execution_id } = await db.selectFrom("subs_charges").select("execution_id").where("kind", "=", "first")
      .orderBy("created_ms").limit(1).executeTakeFirstOrThrow();
    await db.updateTable("pay_executions").set({ currency: "JPY" }).where("id", "=", execution_id).execute();
    const dispute = {
      id: "dispute-1",
      acquirer_id: "acq-dispute-1",
      client_id: "merchant-demo",
      execution_id,
      holder_reference: "",
      merchant_reference: "",
      kind: "chargeback",
      state: "lost",
      category: "fraud",
      reason_code: "10.4",
      network: "visa",
      amount_minor: 900,
      currency: "EUR",
      withdrawn_minor: 900,
      returned_minor: 0,
      fee_minor: 1_500,
      respond_by_ms: 0,
      sealed_texts: null,
      submitted_ms: null,
      answer_key: null,
      answer_until_ms: null,
      history: "[]",
      version: 1,
      created_ms: nowMs,
      changed_ms: nowMs,
    };
    await db.insertInto("pay_disputes").values(dispute).execute();
    const none = { capturedMinor: 0, refundedMinor: 0, heldMinor: 0 };
    const ledger = { kind: "ledger", at_ms: nowMs + 1, seen_ms: nowMs + 1 } as const;
    await db.insertInto("app_differences").values([
      { ...ledger, subject: execution_id, expected_json: JSON.stringify(none), found_json: JSON.stringify(none) },
      {
        ...ledger,
        subject: "dispute-1",
        at_ms: nowMs + 2,
        expected_json: JSON.stringify({ ...none, disputedMinor: 900, disputeFeesMinor: 0 }),
        found_json: JSON.stringify({ ...none, disputedMinor: 900, disputeFeesMinor: 1_500 }),
      },
      {
        ...ledger,
        subject: "key-of-acquirer",
        at_ms: nowMs + 3,
        expected_json: JSON.stringify(none),
        found_json: JSON.stringify({ ...none, capturedMinor: 5, currency: "KWD" }),
      },
    ]).execute();
    await db.insertInto("subs_moves").values({
      execution_id: "ex-2",
      kind: "refund",
      cents: 500,
      state: "refused",
      refusals: 3,
      tries: 4,
      reason: "refundFailed",
      next_ms: nowMs + 5,
      created_ms: nowMs,
      settled_ms: null,
    }).execute();
    const iso = (ms: number) => new Date(ms).toISOString();
    const { differences, moves, unseen } = differencesSchema.parse((await finance.get("/api/admin/differences")).body);
    const zero = { captured_minor: 0, refunded_minor: 0, held_minor: 0, disputed_minor: 0, dispute_fees_minor: 0 };
    assertEquals(differences[0], {
      between: "books",
      subject: "ex-1",
      about: "execution",
      currency: "USD",
      at: iso(nowMs),
      first_seen_at: iso(nowMs + 1),
      expected: { ...zero, captured_minor: 1_000 },
      found: { ...zero, held_minor: 7 },
    });
    const others = differences.slice(1).map(({ about, currency, found }) => [about, currency, found]);
    assertEquals(others, [
      ["execution", "JPY", zero],
      ["dispute", "EUR", { ...zero, disputed_minor: 900, dispute_fees_minor: 1_500 }],
      ["acquirer", "KWD", { ...zero, captured_minor: 5 }],
    ]);
    assertEquals(moves, [{
      execution_id: "ex-2",
      kind: "refund",
      amount: { minor: 500, currency: "USD" },
      state: "refused",
      tries: 4,
      reason: "refundFailed",
      since: iso(nowMs),
      next_try_at: iso(nowMs + 5),
      charge_id: null,
      purchase_id: null,
    }]);
    assertEquals(unseen, []);
    const owned = await db.selectFrom("subs_charges").select("subscription_id").where("execution_id", "=", execution_id)
      .executeTakeFirstOrThrow();
    const dueMs = nowMs + 86_400_000;
    const open = { ...dispute, kind: "inquiry", state: "needs_response", respond_by_ms: dueMs } as const;
    await db.insertInto("pay_disputes").values({ ...open, id: "dispute-2", acquirer_id: "acq-2", currency: "JPY" })
      .execute();
    const { disputes } = disputesSchema.parse((await finance.get("/api/admin/disputes")).body);
    const shown = disputes.filter(({ id }) => ["dispute-1", "dispute-2"].includes(id)).toSorted((a, b) =>
      a.id < b.id ? -1 : 1
    );
    const of = {
      execution_id,
      purchase_id: owned.subscription_id,
      customer_id: owned.subscription_id,
      reason: "fraud",
      opened_at: iso(nowMs),
    };
    assertEquals(shown, [
      {
        ...of,
        id: "dispute-1",
        kind: "chargeback",
        state: "lost",
        amount: { minor: 900, currency: "EUR" },
        refunded: { minor: 0, currency: "EUR" },
        due_at: null,
        possible: [],
      },
      {
        ...of,
        id: "dispute-2",
        kind: "inquiry",
        state: "needs_response",
        amount: { minor: 900, currency: "JPY" },
        refunded: { minor: 0, currency: "JPY" },
        due_at: iso(dueMs),
        possible: ["answer_dispute"],
      },
    ]);
  });

  it("says when a list ends before its last row", async () => {
    const { db } = fixture.context;
    const shown = async () => {
      const { body: disputes } = await finance.get("/api/admin/disputes");
      const { body: differences } = await finance.get("/api/admin/differences");
      return [disputes.more, differences.more_differences, differences.more_moves];
    };
    assertEquals(await shown(), [false, false, false]);
    const names = Array.from({ length: 501 }, (_, at) => `more-${at}`);
    const [dispute, difference] = await Promise.all([
      db.selectFrom("pay_disputes").selectAll().limit(1).executeTakeFirstOrThrow(),
      db.selectFrom("app_differences").selectAll().limit(1).executeTakeFirstOrThrow(),
    ]);
    const move = await db.selectFrom("subs_moves").selectAll().where("settled_ms", "is", null).orderBy("tries", "desc")
      .limit(1).executeTakeFirstOrThrow();
    const disputes = names.slice(0, 201).map((name) => ({ ...dispute, id: name, acquirer_id: name }));
    await db.insertInto("pay_disputes").values(disputes).execute();
    await db.insertInto("app_differences").values(names.map((subject) => ({ ...difference, subject }))).execute();
    await db.insertInto("subs_moves").values(names.map((execution_id) => ({ ...move, execution_id }))).execute();
    assertEquals(await shown(), [true, true, true]);
    assertEquals((await finance.get("/api/admin/disputes")).body.disputes.length, 200);
    await db.deleteFrom("pay_disputes").where("id", "like", "more-%").execute();
    await db.deleteFrom("app_differences").where("subject", "like", "more-%").execute();
    await db.deleteFrom("subs_moves").where("execution_id", "like", "more-%").execute();
  });

  it("shows the audit log page by page to owners, with operators and their acts", async () => {
    owner = await fixture.operator("owner", "olga@shop.example");
    await owner.post("/api/admin/search", { query: "ada@mail.example" });
    const page = async (query: string) => auditSchema.parse((await owner.get(`/api/admin/audit${query}`)).body);
    const all = await page("");
    assertEquals([all.next, all.head?.n, all.rows[0]?.n], [null, all.rows.length, all.rows.length]);
    const [newest] = all.rows;
    assertEquals([newest?.what, newest?.operator?.email, newest?.operator?.role], [
      "searched",
      "olga@shop.example",
      "owner",
    ]);
    assertEquals(newest?.facts, [{ name: "read_as", value: "email" }, { name: "results", value: "1" }]);
    const first = await page(`?limit=2&before=${all.rows.length + 1}`);
    assertEquals([first.rows.map(({ n }) => n), first.next], [
      [all.rows.length, all.rows.length - 1],
      all.rows.length - 1,
    ]);
    const rest = await page(`?limit=100&before=${first.next}`);
    assertEquals([...first.rows, ...rest.rows], all.rows);
    const { rows: [viewed] } = await page("?act=viewed&limit=1");
    assertEquals([viewed?.operator?.email, viewed?.subject, viewed?.facts], [
      "olga@shop.example",
      null,
      [{ name: "page", value: "audit_log" }],
    ]);
    const refunds = await page("?act=refund");
    assertEquals(refunds.rows.map(({ what, reason, subject }) => [what, reason, subject?.kind]), [
      ["refund", "a test", "charge"],
      ["refund", "a test", "charge"],
    ]);
    const own = await page(`?operator=${newest?.operator?.id}`);
    assertEquals([...new Set(own.rows.map(({ what }) => what))], ["viewed", "searched"]);
    assertEquals(all.rows.find(({ what }) => what === "operator_added")?.operator, null);
    for (const wrong of ["?limit=x", "?before=-1", "?act=drop", "?other=1"]) {
      assertEquals((await owner.get(`/api/admin/audit${wrong}`)).status, 400, wrong);
    }
  });

  it("lists operators to owners", async () => {
    const { operators } = operatorsSchema.parse((await owner.get("/api/admin/operators")).body);
    const olga = operators.find(({ email }) => email === "olga@shop.example");
    assertEquals([olga?.role, olga?.passkeys, olga?.disabled, olga?.last_seen_at !== null], ["owner", 0, false, true]);
    assertEquals(operators.length, 3);
    const { rows } = auditSchema.parse((await owner.get("/api/admin/audit?act=viewed&limit=1")).body);
    assertEquals(rows[0]?.facts, [{ name: "page", value: "operators" }]);
  });

  it("O-CONSOLE-43: the funnel counts what browsers sent, on the day in UTC on which it came, as SQL does", async () => {
    const { clock, context } = fixture;
    const untilMidnight = DAY_MS - clock.now() % DAY_MS;
    const visitor = createVisitor(context);
    const send = async (names: readonly string[], headers: Record<string, string> = {}) => {
      const events = names.map((name) => ({ name, fields: {} }));
      return (await visitor.post("/api/funnel-events", { events }, headers)).status;
    };
    // Two minutes before midnight, and a minute after it.
    clock.advance(untilMidnight - 120_000);
    const firstMs = clock.now();
    assertEquals(await send(["page-view", "page-view", "number-check", "quiz-answer", "purchase"]), 204);
    assertEquals(await send(["page-view", "purchase"], { "sec-gpc": "1" }), 204, "recorded nowhere");
    assertEquals(await send(["page-view", "no-event"]), 400, "a call is taken as a whole");
    clock.advance(180_000);
    assertEquals(await send(["page-view", "sign-in", "sign-in", "sign-in", "purchase-error"]), 204);
    const own = await fixture.operator("finance");
    const [from, to] = [dayOf(firstMs), dayOf(clock.now())];
    const { body } = await own.get(`/api/admin/figures?from=${from}&to=${to}`);
    const { days, funnel_steps } = figuresSchema.parse(body);
    const shown = days.map(({ funnel }) =>
      Object.fromEntries(
        funnel_steps.map((name, at) => [name, funnel[at] ?? 0] as const).filter(([, many]) => many > 0),
      )
    );
    assertEquals(shown, [{ "page-view": 2, "number-check": 1, purchase: 1 }, { "page-view": 1, "sign-in": 3 }]);
    const { rows } = await sql<{ readonly day: number; readonly name: string; readonly many: number }>`
      select cast(created_ms / ${sql.lit(DAY_MS)} as integer) as day, name, cast(count(*) as integer) as many
      from funnel_events where created_ms >= ${firstMs} group by 1, 2`.execute(context.db);
    const counted = [from, to].map((day) =>
      Object.fromEntries(
        rows.filter((row) => row.day === Date.parse(day) / DAY_MS && FUNNEL.includes(row.name))
          .map(({ name, many }) => [name, many]),
      )
    );
    assertEquals(shown, counted);
  });

  it("W-TRACK-06, O-CONSOLE-43: what the events say is counted by step, and a range without any has none", async () => {
    const { clock, context } = fixture;
    clock.advance(3 * DAY_MS);
    const visitor = createVisitor(context);
    const said = { name: "purchase-error", fields: { text: "The card was declined. Ask +1 650 253 0000." } };
    const events = [
      { name: "purchase-error", fields: { text: "Try again." } },
      said,
      said,
      { name: "quiz-skip", fields: { question: 3 } },
      { name: "purchase", fields: { plan_id: "tck_weekly_3dtrial", value: 1, currency: "USD", card_type: "visa" } },
      { name: "quiz-start", fields: {} },
    ];
    assertEquals((await visitor.post("/api/funnel-events", { events })).status, 204);
    const own = await fixture.operator("finance");
    const detailsOn = async (ms: number) => {
      const { body } = await own.get(`/api/admin/figures?from=${dayOf(ms)}&to=${dayOf(ms)}`);
      return figuresSchema.parse(body).funnel_details;
    };
    const details = await detailsOn(clock.now());
    assertEquals(details.map(({ reason, count }) => [reason.replace(/Ask .*/, "Ask ..."), count]), [
      ["quiz-skip: 3", 1],
      ["purchase: tck_weekly_3dtrial, visa, 1, USD", 1],
      ["purchase-error: The card was declined. Ask ...", 2],
      ["purchase-error: Try again.", 1],
    ]);
    assertEquals(details.filter(({ reason }) => /253/.test(reason)), []);
    assertEquals(await detailsOn(clock.now() + DAY_MS), []);
  });
});
