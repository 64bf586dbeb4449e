/** A better-sqlite3 shaped view of node:sqlite, which is what Kysely's SQLite dialect asks for. */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { SqliteDialect } from "kysely";

/** How long a writer in another process may hold the file before a statement fails. */
const BUSY_TIMEOUT_MS = 5_000;

/** WAL with `synchronous=FULL`: an acknowledged write survives a power cut. `:memory:` is for tests. */
export function sqliteDialect(path: string): SqliteDialect {
  const file = new DatabaseSync(path);
  file.exec(
    `pragma journal_mode=WAL; pragma synchronous=FULL; pragma foreign_keys=ON; pragma busy_timeout=${BUSY_TIMEOUT_MS}`,
  );
  return new SqliteDialect({
    database: {
      close: () => file.close(),
      prepare(sql) {
        // A full disk ends the transaction itself; the rollback that follows must not hide why.
        if (sql === "rollback" && !file.isTransaction) return NOTHING_TO_DO;
        const statement = file.prepare(sql);
        const input = (parameters: readonly unknown[]) => parameters.map(parseInput);
        return {
          reader: statement.columns().length > 0,
          all: (parameters) => statement.all(...input(parameters)).map((row) => ({ ...row })),
          run: (parameters) => statement.run(...input(parameters)),
          iterate: (parameters) => statement.iterate(...input(parameters)),
        };
      },
    },
  });
}

const NOTHING_TO_DO = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
} as const;

function parseInput(value: unknown): SQLInputValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === undefined) return null;
  if (
    value === null || typeof value === "string" || typeof value === "number" || typeof value === "bigint" ||
    value instanceof Uint8Array
  ) return value;
  throw new TypeError(`Cannot store a value of type ${typeof value}`);
}
