/** The limit of free checks, which all servers of one database share. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { onBothEngines } from "../../../tests/support/engines.ts";
import { openDatabase } from "../../db/open.ts";
import { createClock } from "../../platform/clock.ts";
import { createFreeCheckLimiter, FREE_CHECKS_PER_HOUR } from "./free_checks.ts";

onBothEngines("free checks", (place) => {
  it("allow five different numbers an hour per address, on two servers as on one, and the same number any number of times", async () => {
    const clock = createClock(() => 1_000_000_000);
    const db = await openDatabase(place());
    const other = place().kind === "postgres" ? await openDatabase(place()) : db;
    try {
      const [first, second] = [createFreeCheckLimiter({ db, clock }), createFreeCheckLimiter({ db: other, clock })];
      const numbers = Array.from({ length: 2 * FREE_CHECKS_PER_HOUR }, (_, at) => `+1650253000${at}`);
      const waits: number[] = [];
      for (const [at, number] of numbers.entries()) waits.push(await (at % 2 ? first : second).take("1.1.1.1", number));
      assertEquals(waits.filter((wait) => wait === 0).length, FREE_CHECKS_PER_HOUR);
      assertEquals(waits.at(-1), 3_600);
      assertEquals(await first.take("1.1.1.1", "+1 (650) 253-0000"), 0);
      assertEquals(await second.take("2.2.2.2", "+16502539999"), 0);
      await first.giveBack("1.1.1.1", "+16502530000");
      await first.giveBack("1.1.1.1", "+16502530000");
      assert(await second.take("1.1.1.1", "+16502530009") > 0, "a refused check was counted as well");
      clock.advance(3_600_000);
      assertEquals(await second.take("1.1.1.1", "+16502530009"), 0);
    } finally {
      await db.destroy();
      if (other !== db) await other.destroy();
    }
  });

  it("that failed are given back on every server, once", async () => {
    const clock = createClock(() => 2_000_000_000);
    const db = await openDatabase(place());
    try {
      const limiter = createFreeCheckLimiter({ db, clock });
      for (let round = 0; round < 3 * FREE_CHECKS_PER_HOUR; round++) {
        assertEquals(await limiter.take("3.3.3.3", `+${round}`), 0);
        await limiter.giveBack("3.3.3.3", `+${round}`);
        await limiter.giveBack("3.3.3.3", `+${round}`);
      }
      for (let round = 0; round < FREE_CHECKS_PER_HOUR; round++) {
        assertEquals(await limiter.take("3.3.3.3", `+1${round}`), 0);
      }
      assert(await limiter.take("3.3.3.3", "+99") > 0);
    } finally {
      await db.destroy();
    }
  });
});
