/** What the metrics tell of disputes that wait for an answer, from the opening to the passed deadline. */
import { after, before, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { pay, start } from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { disputeDeadlines } from "./dispute_deadlines.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

onBothEngines("the deadlines of disputes", (place) => {
  let fixture: PaymentsFixture;
  before(async () => {
    fixture = await openPaymentsFixture({ place: place() });
  });
  after(() => fixture.close());
  const later = async (ms: number) => {
    fixture.clock.nowMs += ms;
    await fixture.work();
  };
  const told = async (clientIds: readonly string[] = ["shop"]) => {
    const { open, nearestMs } = await disputeDeadlines({
      db: fixture.db,
      clock: { now: () => fixture.clock.nowMs },
      clientIds,
    });
    return [open, nearestMs];
  };
  const expired = () => fixture.lines.filter((line) => line.includes('"dispute.expired"'));

  it("O-DISPUTE-22: the disputes that need an answer are counted, with the time until the nearest deadline", async () => {
    assertEquals(await told(), [0, undefined]);
    await pay(fixture, await start(fixture), "4000000000000259");
    await later(MINUTE_MS);
    assertEquals(await told(), [1, 20 * DAY_MS]);
    await later(DAY_MS - MINUTE_MS);
    await pay(fixture, await start(fixture), "370000000000010");
    await later(MINUTE_MS);
    assertEquals(await told(), [2, 14 * DAY_MS]);
    assertEquals([await told([]), await told(["other"])], [[0, undefined], [0, undefined]]);
  });

  it("O-DISPUTE-23: a deadline that passed without an answer is logged as an error, once, and waits no longer", async () => {
    fixture.clock.nowMs += 14 * DAY_MS;
    assertEquals(await told(), [2, 0]);
    await later(MINUTE_MS);
    assertEquals([await told(), expired().length], [[1, 5 * DAY_MS - MINUTE_MS], 1]);
    await later(MINUTE_MS);
    assertEquals(expired().length, 1);
    const { level, execution, minor, currency } = JSON.parse(expired()[0] ?? "{}");
    assertEquals([level, typeof execution, minor, currency], ["error", "string", 1000, "USD"]);
  });
});
