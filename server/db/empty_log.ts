/** Leaves no copy of erased rows in SQLite's write-ahead log, which keeps them until it is written over. */
import { sql } from "kysely";
import { isPostgres } from "./engine.ts";
import type { Db } from "./open.ts";

/**
 * Moves what the log holds into the database file, where `secure_delete` has overwritten the rows, and cuts the log to
 * nothing. While another process reads, SQLite leaves the log as it is; the hourly deletion of old rows tries again.
 * Postgres keeps dead rows until its own vacuum.
 */
export async function emptyLog(db: Db): Promise<void> {
  if (!isPostgres(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
