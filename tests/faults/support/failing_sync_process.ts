/** A server's database whose disk fails at the second flush. It prints every acknowledged write until it exits. */
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { groupDialect } from "../../../server/db/sqlite/group_commit/dialect.ts";
import { DEFAULT_PORTS, walFlush } from "../../../server/db/sqlite/group_commit/flush.ts";

const path = Deno.args[0] ?? "";
const file = new DatabaseSync(path);
file.exec("pragma journal_mode=WAL; pragma synchronous=NORMAL; create table notes (id integer primary key)");
let syncs = 0;
const log = walFlush(path, {
  ...DEFAULT_PORTS,
  async open(name) {
    const real = await DEFAULT_PORTS.open(name);
    return {
      close: () => real.close(),
      syncData: () => ++syncs === 2 ? Promise.reject(new Error("EIO: i/o error, fdatasync")) : real.syncData(),
    };
  },
});
const db = new Kysely<{ notes: { id: number } }>({ dialect: groupDialect(file, log) });
for (let id = 1; id <= 3; id++) {
  await db.insertInto("notes").values({ id }).execute().then(() => console.log(`written ${id}`), () => undefined);
}
console.log("went on");
