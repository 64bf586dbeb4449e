/** What finance and owners see of the whole: differences, stuck moves, figures by day, the audit log, operators. */
import { after, before, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { createVisitor } from "../../../tests/support/app/http_visitor.ts";
import {
  type ConsoleBrowser,
  type ConsoleFixture,
  openConsole,
} from "../../../tests/support/console/console_fixture.ts";
import { onBothEngines } from "../../../tests/support/engines.ts";
import { createClock } from "../../platform/clock.ts";
import { auditSchema } from "../../wire/admin/audit.ts";
import { differencesSchema, figuresSchema } from "../../wire/admin/money.ts";
import { operatorsSchema } from "../../wire/admin/sign_in.ts";

const DAY_MS = 86_400_000;
const START_MS = Date.parse("2027-03-01T09:00:00Z");

/** Steps of a purchase, from the first view to the account. In the test each loses one visitor of the step before. */
const FUNNEL = [
  "page-view",
  "number-check",
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
    const support = await fixture.operator("support");
    const act = async (request: unknown) => {
      const { body } = await support.post("/api/admin/acts/preview", request);
      const done = await support.post("/api/admin/acts/confirm", { token: body.token, reason: "a test" });
      assertEquals(done.status, 200, JSON.stringify(done.body));
    };
    const charge = await context.db.selectFrom("subs_charges").select(["id", "cents"])
      .where("subscription_id", "=", cancelled).executeTakeFirstOrThrow();
    await act({ act: "refund", charge_id: charge.id, minor: 250 });
    await act({ act: "cancel", purchase_id: cancelled });
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
    assertEquals(first?.revenue, [{ currency: "USD", captured_minor: sum("first"), refunded_minor: 250 }]);
    assertEquals(first?.churn, { started: 3, cancelled: 1, ended_unpaid: 0, running: 2 });
    assertEquals([first?.approval, first?.renewals], [{ approved: 3, declined: 2 }, {
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
    assertEquals([second?.revenue, second?.churn.running, second?.approval], [[], 2, { approved: 0, declined: 0 }]);
    assertEquals(last?.renewals, { paid: 1, declined: 1, recovered: 0 });
    assertEquals(last?.revenue, [{ currency: "USD", captured_minor: sum("renewal"), refunded_minor: 0 }]);
    assertEquals([last?.approval, last?.churn.running], [{ approved: 1, declined: 1 }, 2]);
    assert(weekly !== "" && failing.subscription_id !== "");
  });

  it("answers at most 92 days, in order, that exist", async () => {
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

  it("lists differences with both sides, and moves that stay refused", async () => {
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
    const first = await page("?limit=2");
    assertEquals([first.rows.map(({ n }) => n), first.next], [
      [all.rows.length, all.rows.length - 1],
      all.rows.length - 1,
    ]);
    const rest = await page(`?limit=100&before=${first.next}`);
    assertEquals([...first.rows, ...rest.rows], all.rows);
    const refunds = await page("?act=refund");
    assertEquals(refunds.rows.map(({ what, reason, subject }) => [what, reason, subject?.kind]), [
      ["refund", "a test", "charge"],
    ]);
    const own = await page(`?operator=${newest?.operator?.id}`);
    assertEquals(own.rows.map(({ what }) => what), ["searched"]);
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
  });
});
