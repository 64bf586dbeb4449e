import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { eventually } from "../../../../tests/support/eventually.ts";
import {
  act,
  cardBody,
  codesOf,
  faultOf,
  initBody,
  merchantToken,
  pay,
  readAsMerchant,
  send,
  type Session,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { withoutLongWait } from "../../../../tests/support/payments/long_waits.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { sql } from "kysely";
import type { Acquirer } from "../acquirer/acquirer.ts";
import { createSimulator } from "../acquirer/simulator.ts";

type Wrap = (real: Acquirer) => Acquirer;

async function withFixture(wrap: Wrap, run: (fixture: PaymentsFixture) => Promise<void>): Promise<void> {
  const fixture = await openPaymentsFixture({
    acquirer: (ledger, clock) => wrap(createSimulator({ db: ledger, clock })),
  });
  try {
    await run(fixture);
  } finally {
    await fixture.close();
  }
}

const gone = () => Promise.reject(new TypeError("connection lost"));
const chargesOf = async (fixture: PaymentsFixture) =>
  (await fixture.ledger.selectFrom("acq_charges").selectAll().where("outcome", "=", "approved").execute()).length;
const read = async (fixture: PaymentsFixture, session: Session) =>
  (await send(fixture, `/client/executions/${session.id}`, { token: session.token })).body;

describe("recovery", () => {
  it("asks for the outcome of a lost answer and never repeats the call: 60 payments, 60 charges", async () => {
    let calls = 0;
    const losing: Wrap = (real) => ({
      ...real,
      async authorize(call) {
        const outcome = await real.authorize(call);
        calls += 1;
        return calls % 3 === 0 ? await gone() : outcome;
      },
    });
    await withFixture(losing, async (fixture) => {
      for (let count = 0; count < 60; count++) {
        const { body } = await pay(fixture, await start(fixture), "4242424242424242");
        assertEquals(String(body.finalState?.code), "authorizeSuccessful");
      }
      assertEquals([await chargesOf(fixture), calls], [60, 60]);
    });
  });

  it("SECURITY R2: an acquirer that is silent for 30 s is asked for the outcome, and the payment charges once", async () => {
    const silent: Wrap = (real) => ({
      ...real,
      async authorize(call) {
        await real.authorize(call);
        return await new Promise<never>(() => {});
      },
    });
    await withFixture(silent, async (fixture) => {
      const session = await start(fixture);
      const [first] = await withoutLongWait(async () => {
        const { body } = await pay(fixture, session, "4242424242424242");
        assertEquals(String(body.finalState?.code), "authorizeSuccessful");
      });
      assertEquals(first, 30_000);
      assertEquals(await chargesOf(fixture), 1);
    });
  });

  it("closes a call that never arrived, after which the execution can be paid again", async () => {
    const late: (() => Promise<unknown>)[] = [];
    const delayed: Wrap = (real) => ({
      ...real,
      authorize(call) {
        late.push(() => real.authorize(call));
        return gone();
      },
    });
    await withFixture(delayed, async (fixture) => {
      const session = await start(fixture);
      const { status, body } = await pay(fixture, session, "4242424242424242");
      assertEquals([status, codesOf(body)], [200, ["authorizeRequested"]]);
      assertEquals((await pay(fixture, session, "4242424242424242")).status, 409);
      fixture.clock.nowMs += 10_000;
      assertEquals(codesOf(await read(fixture, session)), ["authorizeRequested", "authorizeFailed"]);
      for (const arrive of late) await arrive();
      assertEquals(await chargesOf(fixture), 0);
    });
  });

  it("a pending payment that the acquirer does not know is closed there, so that a late call moves no money", async () => {
    const late: (() => Promise<unknown>)[] = [];
    const forgetful: Wrap = (real) => ({
      ...real,
      authorize(call) {
        late.push(() => real.authorize(call));
        return Promise.resolve({ kind: "pending", askAgainMs: 60_000 });
      },
    });
    await withFixture(forgetful, async (fixture) => {
      const session = await start(fixture);
      const { body } = await pay(fixture, session, "4242424242424242");
      assertEquals(codesOf(body), ["authorizeRequested", "authorizePending"]);
      fixture.clock.nowMs += 60_000;
      assertEquals(codesOf(await read(fixture, session)).at(-1), "authorizeFailed");
      for (const arrive of late) await arrive();
      assertEquals([late.length, await chargesOf(fixture)], [1, 0]);
    });
  });

  /** The process dies at a point: its promise never resolves, and a new service starts on what is stored. */
  const crashes: Readonly<Record<string, { readonly wrap: Wrap; readonly code: string; readonly charges: number }>> = {
    "before the charge": {
      wrap: (real) => ({ ...real, authorize: () => new Promise(() => {}) }),
      code: "authorizeFailed",
      charges: 0,
    },
    "after the charge, before it is recorded": {
      wrap: (real) => ({ ...real, authorize: (call) => real.authorize(call).then(() => new Promise(() => {})) }),
      code: "authorizeSuccessful",
      charges: 1,
    },
  };
  for (const [point, { wrap, code, charges }] of Object.entries(crashes)) {
    it(`resolves a crash ${point} at the next start, and a repeat of the request charges nothing more`, async () => {
      await withFixture(wrap, async (fixture) => {
        const session = await start(fixture);
        const body = await cardBody(session, "4242424242424242", { storeInstrument: true });
        const request = { token: session.token, key: "crashed", body };
        const path = `/client/executions/${session.id}/authorize`;
        void send(fixture, path, request);
        await eventually(async () => (await openIntents(fixture)) === 1 && (await madeCharges(fixture)) === charges);
        const next = await fixture.restart();
        assertEquals(await openIntents(fixture), 0);
        assertEquals(String((await read(next, session)).finalState?.code), code);
        const repeat = await send(next, path, request);
        assertEquals([repeat.status, String(repeat.body.finalState?.code)], [200, code]);
        assertEquals([await chargesOf(fixture), repeat.body.paymentInstrumentId !== undefined], [
          charges,
          charges === 1,
        ]);
        if (charges === 0) assertEquals((await pay(next, session, "4242424242424242")).status, 200);
      });
    });
  }

  it("asks about an approved payment although a hundred undecided ones are due before it, and about each once a second", async () => {
    const asked: string[] = [];
    const undecided: Wrap = (real) => ({
      ...real,
      find(key) {
        asked.push(key);
        if (key === "broken") return gone();
        return key === "undecided" ? Promise.resolve({ kind: "pending", askAgainMs: 0 }) : real.find(key);
      },
    });
    await withFixture(undecided, async (fixture) => {
      const session = await start(fixture);
      await pay(fixture, session, "4000000000000077");
      const row = await fixture.db.selectFrom("pay_executions").selectAll().executeTakeFirstOrThrow();
      const due_ms = row.due_ms ?? 0;
      await fixture.db.insertInto("pay_executions").values(
        Array.from({ length: 100 }, (_, n) => ({
          ...row,
          id: row.id.slice(0, -12) + String(n).padStart(12, "0"),
          init_key: `init-${n}`,
          charge_key: n === 0 ? "broken" : "undecided",
          due_ms: due_ms - 1,
        })),
      ).execute();
      fixture.clock.nowMs = due_ms;
      await fixture.work();
      assertEquals([asked.length, asked.filter((key) => key === "broken").length], [100, 1]);
      await fixture.work();
      assertEquals(asked.length, 101);
      assertEquals(String((await read(fixture, session)).finalState?.code), "authorizeSuccessful");
      fixture.clock.nowMs += 1_000;
      await fixture.work();
      assertEquals([asked.length, asked.filter((key) => key === "broken").length], [201, 2]);
    });
  });

  it("asks again when the acquirer said so, and not at every poll before", async () => {
    const asked: string[] = [];
    const later: Wrap = (real) => ({
      ...real,
      find(key) {
        asked.push(key);
        return Promise.resolve({ kind: "pending", askAgainMs: 30_000 });
      },
    });
    await withFixture(later, async (fixture) => {
      const session = await start(fixture);
      await pay(fixture, session, "4000000000000077");
      for (const waitMs of [60_000, 29_999, 1]) {
        fixture.clock.nowMs += waitMs;
        await read(fixture, session);
      }
      assertEquals(asked.length, 2);
    });
  });

  it("moves the money once after a crash during a capture or refund", async () => {
    const dying: Wrap = (real) => ({
      ...real,
      operate: (call) => real.operate(call).then(() => new Promise(() => {})),
    });
    await withFixture(dying, async (fixture) => {
      const session = await start(fixture, { meta: { capture: "manual" } });
      await pay(fixture, session, "4242424242424242");
      void act(fixture, session, "capture");
      await eventually(async () =>
        (await fixture.ledger.selectFrom("acq_movements").selectAll().execute()).length === 1
      );
      const next = await fixture.restart();
      const { captured, state } = await readAsMerchant(next, session);
      assertEquals([String(captured?.value), String(state)], ["10.00", "captured"]);
      assertEquals((await act(next, session, "refund")).status, 200);
    });
  });

  /** An acquirer that does not answer until it is released. */
  function held() {
    const open = Promise.withResolvers<void>();
    const wrap: Wrap = (real) => ({
      ...real,
      authorize: async (call) => {
        await open.promise;
        return await real.authorize(call);
      },
    });
    return { wrap, release: open.resolve };
  }

  it("SECURITY X6: servers that start and stop do not touch the calls of a running one, even when a poll reaches them", async () => {
    const { wrap, release } = held();
    await withFixture(wrap, async (fixture) => {
      const sessions = await Promise.all(Array.from({ length: 10 }, () => start(fixture)));
      const paying = Promise.all(sessions.map((session) => pay(fixture, session, "4242424242424242")));
      await eventually(async () => (await openIntents(fixture)) === 10);
      fixture.clock.nowMs += 20_000;
      for (let starts = 0; starts < 10; starts++) {
        const other = await fixture.beside();
        await other.work();
        for (const session of sessions) assertEquals(codesOf(await read(other, session)), ["authorizeRequested"]);
        await other.stop();
      }
      for (const session of sessions) assertEquals(codesOf(await read(fixture, session)), ["authorizeRequested"]);
      await fixture.work();
      assertEquals(await openIntents(fixture), 10);
      release();
      for (const { body } of await paying) assertEquals(String(body.finalState?.code), "authorizeSuccessful");
      assertEquals(await chargesOf(fixture), 10);
    });
  });

  it("SECURITY X6: another server resolves a dead server's calls once its lease is over, and both answer the same", async () => {
    const { wrap, release } = held();
    await withFixture(wrap, async (fixture) => {
      const session = await start(fixture);
      const paying = pay(fixture, session, "4242424242424242");
      await eventually(async () => (await openIntents(fixture)) === 1);
      const other = await fixture.beside();
      await fixture.stop();
      await other.work();
      assertEquals(await openIntents(fixture), 0);
      release();
      const { status, body } = await paying;
      assertEquals([status, codesOf(body)], [200, ["authorizeRequested", "authorizeFailed"]]);
      assertEquals([codesOf(await read(other, session)), await chargesOf(fixture)], [codesOf(body), 0]);
      assertEquals(
        String((await pay(other, session, "4242424242424242")).body.finalState?.code),
        "authorizeSuccessful",
      );
    });
  });

  it("answers 503 when the disk is full, charges nothing it does not record, and accepts the same requests afterwards", async () => {
    await withFixture((real) => real, async (fixture) => {
      const requests = await Promise.all(Array.from({ length: 25 }, async (_, at) => {
        const session = await start(fixture);
        const body = await cardBody(session, "4242424242424242");
        return {
          path: `/client/executions/${session.id}/authorize`,
          options: { token: session.token, key: `k${at}`, body },
        };
      }));
      const merchant = await merchantToken(fixture);
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(fixture.db);
      await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(fixture.db);
      for (const size of [3_000, 500, 1]) {
        for (let status = 200, filled = 0; status === 200 && filled < 100; filled++) {
          const body = initBody({ meta: { filler: "x".repeat(size) } });
          status =
            (await send(fixture, "/merchant/client/init", { token: merchant, key: `${size}-${filled}`, body })).status;
        }
      }
      const first = [];
      for (const { path, options } of requests) first.push(await send(fixture, path, options));
      const refused = first.filter(({ status }) => status !== 200);
      assert(refused.length > 0, "the disk was not full");
      for (const { status, body, headers } of refused) {
        assertEquals([status, faultOf(body), headers.get("retry-after")], [503, "unavailable", "5"]);
      }
      await sql.raw("pragma max_page_count = 1073741823").execute(fixture.db);
      fixture.clock.nowMs += 30_000;
      for (const { path, options } of requests) {
        const { status, body } = await send(fixture, path, options);
        const code = String(body.finalState?.code);
        // Payments that never reached the acquirer are closed and say so; all others are paid.
        assert(status === 200 && /^authorize(Successful|Failed)$/.test(code), `${status} ${code}`);
      }
      const paid = await fixture.db.selectFrom("pay_executions").selectAll().where("authorized_minor", ">", 0)
        .execute();
      assertEquals(await chargesOf(fixture), paid.length);
      assert(paid.length >= 20, `only ${paid.length} of 25 were paid`);
    });
  });

  it("asks three times for an outcome that is not there yet, after longer and longer pauses", async () => {
    const asked: number[] = [];
    const late: Wrap = (real) => ({
      ...real,
      authorize: async (call) => {
        await real.authorize(call);
        return await gone();
      },
      find: async (key) => {
        asked.push(performance.now());
        return asked.length < 3 ? undefined : await real.find(key);
      },
    });
    await withFixture(late, async (fixture) => {
      const codes = codesOf((await pay(fixture, await start(fixture), "4242424242424242")).body);
      assertEquals([codes[1], asked.length], ["authorizeSuccessful", 3]);
      const [first = 0, second = 0, third = 0] = asked;
      // Timers may be late, but never more than a millisecond early.
      assert(second - first > 98 && third - second > 398, `asked at ${asked}`);
    });
  });

  it("leaves the payment open while the acquirer is down, and resolves it when it is back", async () => {
    let isDown = false;
    const flaky: Wrap = (real) => ({
      ...real,
      authorize: async (call) => {
        const outcome = await real.authorize(call);
        isDown = true;
        return isDown ? await gone() : outcome;
      },
      find: (key) => isDown ? gone() : real.find(key),
      close: (key) => isDown ? gone() : real.close(key),
    });
    await withFixture(flaky, async (fixture) => {
      const session = await start(fixture);
      assertEquals(codesOf((await pay(fixture, session, "4242424242424242")).body), ["authorizeRequested"]);
      fixture.clock.nowMs += 10_000;
      assertEquals(codesOf(await read(fixture, session)), ["authorizeRequested"]);
      isDown = false;
      assertEquals(codesOf(await read(fixture, session))[1], "authorizeSuccessful");
      assertEquals(await chargesOf(fixture), 1);
    });
  });
});

async function openIntents(fixture: PaymentsFixture): Promise<number> {
  return (await fixture.db.selectFrom("pay_intents").selectAll().where("is_open", "=", 1).execute()).length;
}

async function madeCharges(fixture: PaymentsFixture): Promise<number> {
  return (await fixture.ledger.selectFrom("acq_charges").selectAll().execute()).length;
}
