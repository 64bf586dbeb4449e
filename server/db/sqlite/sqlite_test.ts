import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { Kysely, sql } from "kysely";
import { sqliteDialect } from "./sqlite.ts";

interface Tables {
  notes: { text: string };
}

describe("the SQLite dialect", () => {
  it("reports a full disk: the rollback after it finds nothing to do and does not hide the error", async () => {
    const dir = await Deno.makeTempDir({ prefix: "trustcheck-full-" });
    const db = new Kysely<Tables>({ dialect: sqliteDialect(`${dir}/full.db`) });
    try {
      await sql`create table notes (text text)`.execute(db);
      await sql.raw("pragma max_page_count = 3").execute(db);
      const fill = (trx: Kysely<Tables>) => trx.insertInto("notes").values({ text: "x".repeat(100_000) }).execute();
      const error = await assertRejects(() => db.transaction().execute(fill));
      assert(error instanceof Error && /full/.test(error.message), String(error));
      assertEquals("errcode" in error && error.errcode, 13);
      await sql.raw("pragma max_page_count = 1000").execute(db);
      await db.transaction().execute(fill);
      assertEquals((await db.selectFrom("notes").selectAll().execute()).length, 1);
    } finally {
      await db.destroy();
      await Deno.remove(dir, { recursive: true });
    }
  });

  it("opens a file in WAL, synchronous NORMAL, with secure_delete", async () => {
    const dir = await Deno.makeTempDir({ prefix: "trustcheck-pragmas-" });
    const db = new Kysely<Tables>({ dialect: sqliteDialect(`${dir}/a.db`) });
    try {
      await sql`create table notes (text text)`.execute(db);
      const names = ["journal_mode", "synchronous", "secure_delete", "foreign_keys"];
      const rows = await Promise.all(names.map((name) => sql.raw(`pragma ${name}`).execute(db)));
      const settings = Object.assign({}, ...rows.map(({ rows: [row] }) => row));
      assertEquals(settings, { journal_mode: "wal", synchronous: 1, secure_delete: 1, foreign_keys: 1 });
    } finally {
      await db.destroy();
      await Deno.remove(dir, { recursive: true });
    }
  });

  it("rolls back a transaction whose own code threw", async () => {
    const db = new Kysely<Tables>({ dialect: sqliteDialect(":memory:") });
    await sql`create table notes (text text)`.execute(db);
    await assertRejects(() =>
      db.transaction().execute(async (trx) => {
        await trx.insertInto("notes").values({ text: "x" }).execute();
        throw new TypeError("given up");
      }), TypeError);
    assertEquals(await db.selectFrom("notes").selectAll().execute(), []);
    await db.destroy();
  });
});
