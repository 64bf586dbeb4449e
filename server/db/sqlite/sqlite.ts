/** SQLite for Kysely on node:sqlite: one connection, statements prepared once, commits shared by who comes together. */
import { DatabaseSync } from "node:sqlite";
import { type Dialect, SqliteAdapter, SqliteIntrospector } from "kysely";
import { PreparedCompiler } from "./query_compiler.ts";
import { type Log, walFlush } from "./flush.ts";
import { SqliteGroupDriver } from "./group_commit.ts";

/** Short, since nothing else runs meanwhile; the driver then waits without holding anybody up. */
const BUSY_TIMEOUT_MS = 1;

/** The driver itself lets one transaction run at a time; Kysely's own lock would be held over the shared commit. */
class GroupAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * WAL, flushed by the driver before it answers (SQLite's own `synchronous=FULL` would hold up the thread meanwhile): an
 * acknowledged write survives a power cut. `:memory:` is for tests.
 */
export function sqliteDialect(path: string): Dialect {
  const file = new DatabaseSync(path);
  file.exec(
    `pragma journal_mode=WAL; pragma synchronous=NORMAL; pragma foreign_keys=ON; pragma busy_timeout=${BUSY_TIMEOUT_MS}`,
  );
  return groupDialect(file, walFlush(path));
}

/** On a file that is open already, with the flush of its log. */
export function groupDialect(file: DatabaseSync, log: Log): Dialect {
  return {
    createDriver: () => new SqliteGroupDriver(file, log),
    createAdapter: () => new GroupAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new PreparedCompiler(),
  };
}
