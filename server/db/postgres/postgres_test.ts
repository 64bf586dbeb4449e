import { after, before, describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { Kysely, sql } from "kysely";
import { findPostgres, type RunningPostgres, startPostgres } from "../../../tests/support/postgres.ts";
import { postgresDialect } from "./postgres.ts";

interface Tables {
  notes: { id: number; text: string };
}

const binaries = findPostgres();
if (binaries === undefined) console.log('Skipped: "the Postgres dialect", because no initdb was found on this machine');
else {
  describe("the Postgres dialect", () => {
    let postgres: RunningPostgres;
    before(async () => {
      postgres = await startPostgres(binaries);
    });
    after(() => postgres.stop());

    it("SECURITY X7: keeps working after another server changed a table: no call fails, and every call sees the new column", async () => {
      const db = new Kysely<Tables>({ dialect: postgresDialect(postgres.url) });
      const other = new Kysely<Tables>({ dialect: postgresDialect(postgres.url) });
      try {
        await sql`create table notes (id bigint primary key, text text not null)`.execute(db);
        await db.insertInto("notes").values({ id: 2 ** 40, text: "x" }).execute();
        const read = () => db.selectFrom("notes").selectAll().execute();
        for (let count = 0; count < 3; count++) assertEquals(await read(), [{ id: 2 ** 40, text: "x" }]);
        await sql`alter table notes add column more text`.execute(other);
        for (let count = 0; count < 3; count++) {
          assertEquals<unknown>(await read(), [{ id: 2 ** 40, text: "x", more: null }]);
        }
      } finally {
        await db.destroy();
        await other.destroy();
      }
    });

    it("a transaction on a lost connection fails, and the next one gets a new connection", async () => {
      const db = new Kysely<Tables>({ dialect: postgresDialect(postgres.url) });
      try {
        await assertRejects(() =>
          db.transaction().execute(async (trx) => {
            await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
          })
        );
        const { rows } = await db.transaction().execute((trx) => sql<{ one: number }>`select 1 as one`.execute(trx));
        assertEquals(rows, [{ one: 1 }]);
      } finally {
        await db.destroy();
      }
    });
  });
}
