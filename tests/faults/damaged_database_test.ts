/**
 * A database file that is damaged while the server runs: the server reports it once, stops writing and charging, and
 * keeps running.
 */
import { it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { type DatabaseConnection, type Dialect, Kysely, sql } from "kysely";
import { refusingDamaged } from "../../server/db/dialects/damage.ts";
import { withDriver } from "../../server/db/dialects/with_driver.ts";
import { sqliteDialect } from "../../server/db/sqlite/sqlite.ts";
import { DatabaseDamaged, isDamage } from "../../server/platform/storage_fault.ts";
import { errorAnswer } from "../../server/platform/http/answer.ts";
import { createLog } from "../../server/platform/log.ts";
import { type RunningApp, startApp } from "../support/app/app.ts";

const PAGE_BYTES = 4_096;

/** Overwrites every page but the first, which only says that this is a database. */
async function damage({ context, dataDir }: RunningApp): Promise<void> {
  const { db } = context;
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  const path = `${dataDir}/trustcheck.db`;
  const file = await Deno.open(path, { write: true });
  const { size } = await file.stat();
  await file.seek(PAGE_BYTES, Deno.SeekMode.Start);
  const wrong = new Uint8Array(PAGE_BYTES).fill(0x5a);
  for (let at = PAGE_BYTES; at < size; at += PAGE_BYTES) await file.write(wrong);
  file.close();
  // Pages cached in memory are no longer on the disk.
  await sql`pragma shrink_memory`.execute(db).catch(() => {});
}

it("SECURITY R12: a file damaged at run time: reported once with advice, then 503 without any write, and the server keeps running", async () => {
  const lines: string[] = [];
  const app = await startApp({ overrides: { log: createLog((line) => lines.push(line)), works: [] } });
  try {
    const consent = () =>
      fetch(`${app.origin}/init/session?plan_id=tck_weekly_3dtrial`).then(async (answer) => ({
        status: answer.status,
        retryAfter: answer.headers.get("retry-after"),
        text: await answer.text(),
      }));
    assertEquals((await consent()).status, 200);
    await damage(app);
    for (let call = 0; call < 5; call++) {
      const { status, retryAfter, text } = await consent();
      assertEquals([status, Number(retryAfter) > 0], [503, true], text);
      assert(!/malformed|sqlite|errcode/i.test(text), text);
    }
    const ready = await fetch(`${app.origin}/readyz`);
    assertEquals([ready.status, (await fetch(`${app.origin}/healthz`)).status], [503, 200], await ready.text());
    assertEquals((await fetch(`${app.origin}${app.base}/`)).status, 200);
    const said = lines.filter((line) => line.includes("database.damaged"));
    assertEquals(said.length, 1, said.join("\n"));
    assert(/backup/.test(said[0] ?? ""), said.join());
    // SQLite refuses every write, even to tables on intact pages.
    await assertRejects(
      () => app.context.db.insertInto("app_probe").values({ id: "x", written: "y" }).execute(),
      Error,
    );
    const { written } = await app.context.db.selectNoFrom(sql<string>`'readable'`.as("written"))
      .executeTakeFirstOrThrow();
    assertEquals(written, "readable");
  } finally {
    await app.close().catch(() => {});
  }
});

/** A database whose table `limits` has damaged pages and whose table `notes` has intact ones. */
function halfDamaged(): Dialect {
  const changed = new WeakSet<DatabaseConnection>();
  return withDriver(sqliteDialect(":memory:"), (driver) => {
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async (options) => {
      const connection = await acquire(options);
      // The driver uses its connections again.
      if (changed.has(connection)) return connection;
      changed.add(connection);
      const run = connection.executeQuery.bind(connection);
      connection.executeQuery = (query) =>
        query.sql.includes("limits")
          ? Promise.reject(Object.assign(new Error("database disk image is malformed"), { errcode: 267 }))
          : run(query);
      return connection;
    };
  });
}

it("SECURITY R12: after the first report of damage no statement writes, in any form, and reads continue", async () => {
  const said: unknown[] = [];
  const db = new Kysely<{ notes: { id: string }; limits: { id: string } }>({
    dialect: refusingDamaged(halfDamaged(), { onDamage: (error) => said.push(error) }),
  });
  try {
    await db.schema.createTable("notes").addColumn("id", "text").execute();
    await db.insertInto("notes").values({ id: "before" }).execute();
    // A mistake in a query is not damage.
    await assertRejects(() => sql`select nothing from notes`.execute(db), Error);
    await db.insertInto("notes").values({ id: "then" }).execute();
    assertEquals(said, []);
    for (let look = 0; look < 2; look++) {
      await assertRejects(() => db.selectFrom("limits").selectAll().execute(), Error, "malformed");
    }
    assertEquals(said.length, 1);
    const writes = [
      () => db.insertInto("notes").values({ id: "after" }).execute(),
      () => db.updateTable("notes").set({ id: "2" }).execute(),
      () => db.deleteFrom("notes").execute(),
      () => sql`with x as (select 1) insert into notes select 'after' from x`.execute(db),
      () => db.transaction().execute((trx) => trx.deleteFrom("notes").execute()),
    ];
    for (const write of writes) await assertRejects(() => write(), DatabaseDamaged);
    assertEquals(await db.selectFrom("notes").select("id").execute(), [{ id: "before" }, { id: "then" }]);
  } finally {
    await db.destroy();
  }
});

it("SECURITY R12: damage of either engine is a storage fault, answered with 503", () => {
  const withCode = (code: string) => Object.assign(new Error("invalid page in block 0"), { code });
  for (
    const error of [
      withCode("XX001"),
      withCode("XX002"),
      new DatabaseDamaged(""),
      Object.assign(new Error(""), { errcode: 26 }),
    ]
  ) {
    assertEquals([isDamage(error), errorAnswer(error, "id").status], [true, 503]);
  }
  assertEquals(isDamage(withCode("23505")), false);
});
