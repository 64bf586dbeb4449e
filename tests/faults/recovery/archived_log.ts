/**
 * Point-in-time recovery with what comes with Postgres: a base backup and an archived log. The acquirer's ledger
 * represents the outside world: it is restored to its final state.
 */
import { sql } from "kysely";
import type { DatabasePlace } from "../../../server/platform/database_place.ts";
import { connectDatabase, type Db } from "../../../server/db/open.ts";
import type { RunningPostgres } from "../../support/postgres.ts";
import { run } from "./backup.ts";
import type { Backups } from "./restore_drill.ts";

/** As docs/operations/postgres.md says; `{folder}` is the folder of the test's Postgres. */
export const ARCHIVING = [
  "archive_mode=on",
  "archive_command=test ! -f {folder}/archive/%f && cp %p {folder}/archive/%f",
  "restore_command=cp {folder}/archive/%f %p",
  "wal_level=replica",
];

/** Takes the base backup at once. */
export async function archivedLog(postgres: RunningPostgres): Promise<Backups> {
  const { folder, url } = postgres;
  await Deno.mkdir(`${folder}/archive`);
  await giveToOwner(folder, `${folder}/archive`);
  await run("pg_basebackup", ["-D", `${folder}/base`, "-d", url, "-c", "fast", "-X", "none"]);
  return pointInTime(postgres, async (target) => {
    await Deno.rename(`${folder}/base`, `${folder}/data`);
    await Deno.writeTextFile(`${folder}/data/recovery.signal`, "");
    await Deno.writeTextFile(
      `${folder}/data/postgresql.auto.conf`,
      `recovery_target_time = '${target}'\nrecovery_target_action = 'promote'\n`,
    );
    await giveToOwner(folder, `${folder}/data`);
    await Deno.chmod(`${folder}/data`, 0o700);
  });
}

/** The user that runs the test's Postgres owns its folder. */
export async function giveToOwner(folder: string, path: string): Promise<void> {
  const { uid, gid } = await Deno.stat(folder);
  if (Deno.uid() === 0) await new Deno.Command("chown", { args: ["-R", `${uid}:${gid}`, path] }).output();
}

/** `take` marks the minute, `restore` goes back to it: `putBack` makes the folder `data` as it was before. */
export function pointInTime(
  postgres: RunningPostgres,
  putBack: (target: string) => Promise<unknown>,
): Backups {
  const { folder, url } = postgres;
  let target = "";
  return {
    async take(_place: DatabasePlace, db: Db) {
      const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db);
      target = rows[0]?.now ?? "";
    },
    async restore(place) {
      const ledger = `${folder}/ledger.sql`;
      await run("pg_dump", ["-n", "acquirer", "--clean", "--if-exists", "-f", ledger, url]);
      await withDatabase(place, (db) => sql`select pg_switch_wal()`.execute(db));
      await postgres.halt();
      await Deno.rename(`${folder}/data`, `${folder}/before`);
      await putBack(target);
      await postgres.resume();
      await withDatabase(place, async (db) => {
        const isRecovering = async () =>
          (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]?.is === true;
        while (await isRecovering()) await new Promise((resolve) => setTimeout(resolve, 50));
      });
      await run("psql", ["-q", "-v", "ON_ERROR_STOP=1", "-o", "/dev/null", "-f", ledger, url]);
    },
  };
}

async function withDatabase(place: DatabasePlace, work: (db: Db) => Promise<unknown>): Promise<void> {
  const db = connectDatabase(place);
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}
