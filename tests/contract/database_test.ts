/** What every service relies on in the database, on both engines: migrations, numbers, isolated transactions. */
import { it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { type Db, openDatabase } from "../../server/db/open.ts";
import { onBothEngines } from "../support/engines.ts";

const row = (key: string) => ({ key, since_ms: Date.UTC(2026, 10, 24), count: 7 });

async function countOf(db: Db, key: string): Promise<number | undefined> {
  const found = await db.selectFrom("app_limits").select("count").where("key", "=", key).executeTakeFirst();
  return found?.count;
}

onBothEngines("the database", (place) => {
  it("opens twice: migrations run once and a second server finds nothing to do", async () => {
    const where = place();
    const [first, second] = await Promise.all([openDatabase(where), openDatabase(where)]);
    await first.insertInto("app_limits").values(row("twice")).execute();
    assertEquals(await countOf(second, "twice"), 7);
    await Promise.all([first.destroy(), second.destroy()]);
  });

  it("returns 8-byte integers as numbers", async () => {
    const db = await openDatabase(place());
    await db.insertInto("app_limits").values(row("number")).execute();
    const found = await db.selectFrom("app_limits").select("since_ms").where("key", "=", "number")
      .executeTakeFirstOrThrow();
    assertEquals(found.since_ms, Date.UTC(2026, 10, 24));
    await db.destroy();
  });

  it("rolls a failed transaction back as a whole", async () => {
    const db = await openDatabase(place());
    await assertRejects(() =>
      db.transaction().execute(async (trx) => {
        await trx.insertInto("app_limits").values(row("half")).execute();
        throw new Error("stop here");
      })
    );
    assertEquals(await countOf(db, "half"), undefined);
    await db.destroy();
  });

  it("isolates two simultaneous transactions: a rollback of one does not affect the other", async () => {
    const db = await openDatabase(place());
    const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto("app_limits").values(row("lost")).execute();
      await pause();
      throw new Error("stop here");
    }).catch(() => "taken back");
    const working = db.transaction().execute(async (trx) => {
      await trx.insertInto("app_limits").values(row("kept")).execute();
      await pause();
    });
    const beside = db.insertInto("app_limits").values(row("beside")).execute();
    assertEquals(await failing, "taken back");
    await Promise.all([working, beside]);
    assertEquals(await countOf(db, "lost"), undefined);
    assertEquals(await countOf(db, "kept"), 7);
    assertEquals(await countOf(db, "beside"), 7);
    await db.destroy();
  });
});
