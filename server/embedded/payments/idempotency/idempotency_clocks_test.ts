import { after, before, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import type { Claim } from "./claim.ts";
import { ApiError } from "../context/api_errors.ts";
import type { InFlight } from "../context/context.ts";
import { type KeyedRequest, runOnce } from "./idempotency.ts";

// As the service promises them, whatever its constants say.
const IN_FLIGHT_LEASE_MS = 15_000;
const IN_FLIGHT_WAIT_MS = 10_000;

const SKEW_MS = 5 * 60_000;

onBothEngines("idempotency of two servers whose clocks differ by five minutes", (place) => {
  let fixture: PaymentsFixture;
  before(async () => {
    fixture = await openPaymentsFixture({ place: place() });
  });
  after(() => fixture.close());

  const keyed = (key: string): KeyedRequest => ({
    scope: "client clocks",
    key,
    method: "POST",
    path: "/x",
    body: { a: 1 },
  });
  const begin = (claim: Claim) => fixture.db.transaction().execute((trx) => claim.take(trx));
  /** A server whose clock is off by `skewMs` and runs `pace` times as fast as real time. */
  const server = (skewMs: number, pace = 1) => {
    const startMs = Date.now();
    const now = () => startMs + (Date.now() - startMs) * pace + skewMs;
    return { db: fixture.db, clock: { now }, inFlight: new Map<string, InFlight>() };
  };
  /** Lets time pass for the database by making its leases older. */
  const wait = (ms: number) =>
    fixture.db.updateTable("pay_idempotency").set((eb) => ({ lease_until_ms: eb("lease_until_ms", "-", ms) }))
      .where("status", "is", null).execute();

  const pairs = [
    { name: "ahead asks for what one behind", asksMs: SKEW_MS, runsMs: 0 },
    { name: "behind asks for what one ahead", asksMs: -SKEW_MS, runsMs: 0 },
  ];
  for (const { name, asksMs, runsMs } of pairs) {
    it(`SECURITY R6: one ${name} runs: it waits for the answer and runs nothing itself`, async () => {
      const begun = Promise.withResolvers<void>();
      const bank = Promise.withResolvers<void>();
      const first = runOnce(server(runsMs), keyed(name), async (claim) => {
        await begin(claim);
        begun.resolve();
        await bank.promise;
        return { by: "first" };
      });
      await begun.promise;
      const second = runOnce(server(asksMs), keyed(name), () => Promise.resolve({ by: "second" }));
      const early = await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 300))]);
      bank.resolve();
      assertEquals(early, undefined);
      assertEquals(await (await first).json(), { by: "first" });
      assertEquals(await (await second).json(), { by: "first" });
    });

    it(`SECURITY R6: one ${name} left when it died: it takes over once the lease is over, not before`, async () => {
      const key = `${name}, dead`;
      const begun = Promise.withResolvers<void>();
      const dying = async (claim: Claim) => {
        await begin(claim);
        begun.resolve();
        return await new Promise(() => {});
      };
      void runOnce(server(runsMs), keyed(key), dying);
      await begun.promise;
      const repeat = ({ isRepeat }: Claim) => Promise.resolve({ isRepeat });
      await wait(IN_FLIGHT_LEASE_MS - 5_000);
      // How long a server waits depends on its own clock.
      const fault = await assertRejects(() => runOnce(server(asksMs, IN_FLIGHT_WAIT_MS), keyed(key), repeat), ApiError);
      assertEquals(fault.code, "key-in-flight");
      await wait(5_000);
      assertEquals(await (await runOnce(server(asksMs), keyed(key), repeat)).json(), { isRepeat: true });
    });
  }

  it("SECURITY R6: a slow repeat does not replace the stored answer by its older one, and answers the stored one", async () => {
    const slow = keyed("slow");
    await new Promise<void>((resolve) => {
      void runOnce(server(0), slow, async (claim) => {
        await begin(claim);
        resolve();
        return await new Promise(() => {});
      });
    });
    await wait(IN_FLIGHT_LEASE_MS);
    const begun = Promise.withResolvers<void>();
    const read = Promise.withResolvers<void>();
    const second = runOnce(server(0), slow, async () => {
      begun.resolve();
      await read.promise;
      return { state: "refunding" };
    });
    await begun.promise;
    await wait(2_000);
    const third = await runOnce(server(0), slow, () => Promise.resolve({ state: "refunded" }));
    read.resolve();
    const answers = [third, await second, await runOnce(server(0), slow, () => Promise.resolve({ state: "none" }))];
    assertEquals(await Promise.all(answers.map((answer) => answer.json())), Array(3).fill({ state: "refunded" }));
  });

  it("SECURITY R6: a server that takes over holds the key for its own lease, by the database's clock as well", async () => {
    const taken = keyed("taken over");
    await new Promise<void>((resolve) => {
      void runOnce(server(0), taken, async (claim) => {
        await begin(claim);
        resolve();
        return await new Promise(() => {});
      });
    });
    await wait(IN_FLIGHT_LEASE_MS);
    await new Promise<void>((resolve) => {
      void runOnce(server(-SKEW_MS), taken, () => {
        resolve();
        return new Promise(() => {});
      });
    });
    const repeat = () => Promise.resolve({ by: "third" });
    assertEquals(
      (await assertRejects(() => runOnce(server(SKEW_MS, IN_FLIGHT_WAIT_MS), taken, repeat), ApiError)).code,
      "key-in-flight",
    );
    await wait(2_000);
    assertEquals(await (await runOnce(server(0), taken, repeat)).json(), { by: "third" });
  });
});
