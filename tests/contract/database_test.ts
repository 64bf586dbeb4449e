/** What every service relies on in the database, on both engines: migrations, numbers, isolated transactions. */
import { it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { type Db, openDatabase } from "../../server/db/open.ts";
import { onBothEngines } from "../support/engines.ts";

const row = (executionId: string) => ({
  execution_id: executionId,
  chk_hash: "h",
  plan_id: "p",
  subscription_id: null,
  created_ms: Date.UTC(2026, 10, 24),
});

async function planOf(db: Db, executionId: string): Promise<string | undefined> {
  const found = await db.selectFrom("app_checkouts").select("plan_id").where("execution_id", "=", executionId)
    .executeTakeFirst();
  return found?.plan_id;
}

onBothEngines("the database", (place) => {
  it("opens twice: migrations run once and a second server finds nothing to do", async () => {
    const where = place();
    const [first, second] = await Promise.all([openDatabase(where), openDatabase(where)]);
    await first.insertInto("app_checkouts").values(row("twice")).execute();
    assertEquals(await planOf(second, "twice"), "p");
    await Promise.all([first.destroy(), second.destroy()]);
  });

  it("returns 8-byte integers as numbers", async () => {
    const db = await openDatabase(place());
    await db.insertInto("app_checkouts").values(row("number")).execute();
    const found = await db.selectFrom("app_checkouts").select("created_ms").where("execution_id", "=", "number")
      .executeTakeFirstOrThrow();
    assertEquals(found.created_ms, Date.UTC(2026, 10, 24));
    await db.destroy();
  });

  it("rolls a failed transaction back as a whole", async () => {
    const db = await openDatabase(place());
    await assertRejects(() =>
      db.transaction().execute(async (trx) => {
        await trx.insertInto("app_checkouts").values(row("half")).execute();
        throw new Error("stop here");
      })
    );
    assertEquals(await planOf(db, "half"), undefined);
    await db.destroy();
  });

  it("isolates two simultaneous transactions: a rollback of one does not affect the other", async () => {
    const db = await openDatabase(place());
    const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto("app_checkouts").values(row("lost")).execute();
      await pause();
      throw new Error("stop here");
    }).catch(() => "taken back");
    const working = db.transaction().execute(async (trx) => {
      await trx.insertInto("app_checkouts").values(row("kept")).execute();
      await pause();
    });
    const beside = db.insertInto("app_checkouts").values(row("beside")).execute();
    assertEquals(await failing, "taken back");
    await Promise.all([working, beside]);
    assertEquals(await planOf(db, "lost"), undefined);
    assertEquals(await planOf(db, "kept"), "p");
    assertEquals(await planOf(db, "beside"), "p");
    await db.destroy();
  });
});
