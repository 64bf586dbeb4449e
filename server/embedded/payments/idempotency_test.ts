import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { type Bench, openBench } from "../../../tests/support/payments_bench.ts";
import { IN_FLIGHT_LEASE_MS } from "./constants.ts";
import { Fault } from "./faults.ts";
import { type Keyed, once, readKey, releaseKey, requestKeyOf } from "./idempotency.ts";

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
});
