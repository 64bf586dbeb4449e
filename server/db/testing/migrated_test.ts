import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { type Kysely, sql } from "kysely";
import { openDatabase } from "../open.ts";
import { openMigrated } from "./migrated.ts";

async function contents(opening: Promise<Kysely<never>>): Promise<unknown> {
  const db = await opening;
  try {
    const { rows } = await sql`select name, sql from sqlite_master order by type, name`.execute(db);
    return [rows, (await sql`select name from kysely_migration order by name`.execute(db)).rows];
  } finally {
    await db.destroy();
  }
}

it("a test's SQLite has what the migrations make, in memory and in a file, and opens again as it is", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const file = { kind: "sqlite", path: `${dir}/test.db` } as const;
    const wanted = await contents(openDatabase({ kind: "sqlite", path: ":memory:" }) as never);
    assertEquals(await contents(openMigrated() as never), wanted);
    assertEquals(await contents(openMigrated(file) as never), wanted);
    assertEquals(await contents(openMigrated(file) as never), wanted);
    assertEquals(await contents(openDatabase(file) as never), wanted);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
