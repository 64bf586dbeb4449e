/** Recognises failures of the database itself: nothing was written, and a retry may succeed. */

/** SQLite's primary codes: busy, read-only, I/O, full, cannot open. */
const SQLITE_CODES: readonly number[] = [5, 8, 10, 13, 14];
/** SQLite's extended code holds the primary one in its last byte. */
const PRIMARY = 0xff;
/**
 * Postgres: connection lost (08), transaction conflicts (40), out of resources (53), shutdown or crash (57P), a
 * read-only standby (25006), I/O errors (58). The others are the operating system's codes for a lost connection.
 */
const CODES =
  /^(08\w{3}|40001|40P01|53\w{3}|57P\w{2}|25006|58\w{3}|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Driver errors without a code: the connection was lost, or none was free in time. */
const TEXTS =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect|Cannot use a pool after calling end)/;

/**
 * SQLite's primary codes for a damaged file and for a file that is not a database; Postgres' for damaged data and
 * indexes.
 */
const DAMAGED_SQLITE_CODES: readonly number[] = [11, 26];
const DAMAGED_CODES: readonly string[] = ["XX001", "XX002"];

/** Writes have stopped, since the database is damaged. */
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
  return TEXTS.test(error.message);
}
