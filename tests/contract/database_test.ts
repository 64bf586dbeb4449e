/** What every service relies on in the database, on both engines: migrations, numbers, isolated transactions. */
import { it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { connectDatabase, type Db, openDatabase } from "../../server/db/open.ts";
import { explainFailedStart } from "../../server/commands/failed_start.ts";
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

  it("a migration that fails halfway, or whose server is killed, leaves nothing behind", async () => {
    const db = connectDatabase<{ half_made: { id: number } }>(place());
    const half: Migration = {
      async up({ schema }: Kysely<unknown>) {
        await schema.createTable("half_made").addColumn("id", "integer").execute();
        throw new Error("stop here");
      },
    };
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => Promise.resolve({ half }) },
      migrationTableName: "half_migrations",
      migrationLockTableName: "half_lock",
    });
    assertEquals(String((await migrator.migrateToLatest()).error), "Error: stop here");
    await assertRejects(() => db.selectFrom("half_made").selectAll().execute());
    await db.destroy();
  });

  it("refuses a database of a development version and of a newer version, says what to do, and leaves it unchanged", async () => {
    const where = place();
    for (
      const [name, advice] of [
        [
          "001_checkouts",
          where.kind === "sqlite"
            ? "Cannot start: a development version from before the first release made the database, and this version " +
              "cannot take it over. Move the folder DATA_DIR away, or set DATA_DIR to a new one"
            : "Cannot start: a development version from before the first release made the database, and this version " +
              "cannot take it over. Set DATABASE_URL to an empty database",
        ],
        [
          "payments_999_from_2",
          "Cannot start: a newer version made the database (payments_999_from_2). Start that version, or put a backup back " +
          "that is older than it",
        ],
      ] as const
    ) {
      const db = await openDatabase(where);
      const ran = db.withTables<{ kysely_migration: { name: string; timestamp: string } }>();
      await ran.insertInto("kysely_migration").values({ name, timestamp: "2026-01-01" }).execute();
      await ran.deleteFrom("kysely_migration").where("name", "=", "subscriptions_001").execute();
      const error: unknown = await openDatabase(where).then(() => undefined, (error) => error);
      assertEquals(explainFailedStart(error), advice);
      const names = (await ran.selectFrom("kysely_migration").select("name").execute()).map((row) => row.name);
      assertEquals(names.includes("subscriptions_001"), false);
      await ran.deleteFrom("kysely_migration").where("name", "=", name).execute();
      await ran.insertInto("kysely_migration").values({ name: "subscriptions_001", timestamp: "2026-01-01" }).execute();
      await db.destroy();
    }
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
}, { migrate: true });
