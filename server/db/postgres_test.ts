import { after, before, describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { Kysely, sql } from "kysely";
import { findPostgres, type RunningPostgres, startPostgres } from "../../tests/support/postgres.ts";
import { postgresDialect } from "./postgres.ts";
import { StatementNames } from "./statement_names.ts";

interface Tables {
  notes: { id: number; text: string };
}

describe("names of prepared statements", () => {
  it("are given from the second time on, to reads and writes only, and anew when plans went stale", () => {
    const names = new StatementNames();
    const asked = ["select 1", "begin", "select 1", "begin", "insert into a", "select 1", "insert into a"];
    assertEquals(asked.map((text) => names.nameOf(text)), [
      undefined,
      undefined,
      "s0",
      undefined,
      undefined,
      "s0",
      "s1",
    ]);
    names.renew();
    assertEquals(["select 1", "select 1"].map((text) => names.nameOf(text)), [undefined, "s2"]);
  });

  it("stay few, however many texts there are", () => {
    const names = new StatementNames();
    const texts = Array.from({ length: 1_000 }, (_, at) => `select ${at}`);
    for (const text of texts) names.nameOf(text);
    assertEquals(texts.filter((text) => names.nameOf(text) !== undefined).length, 400);
  });
});

const binaries = findPostgres();
if (binaries === undefined) console.log('Skipped: "prepared on Postgres", because no initdb was found on this machine');
else {
  describe("prepared on Postgres", () => {
    let postgres: RunningPostgres;
    before(async () => {
      postgres = await startPostgres(binaries);
    });
    after(() => postgres.stop());

    it("goes on after another server changed a table: one call fails, the next ones know the new column", async () => {
      const db = new Kysely<Tables>({ dialect: postgresDialect(postgres.url) });
      const other = new Kysely<Tables>({ dialect: postgresDialect(postgres.url) });
      try {
        await sql`create table notes (id bigint primary key, text text not null)`.execute(db);
        await db.insertInto("notes").values({ id: 2 ** 40, text: "x" }).execute();
        const read = () => db.selectFrom("notes").selectAll().execute();
        for (let count = 0; count < 3; count++) assertEquals(await read(), [{ id: 2 ** 40, text: "x" }]);
        const { rows } = await sql`select name from pg_prepared_statements`.execute(db);
        assertEquals(rows.length, 1);
        await sql`alter table notes add column more text`.execute(other);
        const error = await assertRejects(read);
        assertEquals(error instanceof Error && "code" in error && error.code, "0A000");
        for (let count = 0; count < 3; count++) {
          assertEquals<unknown>(await read(), [{ id: 2 ** 40, text: "x", more: null }]);
        }
      } finally {
        await db.destroy();
        await other.destroy();
      }
    });
  });
}
