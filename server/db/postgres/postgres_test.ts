import { after, before, describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { Kysely, sql } from "kysely";
import { findPostgres, type RunningPostgres, startPostgres } from "../../../tests/support/postgres.ts";
import { postgresDialect } from "./postgres.ts";
import { StatementNames } from "./statement_names.ts";
import { runPipelined } from "./pipeline.ts";

interface Tables {
  notes: { id: number; text: string };
}

describe("names of prepared statements", () => {
  it("are given to reads and writes from their second use, and renewed when plans go stale", () => {
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

  it("stay bounded, however many texts there are", () => {
    const names = new StatementNames();
    const texts = Array.from({ length: 1_000 }, (_, at) => `select ${at}`);
    for (const text of texts) names.nameOf(text);
    assertEquals(texts.filter((text) => names.nameOf(text) !== undefined).length, 400);
  });
});

/** A TCP proxy in front of the database that counts what clients send. */
function watchWrites(url: string): { readonly url: string; writes(): number; close(): void } {
  const { hostname, port } = new URL(url);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let writes = 0;
  const serve = async () => {
    for await (const client of listener) {
      const server = await Deno.connect({ hostname, port: Number(port) });
      const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          writes += 1;
          controller.enqueue(chunk);
        },
      });
      client.readable.pipeThrough(counting).pipeTo(server.writable).catch(() => {});
      server.readable.pipeTo(client.writable).catch(() => {});
    }
  };
  void serve();
  const door = new URL(url);
  door.port = String(listener.addr.port);
  return { url: door.href, writes: () => writes, close: () => listener.close() };
}

async function idsOf(db: Kysely<Tables>, ids: readonly number[]): Promise<number[]> {
  return (await db.selectFrom("notes").select("id").where("id", "in", ids).orderBy("id").execute()).map(({ id }) => id);
}

const binaries = findPostgres();
if (binaries === undefined) console.log('Skipped: "prepared on Postgres", because no initdb was found on this machine');
else {
  describe("prepared on Postgres", () => {
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
        const { rows } = await sql`select name from pg_prepared_statements`.execute(db);
        assertEquals(rows.length, 1);
        await sql`alter table notes add column more text`.execute(other);
        for (let count = 0; count < 3; count++) {
          assertEquals<unknown>(await read(), [{ id: 2 ** 40, text: "x", more: null }]);
        }
      } finally {
        await db.destroy();
        await other.destroy();
      }
    });

    it("sends independent statements in one write, together with BEGIN", async () => {
      const watched = watchWrites(postgres.url);
      const db = new Kysely<Tables>({ dialect: postgresDialect(watched.url) });
      try {
        await sql`create table if not exists notes (id bigint primary key, text text not null)`.execute(db);
        const note = (trx: Kysely<Tables>, id: number) => ({
          query: trx.insertInto("notes").values({ id, text: "a" }),
        });
        const before = watched.writes();
        await db.transaction().execute((trx) => runPipelined(trx, [note(trx, 11), note(trx, 12), note(trx, 13)]));
        // One write for the statements, one for the commit.
        assertEquals(watched.writes() - before, 2);
        assertEquals(await idsOf(db, [11, 12, 13]), [11, 12, 13]);
      } finally {
        await db.destroy();
        watched.close();
      }
    });

    it("rolls the transaction back when one statement fails, and reports that failure instead of its consequences", async () => {
      const db = new Kysely<Tables>({ dialect: postgresDialect(postgres.url) });
      try {
        await sql`create table if not exists notes (id bigint primary key, text text not null)`.execute(db);
        await db.insertInto("notes").values({ id: 20, text: "kept" }).execute();
        const note = (trx: Kysely<Tables>, id: number) => ({
          query: trx.insertInto("notes").values({ id, text: "b" }),
        });
        for (const ids of [[21, 20, 22], [20, 21, 22], [21, 22, 20]]) {
          const error = await assertRejects(() =>
            db.transaction().execute((trx) => runPipelined(trx, ids.map((id) => note(trx, id))))
          );
          assertEquals(error instanceof Error && "code" in error && error.code, "23505");
        }
        const thrown = await assertRejects(() =>
          db.transaction().execute((trx) => {
            const check = (changed: bigint) => {
              if (changed !== 2n) throw new RangeError(`${changed}`);
            };
            return runPipelined(trx, [{ ...note(trx, 23), check }, note(trx, 25)]);
          })
        );
        assertEquals(thrown instanceof RangeError && thrown.message, "1");
        assertEquals(await idsOf(db, [20, 21, 22, 23, 25]), [20]);
        await db.transaction().execute((trx) => runPipelined(trx, [note(trx, 24)]));
        assertEquals(await idsOf(db, [24]), [24]);
      } finally {
        await db.destroy();
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
