/** Faults of the database itself: what waits a moment may work then, and nothing of it was written. */

/** SQLite: busy, read-only, I/O, full. Postgres: disk full, out of connections, shutting down. */
const STORAGE_CODES: readonly unknown[] = [5, 8, 10, 13, "53100", "53300", "57P01", "57P03", "ECONNREFUSED"];

export function isStorageFault(error: unknown): boolean {
  return error instanceof Error &&
    (("errcode" in error && STORAGE_CODES.includes(error.errcode)) ||
      ("code" in error && STORAGE_CODES.includes(error.code)));
}
