/** SQLite for Kysely on node:sqlite: one connection, statements prepared once, commits shared by who comes together. */
import { DatabaseSync } from "node:sqlite";
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { SqliteGroupDriver } from "./sqlite_group.ts";

/** Short, since nothing else runs meanwhile; the driver then waits without holding anybody up. */
const BUSY_TIMEOUT_MS = 1;

/** The driver itself lets one transaction run at a time; Kysely's own lock would be held over the shared commit. */
class GroupAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** WAL with `synchronous=FULL`: an acknowledged write survives a power cut. `:memory:` is for tests. */
export function sqliteDialect(path: string): Dialect {
  const file = new DatabaseSync(path);
  file.exec(
    `pragma journal_mode=WAL; pragma synchronous=FULL; pragma foreign_keys=ON; pragma busy_timeout=${BUSY_TIMEOUT_MS}`,
  );
  return {
    createDriver: () => new SqliteGroupDriver(file),
    createAdapter: () => new GroupAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
