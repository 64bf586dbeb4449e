/** Queries that run on every call: compiled once per engine, then only bound to new values. */
import type { Compilable, CompiledQuery, Kysely, QueryResult } from "kysely";
import type { Database } from "./database.ts";
import { isPostgres } from "./engine.ts";

/** Placeholder for a value that a later call supplies. */
class Slot {
  constructor(readonly name: PropertyKey) {}
}

/** The placeholder, typed as the value it stands for. */
export type Placeholder<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

/** Runs on a database or in a transaction. */
export type PreparedQuery<Values, Row> = (db: Kysely<Database>, values: Values) => Promise<QueryResult<Row>>;

/** `build` sees placeholders only, so the shape of the query cannot depend on its values. */
export function prepareQuery<Values extends object, Row>(
  build: (db: Kysely<Database>, place: Placeholder<Values>) => Compilable<Row>,
): PreparedQuery<Values, Row> {
  const compiled = new Map<boolean, CompiledQuery<Row>>();
  return async (db, values) => {
    const engine = isPostgres(db);
    const query = compiled.get(engine) ?? build(db, (name) => parseSlot(new Slot(name))).compile();
    compiled.set(engine, query);
    const parameters = query.parameters.map((value) => value instanceof Slot ? Reflect.get(values, value.name) : value);
    return await db.executeQuery<Row>({ ...query, parameters });
  };
}

function parseSlot<Value>(slot: unknown): Value {
  return slot as Value;
}
