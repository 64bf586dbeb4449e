import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import {
  act,
  type Bench,
  cardBody,
  codesOf,
  faultOf,
  initBody,
  merchantToken,
  openBench,
  pay,
  readAsMerchant,
  send,
  type Session,
  start,
} from "../../../../tests/support/payments/payments_bench.ts";
import { sql } from "kysely";
import type { Acquirer } from "../acquirer/acquirer.ts";
import { createSimulator } from "../acquirer/simulator.ts";

type Wrap = (real: Acquirer) => Acquirer;

async function withBench(wrap: Wrap, run: (bench: Bench) => Promise<void>): Promise<void> {
  const bench = await openBench({ acquirer: (ledger, clock) => wrap(createSimulator({ db: ledger, clock })) });
  try {
    await run(bench);
  } finally {
    await bench.close();
  }
}

const gone = () => Promise.reject(new TypeError("connection lost"));
const chargesOf = async (bench: Bench) =>
  (await bench.ledger.selectFrom("acq_charges").selectAll().where("outcome", "=", "approved").execute()).length;
const read = async (bench: Bench, session: Session) =>
  (await send(bench, `/client/executions/${session.id}`, { token: session.token })).body;

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
    await withBench(losing, async (bench) => {
      for (let count = 0; count < 60; count++) {
        const { body } = await pay(bench, await start(bench), "4242424242424242");
        assertEquals(String(body.finalState?.code), "authorizeSuccessful");
      }
      assertEquals([await chargesOf(bench), calls], [60, 60]);
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
    await withBench(delayed, async (bench) => {
      const session = await start(bench);
      const { status, body } = await pay(bench, session, "4242424242424242");
      assertEquals([status, codesOf(body)], [200, ["authorizeRequested"]]);
      assertEquals((await pay(bench, session, "4242424242424242")).status, 409);
      bench.clock.nowMs += 10_000;
      assertEquals(codesOf(await read(bench, session)), ["authorizeRequested", "authorizeFailed"]);
      for (const arrive of late) await arrive();
      assertEquals(await chargesOf(bench), 0);
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
      await withBench(wrap, async (bench) => {
        const session = await start(bench);
        const body = await cardBody(session, "4242424242424242", { storeInstrument: true });
        const request = { token: session.token, key: "crashed", body };
        const path = `/client/executions/${session.id}/authorize`;
        void send(bench, path, request);
        await until(async () => (await openIntents(bench)) === 1 && (await madeCharges(bench)) === charges);
        const next = await bench.restart();
        assertEquals(await openIntents(bench), 0);
        assertEquals(String((await read(next, session)).finalState?.code), code);
        const repeat = await send(next, path, request);
        assertEquals([repeat.status, String(repeat.body.finalState?.code)], [200, code]);
        assertEquals([await chargesOf(bench), repeat.body.paymentInstrumentId !== undefined], [charges, charges === 1]);
        if (charges === 0) assertEquals((await pay(next, session, "4242424242424242")).status, 200);
      });
    });
  }

  it("moves the money once after a crash during a capture or refund", async () => {
    const dying: Wrap = (real) => ({
      ...real,
      operate: (call) => real.operate(call).then(() => new Promise(() => {})),
    });
    await withBench(dying, async (bench) => {
      const session = await start(bench, { meta: { capture: "manual" } });
      await pay(bench, session, "4242424242424242");
      void act(bench, session, "capture");
      await until(async () => (await bench.ledger.selectFrom("acq_movements").selectAll().execute()).length === 1);
      const next = await bench.restart();
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

  it("SECURITY X6: servers that start and stop leave the calls of a running one alone, even when a poll asks there", async () => {
    const { wrap, release } = held();
    await withBench(wrap, async (bench) => {
      const sessions = await Promise.all(Array.from({ length: 10 }, () => start(bench)));
      const paying = Promise.all(sessions.map((session) => pay(bench, session, "4242424242424242")));
      await until(async () => (await openIntents(bench)) === 10);
      bench.clock.nowMs += 20_000;
      for (let starts = 0; starts < 10; starts++) {
        const other = await bench.beside();
        await other.work();
        for (const session of sessions) assertEquals(codesOf(await read(other, session)), ["authorizeRequested"]);
        await other.stop();
      }
      for (const session of sessions) assertEquals(codesOf(await read(bench, session)), ["authorizeRequested"]);
      await bench.work();
      assertEquals(await openIntents(bench), 10);
      release();
      for (const { body } of await paying) assertEquals(String(body.finalState?.code), "authorizeSuccessful");
      assertEquals(await chargesOf(bench), 10);
    });
  });

  it("SECURITY X6: another server resolves a dead server's calls once its lease is over, and both answer the same", async () => {
    const { wrap, release } = held();
    await withBench(wrap, async (bench) => {
      const session = await start(bench);
      const paying = pay(bench, session, "4242424242424242");
      await until(async () => (await openIntents(bench)) === 1);
      const other = await bench.beside();
      await bench.stop();
      await other.work();
      assertEquals(await openIntents(bench), 0);
      release();
      const { status, body } = await paying;
      assertEquals([status, codesOf(body)], [200, ["authorizeRequested", "authorizeFailed"]]);
      assertEquals([codesOf(await read(other, session)), await chargesOf(bench)], [codesOf(body), 0]);
      assertEquals(
        String((await pay(other, session, "4242424242424242")).body.finalState?.code),
        "authorizeSuccessful",
      );
    });
  });

  it("answers 503 when the disk is full, charges nothing it does not record, and accepts the same requests afterwards", async () => {
    await withBench((real) => real, async (bench) => {
      const requests = await Promise.all(Array.from({ length: 25 }, async (_, at) => {
        const session = await start(bench);
        const body = await cardBody(session, "4242424242424242");
        return {
          path: `/client/executions/${session.id}/authorize`,
          options: { token: session.token, key: `k${at}`, body },
        };
      }));
      const merchant = await merchantToken(bench);
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(bench.db);
      await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(bench.db);
      for (const size of [3_000, 500, 1]) {
        for (let status = 200, filled = 0; status === 200 && filled < 100; filled++) {
          const body = initBody({ meta: { filler: "x".repeat(size) } });
          status =
            (await send(bench, "/merchant/client/init", { token: merchant, key: `${size}-${filled}`, body })).status;
        }
      }
      const first = [];
      for (const { path, options } of requests) first.push(await send(bench, path, options));
      const refused = first.filter(({ status }) => status !== 200);
      assert(refused.length > 0, "the disk was not full");
      for (const { status, body, headers } of refused) {
        assertEquals([status, faultOf(body), headers.get("retry-after")], [503, "unavailable", "5"]);
      }
      await sql.raw("pragma max_page_count = 1073741823").execute(bench.db);
      bench.clock.nowMs += 30_000;
      for (const { path, options } of requests) {
        const { status, body } = await send(bench, path, options);
        const code = String(body.finalState?.code);
        // What never reached the acquirer was closed and reports it; everything else is paid.
        assert(status === 200 && /^authorize(Successful|Failed)$/.test(code), `${status} ${code}`);
      }
      const paid = await bench.db.selectFrom("pay_executions").selectAll().where("authorized_minor", ">", 0).execute();
      assertEquals(await chargesOf(bench), paid.length);
      assert(paid.length >= 20, `only ${paid.length} of 25 were paid`);
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
    await withBench(flaky, async (bench) => {
      const session = await start(bench);
      assertEquals(codesOf((await pay(bench, session, "4242424242424242")).body), ["authorizeRequested"]);
      bench.clock.nowMs += 10_000;
      assertEquals(codesOf(await read(bench, session)), ["authorizeRequested"]);
      isDown = false;
      assertEquals(codesOf(await read(bench, session))[1], "authorizeSuccessful");
      assertEquals(await chargesOf(bench), 1);
    });
  });
});

async function openIntents(bench: Bench): Promise<number> {
  return (await bench.db.selectFrom("pay_intents").selectAll().where("is_open", "=", 1).execute()).length;
}

async function madeCharges(bench: Bench): Promise<number> {
  return (await bench.ledger.selectFrom("acq_charges").selectAll().execute()).length;
}

async function until(check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert(false, "what was waited for did not happen");
}
