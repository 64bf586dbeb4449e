import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { sql } from "kysely";
import { eventually } from "../../tests/support/eventually.ts";
import { findPostgres, startPostgres } from "../../tests/support/postgres.ts";
import { connectDatabase, openDatabase } from "./open.ts";
import { migrate } from "./migrate.ts";
import { skip } from "../../tests/support/suite/skip.ts";

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

const ALTERED = 'alter table "subs_checkouts"%';

const binaries = findPostgres();
const title =
  "X7: waits for a table that is being read without failing a call that uses it, gives way and tries again until it is free";
if (binaries === undefined) skip(title, "no initdb was found on this machine");
else {
  it(title, async () => {
    const postgres = await startPostgres(binaries);
    const place = { kind: "postgres", url: postgres.url } as const;
    const user = await openDatabase(place);
    const watcher = connectDatabase(place);
    try {
      await sql`alter table subs_checkouts drop column next_ms`.execute(user);
      await sql`delete from kysely_migration where name = 'subscriptions_008'`.execute(user);
      const migrated = Promise.withResolvers<void>();
      migrated.promise.catch(() => undefined);
      const tries = new Set<string>();
      let calls = 0;
      await user.transaction().execute(async (reader) => {
        await sql`select state from subs_checkouts`.execute(reader);
        openDatabase(place).then((db) => db.destroy()).then(migrated.resolve, migrated.reject);
        // A call that waited longer than a statement may would reject.
        await eventually(async () => {
          const { rows } = await sql<{ begun: string }>`select xact_start::text as begun from pg_stat_activity
            where wait_event_type = 'Lock' and query like ${ALTERED}`.execute(watcher);
          for (const { begun } of rows) tries.add(begun);
          // Postgres ends a transaction that is idle for too long, as between rounds on a busy machine.
          await sql`select 1`.execute(reader);
          await sql`update subs_checkouts set state = state where false`.execute(user);
          await sql`select count(*) from subs_checkouts`.execute(user);
          calls += 2;
          return tries.size >= 3;
        }, () => [...tries]);
      });
      await migrated.promise;
      assert(calls > tries.size, `${calls} calls`);
      assertEquals((await sql`select next_ms from subs_checkouts`.execute(user)).rows, []);
    } finally {
      await watcher.destroy();
      await user.destroy();
      await postgres.stop();
    }
  });
}
