/**
 * Locks that a transaction holds until it ends: on the rows it read, or on a name where no row represents the work.
 * SQLite runs one transaction at a time, so there they cost nothing.
 */
import { type SelectQueryBuilder, sql, type Transaction } from "kysely";
import type { Database } from "./database.ts";
import { isPostgres } from "./engine.ts";

type Trx = Transaction<Database>;

/** Reads and locks the rows. Waits for other transactions that hold one of them, and then reads what they left. */
export async function lockRows<DB, T extends keyof DB, Row>(
  trx: Trx,
  rows: SelectQueryBuilder<DB, T, Row>,
): Promise<readonly Row[]> {
  return await (isPostgres<Database>(trx) ? rows.forUpdate() : rows).execute();
}

/** Reads and locks the rows that no other transaction holds. `of` names the table to lock in a join. */
export async function lockFreeRows<DB, T extends keyof DB & string, Row>(
  trx: Trx,
  rows: SelectQueryBuilder<DB, T, Row>,
  of?: T,
): Promise<readonly Row[]> {
  if (!isPostgres<Database>(trx)) return await rows.execute();
  return await (of === undefined ? rows.forUpdate() : rows.forUpdate(of)).skipLocked().execute();
}

/** Waits until no other transaction holds the name. */
export async function lockName(trx: Trx, name: string): Promise<void> {
  if (isPostgres<Database>(trx)) await sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(trx);
}

/** Takes the name; false when another transaction holds it. */
export async function tryLockName(trx: Trx, name: string): Promise<boolean> {
  if (!isPostgres<Database>(trx)) return true;
  const { rows: [row] } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${keyOf(name)}) as taken`.execute(trx);
  return row?.taken === true;
}

function keyOf(name: string) {
  return sql`hashtextextended(${name}, 0)`;
}
