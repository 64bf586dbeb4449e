/** Runs pending migrations; several servers may start at once. */
import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import type { Database } from "./database.ts";
import { isPostgres } from "./engine.ts";
import { MIGRATIONS } from "./migrations/all.ts";

/**
 * SQLite has no lock for migrations: of two servers that start at once, one fails, checks again and finds them done.
 */
const MIGRATION_TRIES = 5;
const MIGRATION_PAUSE_MS = 100;

/** Migrations of development versions had numbers before their names: `001_checkouts`. */
const BEFORE_RELEASE = /^\d/;

/** Another version of this server made the tables; the message says how to go on. */
export class UnknownTables extends Error {
  override readonly name = "UnknownTables";
}

export async function migrate(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) },
    // Each service numbers its own migrations, so errors_002 may be newer than a payments_001 that has already run.
    allowUnorderedMigrations: true,
  });
  // The lock of a migration belongs to a session, which a transaction pooler does not keep: only a start with something
  // to migrate takes it.
  if (await isUpToDate(migrator)) return await refuseUnknown(db);
  for (let tries = 1, done = 0;; tries++) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    await refuseUnknown(db);
    const infos = await migrator.getMigrations();
    const doneNow = infos.filter(({ executedAt }) => executedAt !== undefined).length;
    // The other server is making progress, however slowly, so this one waits.
    if (doneNow > done) [tries, done] = [1, doneNow];
    if (tries === MIGRATION_TRIES) throw new Error("Cannot bring the database up to date", { cause: error });
    await new Promise((resolve) => setTimeout(resolve, MIGRATION_PAUSE_MS * tries));
  }
}

/** Reads only, and takes no lock. */
export async function isUpToDate(migrator: Migrator): Promise<boolean> {
  return (await migrator.getMigrations()).every(({ executedAt }) => executedAt !== undefined);
}

/** Kysely's own table of the migrations that ran. */
type MigrationTables = { kysely_migration: { name: string } };

/** Throws when migrations ran here that this version does not have; Kysely has then changed nothing. */
async function refuseUnknown(db: Kysely<Database>): Promise<void> {
  const ran = await db.withTables<MigrationTables>().selectFrom("kysely_migration").select("name").orderBy("name")
    .execute();
  const unknown = ran.map(({ name }) => name).filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (unknown.length === 0) return;
  if (!unknown.some((name) => BEFORE_RELEASE.test(name))) {
    throw new UnknownTables(
      `a newer version made the database (${unknown.join(", ")}). Start that version, or put a backup back that is ` +
        "older than it",
    );
  }
  throw new UnknownTables(
    "a development version from before the first release made the database, and this version cannot take it over. " +
      (isPostgres(db)
        ? "Set DATABASE_URL to an empty database"
        : "Move the folder DATA_DIR away, or set DATA_DIR to a new one"),
  );
}
