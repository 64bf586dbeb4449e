import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import type { Claim } from "./claim.ts";
import { PRUNE_BATCH } from "../context/constants.ts";
import { ApiError } from "../context/api_errors.ts";
import type { InFlight } from "../context/context.ts";
import { type KeyedRequest, pruneKeys, readKey, releaseKey, requestKeyOf, runOnce } from "./idempotency.ts";

// As the service promises them, whatever its constants say.
const IDEMPOTENCY_KEEP_MS = 35 * 86_400_000;
const IN_FLIGHT_LEASE_MS = 15_000;
const IN_FLIGHT_WAIT_MS = 10_000;

const KEYED: KeyedRequest = { scope: "client a b", key: "k", method: "POST", path: "/x/y", body: { a: 1 } };

describe("an idempotency key", () => {
  let fixture: PaymentsFixture;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
  });
  afterEach(() => fixture.close());

  /** A server on the database of the fixture. */
  const server = () => ({ db: fixture.db, clock: fixture.clock, inFlight: new Map<string, InFlight>() });
  const never = () => new Promise(() => {});
  const taken = async () => (await fixture.db.selectFrom("pay_idempotency").selectAll().execute()).length;
  const take = (claim: Claim) => fixture.db.transaction().execute((trx) => claim.take(trx));
  /** Lets time pass for the database by making its leases older. */
  const wait = (ms: number) =>
    fixture.db.updateTable("pay_idempotency").set((eb) => ({ lease_until_ms: eb("lease_until_ms", "-", ms) }))
      .execute();
  /** A server that claims the key, begins its work and dies. */
  async function die(): Promise<void> {
    await new Promise<void>((resolve) => {
      void runOnce(server(), KEYED, async (claim) => {
        await take(claim);
        resolve();
        return await never();
      });
    });
  }

  it("is taken over from a dead process once its lease is over, and the claim says that it is a repeat", async () => {
    await die();
    await wait(IN_FLIGHT_LEASE_MS);
    let runs = 0;
    const run = ({ isRepeat }: Claim) => Promise.resolve({ runs: ++runs, isRepeat });
    const again = server();
    const answers = await Promise.all([again, again, server()].map((one) => runOnce(one, KEYED, run)));
    assertEquals(await Promise.all(answers.map((answer) => answer.json())), Array(3).fill({ runs: 1, isRepeat: true }));
  });

  it("is free again two seconds after the server that took it over has died too", async () => {
    await die();
    await wait(IN_FLIGHT_LEASE_MS);
    await new Promise<void>((resolve) => {
      void runOnce(server(), KEYED, () => {
        resolve();
        return never();
      });
    });
    await wait(2_000);
    const answer = await runOnce(server(), KEYED, ({ isRepeat }) => Promise.resolve({ isRepeat }));
    assertEquals(await answer.json(), { isRepeat: true });
  });

  it("is not stored before its request has begun work: after a crash until then, a repeat runs at once", async () => {
    void runOnce(server(), KEYED, never);
    const answer = await runOnce(server(), KEYED, ({ isRepeat }) => Promise.resolve({ isRepeat }));
    assertEquals(await answer.json(), { isRepeat: false });
  });

  it("is written with the answer in the request's own transaction, or not at all", async () => {
    const run = (end: () => Promise<void>) => async (claim: Claim) => {
      await fixture.db.transaction().execute(async (trx) => {
        await claim.finish(trx, { a: 1 });
        await end();
      });
      claim.done();
      return { a: 1 };
    };
    await assertRejects(
      () => runOnce(server(), KEYED, run(() => Promise.reject(new TypeError("given up")))),
      TypeError,
    );
    assertEquals(await taken(), 0);
    const first = await runOnce(server(), KEYED, run(() => Promise.resolve()));
    const repeat = await runOnce(server(), KEYED, never);
    assertEquals([await repeat.text(), repeat.headers.get("idempotent-replayed")], [await first.text(), "true"]);
  });

  it("is claimed by one of two servers, and the other repeats its answer", async () => {
    let runs = 0;
    const run = async (claim: Claim) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await take(claim);
      return { runs: ++runs };
    };
    const answers = await Promise.all([server(), server(), server()].map((one) => runOnce(one, KEYED, run)));
    assertEquals(await Promise.all(answers.map((answer) => answer.json())), Array(3).fill({ runs: 1 }));
  });

  it("is free at once when its request releases it", async () => {
    await die();
    await releaseKey(fixture, requestKeyOf({ ...KEYED, key: "other" }));
    await releaseKey(fixture, requestKeyOf(KEYED));
    const answer = await runOnce(server(), KEYED, ({ isRepeat }) => Promise.resolve({ isRepeat }));
    assertEquals(await answer.json(), { isRepeat: true });
  });

  it("makes a repeat wait ten seconds for the first request, here or in another process, before it is refused", async () => {
    await die();
    const here = server();
    void runOnce(here, { ...KEYED, key: "here" }, never);
    const waiting = [runOnce(here, { ...KEYED, key: "here" }, never), runOnce(server(), KEYED, never)].map((one) =>
      assertRejects(() => one, ApiError)
    );
    fixture.clock.nowMs += IN_FLIGHT_WAIT_MS;
    for (const { code, options } of await Promise.all(waiting)) {
      assertEquals([code, options.headers], ["key-in-flight", { "retry-after": "1" }]);
    }
  });

  it("SECURITY R6: repeats its answer, and refuses another body, path or method, at this server and at another", async () => {
    let runs = 0;
    const run = () => Promise.resolve({ runs: ++runs });
    const here = server();
    const first = await runOnce(here, KEYED, run);
    for (const at of [here, server()]) {
      const repeat = await runOnce(at, KEYED, run);
      assertEquals([await repeat.text(), repeat.headers.get("idempotent-replayed")], ['{"runs":1}', "true"]);
      for (const other of [{ body: { a: 2 } }, { body: { a: 1, b: 1 } }, { path: "/x/z" }, { method: "DELETE" }]) {
        const fault = await assertRejects(() => runOnce(at, { ...KEYED, ...other }, run), ApiError);
        assertEquals(fault.code, "key-reused", JSON.stringify(other));
      }
    }
    assertEquals([await first.text(), first.headers.get("idempotent-replayed"), runs], ['{"runs":1}', null, 1]);
  });

  it("SECURITY R6: is another key for another merchant, while a request runs and afterwards", async () => {
    const here = server();
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = runOnce(here, KEYED, () => promise.then(() => ({ of: "the first" })));
    const other = { ...KEYED, scope: "client other" };
    const run = () => Promise.resolve({ of: "the other" });
    const early = await runOnce(here, other, run);
    resolve();
    assertEquals(await early.json(), { of: "the other" });
    assertEquals(await (await running).json(), { of: "the first" });
    const third = { ...KEYED, scope: "client third", body: { a: 3 } };
    assertEquals(await (await runOnce(here, third, () => Promise.resolve(3))).json(), 3);
    assertEquals(await (await runOnce(here, other, run)).json(), { of: "the other" });
  });

  it("refuses another body while the first request still runs", async () => {
    const here = server();
    void runOnce(here, KEYED, never);
    const fault = await assertRejects(() => runOnce(here, { ...KEYED, body: { a: 2 } }, never), ApiError);
    assertEquals(fault.code, "key-reused");
  });

  it("has 1 to 255 visible characters", () => {
    assertEquals(readKey("a".repeat(255)).length, 255);
    for (const key of [undefined, "", "a".repeat(256), "a b", "ä"]) {
      let code = "none";
      try {
        readKey(key);
      } catch (error) {
        if (error instanceof ApiError) code = error.code;
      }
      assertEquals(code, "key-missing");
    }
  });

  it("is deleted after 35 days, hourly and in small batches", async () => {
    const row = { body_hash: "h", status: 200, answer: "{}", lease_until_ms: 0 };
    const old = { ...row, scope: "old", created_ms: fixture.clock.nowMs - IDEMPOTENCY_KEEP_MS - 1 };
    for (let at = 0; at < 2 * PRUNE_BATCH + 1; at++) {
      await fixture.db.insertInto("pay_idempotency").values({ ...old, key: String(at) }).execute();
    }
    const young = { ...row, scope: "young", key: "1", created_ms: fixture.clock.nowMs - IDEMPOTENCY_KEEP_MS };
    await fixture.db.insertInto("pay_idempotency").values(young).execute();
    assertEquals(await pruneKeys(fixture), PRUNE_BATCH);
    await fixture.work();
    assertEquals(await taken(), 1);
    fixture.clock.nowMs += 3_599_999;
    await fixture.work();
    assertEquals(await taken(), 1);
    fixture.clock.nowMs += 1;
    await fixture.work();
    assertEquals(await taken(), 0);
  });
});
