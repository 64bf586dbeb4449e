/** The hourly comparison: on one server, until the differences are gone, without races. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { type ComparedTime, countDifferences, type Difference, inSlices, listDifferences } from "../db/differences.ts";
import type { Db } from "../db/open.ts";
import { openMigrated } from "../db/testing/migrated.ts";
import { createClock, type VirtualClock } from "../platform/clock.ts";
import { createLog } from "../platform/log.ts";
import { createMoneyComparison } from "./compare_money.ts";

const START_MS = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ten = { capturedMinor: 1_000, refundedMinor: 0, heldMinor: 0 };
const none = { capturedMinor: 0, refundedMinor: 0, heldMinor: 0 };
const difference = (subject: string, atMs: number): Difference => (
  { between: "ledger", subject, atMs, expected: none, found: ten }
);

describe("the hourly comparison of money", () => {
  let db: Db;
  let clock: VirtualClock;
  let lines: string[];
  /** What differs at the moment, and the times that were compared. */
  let differing: Difference[];
  let compared: ComparedTime[];
  /** When the money of a subject moved; when it was created, if left out. */
  let moves: Map<string, number>;
  beforeEach(async () => {
    db = await openMigrated();
    clock = createClock(() => START_MS);
    [lines, differing, compared, moves] = [[], [], [], new Map()];
  });
  afterEach(() => db.destroy());

  const start = (found: (time: ComparedTime) => readonly Difference[] = () => differing) =>
    createMoneyComparison({
      db,
      clock,
      log: createLog((line) => lines.push(line)),
      comparisons: [(time) => {
        compared.push(time);
        const isIn = (ms: number) => ms >= time.fromMs && ms < time.toMs;
        const timeOf = ({ atMs, subject }: Difference) => time.by === "move" ? moves.get(subject) ?? atMs : atMs;
        return Promise.resolve(found(time).filter((difference) => isIn(timeOf(difference))));
      }],
    });
  const subjects = async () => (await listDifferences(db)).map(({ subject }) => subject);

  it("runs once an hour on one of two servers: 35 days after a start, then three before the last run", async () => {
    const [first, second] = [start(), start()];
    assertEquals([await first(), await second(), await first()], [0, undefined, undefined]);
    clock.advance(HOUR_MS);
    assertEquals([await first(), await second()], [0, undefined]);
    const back = compared.map(({ fromMs, toMs }, at) => {
      const nowMs = START_MS + at * HOUR_MS;
      return [(nowMs - fromMs) / DAY_MS, (nowMs - toMs) / 60_000];
    });
    assertEquals(back, [[35, 15], [3 + 1 / 24, 15]]);
    assertEquals(compared.map(({ by }) => by), ["move", "move"]);
  });

  it("retries after a minute what failed, and then compares all since the last run, or what a first run does", async () => {
    let isAway = true;
    const run = start(() => {
      if (isAway) throw new Error("away");
      return [];
    });
    await assertRejects(run, Error, "away");
    clock.advance(59_999);
    assertEquals(await run(), undefined);
    clock.advance(1);
    isAway = false;
    assertEquals([await run(), await run()], [0, undefined]);
    assertEquals(compared.map(({ fromMs, toMs }) => (toMs - fromMs + 15 * 60_000) / DAY_MS), [35, 35]);
    clock.advance(HOUR_MS);
    assertEquals(await run(), 0);
    const lastMs = clock.now();
    isAway = true;
    clock.advance(5 * DAY_MS);
    await assertRejects(run, Error, "away");
    isAway = false;
    clock.advance(60_000);
    assertEquals([await run(), compared.at(-1)?.fromMs], [0, lastMs - 3 * DAY_MS]);
  });

  it("finds within the hour what moved today, however old it is, logs it once, and keeps it until it is resolved", async () => {
    const run = start();
    await run();
    clock.advance(HOUR_MS);
    differing = [difference("refunded today", START_MS - 40 * DAY_MS)];
    moves.set("refunded today", START_MS + HOUR_MS / 2);
    for (const hours of [1, 1, 24 * 5]) {
      assertEquals([await run(), await subjects(), lines.length], [1, ["refunded today"], 1]);
      clock.advance(hours * HOUR_MS);
    }
    differing = [];
    assertEquals([await run(), await subjects()], [0, []]);
  });

  it("lists and logs a difference once, and removes it when it is gone, even from before the last three days", async () => {
    const run = start();
    differing = [difference("old", START_MS - 30 * DAY_MS), difference("new", START_MS - HOUR_MS)];
    assertEquals([await run(), await subjects(), lines.length], [2, ["old", "new"], 2]);
    clock.advance(HOUR_MS);
    assertEquals([await run(), await subjects(), lines.length], [2, ["old", "new"], 2]);
    assertEquals((await listDifferences(db))[0], { ...difference("old", START_MS - 30 * DAY_MS), seenMs: START_MS });
    differing = [];
    clock.advance(HOUR_MS);
    assertEquals([await run(), await subjects()], [0, []]);
  });

  it("removes what agrees again however many differences are listed before it", async () => {
    const run = start();
    const of = (at: number) => difference(`d${String(at).padStart(4, "0")}`, START_MS - 30 * DAY_MS + (at >> 1));
    differing = Array.from({ length: 1_100 }, (_, at) => of(at));
    assertEquals(await run(), 1_100);
    differing = differing.filter(({ subject }) => subject !== "d0003" && subject !== "d1050");
    clock.advance(HOUR_MS);
    assertEquals([await run(), await countDifferences(db)], [1_098, 1_098]);
    differing = [];
    clock.advance(HOUR_MS);
    assertEquals([await run(), await countDifferences(db)], [0, 0]);
  });

  it("R26: a stop ends it before the next slice, stores nothing that was read in part, and leaves the hour's turn to another server", async () => {
    differing = [difference("a", START_MS - 34 * DAY_MS)];
    const stop = new AbortController();
    const slices: number[] = [];
    const stopped = createMoneyComparison({
      db,
      clock,
      log: createLog((line) => lines.push(line)),
      comparisons: [async (time) => {
        await inSlices(time, (slice) => {
          slices.push(slice.fromMs);
          if (slices.length === 2) stop.abort();
          return Promise.resolve(false);
        });
        return differing;
      }],
    });
    assertEquals([await stopped(stop.signal), slices.length], [undefined, 2]);
    assertEquals([await subjects(), lines], [[], []]);
    assertEquals(await start()(), 1);
  });

  it("R26: what was found before a stop is removed by no comparison that the stop ended", async () => {
    differing = [difference("old", START_MS - 30 * DAY_MS)];
    await start()();
    clock.advance(HOUR_MS);
    const stop = new AbortController();
    const run = start(() => {
      if (compared.length > 2) stop.abort();
      return [];
    });
    assertEquals([await run(stop.signal), await subjects()], [undefined, ["old"]]);
  });

  it("keeps the newest figures of a difference", async () => {
    const run = start();
    const found = { ...none, heldMinor: 5 };
    differing = [difference("a", START_MS - HOUR_MS)];
    await run();
    differing = [{ ...difference("a", START_MS - HOUR_MS), found }];
    clock.advance(HOUR_MS);
    await run();
    assertEquals((await listDifferences(db)).map((one) => [one.found, one.seenMs]), [[found, START_MS]]);
  });

  it("ignores what only one of two checks finds: a payment was in progress", async () => {
    let looks = 0;
    const run = start(() => looks++ === 0 ? [difference("a", START_MS - HOUR_MS)] : []);
    assertEquals([await run(), await subjects(), looks], [0, [], 2]);
  });
});
