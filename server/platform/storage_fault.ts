/** Recognises failures of the database itself: nothing was written, and a retry may succeed. */

/** SQLite's primary codes: busy, read-only, I/O, full, cannot open. */
const SQLITE_CODES: readonly number[] = [5, 8, 10, 13, 14];
/** SQLite's extended code holds the primary one in its last byte. */
const PRIMARY = 0xff;
/**
 * Postgres: connection lost (08), a transaction that was ended or may not write (25), a login or a database that is
 * refused (28, 3D), transaction conflicts (40), a privilege that is missing (42501), out of resources (53), a lock that
 * was not free in time, or a host that became a standby (55), time limits, shutdown or crash (57), I/O errors (58), its
 * own files (F0), a fault of its own code (XX000). The others are the operating system's codes for a lost connection.
 */
const CODES =
  /^((08|25|28|40|53|55|57|58|F0)\w{3}|3D000|42501|XX000|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;
/** The driver's error without a code for a statement that the database did not answer in time. */
const TIMEOUT = "Query read timeout";
/** Driver errors without a code: the connection was lost, or the server is closing its own. */
const TEXTS =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|Postgres connection has been discarded|driver has already been destroyed)/;

/** No connection to the database could be had in time, for whatever reason; nothing was sent to it. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === TIMEOUT;
}

/**
 * SQLite's primary codes for a damaged file and for a file that is not a database; Postgres' for damaged data and
 * indexes.
 */
const DAMAGED_SQLITE_CODES: readonly number[] = [11, 26];
const DAMAGED_CODES: readonly string[] = ["XX001", "XX002"];
const FULL_SQLITE_CODE = 13;
const FULL_CODE = "53100";

/** Writes have stopped, since the database is damaged. */
export class DatabaseDamaged extends Error {
  override readonly name = "DatabaseDamaged";
}

export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("errcode" in error) return DAMAGED_SQLITE_CODES.includes(Number(error.errcode) & PRIMARY);
  return error instanceof DatabaseDamaged || ("code" in error && DAMAGED_CODES.includes(String(error.code)));
}

/** A write reached a standby. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "25006";
}

/** The disk, or the room the database may use, is full. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("errcode" in error) return (Number(error.errcode) & PRIMARY) === FULL_SQLITE_CODE;
  return "code" in error && error.code === FULL_CODE;
}

export function isStorageFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isDamage(error) || isTimeout(error) || error instanceof DatabaseUnavailable) return true;
  if ("errcode" in error) return SQLITE_CODES.includes(Number(error.errcode) & PRIMARY);
  if ("code" in error && CODES.test(String(error.code))) return true;
  return TEXTS.test(error.message);
}
