import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { type Bench, openBench } from "../../../tests/support/payments_bench.ts";
import { IDEMPOTENCY_KEEP_MS, IN_FLIGHT_LEASE_MS, PRUNE_BATCH } from "./constants.ts";
import { Fault } from "./faults.ts";
import { type Keyed, once, pruneKeys, readKey, releaseKey, requestKeyOf } from "./idempotency.ts";

const KEYED: Keyed = { scope: "client a b", key: "k", method: "POST", path: "/x/y", body: { a: 1 } };

describe("idempotency", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
  });
  afterEach(() => bench.close());

  const dead = () => void once(bench, KEYED, () => new Promise(() => {}));
  const taken = async () => (await bench.db.selectFrom("pay_idempotency").selectAll().execute()).length;
  async function die(): Promise<void> {
    dead();
    while (await taken() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  it("takes over the key of a process that is gone, once its lease is over", async () => {
    await die();
    bench.clock.nowMs += IN_FLIGHT_LEASE_MS;
    let runs = 0;
    const run = () => Promise.resolve({ runs: ++runs });
    const answers = await Promise.all([1, 2, 3].map(() => once(bench, KEYED, run)));
    assertEquals(await Promise.all(answers.map((answer) => answer.json())), [{ runs: 1 }, { runs: 1 }, { runs: 1 }]);
  });

  it("is free at once when its request is released", async () => {
    await die();
    await releaseKey(bench, requestKeyOf({ ...KEYED, key: "other" }));
    assertEquals(await taken(), 1);
    await releaseKey(bench, requestKeyOf(KEYED));
    assertEquals(await taken(), 0);
  });

  it("waits for the first request, and says so when that takes too long", async () => {
    await die();
    const fault = await assertRejects(() => once(bench, KEYED, () => Promise.resolve({})), Fault);
    assertEquals([fault.code, fault.options.headers], ["key-in-flight", { "retry-after": "1" }]);
  });

  it("takes keys of 1 to 255 visible characters", () => {
    assertEquals(readKey("a".repeat(255)).length, 255);
    for (const key of [undefined, "", "a".repeat(256), "a b", "ä"]) {
      let code = "none";
      try {
        readKey(key);
      } catch (error) {
        if (error instanceof Fault) code = error.code;
      }
      assertEquals(code, "key-missing");
    }
  });

  it("is forgotten after 35 days, hourly and in small batches", async () => {
    const row = { body_hash: "h", status: 200, answer: "{}", lease_until_ms: 0 };
    const old = { ...row, scope: "old", created_ms: bench.clock.nowMs - IDEMPOTENCY_KEEP_MS - 1 };
    for (let at = 0; at < 2 * PRUNE_BATCH + 1; at++) {
      await bench.db.insertInto("pay_idempotency").values({ ...old, key: String(at) }).execute();
    }
    const young = { ...row, scope: "young", key: "1", created_ms: bench.clock.nowMs - IDEMPOTENCY_KEEP_MS };
    await bench.db.insertInto("pay_idempotency").values(young).execute();
    assertEquals(await pruneKeys(bench), PRUNE_BATCH);
    await bench.work();
    assertEquals(await taken(), 1);
    bench.clock.nowMs += 3_599_999;
    await bench.work();
    assertEquals(await taken(), 1);
    bench.clock.nowMs += 1;
    await bench.work();
    assertEquals(await taken(), 0);
  });
});
