/** Statements of one SQLite file, prepared once for each text. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { QueryResult } from "kysely";

/** Lists of any length make many texts; beyond this all are prepared anew. */
const MAX_STATEMENTS = 500;

interface Prepared {
  readonly statement: StatementSync;
  readonly isReader: boolean;
}

export class Statements {
  readonly #file: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  run(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
    const { statement, isReader } = this.#prepare(sql);
    const input = parameters.map(parseInput);
    if (isReader) return { rows: statement.all(...input).map((row) => ({ ...row })) };
    const { changes, lastInsertRowid } = statement.run(...input);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }

  /** After a change of tables, whose columns a prepared statement may remember. */
  forget(): void {
    this.#prepared.clear();
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    if (this.#prepared.size >= MAX_STATEMENTS) this.#prepared.clear();
    const statement = this.#file.prepare(sql);
    const prepared = { statement, isReader: statement.columns().length > 0 };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

function parseInput(value: unknown): SQLInputValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === undefined) return null;
  if (
    value === null || typeof value === "string" || typeof value === "number" || typeof value === "bigint" ||
    value instanceof Uint8Array
  ) return value;
  throw new TypeError(`Cannot store a value of type ${typeof value}`);
}
