/** The kill scenarios: at six points of a payment, and at random under load. Short and full form differ by numbers. */
import { assert, assertEquals } from "@std/assert";
import type { DatabasePlace } from "../../../server/platform/database_place.ts";
import { buy, buyAndLeave, type Order } from "./buyer.ts";
import { eventually } from "../../support/eventually.ts";
import type { Point } from "./payments_process.ts";
import { type Audit, type CrashFixture, openCrashFixture } from "./crash_fixture.ts";

/** A restarted service is ready within three seconds. */
const READY_MS = 3_000;
const BUYERS = 4;
/** Pause after a paid order. On an idle machine its webhook leaves within a tenth of a second. */
const DEATH_DEADLINE_MS = 60_000;

type Start = CrashFixture["starts"][number];

/**
 * Exactly three seconds on an idle machine. On a busy one the limit grows with the load of the last minute and with
 * what the start before took, less the time spent waiting for the processor.
 */
function isTooSlow({ readyMs, queuedMs, load }: Start, at: number, starts: readonly Start[]): boolean {
  const beforeMs = starts[at - 1]?.readyMs ?? 0;
  return readyMs - queuedMs >= Math.max(READY_MS * Math.max(1, load), 3 * beforeMs);
}

function startText(start: Start | undefined): string {
  if (start === undefined) return "no start";
  const { readyMs, queuedMs, load } = start;
  return `${readyMs.toFixed(0)} ms, ${queuedMs.toFixed(0)} of them behind other work, load ${
    load.toFixed(1)
  } a processor`;
}

export interface KillReport extends Audit {
  /** Duration of the slowest start. */
  readonly slowestStart: string;
}

async function withFixture(
  place: DatabasePlace,
  run: (fixture: CrashFixture) => Promise<readonly Order[]>,
): Promise<KillReport> {
  const fixture = await openCrashFixture(place);
  try {
    const orders = await run(fixture);
    const audit = await fixture.audit(orders);
    const { length } = orders;
    assertEquals(audit, {
      orders: length,
      captured: length,
      charges: length,
      lost: [],
      doubled: [],
      openIntents: 0,
      unreported: [],
    });
    const slow = fixture.starts.filter(isTooSlow);
    assert(slow.length === 0, `ready too late: ${slow.map(startText).join(", ")}`);
    return { ...audit, slowestStart: startText(fixture.starts.toSorted((a, b) => b.readyMs - a.readyMs)[0]) };
  } finally {
    await fixture.close();
  }
}

async function inTime(dying: Promise<unknown>, point: Point): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`It never died at "${point}"`)), DEATH_DEADLINE_MS);
  await Promise.race([dying, promise]).finally(() => clearTimeout(timer));
}

/** The service kills itself with SIGKILL at exactly that point. The shopper's repeat finds out what happened. */
export async function killAt(place: DatabasePlace, points: readonly Point[]): Promise<KillReport> {
  return await withFixture(place, async (fixture) => {
    const orders: Order[] = [];
    for (const point of points) {
      const buying = buy(fixture.base, point);
      // An order that fails before the point also counts. The webhook of a paid one may arrive a moment later.
      await Promise.race([fixture.died(), buying.then(() => inTime(fixture.died(), point))]);
      await fixture.restart();
      const order = await buying;
      // The service reports a refusal only when the call never reached the acquirer. The shopper then paid again.
      const tries = point === "intended" ? ["authorizeFailed", "authorizeSuccessful"] : ["authorizeSuccessful"];
      assertEquals(order.acknowledged, tries, point);
      orders.push(order);
    }
    // The charge of a shopper who does not come back is found as well.
    for (const point of points.filter((point) => point === "charged" || point === "answered")) {
      const [order] = await Promise.all([buyAndLeave(fixture.base, point), fixture.died()]);
      await fixture.restart();
      orders.push(order);
    }
    return orders;
  });
}

interface KillOptions {
  readonly kills: number;
  /** Shortest and longest pause between two kills. */
  readonly pauseMs: readonly [number, number];
  /** Orders paid before each kill, on any machine. */
  readonly orders?: number;
  /** Receives a progress line now and then. */
  readonly progress?: (line: string) => void;
}

/** Kills between two lines of progress. */
const TELL_EVERY = 10;

export async function killAtRandom(
  place: DatabasePlace,
  { kills, pauseMs: [least, most], orders: between = 0, progress = () => {} }: KillOptions,
): Promise<KillReport> {
  return await withFixture(place, async (fixture) => {
    const orders: Order[] = [];
    let isOver = false;
    const buyer = async () => {
      while (!isOver) orders.push(await buy(fixture.base));
    };
    const buyers = Promise.all(Array.from({ length: BUYERS }, buyer));
    // Errors surface when the test awaits the promise.
    buyers.catch(() => {});
    for (let kill = 0; kill < kills; kill++) {
      await Promise.race([eventually(() => orders.length >= between * (kill + 1)), buyers]);
      await new Promise((resolve) => setTimeout(resolve, least + Math.random() * (most - least)));
      await fixture.restart();
      if ((kill + 1) % TELL_EVERY === 0) {
        progress(
          `${kill + 1} of ${kills} kills, ${orders.length} orders; last start: ${startText(fixture.starts.at(-1))}`,
        );
      }
    }
    isOver = true;
    // The remaining orders end well without another kill.
    await buyers;
    progress(`${kills} kills are over, ${orders.length} orders; they are counted now`);
    return orders;
  });
}
