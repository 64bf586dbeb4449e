/** Executions against the acquirer's ledger: each kind of difference is found, and what agrees is not. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { act, pay, send, type Session, start } from "../../../../tests/support/payments/payments_calls.ts";
import {
  openPaymentsFixture,
  type PaymentsFixture,
  START_MS,
} from "../../../../tests/support/payments/payments_fixture.ts";
import type { ComparedTime, Difference } from "../../../db/differences.ts";
import { silentLog } from "../../../platform/log.ts";
import { createSimulator } from "../acquirer/simulator.ts";
import { openPayments } from "../payments.ts";

const CARD = "4242424242424242";
const HOUR_MS = 3_600_000;
const TEN = { capturedMinor: 1_000, refundedMinor: 0, heldMinor: 0 };
const NONE = { capturedMinor: 0, refundedMinor: 0, heldMinor: 0 };

describe("the comparison with the acquirer's ledger", () => {
  let fixture: PaymentsFixture;
  let differences: (time?: Partial<ComparedTime>) => Promise<readonly unknown[]>;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
    const { db, clock, settings, ledger } = fixture;
    const payments = await openPayments({
      db,
      clock,
      settings,
      log: silentLog,
      serverId: "auditor",
      acquirer: createSimulator({ db: ledger, clock }),
    });
    differences = (time) =>
      payments.differences({ by: "creation", fromMs: START_MS - HOUR_MS, toMs: START_MS + 3 * HOUR_MS, ...time });
  });
  afterEach(() => fixture.close());

  const paid = async (meta: Readonly<Record<string, unknown>> = {}): Promise<Session> => {
    const session = await start(fixture, { meta });
    assertEquals((await pay(fixture, session, CARD)).status, 200);
    return session;
  };
  const change = (values: Readonly<Record<string, number>>) =>
    fixture.ledger.updateTable("acq_charges").set(values).execute();

  it("finds nothing where payments, declines, captures in part, refunds and cancels agree", async () => {
    await paid();
    await pay(fixture, await start(fixture), "4000000000000002");
    await act(fixture, await paid({ capture: "manual" }), "capture", { amount: { value: "4.00", currency: "USD" } });
    await act(fixture, await paid(), "refund", { amount: { value: "3.00", currency: "USD" } });
    await act(fixture, await paid({ capture: "manual" }), "cancel");
    fixture.clock.nowMs += HOUR_MS;
    await paid();
    assertEquals(await differences(), []);
  });

  for (
    const [what, values, found] of [
      ["another captured amount", { captured_minor: 900 }, { ...TEN, capturedMinor: 900, heldMinor: 100 }],
      ["a refund that only the acquirer knows", { refunded_minor: 1_000 }, { ...TEN, refundedMinor: 1_000 }],
    ] as const
  ) {
    it(`finds ${what}`, async () => {
      const { id } = await paid();
      await change(values);
      assertEquals(await differences(), [{ between: "ledger", subject: id, atMs: START_MS, expected: TEN, found }]);
    });
  }

  it("agrees about a dispute that opens, is lost or won, and finds one that only one of them knows", async () => {
    for (const ending of ["accept", "win"]) {
      const session = await start(fixture);
      await pay(fixture, session, "4000000000000259");
      fixture.clock.nowMs += 60_000;
      assertEquals(await differences(), [], "an opened one is read first");
      const { id } = await fixture.db.selectFrom("pay_disputes").select("id").where("execution_id", "=", session.id)
        .executeTakeFirstOrThrow();
      const [path, body] = ending === "accept"
        ? ["accept", {}]
        : ["evidence", { texts: { other: "winning_evidence" }, submit: true }];
      const at = `/merchant/disputes/${id}/${path}`;
      assertEquals((await send(fixture, at, { token: session.merchant, key: ending, body })).status, 200);
      fixture.clock.nowMs += 60_000;
      assertEquals(await differences(), []);
    }
    const rows = await fixture.db.selectFrom("pay_disputes").select(["id", "state"]).orderBy("created_ms").execute();
    assertEquals(rows.map(({ state }) => state), ["accepted", "won"]);
    await fixture.ledger.deleteFrom("acq_charges").execute();
    await fixture.ledger.deleteFrom("acq_disputes").execute();
    const found = (await differences() as readonly Difference[]).filter(({ subject }) => subject === rows[0]?.id);
    assertEquals(
      found.map(({ expected, found: sums }) => [expected.disputedMinor, expected.disputeFeesMinor, sums.disputedMinor]),
      [
        [1_000, 1_500, 0],
      ],
    );
  });

  it("finds a dispute of 40 days ago that the acquirer has decided today, while the service cannot write it", async () => {
    const session = await start(fixture);
    await pay(fixture, session, "4000000000000259");
    fixture.clock.nowMs += 60_000;
    assertEquals(await differences(), []);
    const todayMs = START_MS + 40 * 24 * HOUR_MS;
    fixture.clock.nowMs = todayMs;
    await fixture.ledger.updateTable("acq_disputes").set({ state: "won", returned_minor: 1_000, changed_ms: todayMs })
      .execute();
    const today = { fromMs: todayMs - HOUR_MS, toMs: todayMs + 1 };
    const about = async (by: ComparedTime["by"]) => {
      // The service believes that it has read the acquirer's disputes already.
      await fixture.db.updateTable("pay_feeds").set({ read_ms: todayMs + 365 * 24 * HOUR_MS }).execute();
      return await differences({ ...today, by }) as readonly Difference[];
    };
    assertEquals(await about("creation"), []);
    const [found, ...more] = await about("move");
    assertEquals([found?.expected.disputedMinor, found?.found.disputedMinor, more.length], [1_000, 0, 0]);
  });

  it("finds an authorization that the acquirer voided, and one whose execution forgot it", async () => {
    const { id } = await paid({ capture: "manual" });
    const held = { ...NONE, heldMinor: 1_000 };
    await change({ is_cancelled: 1 });
    assertEquals(await differences(), [{
      between: "ledger",
      subject: id,
      atMs: START_MS,
      expected: held,
      found: NONE,
    }]);
    await change({ is_cancelled: 0 });
    assertEquals(await differences(), []);
    await fixture.db.updateTable("pay_executions").set({ state: "declined", charge_key: null, authorized_minor: 0 })
      .execute();
    assertEquals(await differences(), [{
      between: "ledger",
      subject: id,
      atMs: START_MS,
      expected: NONE,
      found: held,
    }]);
  });

  it("finds a charge that no execution names, by its key", async () => {
    await paid();
    await fixture.db.deleteFrom("pay_intents").execute();
    await fixture.db.deleteFrom("pay_executions").execute();
    const { key } = await fixture.ledger.selectFrom("acq_charges").select("key").executeTakeFirstOrThrow();
    const [difference] = await differences();
    const found = { ...TEN, currency: "USD" };
    assertEquals(difference, { between: "ledger", subject: key, atMs: START_MS, expected: NONE, found });
  });

  it("finds an execution that the acquirer does not know, but not one it recorded at another time", async () => {
    const { id } = await paid();
    await change({ created_ms: START_MS - 40 * 24 * HOUR_MS });
    assertEquals(await differences(), []);
    await fixture.ledger.deleteFrom("acq_charges").execute();
    assertEquals(await differences(), [{ between: "ledger", subject: id, atMs: START_MS, expected: TEN, found: NONE }]);
  });

  it("leaves out what is being decided", async () => {
    await paid();
    await change({ refunded_minor: 1_000 });
    await fixture.db.updateTable("pay_executions").set({ state: "refunding" }).execute();
    assertEquals(await differences(), []);
    await fixture.db.updateTable("pay_executions").set({ state: "captured" }).execute();
    await fixture.db.updateTable("pay_intents").set({ is_open: 1 }).execute();
    assertEquals(await differences(), []);
    await fixture.db.updateTable("pay_intents").set({ is_open: 0 }).execute();
    assertEquals((await differences()).length, 1);
  });
});
