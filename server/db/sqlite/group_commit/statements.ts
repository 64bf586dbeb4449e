/** Statements of one SQLite file, prepared once for each text. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { QueryResult } from "kysely";

/** Lists of varying length produce many texts; beyond this number the cache starts empty. */
const MAX_STATEMENTS = 500;

type Row = Record<string, unknown>;
/** Missing from the published type: makes the statement return its rows as lists of values. */
interface Statement extends StatementSync {
  setReturnArrays(isOn: boolean): void;
}
interface Prepared {
  readonly statement: Statement;
  /** Makes a row from its values; undefined for a statement that returns no rows. */
  readonly rowOf: ((values: readonly unknown[]) => Row) | undefined;
}

export class Statements {
  readonly #file: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  run(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
    const { statement, rowOf } = this.#prepare(sql);
    const input = parameters.map(parseInput);
    if (rowOf !== undefined) return { rows: asLists(statement.all(...input)).map(rowOf) };
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
    const statement = asStatement(this.#file.prepare(sql));
    const names = statement.columns().map(({ name }) => name);
    // The objects that node:sqlite makes have no prototype, and a wide one takes three times as long.
    statement.setReturnArrays(true);
    const prepared = { statement, rowOf: names.length === 0 ? undefined : rowsWith(names) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/** Each row starts as a copy of one blank row, so that all rows of a statement share its shape. */
function rowsWith(names: readonly string[]): (values: readonly unknown[]) => Row {
  const blank: Readonly<Row> = Object.fromEntries(names.map((name) => [name, null]));
  return (values) => {
    const row = { ...blank };
    names.forEach((name, at) => row[name] = values[at]);
    return row;
  };
}

function asStatement(statement: StatementSync): Statement {
  return statement as Statement;
}

function asLists(rows: unknown): readonly (readonly unknown[])[] {
  return rows as readonly (readonly unknown[])[];
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
