/** Statements of one SQLite file, prepared once for each text. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { QueryResult } from "kysely";

/** Lists of varying length produce many texts; beyond this number the cache starts empty. */
const MAX_STATEMENTS = 500;

interface Prepared {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
}

export class Statements {
  readonly #file: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  run(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
    const { statement, returnsRows } = this.#prepare(sql);
    const input = parameters.map(parseInput);
    // node:sqlite gives rows without a prototype.
    if (returnsRows) return { rows: statement.all(...input).map((row) => ({ ...row })) };
    const { changes, lastInsertRowid } = statement.run(...input);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }

  /** After a schema change: a prepared statement keeps the names of the columns it first saw. */
  forget(): void {
    this.#prepared.clear();
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    if (this.#prepared.size >= MAX_STATEMENTS) this.#prepared.clear();
    const statement = this.#file.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
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
