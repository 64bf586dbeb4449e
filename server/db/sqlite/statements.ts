/** Statements of one SQLite file, prepared once for each text. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { QueryResult } from "kysely";

/** Lists of varying length produce many texts; beyond this number the cache starts empty. */
const MAX_STATEMENTS = 500;

type Row = Record<string, unknown>;
/** Missing in the published type: rows as arrays of values. */
interface Statement extends StatementSync {
  setReturnArrays(isOn: boolean): void;
}
interface Prepared {
  readonly statement: Statement;
  /** Builds a row from the values of the statement; undefined where it returns none. */
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
    if (rowOf !== undefined) return { rows: parseLists(statement.all(...input)).map(rowOf) };
    const { changes, lastInsertRowid } = statement.run(...input);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }

  /** After a schema change, whose columns a prepared statement may have cached. */
  forget(): void {
    this.#prepared.clear();
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    if (this.#prepared.size >= MAX_STATEMENTS) this.#prepared.clear();
    const statement = parseStatement(this.#file.prepare(sql));
    const names = statement.columns().map(({ name }) => name);
    // As arrays: the driver takes three times as long to build objects.
    statement.setReturnArrays(true);
    const prepared = { statement, rowOf: names.length === 0 ? undefined : rowsWith(names) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/** All rows of a statement are copies of one blank row, so that they share its shape. */
function rowsWith(names: readonly string[]): (values: readonly unknown[]) => Row {
  const blank: Readonly<Row> = Object.fromEntries(names.map((name) => [name, null]));
  return (values) => {
    const row = { ...blank };
    names.forEach((name, at) => row[name] = values[at]);
    return row;
  };
}

function parseStatement(statement: StatementSync): Statement {
  return statement as Statement;
}

function parseLists(rows: unknown): readonly (readonly unknown[])[] {
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
