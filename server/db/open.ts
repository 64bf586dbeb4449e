/** Opens the configured database and migrates it. */
import { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { type DamageOptions, refusingDamaged } from "./damage.ts";
import type { Database } from "./database.ts";
import { MIGRATIONS } from "./migrations/all.ts";
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

/**
 * SQLite has no lock for migrations: of two servers that start at once, one fails, checks again and finds them done.
 */
const MIGRATION_TRIES = 5;
const MIGRATION_PAUSE_MS = 100;

/** Runs pending migrations; several servers may start at once. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) },
    // Each service numbers its own migrations, so 011 may be newer than a 060 that has already run.
    allowUnorderedMigrations: true,
  });
  for (let tries = 1, done = 0;; tries++) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    const infos = await migrator.getMigrations();
    const doneNow = infos.filter(({ executedAt }) => executedAt !== undefined).length;
    // The other server is making progress, however slowly, so this one waits.
    if (doneNow > done) [tries, done] = [1, doneNow];
    if (tries === MIGRATION_TRIES) throw new Error("Cannot bring the database up to date", { cause: error });
    await new Promise((resolve) => setTimeout(resolve, MIGRATION_PAUSE_MS * tries));
  }
}

export async function openDatabase(place: DatabasePlace, options: DamageOptions = {}): Promise<Db> {
  const db = connectDatabase(place, options);
  await migrate(db);
  return db;
}
