/** Queries that are asked at every call: built and put into words once for each engine, then only given their values. */
import type { Compilable, CompiledQuery, Kysely, QueryResult } from "kysely";
import type { Database } from "./database.ts";
import { isPostgres } from "./engine.ts";

/** A value of a later call; stands in the query until then. */
class Slot {
  constructor(readonly name: PropertyKey) {}
}

/** The place of a value, typed as the value that will stand there. */
export type Place<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

/** Runs on a database or in a transaction. */
export type Prepared<Values, Row> = (db: Kysely<Database>, values: Values) => Promise<QueryResult<Row>>;

/** `build` sees no values, so nothing of a query may depend on them but the values themselves. */
export function prepare<Values extends object, Row>(
  build: (db: Kysely<Database>, place: Place<Values>) => Compilable<Row>,
): Prepared<Values, Row> {
  const worded = new Map<boolean, CompiledQuery<Row>>();
  return async (db, values) => {
    const engine = isPostgres(db);
    const query = worded.get(engine) ?? build(db, (name) => parseSlot(new Slot(name))).compile();
    worded.set(engine, query);
    const parameters = query.parameters.map((value) => value instanceof Slot ? Reflect.get(values, value.name) : value);
    return await db.executeQuery<Row>({ ...query, parameters });
  };
}

function parseSlot<Value>(slot: unknown): Value {
  return slot as Value;
}
