/**
 * Rate limits of several servers on one database: exact under load, separate by name and client, reset with their
 * window.
 */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { onBothEngines } from "../../tests/support/engines.ts";
import { createClock } from "../platform/clock.ts";
import { openDatabase } from "./open.ts";
import { createSharedLimits, takeOfNetwork } from "./rate_limits.ts";

/** Those of Apple Pay sessions. */
const OF_NETWORKS = {
  one: { name: "one", points: 60, windowMs: 600_000 },
  all: { name: "all", points: 6_000, windowMs: 600_000 },
};
const LIMIT = { name: "test", points: 10, windowMs: 60_000 };

onBothEngines("shared limits", (place) => {
  it("lets 10 of 40 simultaneous requests through two servers pass, and starts again with the next window", async () => {
    const clock = createClock(() => 1_000_000);
    const dbs = place().kind === "postgres"
      ? [await openDatabase(place()), await openDatabase(place())]
      : [await openDatabase(place())];
    const servers = dbs.map((db) => createSharedLimits({ db, clock }));
    const take = async (at: number) => await servers[at % servers.length]?.take(LIMIT, "here") ?? -1;
    const waits = await Promise.all(Array.from({ length: 40 }, (_, at) => take(at)));
    assertEquals(waits.filter((wait) => wait === 0).length, LIMIT.points);
    assertEquals(new Set(waits.filter((wait) => wait > 0)), new Set([LIMIT.windowMs]));
    const [first] = servers;
    assert(first !== undefined);
    assertEquals([await first.waitMs(LIMIT, "here"), await first.waitMs(LIMIT, "there")], [LIMIT.windowMs, 0]);
    assertEquals([await first.take(LIMIT, "there"), await first.take({ ...LIMIT, name: "other" }, "here")], [0, 0]);
    clock.advance(LIMIT.windowMs - 1);
    assertEquals([await take(0), await first.waitMs(LIMIT, "here")], [1, 1]);
    clock.advance(1);
    assertEquals([await first.waitMs(LIMIT, "here"), await take(0)], [0, 0]);
    const keys = await dbs[0]?.selectFrom("app_limits").select("key").execute() ?? [];
    assert(keys.every(({ key }) => !/here|there/.test(key)));
    await Promise.all(dbs.map((db) => db.destroy()));
  });

  it("count as many points as a request has, and keep no row once all are taken back", async () => {
    const db = await openDatabase(place());
    const limits = createSharedLimits({ db, clock: createClock(() => 1_000_000) });
    const own = { ...LIMIT, name: "points" };
    const rows = () => db.selectFrom("app_limits").select("count").where("key", "like", "points %").execute();
    assertEquals([await limits.take(own, "here", 2), (await rows()).map(({ count }) => count)], [0, [2]]);
    assertEquals([await limits.take(own, "here", 8), await limits.take(own, "here")], [0, LIMIT.windowMs]);
    for (let left = 11; left > 0; left--) assertEquals(await limits.giveBack(own, "here"), true, String(left));
    assertEquals([await rows(), await limits.giveBack(own, "here")], [[], false]);
    await db.destroy();
  });

  it("let the 256 networks of one customer use five times what one may, and every other site as much as before", async () => {
    const db = await openDatabase(place());
    const limits = createSharedLimits({ db, clock: createClock(() => 1_000_000) });
    const passed = async (ip: string, calls: number) => {
      let count = 0;
      for (let call = 0; call < calls; call++) if (await takeOfNetwork(limits, OF_NETWORKS, ip)) count += 1;
      return count;
    };
    let ofSite = 0;
    for (let at = 0; at < 256; at++) ofSite += await passed(`2001:db8:0:${at.toString(16)}::1`, 8);
    assertEquals(ofSite, 300);
    assertEquals([await passed("2001:db8:1::1", 61), await passed("203.0.113.9", 61)], [60, 60]);
    let ofRange = await passed("203.0.113.8", 61);
    for (let at = 0; at < 8; at++) ofRange += await passed(`203.0.113.${at}`, 61);
    assertEquals([ofRange, await passed("203.0.114.9", 61)], [240, 60]);
    await db.destroy();
  });
});
