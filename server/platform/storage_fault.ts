/** Faults of the database itself: what waits a moment may work then, and nothing of it was written. */

/** SQLite's primary codes: busy, read-only, I/O, full, cannot open. */
const SQLITE_CODES: readonly number[] = [5, 8, 10, 13, 14];
/** The extended code of SQLite holds the primary one in its last byte. */
const PRIMARY = 0xff;
/**
 * Postgres: connection lost (08), conflicts of transactions (40), no resources (53), shutting down or crashed (57P),
 * a standby that only reads (25006), I/O of its system (58). The others are the system's words for a lost connection.
 */
const CODES =
  /^(08\w{3}|40001|40P01|53\w{3}|57P\w{2}|25006|58\w{3}|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What the driver throws without a code: the connection went away, or none was free in time. */
const TEXTS =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect|Cannot use a pool after calling end)/;

/** SQLite's primary codes for a damaged file and for one that is no database; Postgres' for damaged data and indexes. */
const DAMAGED_SQLITE_CODES: readonly number[] = [11, 26];
const DAMAGED_CODES: readonly string[] = ["XX001", "XX002"];

/** Nothing is written any more, since the database was found to be damaged. */
export class DatabaseDamaged extends Error {
  override readonly name = "DatabaseDamaged";
}

export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("errcode" in error) return DAMAGED_SQLITE_CODES.includes(Number(error.errcode) & PRIMARY);
  return error instanceof DatabaseDamaged || ("code" in error && DAMAGED_CODES.includes(String(error.code)));
}

export function isStorageFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isDamage(error)) return true;
  if ("errcode" in error) return SQLITE_CODES.includes(Number(error.errcode) & PRIMARY);
  if ("code" in error && CODES.test(String(error.code))) return true;
  return isStalePlan(error) || TEXTS.test(error.message);
}

/** A newer server has changed a table since this statement was prepared; nothing of it was run. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "0A000" && error.message.startsWith("cached plan");
}
