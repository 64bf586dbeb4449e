/** A query compiled once: every call binds its own values, on both engines, inside and outside of transactions. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { onBothEngines } from "../../tests/support/engines.ts";
import { openDatabase } from "./open.ts";
import { type Placeholder, prepareQuery } from "./prepared.ts";

interface Day {
  readonly subscriptionId: string;
  readonly day: string;
  readonly used: number;
}

onBothEngines("prepared queries", (place) => {
  it("are compiled once, and every call binds its own values", async () => {
    let built = 0;
    const write = prepareQuery((db, place: Placeholder<Day>) => {
      built += 1;
      return db.insertInto("members_allowances")
        .values({ subscription_id: place("subscriptionId"), day: place("day"), used: place("used") });
    });
    const usedUpTo = prepareQuery((db, place: Placeholder<Pick<Day, "day" | "used">>) =>
      db.selectFrom("members_allowances").select("subscription_id").where("used", "<=", place("used"))
        .where("day", "=", place("day")).where("used", ">", 0).orderBy("subscription_id").limit(2)
    );
    const db = await openDatabase(place());
    const day = "2026-01-01";
    await write(db, { subscriptionId: "a", day, used: 1 });
    await db.transaction().execute(async (trx) => {
      await write(trx, { subscriptionId: "b", day, used: 2 });
      await write(trx, { subscriptionId: "c", day: "2026-01-02", used: 2 });
    });
    const ids = async (used: number) => (await usedUpTo(db, { day, used })).rows.map((row) => row.subscription_id);
    assertEquals([await ids(0), await ids(1), await ids(2), await ids(1)], [[], ["a"], ["a", "b"], ["a"]]);
    assertEquals(built, 1);
    await db.destroy();
  });
});
