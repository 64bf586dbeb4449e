import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { DatabaseUnavailable } from "../../../platform/storage_fault.ts";
import { sqliteDialect } from "../sqlite.ts";
import { groupDialect } from "./dialect.ts";

interface Tables {
  notes: { id: number; text: string };
}

describe("SQLite with shared commits", () => {
  let dir = "";
  let db: Kysely<Tables>;
  /** A second connection, as another process: it sees committed rows only. */
  let stranger: DatabaseSync;
  beforeEach(async () => {
    dir = await Deno.makeTempDir({ prefix: "trustcheck-group-" });
    db = new Kysely<Tables>({ dialect: sqliteDialect(`${dir}/a.db`) });
    await sql`create table notes (id integer primary key, text text not null)`.execute(db);
    stranger = new DatabaseSync(`${dir}/a.db`);
  });
  afterEach(async () => {
    stranger.close();
    await db.destroy();
    await Deno.remove(dir, { recursive: true });
  });

  const pause = () => new Promise((resolve) => setTimeout(resolve, 1));
  const seen = () => stranger.prepare("select id from notes order by id").all().map(({ id }) => Number(id));
  const write = (id: number, text = "x") => db.insertInto("notes").values({ id, text }).execute();
  const inTransaction = (ids: readonly number[], end = () => Promise.resolve()) =>
    db.transaction().execute(async (trx) => {
      for (const id of ids) {
        await trx.insertInto("notes").values({ id, text: "x" }).execute();
        await Promise.resolve();
      }
      await end();
    });
  const give = (text: string) => () => Promise.reject(new TypeError(text));
  const range = (count: number) => Array.from({ length: count }, (_, at) => at);

  it("answers a write only once another connection sees it, with or without a transaction", async () => {
    await Promise.all(
      range(50).map(async (at) => {
        await (at % 2 === 0 ? write(at) : inTransaction([at]));
        assert(seen().includes(at), `${at} was answered before it was committed`);
      }),
    );
  });

  it("returns a row as a plain object with the names of its columns", async () => {
    await write(1, "first");
    const rows = await db.selectFrom("notes").select(["text as title", "id"]).execute();
    assertEquals(rows, [{ title: "first", id: 1 }]);
    assertEquals(rows.map((row) => Object.getPrototypeOf(row)), [Object.prototype]);
  });

  it("writes a limit into the text, since SQLite prepares a statement again for a bound one", () => {
    const { sql, parameters } = db.selectFrom("notes").select("id").where("id", ">", 3).limit(2).offset(1).compile();
    assertEquals([sql, parameters], ['select "id" from "notes" where "id" > ? limit 2 offset ?', [3, 1]]);
  });

  it("answers a reader only once another connection sees the same rows", async () => {
    const writing = write(1);
    const reading = db.selectFrom("notes").select("id").execute();
    assertEquals((await reading).map(({ id }) => id), seen());
    await writing;
    assertEquals(seen(), [1]);
  });

  it("shares one commit between writes that arrive together", async () => {
    const frames = () => Number(stranger.prepare("pragma wal_checkpoint(passive)").get()?.log);
    await sql`pragma wal_autocheckpoint = 0`.execute(db);
    const before = frames();
    await Promise.all(range(100).map((at) => inTransaction([at])));
    assertEquals(seen().length, 100);
    // Every commit writes at least the page it changed, so a hundred commits would write more than this.
    assert(frames() - before < 30, `${frames() - before} pages for one commit`);
  });

  it("never runs one transaction's statements inside another, however long they take", async () => {
    const order: string[] = [];
    await Promise.all(
      range(10).map((at) =>
        db.transaction().execute(async (trx) => {
          order.push(`in ${at}`);
          await trx.insertInto("notes").values({ id: at, text: "x" }).execute();
          await pause();
          order.push(`out ${at}`);
        })
      ),
    );
    for (const [at, step] of order.entries()) {
      if (step.startsWith("in")) assertEquals(order[at + 1], step.replace("in", "out"));
    }
  });

  it("is closed only once a running transaction has ended, so that half of one is never committed", async () => {
    const closing = new Kysely<Tables>({ dialect: sqliteDialect(`${dir}/a.db`) });
    const begun = Promise.withResolvers<void>();
    const running = closing.transaction().execute(async (trx) => {
      await trx.insertInto("notes").values({ id: 1, text: "x" }).execute();
      begun.resolve();
      await pause();
      assertEquals(seen(), [], "half of it was committed");
      await trx.insertInto("notes").values({ id: 2, text: "x" }).execute();
    });
    await begun.promise;
    await Promise.all([running, closing.destroy()]);
    assertEquals(seen(), [1, 2]);
  });

  it("SECURITY R26: is closed in time under a transaction that does not end: it is rolled back, others are kept", async () => {
    const file = new DatabaseSync(`${dir}/a.db`);
    const disk = Promise.withResolvers<void>();
    const isLogClosed = () => Promise.race([closedLog.promise.then(() => true), Promise.resolve(false)]);
    const closedLog = Promise.withResolvers<void>();
    const log = { flush: () => disk.promise, close: closedLog.resolve };
    const closing = new Kysely<Tables>({ dialect: groupDialect(file, log, 50) });
    const [begun, stuck] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const kept = closing.insertInto("notes").values({ id: 1, text: "x" }).execute();
    const running = closing.transaction().execute(async (trx) => {
      await trx.insertInto("notes").values({ id: 2, text: "x" }).execute();
      begun.resolve();
      await stuck.promise;
      await trx.insertInto("notes").values({ id: 3, text: "x" }).execute();
    });
    await begun.promise;
    const waiting = closing.insertInto("notes").values({ id: 4, text: "x" }).execute();
    const refused = assertRejects(() => waiting, DatabaseUnavailable, "The database was closed");
    await closing.destroy();
    await refused;
    stuck.resolve();
    await assertRejects(() => running, DatabaseUnavailable, "The database was closed");
    assertEquals(seen(), [1]);
    // The disk answers late: the writer gets its answer only then, and the log stays open until then.
    assertEquals(await isLogClosed(), false);
    disk.resolve();
    await kept;
    await closedLog.promise;
  });

  it("rolls back a failed transaction and keeps the others of the same commit", async () => {
    const results = await Promise.allSettled([
      inTransaction([1, 2]),
      inTransaction([3, 4], give("given up")),
      write(5),
      inTransaction([6, 5]),
      inTransaction([7]),
      write(7),
    ]);
    assertEquals(results.map(({ status }) => status === "fulfilled"), [true, false, true, false, true, false]);
    assertEquals(seen(), [1, 2, 5, 7]);
  });

  it("fails every caller of a commit when the disk is full, and works again once there is room", async () => {
    await write(1);
    await sql.raw("pragma max_page_count = 4").execute(db);
    const results = await Promise.allSettled([inTransaction([2]), write(3, "x".repeat(100_000)), inTransaction([4])]);
    const rejected = results.filter((result) => result.status === "rejected");
    assert(rejected.length > 0, "there was room");
    for (const { reason } of rejected) assertEquals(reason.errcode, 13, String(reason));
    const kept = results.flatMap(({ status }, at) => status === "fulfilled" ? [at + 2] : []);
    assertEquals(seen(), [1, ...kept]);
    await sql.raw("pragma max_page_count = 1000").execute(db);
    await write(9);
    assertEquals(seen(), [1, ...kept, 9]);
  });

  it("writes beside another process on the same file: both wait for each other and neither is refused", async () => {
    const other = new Kysely<Tables>({ dialect: sqliteDialect(`${dir}/a.db`) });
    try {
      await Promise.all(
        range(40).map((at) =>
          at % 2 === 0
            ? inTransaction([at], async () => void await pause())
            : other.insertInto("notes").values({ id: at, text: "x" }).execute()
        ),
      );
      assertEquals(seen(), range(40));
    } finally {
      await other.destroy();
    }
  });

  it("changes tables and pragmas between commits, and sees new columns at once", async () => {
    await write(1);
    const before = write(2);
    await sql`alter table notes add column more text default 'm'`.execute(db);
    await before;
    assertEquals<unknown>(await db.selectFrom("notes").selectAll().where("id", "=", 2).execute(), [
      { id: 2, text: "x", more: "m" },
    ]);
    // SQLite ignores this pragma within a transaction, without an error.
    for (const on of [0, 1]) {
      const open = write(3 + on);
      await sql.raw(`pragma foreign_keys = ${on}`).execute(db);
      await open;
      assertEquals((await sql`pragma foreign_keys`.execute(db)).rows, [{ foreign_keys: on }]);
    }
  });

  it("refuses a statement after its own code ended the transaction", async () => {
    const ended = db.transaction().execute(async (trx) => {
      await sql`rollback`.execute(trx);
      await trx.insertInto("notes").values({ id: 1, text: "x" }).execute();
    });
    await assertRejects(() => ended, Error, "The transaction has ended");
    assertEquals(seen(), []);
  });

  it("refuses a statement after its transaction was ended by a full disk, even if its code continued", async () => {
    await sql.raw("pragma max_page_count = 3").execute(db);
    const careless = db.transaction().execute(async (trx) => {
      await trx.insertInto("notes").values({ id: 1, text: "x".repeat(100_000) }).execute().catch(() => {});
      await sql.raw("pragma max_page_count = 1000").execute(trx);
      await trx.insertInto("notes").values({ id: 2, text: "x" }).execute();
    });
    const error = await assertRejects(() => careless);
    assertEquals(error instanceof Error && "errcode" in error && error.errcode, 13);
    assertEquals(seen(), []);
  });
});
