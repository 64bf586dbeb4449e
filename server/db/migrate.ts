/** Runs pending migrations; several servers may start at once. */
import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Database } from "./database.ts";
import { isPostgres } from "./engine.ts";
import { MIGRATIONS } from "./migrations/all.ts";
import { PooledDatabase, refusePooler } from "./postgres/session.ts";

/**
 * SQLite has no lock for migrations: of two servers that start at once, one fails, checks again and finds them done.
 */
const MIGRATION_TRIES = 5;
const MIGRATION_PAUSE_MS = 100;
/** A migration that waits for a table gives way to its readers and writers, and tries again for about ten minutes. */
const LOCK_TRIES = 300;
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Grows by one with a release that needs less of the tables than the one before. A migration that takes something away
 * names the first of them that can do without: `payments_004_from_2`.
 */
const SCHEMA_RELEASE = 1;
const TAKES_AWAY = /_from_(\d+)$/;

/** Migrations of development versions had numbers before their names: `001_checkouts`. */
const BEFORE_RELEASE = /^\d/;

/** Another version of this server made the tables; the message says what to do. */
export class UnknownTables extends Error {
  override readonly name = "UnknownTables";
}

/**
 * Runs what is pending. What a newer release has added stays, so that servers of both releases share the database while
 * one replaces the other. Throws {@link UnknownTables} when a newer release has taken away what this one needs.
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  let migrations = MIGRATIONS;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    // Each service numbers its own migrations, so errors_002 may be newer than a payments_001 that has already run.
    allowUnorderedMigrations: true,
  });
  const attempt = async (): Promise<unknown> => {
    // Read before, since the migrator holds the only connection of a SQLite.
    migrations = { ...MIGRATIONS, ...await addedSince(db) };
    // The lock of a migration belongs to a session, which a transaction pooler does not keep: only a start with
    // something to migrate takes it.
    if (await isUpToDate(migrator)) return undefined;
    if (isPostgres(db)) await refusePooler(db);
    return (await migrator.migrateToLatest()).error;
  };
  for (let tries = 1, done = 0;; tries++) {
    const error = await attempt().catch((thrown: unknown) => thrown);
    if (error === undefined) return;
    if (error instanceof UnknownTables || error instanceof PooledDatabase) throw error;
    const isWaiting = isLocked(error);
    const infos = isWaiting ? [] : await migrator.getMigrations();
    const doneNow = infos.filter(({ executedAt }) => executedAt !== undefined).length;
    // The other server is making progress, however slowly, so this one waits.
    if (doneNow > done) [tries, done] = [1, doneNow];
    if (tries >= (isWaiting ? LOCK_TRIES : MIGRATION_TRIES)) {
      throw new Error("Cannot bring the database up to date", { cause: error });
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(MIGRATION_PAUSE_MS * tries, MAX_PAUSE_MS)));
  }
}

/** Reads only, and takes no lock. */
export async function isUpToDate(migrator: Migrator): Promise<boolean> {
  return (await migrator.getMigrations()).every(({ executedAt }) => executedAt !== undefined);
}

const MAX_PAUSE_MS = 1_000;

function isLocked(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE;
}

/** Kysely's own table of the migrations that ran. */
type MigrationTables = { kysely_migration: { name: string } };

/** Migrations that ran here but are not in this release: nothing is left to do for them. */
async function addedSince(db: Kysely<Database>): Promise<Readonly<Record<string, Migration>>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === "kysely_migration")) return {};
  const ran = await db.withTables<MigrationTables>().selectFrom("kysely_migration").select("name").orderBy("name")
    .execute();
  const unknown = ran.map(({ name }) => name).filter((name) => !Object.hasOwn(MIGRATIONS, name));
  refuse(db, unknown);
  return Object.fromEntries(unknown.map((name) => [name, { up: () => Promise.resolve() }]));
}

/** Throws when this release cannot use the tables; Kysely has then changed nothing. */
function refuse(db: Kysely<Database>, unknown: readonly string[]): void {
  if (unknown.some((name) => BEFORE_RELEASE.test(name))) {
    throw new UnknownTables(
      "a development version from before the first release made the database, and this version cannot take it over. " +
        (isPostgres(db)
          ? "Set DATABASE_URL to an empty database"
          : "Move the folder DATA_DIR away, or set DATA_DIR to a new one"),
    );
  }
  const taken = unknown.filter((name) => Number(TAKES_AWAY.exec(name)?.[1] ?? 0) > SCHEMA_RELEASE);
  if (taken.length === 0) return;
  throw new UnknownTables(
    `a newer version made the database (${taken.join(", ")}). Start that version, or put a backup back that is ` +
      "older than it",
  );
}
