/** SECURITY CS4: a cancel that races a renewal, in random orders of their steps, on both engines. */
import { setImmediate } from "node:timers";
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { buy, openSubscriptionsFixture, runDueWork } from "../embedded/subscriptions/testing/fixture.ts";
import { DAY_MS } from "../wire/billing/schedule.ts";
import { onBothEngines } from "../../tests/support/engines.ts";

/** Each run waits a quarter of a second between the receipts of the purchase and those of the renewal. */
const SCHEDULES = 100;
/** On Postgres each commit waits for the disk. */
const SCHEDULES_ON_POSTGRES = 60;
/** Where in the renewal the cancel begins, then delayed by some turns of the event loop. */
const POINTS = ["before", "init", "authorize", "after"] as const;
const turns = { max: 24 };
const order = fc.record({
  point: fc.constantFrom(...POINTS, "init" as const, "authorize" as const),
  late: fc.nat(turns),
  /** How long the bank takes for each call. */
  bank: fc.array(fc.nat(turns), { minLength: 6, maxLength: 6 }),
  /** The bank answers once the cancel that raced its call is stored: how long that takes depends on the machine. */
  holds: fc.boolean(),
  declines: fc.integer({ min: 0, max: 3 }).map((dice) => dice === 0),
});
/** One schedule for each outcome, whatever the machine does: paid, refunded, never charged. */
const calm = { late: 0, bank: [0, 0, 0, 0, 0, 0], holds: true, declines: false };
const SURE = [
  { ...calm, point: "after" },
  { ...calm, point: "authorize" },
  { ...calm, point: "after", declines: true },
] as const;

async function wait(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

onBothEngines("cancel against renewal", (place) => {
  it("CS4: whatever comes first, nothing is charged after the answer, and what was charged is paid for or refunded", async () => {
    const isSqlite = place().kind === "sqlite";
    // The order of steps is the same in memory, where commits do not wait for the disk.
    const h = await openSubscriptionsFixture(isSqlite ? {} : { place: place() });
    // Two servers share the work.
    const servers = [h.ports, { ...h.ports }];
    const seen = { free: 0, paid: 0, sentBack: 0 };
    const isCancelled = async (id: string) =>
      await h.db.selectFrom("subs_subscriptions").select("id").where("id", "=", id).where("status", "=", "cancelled")
        .executeTakeFirst() !== undefined;
    const race = fc.asyncProperty(order, async ({ point, late, bank, holds, declines }) => {
      const checkout = crypto.randomUUID().replaceAll("-", "").repeat(2);
      const id = await buy(h, "tck_weekly_3dtrial", { checkout });
      h.clock.advance(3 * DAY_MS);
      h.payments.operations.length = 0;
      h.payments.declineStored = declines;
      let atAnswer: readonly string[] = [];
      let cancelled: Promise<void> | undefined;
      let isAnswered = false;
      const reach = (reached: string) => {
        if (reached === point) cancelled ??= cancel();
      };
      const cancel = async () => {
        await wait(late);
        const { status } = await h.call("POST", `/cancel-subscription/${id}`, { checkout });
        isAnswered = true;
        assertEquals(status, 200);
        atAnswer = [...h.payments.operations];
      };
      const slow = bank.values();
      h.payments.before = async (request) => {
        reach(/\w+$/.exec(new URL(request.url).pathname)?.[0] ?? "");
        await wait(slow.next().value ?? 0);
        while (holds && cancelled !== undefined && !isAnswered && !await isCancelled(id)) await wait(1);
        return undefined;
      };
      reach("before");
      await Promise.all(servers.map((ports) => runDueWork(ports)));
      reach("after");
      await cancelled;
      h.payments.before = () => undefined;
      h.payments.declineStored = false;
      h.clock.advance(30 * DAY_MS);
      await runDueWork(h.ports);
      assertEquals(h.payments.operations, atAnswer, "money moved after the answer");
      const row = await h.db.selectFrom("subs_subscriptions").select(["status", "period"]).where("id", "=", id)
        .executeTakeFirstOrThrow();
      assertEquals(row.status, "cancelled");
      // Booked before the cancel: a paid period. Otherwise it went back, or was never taken.
      const captures = atAnswer.filter((move) => move.startsWith("capture")).length;
      assertEquals(captures - (atAnswer.length - captures), row.period);
      seen[captures === 0 ? "free" : row.period === 1 ? "paid" : "sentBack"] += 1;
    });
    try {
      const numRuns = isSqlite ? SCHEDULES : SCHEDULES_ON_POSTGRES;
      await fc.assert(race, { numRuns, endOnFailure: true, examples: SURE.map((schedule) => [schedule]) });
      assert(Object.values(seen).every((count) => count > 0), JSON.stringify(seen));
    } finally {
      await h.close();
    }
  });
});
