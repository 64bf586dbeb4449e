/** SQLite for Kysely on node:sqlite: one connection, whose concurrent callers share commits. */
import { DatabaseSync } from "node:sqlite";
import type { Dialect } from "kysely";
import { groupDialect } from "./group_commit/dialect.ts";
import { walFlush } from "./group_commit/flush.ts";

/** Another process, such as a command of an operator, may recover the file of a killed server at this moment. */
const OPEN_TIMEOUT_MS = 5_000;
/** Short, since it blocks the thread; afterwards the driver waits without blocking. */
const BUSY_TIMEOUT_MS = 1;

/**
 * WAL, flushed by the driver before it answers, so that an acknowledged write survives a power cut. SQLite's own
 * `synchronous=FULL` would block the thread during the flush. `:memory:` is for tests.
 */
export function sqliteDialect(path: string): Dialect {
  const file = new DatabaseSync(path);
  file.exec(`pragma busy_timeout=${OPEN_TIMEOUT_MS}`);
  file.exec("pragma journal_mode=WAL; pragma synchronous=NORMAL; pragma foreign_keys=ON");
  // Deleted rows are overwritten with zeros: what an erasure deletes is not left in free pages.
  file.exec(`pragma secure_delete=ON; pragma busy_timeout=${BUSY_TIMEOUT_MS}`);
  return groupDialect(file, walFlush(path));
}
