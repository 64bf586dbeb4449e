import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { sql } from "kysely";
import { type Db, openDatabase } from "../open.ts";
import { openMigrated } from "./migrated.ts";

async function contents(opening: Promise<Db>): Promise<unknown> {
  const db = await opening;
  try {
    const { rows } = await sql`select name, sql from sqlite_master order by type, name`.execute(db);
    return [rows, (await sql`select name from kysely_migration order by name`.execute(db)).rows];
  } finally {
    await db.destroy();
  }
}

it("a new SQLite of a test has what the migrations make, in memory and in a file, and opens again unchanged", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const file = { kind: "sqlite", path: `${dir}/test.db` } as const;
    const wanted = await contents(openDatabase({ kind: "sqlite", path: ":memory:" }));
    assertEquals(await contents(openMigrated()), wanted);
    assertEquals(await contents(openMigrated(file)), wanted);
    assertEquals(await contents(openMigrated(file)), wanted);
    assertEquals(await contents(openDatabase(file)), wanted);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
