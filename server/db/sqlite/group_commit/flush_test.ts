import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { groupDialect } from "./dialect.ts";
import { type Flush, shareFlushes, walFlush } from "./flush.ts";

interface Tables {
  notes: { id: number };
}

/** A disk whose flushes end when the test tells it to. */
function slowDisk() {
  const running: PromiseWithResolvers<void>[] = [];
  return {
    flushOnce: () => {
      const one = Promise.withResolvers<void>();
      running.push(one);
      return one.promise;
    },
    get begun() {
      return running.length;
    },
    end: (at: number, error?: Error) => error === undefined ? running[at]?.resolve() : running[at]?.reject(error),
  };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Names in the order in which their promises resolve. */
function watch() {
  const ended: string[] = [];
  const add = (name: string, promise: Promise<unknown>) =>
    void promise.then(() => ended.push(name), () => ended.push(`${name} failed`));
  return { ended, add };
}

function open(flush: Flush) {
  const file = new DatabaseSync(":memory:");
  file.exec("create table notes (id integer primary key)");
  return new Kysely<Tables>({ dialect: groupDialect(file, { flush, close() {} }) });
}

describe("flushes to the disk", () => {
  it("run one at a time, and commits during a flush share the next one", async () => {
    const disk = slowDisk();
    const { ended, add } = watch();
    const flush = shareFlushes(disk.flushOnce);
    add("first", flush());
    await turn();
    add("second", flush());
    add("third", flush());
    await turn();
    assertEquals(disk.begun, 1);
    disk.end(0);
    await turn();
    assertEquals([disk.begun, ended], [2, ["first"]]);
    disk.end(1);
    await turn();
    assertEquals(ended, ["first", "second", "third"]);
  });

  it("keep failing after the first failure", async () => {
    const disk = slowDisk();
    const flush = shareFlushes(disk.flushOnce);
    const first = flush();
    await turn();
    disk.end(0, new Error("disk"));
    await assertRejects(() => first, Error, "disk");
    await assertRejects(() => flush(), Error, "disk");
    assertEquals(disk.begun, 1);
  });

  it("R10: delay the answers to a writer and to a reader who saw its write, but no statement", async () => {
    const disk = slowDisk();
    const { ended, add } = watch();
    const db = open(shareFlushes(disk.flushOnce));
    add("writer", db.insertInto("notes").values({ id: 1 }).execute());
    await turn();
    add("reader", db.selectFrom("notes").selectAll().execute());
    add("next writer", db.insertInto("notes").values({ id: 2 }).execute());
    await turn();
    assertEquals(ended, []);
    disk.end(0);
    await turn();
    assertEquals(ended.toSorted(), ["reader", "writer"]);
    disk.end(1);
    await turn();
    assertEquals(ended.toSorted(), ["next writer", "reader", "writer"]);
    await db.destroy();
  });

  it("acknowledge no write after the disk has failed", async () => {
    const disk = slowDisk();
    const db = open(shareFlushes(disk.flushOnce));
    const writing = db.insertInto("notes").values({ id: 1 }).execute();
    await turn();
    disk.end(0, new Error("disk"));
    await assertRejects(() => writing, Error, "disk");
    await assertRejects(() => db.insertInto("notes").values({ id: 2 }).execute(), Error, "disk");
    await assertRejects(() => db.transaction().execute((trx) => trx.deleteFrom("notes").execute()), Error, "disk");
    await db.destroy();
  });

  it("sync the log of a real file, and fail when the file is missing", async () => {
    const dir = await Deno.makeTempDir({ prefix: "trustcheck-flush-" });
    try {
      const file = new DatabaseSync(`${dir}/a.db`);
      file.exec("pragma journal_mode=WAL; create table notes (id integer)");
      const log = walFlush(`${dir}/a.db`);
      await log.flush();
      log.close();
      file.close();
      let losses = 0;
      const lost = () => void (losses += 1);
      const open = (name: string) => Deno.open(name, { read: true, write: true });
      await assertRejects(() => walFlush(`${dir}/b.db`, { open, lost }).flush(), Deno.errors.NotFound);
      assertEquals(losses, 1);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  });
});
