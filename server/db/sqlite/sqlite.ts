/** SQLite for Kysely on node:sqlite: one connection, statements prepared once, commits shared by concurrent callers. */
import { DatabaseSync } from "node:sqlite";
import { type Dialect, SqliteAdapter, SqliteIntrospector } from "kysely";
import { PreparedCompiler } from "./query_compiler.ts";
import { type Log, walFlush } from "./flush.ts";
import { SqliteGroupDriver } from "./group_commit.ts";

/** Short, since it blocks the thread; afterwards the driver waits without blocking. */
const BUSY_TIMEOUT_MS = 1;

/**
 * No lock here: the driver already runs one transaction at a time, and Kysely's own would be held during the shared
 * commit.
 */
class GroupAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * WAL, flushed by the driver before it answers, so that an acknowledged write survives a power cut. SQLite's own
 * `synchronous=FULL` would block the thread during the flush. `:memory:` is for tests.
 */
export function sqliteDialect(path: string): Dialect {
  const file = new DatabaseSync(path);
  file.exec(
    `pragma journal_mode=WAL; pragma synchronous=NORMAL; pragma foreign_keys=ON; pragma busy_timeout=${BUSY_TIMEOUT_MS}`,
  );
  return groupDialect(file, walFlush(path));
}

/** For a file that is already open, with the flush of its log. */
export function groupDialect(file: DatabaseSync, log: Log): Dialect {
  return {
    createDriver: () => new SqliteGroupDriver(file, log),
    createAdapter: () => new GroupAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new PreparedCompiler(),
  };
}
