/** Opens the configured database and migrates it. */
import { Kysely } from "kysely";
import { type DamageOptions, refusingDamaged } from "./damage.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { postgresDialect } from "./postgres/postgres.ts";
import { sqliteDialect } from "./sqlite/sqlite.ts";
import type { DatabasePlace } from "../platform/database_place.ts";

export type Db = Kysely<Database>;

/** Connects without migrating. */
export function connectDatabase<Tables = Database>(
  place: DatabasePlace,
  options: DamageOptions = {},
): Kysely<Tables> {
  const dialect = place.kind === "sqlite" ? sqliteDialect(place.path) : postgresDialect(place.url);
  return new Kysely<Tables>({ dialect: refusingDamaged(dialect, options) });
}

export async function openDatabase(place: DatabasePlace, options: DamageOptions = {}): Promise<Db> {
  const db = connectDatabase(place, options);
  await migrate(db);
  return db;
}
