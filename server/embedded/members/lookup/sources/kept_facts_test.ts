/** Facts of a paid source are kept for all servers of one database. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { onBothEngines } from "../../../../../tests/support/engines.ts";
import { openDatabase } from "../../../../db/open.ts";
import { createClock } from "../../../../platform/clock.ts";
import { createKeptFacts } from "./kept_facts.ts";

const NUMBER = { source: "S", e164: "+16502530000" };
const FACTS = {
  line: "mobile",
  carrier: "Google Fiber",
  place: { location: "Palo Alto, CA", city: "Palo Alto", timeZones: ["America/Los_Angeles"] },
} as const;
const BARE = { line: undefined, carrier: undefined, place: undefined };

onBothEngines("kept facts", (place) => {
  it("cost one call, from however many servers at once, and are the same later", async () => {
    const clock = createClock(() => 1_000_000_000);
    const first = await openDatabase(place());
    const other = place().kind === "postgres" ? await openDatabase(place()) : first;
    try {
      const servers = [first, other].map((db) => createKeptFacts({ db, clock })());
      let asked = 0;
      const ask = async () => {
        asked += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
        return FACTS;
      };
      const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => servers[at % 2]?.(NUMBER, ask)));
      assertEquals(answers, Array.from({ length: 40 }, () => FACTS));
      assertEquals(asked, 1);
      for (const recall of servers) assertEquals(await recall(NUMBER, ask), FACTS);
      assertEquals(asked, 1);
      await servers[0]?.({ ...NUMBER, source: "T" }, ask);
      assertEquals(asked, 2);
      clock.advance(24 * 3_600_000);
      await servers[0]?.(NUMBER, ask);
      assertEquals(asked, 3);
    } finally {
      await first.destroy();
      if (other !== first) await other.destroy();
    }
  });

  it("of a server that stops while it asks are asked for by another within seconds", async () => {
    const clock = createClock(() => 3_000_000_000);
    const db = await openDatabase(place());
    try {
      const [stopped, other] = [createKeptFacts({ db, clock })(), createKeptFacts({ db, clock })()];
      const number = { ...NUMBER, e164: "+16502530002" };
      const isAsked = Promise.withResolvers<void>();
      void stopped(number, () => {
        isAsked.resolve();
        return new Promise(() => {});
      });
      await isAsked.promise;
      const waiting = other(number, () => Promise.resolve(FACTS));
      clock.advance(6_000);
      assertEquals(await waiting, FACTS);
    } finally {
      await db.destroy();
    }
  });

  it("are waited for no longer than a source may take, and a source without facts is not waited for", async () => {
    const clock = createClock(() => 4_000_000_000);
    const db = await openDatabase(place());
    try {
      const [asking, other] = [createKeptFacts({ db, clock })(), createKeptFacts({ db, clock })()];
      const number = { ...NUMBER, e164: "+16502530003" };
      const [isAsked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<undefined>()];
      const asked = asking(number, () => {
        isAsked.resolve();
        return answer.promise;
      });
      await isAsked.promise;
      const never = () => Promise.reject(new Error("asked"));
      // The clock stands still, so that without its limit the wait would not end.
      let late: ReturnType<typeof setTimeout> | undefined;
      const endless = new Promise<never>((_, reject) => late = setTimeout(() => reject(new Error("waits on")), 60_000));
      assertEquals(await Promise.race([other(number, never), endless]), undefined);
      clearTimeout(late);
      answer.resolve(undefined);
      assertEquals(await asked, undefined);
      clock.advance(599_999);
      let leastMs = Infinity;
      for (let tries = 0; tries < 5 && leastMs >= 2_000; tries++) {
        const again = performance.now();
        assertEquals(await other(number, never), undefined);
        leastMs = Math.min(leastMs, performance.now() - again);
      }
      assert(leastMs < 2_000);
      clock.advance(1);
      assertEquals(await other(number, () => Promise.resolve(FACTS)), FACTS);
    } finally {
      await db.destroy();
    }
  });

  it("are refused to those who may not ask only where nothing is kept", async () => {
    const clock = createClock(() => 2_000_000_000);
    const db = await openDatabase(place());
    try {
      const kept = createKeptFacts({ db, clock });
      const [paid, free] = [kept(), kept(() => Promise.resolve(false))];
      const number = { ...NUMBER, e164: "+16502530001" };
      assertEquals(await free(number, () => Promise.resolve(BARE)), undefined);
      assertEquals(await paid(number, () => Promise.resolve(BARE)), BARE);
      assertEquals(await free(number, () => Promise.reject(new Error("asked"))), BARE);
    } finally {
      await db.destroy();
    }
  });
});
