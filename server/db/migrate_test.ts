import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { sql } from "kysely";
import { findPostgres, startPostgres } from "../../tests/support/postgres.ts";
import { connectDatabase, openDatabase } from "./open.ts";
import { migrate } from "./migrate.ts";

describe("migrate", () => {
  it("gives up after five tries at a migration that cannot run, and names the cause", async () => {
    const db = connectDatabase({ kind: "sqlite", path: ":memory:" });
    try {
      await db.schema.createTable("pay_idempotency").addColumn("other", "text").execute();
      const error = await assertRejects(() => migrate(db), Error, "Cannot bring the database up to date");
      assertEquals(String(error.cause).includes("pay_idempotency"), true, String(error.cause));
    } finally {
      await db.destroy();
    }
  });
});

const binaries = findPostgres();
const title = "X7: gives way to those who use a table, so that their statements do not wait for it, and tries again";
if (binaries === undefined) console.log(`Skipped: "${title}", because no initdb was found on this machine`);
else {
  it(title, async () => {
    const postgres = await startPostgres(binaries);
    const place = { kind: "postgres", url: postgres.url } as const;
    const user = await openDatabase(place);
    try {
      await user.schema.dropTable("app_differences").execute();
      await sql`delete from kysely_migration where name = 'server_002'`.execute(user);
      const migrated = Promise.withResolvers<void>();
      await user.transaction().execute(async (trx) => {
        await sql`lock table kysely_migration in access exclusive mode`.execute(trx);
        openDatabase(place).then((db) => db.destroy()).then(migrated.resolve, migrated.reject);
        // Longer than one wait for the lock.
        await new Promise((resolve) => setTimeout(resolve, 2_600));
        const waits = await sql`select pid from pg_stat_activity where wait_event_type = 'Lock'`.execute(trx);
        assertEquals(waits.rows.length <= 1, true);
      });
      await migrated.promise;
      assertEquals(await user.selectFrom("app_differences").selectAll().execute(), []);
    } finally {
      await user.destroy();
      await postgres.stop();
    }
  });
}
