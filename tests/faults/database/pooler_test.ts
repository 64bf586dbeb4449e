/** The server behind a pgbouncer in transaction mode, and with several database hosts of which one accepts writes. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { sql } from "kysely";
import { readConfig } from "../../../server/config/config.ts";
import { createContext } from "../../../server/context.ts";
import { explainFailedStart } from "../../../server/commands/failed_start.ts";
import { connectDatabase, openDatabase } from "../../../server/db/open.ts";
import { ledgerPlace, openLedger } from "../../../server/embedded/payments/payments.ts";
import { runAll } from "../../../server/platform/jobs.ts";
import { createLog } from "../../../server/platform/log.ts";
import { DatabaseUnavailable } from "../../../server/platform/storage_fault.ts";
import { fakeAssets } from "../../support/app/fake_context.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { eventually } from "../../support/eventually.ts";
import { findPgbouncer, startPgbouncer } from "../../support/pgbouncer.ts";
import { findPostgres, type RunningPostgres, startPostgres } from "../../support/postgres.ts";
import { freePort } from "../../support/ports.ts";
import { skip } from "../../support/suite/skip.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

const binaries = findPostgres();
const pgbouncer = findPgbouncer();
if (binaries === undefined) skip("poolers and hosts of Postgres", "no initdb was found");
else {
  describe("Postgres", () => {
    let postgres: RunningPostgres;
    let folder = "";
    before(async () => {
      postgres = await startPostgres(binaries);
      folder = await Deno.makeTempDir({ prefix: "pooler-" });
    });
    after(async () => {
      await postgres.stop();
      await Deno.remove(folder, { recursive: true });
    });

    if (pgbouncer === undefined) {
      skip("behind pgbouncer", "pgbouncer was not found: install it");
    } else {
      it("behind a pgbouncer in transaction mode serves two servers, their purchases, all due work and readiness", async () => {
        // Migrations run past the pooler.
        const place = { kind: "postgres", url: postgres.url } as const;
        await (await openDatabase(place)).destroy();
        await (await openLedger(ledgerPlace(place, folder))).destroy();
        const pooler = await startPgbouncer(pgbouncer, postgres.url);
        const errors: string[] = [];
        // A busy machine may answer a probe too late; readiness is waited for.
        const isFault = (line: string) => line.includes('"level":"error"') && !line.includes('"server.not-ready"');
        const log = createLog((line) => isFault(line) ? errors.push(line) : 0);
        await prepareKeys(`${folder}/keys`);
        const env = { DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys`, DATABASE_URL: pooler.url };
        const open = () => createContext(readConfig(env), { log, assets: fakeAssets });
        const servers = [await open(), await open()];
        try {
          const bought = await Promise.all(
            Array.from({ length: 6 }, (_, at) => {
              const server = servers[at % 2];
              if (server === undefined) throw new RangeError("No server");
              return createVisitor(server).buy("tck_weekly_3dtrial", `ann${at}@mail.example`);
            }),
          );
          assertEquals(bought.map(({ status, body }) => [status, body.error]), bought.map(() => [200, ""]));
          for (const server of servers) {
            await runAll(server);
            await eventually(async () => (await createVisitor(server).raw("/readyz")).status === 200);
          }
          assertEquals(errors, []);
        } finally {
          for (const server of servers) await server.close();
          await pooler.stop();
        }
      });

      it("behind a pgbouncer in transaction mode is not migrated: the start says how, and nothing is changed", async () => {
        const empty = await startPostgres(binaries);
        const pooler = await startPgbouncer(pgbouncer, empty.url);
        try {
          const refused = await assertRejects(() => openDatabase({ kind: "postgres", url: pooler.url }));
          assertStringIncludes(
            explainFailedStart(refused),
            "Run deno task migrate once with the database's own address",
          );
          const place = { kind: "postgres", url: empty.url } as const;
          await (await openDatabase(place)).destroy();
          const db = connectDatabase(place);
          await db.schema.dropIndex("pay_intents_age").execute();
          await db.destroy();
          const missing = await assertRejects(() => openDatabase({ kind: "postgres", url: pooler.url }));
          assertStringIncludes(explainFailedStart(missing), "pooler in transaction mode");
          await (await openDatabase(place)).destroy();
          await (await openDatabase({ kind: "postgres", url: pooler.url })).destroy();
        } finally {
          await pooler.stop();
          await empty.stop();
        }
      });
    }

    it("with several hosts in its URL is used at the first that accepts writes, and after a failover at the next", async () => {
      const other = await startPostgres(binaries);
      const port = (url: string) => new URL(url).port;
      const own = connectDatabase({ kind: "postgres", url: other.url });
      const hosts = `127.0.0.1:${freePort()},127.0.0.1:${port(other.url)},127.0.0.1:${port(postgres.url)}`;
      const db = connectDatabase({ kind: "postgres", url: `postgres://trustcheck@${hosts}/postgres` });
      const makeReadOnly = (mode: "on" | "off") =>
        sql.raw(`alter database postgres set default_transaction_read_only = ${mode}`).execute(own);
      const used = async () =>
        (await sql<{ port: number }>`select inet_server_port() as port`.execute(db)).rows[0]?.port;
      const write = () => sql`create table if not exists written (id int)`.execute(db);
      try {
        assertEquals(String(await used()), port(other.url));
        // Its sessions turn read-only, as on a host that became a standby.
        await makeReadOnly("on");
        await sql`set default_transaction_read_only = on`.execute(db);
        await assertRejects(write, Error, "read-only");
        await write();
        assertEquals(String(await used()), port(postgres.url));
      } finally {
        await db.destroy();
        await own.destroy();
        await other.stop();
      }
    });

    it("with several hosts of which none accepts writes is unavailable", async () => {
      const hosts = `127.0.0.1:${freePort()},127.0.0.1:${freePort()}`;
      const db = connectDatabase({ kind: "postgres", url: `postgres://trustcheck@${hosts}/postgres` });
      await assertRejects(() => sql`select 1`.execute(db), DatabaseUnavailable);
      await db.destroy();
    });

    it("gets as many connections as DATABASE_POOL_SIZE says", async () => {
      const { database } = readConfig({ DATABASE_URL: postgres.url, DATABASE_POOL_SIZE: "2" });
      const db = connectDatabase(database);
      try {
        const pids = await Promise.all(
          Array.from(
            { length: 8 },
            async () =>
              (await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.1)`.execute(db)).rows[0]?.pid,
          ),
        );
        assertEquals(new Set(pids).size, 2);
      } finally {
        await db.destroy();
      }
    });
  });
}
