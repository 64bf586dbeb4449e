/** Kysely's own dialect for SQLite, with the driver that shares commits. */
import type { DatabaseSync } from "node:sqlite";
import {
  type Dialect,
  type LimitNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from "kysely";
import { SqliteGroupDriver } from "./driver.ts";
import type { Log } from "./flush.ts";

/**
 * No lock here: the driver already runs one transaction at a time, and Kysely's own would be held during the shared
 * commit.
 */
class GroupAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** SQLite rolls table changes back as well. All migrations of a start share one transaction, as on Postgres. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Writes limits into the text: SQLite plans a statement with the value of its `limit ?`, and so prepares it again each
 * time that the value is bound.
 */
class GroupQueryCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ kind, limit }: LimitNode): void {
    const isNumber = ValueNode.is(limit) && typeof limit.value === "number";
    super.visitLimit({ kind, limit: isNumber ? ValueNode.createImmediate(limit.value) : limit });
  }
}

/** For a file that is already open, with the flush of its log. `closeMs` is the driver's when left out. */
export function groupDialect(file: DatabaseSync, log: Log, closeMs?: number): Dialect {
  return {
    createDriver: () => new SqliteGroupDriver(file, log, closeMs),
    createAdapter: () => new GroupAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new GroupQueryCompiler(),
  };
}
