/** Indexes of large tables are built while the tables are in use; an interrupted build is repeated. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { sql } from "kysely";
import { onBothEngines } from "../../../tests/support/engines.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { findPostgres, startPostgres } from "../../../tests/support/postgres.ts";
import { buildLargeIndexes } from "./build_indexes.ts";
import { connectDatabase, type Db, openDatabase } from "../open.ts";
import { skip } from "../../../tests/support/suite/skip.ts";

const INDEX = { name: "app_differences_drill", table: "app_differences", columns: ["at_ms"] } as const;

onBothEngines("an index of a large table", (place) => {
  it("is built once, even on a database that is up to date otherwise", async () => {
    const db = await openDatabase(place());
    try {
      await buildLargeIndexes(db, [{ ...INDEX, where: "at_ms > 5" }]);
      await buildLargeIndexes(db, [{ ...INDEX, where: "at_ms > 5" }]);
      const query = place().kind === "sqlite"
        ? sql<{ text: string }>`select sql as text from sqlite_master where name = ${INDEX.name}`
        : sql<{ text: string }>`select indexdef as text from pg_indexes where indexname = ${INDEX.name}`;
      const { rows } = await query.execute(db);
      assertEquals(rows.length, 1);
      assert(/at_ms > 5/.test(rows[0]?.text ?? ""), rows[0]?.text);
      await db.schema.dropIndex(INDEX.name).execute();
    } finally {
      await db.destroy();
    }
  });
});

/** A migration waits a second for a lock. */
const LONGER_THAN_A_MIGRATION_MS = 1_500;

const binaries = findPostgres();
const AT_ONCE = "X7: servers that start at once build indexes with conditions on different tables without a deadlock";
if (binaries !== undefined) {
  it(AT_ONCE, async () => {
    const postgres = await startPostgres(binaries, ["deadlock_timeout=100ms"]);
    const place = { kind: "postgres", url: postgres.url } as const;
    const db = await openDatabase(place);
    const builders = [1, 2, 3, 4].map(() => connectDatabase(place, { isPatient: true }));
    const first = { ...INDEX, where: "at_ms > 5" };
    const second = {
      name: "app_limits_drill",
      table: "app_limits",
      columns: ["since_ms"],
      where: "since_ms > 5",
    } as const;
    try {
      // All of them wait for an older transaction before they come to the phase in which each waits for the others.
      const older = await writing(db);
      const built = Promise.all(
        builders.map((builder, at) => buildLargeIndexes(builder, at % 2 === 0 ? [first, second] : [second, first])),
      );
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      older.resolve();
      await built;
      const { rows } = await sql<{ indisvalid: boolean }>`select indisvalid from pg_index
        where indexrelid in (to_regclass(${first.name}), to_regclass(${second.name}))`.execute(db);
      assertEquals(rows.map(({ indisvalid }) => indisvalid), [true, true]);
    } finally {
      await Promise.all(builders.map((builder) => builder.destroy()));
      await db.destroy();
      await postgres.stop();
    }
  });
}
const title =
  "X7: a build that was cut off is dropped and rebuilt, without a lock that readers or writers of the table wait for";
if (binaries === undefined) skip(title, "no initdb was found on this machine");
else {
  it(title, async () => {
    const postgres = await startPostgres(binaries);
    const place = { kind: "postgres", url: postgres.url } as const;
    const db = await openDatabase(place);
    const patient = connectDatabase(place, { isPatient: true });
    try {
      const isValid = async () =>
        (await sql<{ indisvalid: boolean }>`
          select indisvalid from pg_index where indexrelid = to_regclass(${INDEX.name})`.execute(db)).rows
          .map(({ indisvalid }) => indisvalid);
      const isWaiting = async (step: string) =>
        (await sql`select pid from pg_stat_activity
          where wait_event_type = 'Lock' and query ilike ${`${step} index %app_differences_drill%`}`.execute(db)).rows
          .length > 0;
      // A statement that ends while the build waits for an older transaction leaves an index that is not valid.
      const older = await writing(db);
      await sql`create index concurrently app_differences_drill on app_differences (at_ms)`.execute(db).catch(() => {});
      older.resolve();
      assertEquals(await isValid(), [false]);
      const buildUnderUse = async (step: "drop" | "create") => {
        const older = await writing(db);
        const built = buildLargeIndexes(patient, [INDEX]);
        built.catch(() => undefined);
        await eventually(() => isWaiting(step));
        const until = performance.now() + LONGER_THAN_A_MIGRATION_MS;
        while (performance.now() < until) {
          await db.updateTable("app_differences").set({ at_ms: 6 }).where("at_ms", "=", 5).execute();
          await db.selectFrom("app_differences").selectAll().execute();
        }
        assert(await isWaiting(step), "the build was over");
        older.resolve();
        await built;
        assertEquals(await isValid(), [true]);
      };
      await buildUnderUse("drop");
      await sql`drop index app_differences_drill`.execute(db);
      await buildUnderUse("create");
    } finally {
      await patient.destroy();
      await db.destroy();
      await postgres.stop();
    }
  });
}

/** A transaction that stays open until it is resolved. */
async function writing(db: Db) {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  db.transaction().execute(async (trx) => {
    await trx.deleteFrom("app_differences").execute();
    begun.resolve();
    await end.promise;
  }).catch(begun.reject);
  await begun.promise;
  return end;
}
