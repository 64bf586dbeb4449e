/** Builds indexes of large tables without a lock that readers or writers wait for. */
import { type Kysely, sql } from "kysely";
import type { Database } from "../database.ts";
import { isPostgres } from "../engine.ts";
import { refusePooler } from "./session.ts";
import { LARGE_INDEXES, type LargeIndex } from "./large_indexes.ts";

/** Another server builds an index at this moment. */
const PAUSE_MS = 500;
/**
 * Held while an index is built: two builds on different tables wait for each other's transaction, which Postgres ends
 * as a deadlock. A server that would wait inside the database for this lock is such a transaction too, so it asks
 * again.
 */
const BUILDER = sql`hashtextextended('large-indexes', 0)`;

/** Builds those that are missing. On Postgres, call it without a time limit for statements. */
export async function buildLargeIndexes(
  db: Kysely<Database>,
  indexes: readonly LargeIndex[] = LARGE_INDEXES,
): Promise<void> {
  if (!isPostgres(db)) {
    for (const index of indexes) await createIndex(index, "").execute(db);
    return;
  }
  const valid = await validIndexes(db);
  const missing = indexes.filter(({ name }) => !valid.has(name));
  if (missing.length > 0) await refusePooler(db);
  for (const index of missing) await buildBeside(db, index);
}

function createIndex({ name, table, columns, where }: LargeIndex, how: "" | "concurrently ") {
  const rows = where === undefined ? sql`` : sql` where ${sql.raw(where)}`;
  return sql`create index ${sql.raw(how)}if not exists ${sql.ref(name)} on ${sql.table(table)} (${
    sql.join(columns.map((column) => sql.ref(column)))
  })${rows}`;
}

async function validIndexes(db: Kysely<Database>): Promise<ReadonlySet<string>> {
  return new Set((await indexStates(db)).filter(({ isValid }) => isValid).map(({ name }) => name));
}

async function indexStates(db: Kysely<Database>) {
  const { rows } = await sql<{ name: string; isValid: boolean }>`
    select c.relname as name, i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace`.execute(db);
  return rows;
}

/**
 * An interrupted build leaves an index that is not valid: it costs writers time and helps no reader. It is dropped and
 * rebuilt, unless another server is still building it.
 */
async function buildBeside(db: Kysely<Database>, index: LargeIndex): Promise<void> {
  await db.connection().execute(async (connection) => {
    // The build waits for every transaction that began before it, however long that takes.
    await sql`set lock_timeout = 0`.execute(connection);
    while (!(await stateOf(connection, index))?.isValid) {
      if (await isBeingBuilt(connection, index) || !await lockBuilder(connection)) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      } else {
        await buildMissing(connection, index);
        await sql`select pg_advisory_unlock(${BUILDER})`.execute(connection);
      }
    }
    await sql`reset lock_timeout`.execute(connection);
  });
}

async function buildMissing(connection: Kysely<Database>, index: LargeIndex): Promise<void> {
  // Another server may have built it before it released the lock.
  const state = await stateOf(connection, index);
  if (state?.isValid === true) return;
  if (state !== undefined) await sql`drop index concurrently if exists ${sql.ref(index.name)}`.execute(connection);
  await createIndex(index, "concurrently ").execute(connection);
}

async function stateOf(db: Kysely<Database>, index: LargeIndex) {
  return (await indexStates(db)).find(({ name }) => name === index.name);
}

/** The lock belongs to the session, and ends with it. */
async function lockBuilder(connection: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${BUILDER}) as taken`.execute(connection);
  return rows[0]?.taken === true;
}

/** Postgres builds one index of a table at a time, and shows it to the role that builds it. */
async function isBeingBuilt(db: Kysely<Database>, { table }: LargeIndex): Promise<boolean> {
  const { rows } = await sql`
    select pid from pg_stat_progress_create_index where relid = to_regclass(${table})
    and datname = current_database()`.execute(db);
  return rows.length > 0;
}
