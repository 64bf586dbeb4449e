/**
 * Takes and restores a backup of the service's own tables; the acquirer's ledger represents the outside world and
 * stays.
 */
import { sql } from "kysely";
import type { DatabasePlace } from "../../../server/platform/database_place.ts";
import type { Db } from "../../../server/db/open.ts";
import { findPostgres } from "../../support/postgres.ts";

export async function run(program: string, args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(`${findPostgres()}/${program}`, { args: [...args] }).output();
  if (!success) throw new Error(`${program} failed: ${new TextDecoder().decode(stderr)}`);
}

/** Writes the backup into `folder`. */
export async function takeBackup(place: DatabasePlace, db: Db, folder: string): Promise<void> {
  if (place.kind === "sqlite") await sql`vacuum into ${sql.lit(`${folder}/backup.db`)}`.execute(db);
  else await run("pg_dump", ["-n", "public", "--clean", "--if-exists", "-f", `${folder}/backup.sql`, place.url]);
}

/** Replaces the database with the backup; no server may use it meanwhile. */
export async function restoreBackup(place: DatabasePlace, folder: string): Promise<void> {
  if (place.kind === "postgres") {
    return await run("psql", [
      "-q",
      "-v",
      "ON_ERROR_STOP=1",
      "-o",
      "/dev/null",
      "-f",
      `${folder}/backup.sql`,
      place.url,
    ]);
  }
  for (const end of ["", "-wal", "-shm"]) await Deno.remove(place.path + end).catch(() => undefined);
  await Deno.copyFile(`${folder}/backup.db`, place.path);
}
