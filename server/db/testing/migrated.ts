/** Databases for tests: migrations run once in a process, and every further new SQLite gets the tables they made. */
import { type Kysely, sql } from "kysely";
import type { DatabasePlace } from "../../platform/database_place.ts";
import type { Database } from "../database.ts";
import { connectDatabase, type Db, openDatabase } from "../open.ts";

const IN_MEMORY: DatabasePlace = { kind: "sqlite", path: ":memory:" };

interface Made {
  /** What made each table, index and trigger, in order. */
  readonly statements: readonly string[];
  /** The migrations that ran, by table. */
  readonly rows: readonly (readonly [table: string, row: Readonly<Record<string, unknown>>])[];
}

let made: Promise<Made> | undefined;

/**
 * Opens a migrated database, in memory by default. A new SQLite gets copies of the tables, in a quarter of the time
 * that its migrations take.
 */
export async function openMigrated(place: DatabasePlace = IN_MEMORY): Promise<Db> {
  if (place.kind !== "sqlite" || await exists(place.path)) return await openDatabase(place);
  const { statements, rows } = await (made ??= readMade());
  const db = connectDatabase(place);
  await db.transaction().execute(async (transaction) => {
    for (const statement of statements) await sql.raw(statement).execute(transaction);
    for (const [table, row] of rows) await insert(transaction, table, row);
  });
  return db;
}

async function exists(path: string): Promise<boolean> {
  return path !== ":memory:" && await Deno.stat(path).then(() => true, () => false);
}

async function readMade(): Promise<Made> {
  const db = await openDatabase(IN_MEMORY);
  try {
    const { rows: found } = await sql<{ sql: string; name: string; type: string }>`
      select sql, name, type from sqlite_master where sql is not null and name not like 'sqlite_%' order by rowid`
      .execute(db);
    const rows: (readonly [string, Readonly<Record<string, unknown>>])[] = [];
    for (const { name } of found.filter(({ type }) => type === "table")) {
      const kept = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
      rows.push(...kept.rows.map((row) => [name, row] as const));
    }
    return { statements: found.map((entry) => entry.sql), rows };
  } finally {
    await db.destroy();
  }
}

async function insert(db: Kysely<Database>, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = Object.keys(row).map((column) => sql.ref(column));
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(
    db,
  );
}
