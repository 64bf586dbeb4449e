/** Opens the configured database and migrates it. */
import { Kysely } from "kysely";
import { type FaultEvents, refusingDamaged } from "./dialects/damage.ts";
import type { Database } from "./database.ts";
import { buildLargeIndexes } from "./postgres/build_indexes.ts";
import { migrate } from "./migrate.ts";
import { observing, type PoolState } from "./dialects/observed.ts";
import { postgresDialect, type PostgresOptions } from "./postgres/postgres.ts";
import { sqliteDialect } from "./sqlite/sqlite.ts";
import type { DatabasePlace } from "../platform/database_place.ts";

export type Db = Kysely<Database>;

export interface DatabaseOptions extends FaultEvents, PostgresOptions {
  /** Filled with the state of the connections, for metrics. */
  readonly pool?: PoolState;
}

/** Connects without migrating. */
export function connectDatabase<Tables = Database>(
  place: DatabasePlace,
  options: DatabaseOptions = {},
): Kysely<Tables> {
  const dialect = place.kind === "sqlite" ? sqliteDialect(place.path) : postgresDialect(place, options);
  const system = place.kind === "sqlite" ? "sqlite" : "postgresql";
  const observed = observing(refusingDamaged(dialect, options), { system, pool: options.pool });
  const db = new Kysely<Tables>({ dialect: observed });
  return place.kind === "sqlite" || place.schema === undefined ? db : db.withSchema(place.schema);
}

const SET = "Start this command with the settings of the server, above all DATA_DIR or DATABASE_URL";

interface Wanted {
  /** A table of that database. */
  readonly table: string;
  /** What it holds: "audit log". */
  readonly name: string;
}

/**
 * Connects a command of an operator to the database of a server, which it neither makes nor migrates. Throws RangeError
 * without such a database: opening a file that is not there would make an empty one.
 */
export async function connectExisting(database: DatabasePlace, { table, name }: Wanted): Promise<Db> {
  if (database.kind === "sqlite") {
    const file = await Deno.stat(database.path).catch(() => undefined);
    if (file?.isFile !== true) throw new RangeError(`There is no database at ${database.path}. ${SET}`);
  }
  const db = connectDatabase(database);
  try {
    if ((await db.introspection.getTables()).some((each) => each.name === table)) return db;
    throw new RangeError(`${database.kind === "sqlite" ? database.path : "The database"} holds no ${name}. ${SET}`);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

export async function openDatabase(place: DatabasePlace, options: DatabaseOptions = {}): Promise<Db> {
  const db = connectDatabase(place, options);
  await migratePatiently(place, db);
  return db;
}

/** A migration of a large table takes longer than a call may. An in-memory SQLite exists only in its own connection. */
async function migratePatiently(place: DatabasePlace, db: Db): Promise<void> {
  if (place.kind === "sqlite") {
    await migrate(db);
    return await buildLargeIndexes(db);
  }
  const patient = connectDatabase(place, { isPatient: true });
  try {
    await migrate(patient);
    await buildLargeIndexes(patient);
  } finally {
    await patient.destroy();
  }
}
