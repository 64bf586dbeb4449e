import { after, before, describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { Kysely, sql } from "kysely";
import { eventually } from "../../../tests/support/eventually.ts";
import { findPostgres, type RunningPostgres, startPostgres } from "../../../tests/support/postgres.ts";
import { DatabaseUnavailable, isStorageFault, isTimeout } from "../../platform/storage_fault.ts";
import { openDatabase } from "../open.ts";
import { postgresDialect } from "./postgres.ts";
import { skip } from "../../../tests/support/suite/skip.ts";

interface Tables {
  notes: { id: number; text: string };
}

const binaries = findPostgres();
if (binaries === undefined) skip("the Postgres dialect", "no initdb was found on this machine");
else {
  describe("the Postgres dialect", () => {
    let postgres: RunningPostgres;
    before(async () => {
      postgres = await startPostgres(binaries);
    });
    after(() => postgres.stop());

    it("SECURITY X7: keeps working after another server changed a table: no call fails, and every call sees the new column", async () => {
      const db = new Kysely<Tables>({ dialect: postgresDialect(postgres) });
      const other = new Kysely<Tables>({ dialect: postgresDialect(postgres) });
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

    it("SECURITY X7: a slow statement and a wait for a lock end after two seconds as storage faults, and the connection stays usable", async () => {
      const db = new Kysely<Tables>({ dialect: postgresDialect(postgres) });
      const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
      try {
        await sql`create table locked (id bigint primary key)`.execute(db);
        await sql`insert into locked values (1)`.execute(db);
        const before = await pid();
        const slow = await assertRejects(() => sql`select pg_sleep(30)`.execute(db));
        assertEquals([isStorageFault(slow), await pid()], [true, before]);
        await db.transaction().execute(async (holder) => {
          await sql`select * from locked for update`.execute(holder);
          const waiting = await assertRejects(() => sql`update locked set id = 2`.execute(db));
          assertEquals(isStorageFault(waiting), true);
        });
      } finally {
        await db.destroy();
      }
    });

    it("SECURITY R26: is closed in time under a transaction that does not end", async () => {
      const db = new Kysely<Tables>({ dialect: postgresDialect(postgres) });
      const [begun, stuck] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const running = db.transaction().execute(async (trx) => {
        await sql`select 1`.execute(trx);
        begun.resolve();
        await stuck.promise;
      });
      running.catch(begun.reject);
      await begun.promise;
      await db.destroy();
      stuck.resolve();
      await running;
    });

    it("SECURITY X7: a connection whose statement was not answered is not used again", async () => {
      const db = new Kysely<Tables>({ dialect: postgresDialect(postgres) });
      try {
        await sql`select 1`.execute(db);
        postgres.freeze();
        const unanswered = await assertRejects(() => sql`select 1`.execute(db));
        const refused = await assertRejects(() => sql`select 1`.execute(db), DatabaseUnavailable);
        postgres.thaw();
        assertEquals([isTimeout(unanswered), isStorageFault(refused)], [true, true]);
        assertEquals((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }]);
      } finally {
        postgres.thaw();
        await db.destroy();
      }
    });

    it("SECURITY X7: repeats a statement whose plan a migration outdated once, and only outside transactions", async () => {
      const db = new Kysely<Tables>({ dialect: postgresDialect({ ...postgres, poolSize: 1 }) });
      // Refused until the second call for each number; a sequence also counts rolled-back calls.
      const refusedUntil = (calls: number) => sql<{ at: number }>`select outdated_plan(${calls}) as at`;
      const restart = () => sql`alter sequence plans restart`.execute(db);
      try {
        await sql`create sequence plans`.execute(db);
        await sql`create function outdated_plan(calls int) returns int language plpgsql as $$
          declare at int := nextval('plans');
          begin
            if at < calls then
              raise exception 'cached plan must not change result type' using errcode = '0A000';
            end if;
            return at;
          end $$`.execute(db);
        assertEquals((await refusedUntil(2).execute(db)).rows, [{ at: 2 }]);
        await restart();
        await assertRejects(() => refusedUntil(3).execute(db), DatabaseUnavailable);
        await restart();
        const inside = () => db.transaction().execute((trx) => refusedUntil(2).execute(trx));
        await assertRejects(inside, DatabaseUnavailable);
        await restart();
        assertEquals((await refusedUntil(2).execute(db)).rows, [{ at: 2 }]);
        await restart();
        await assertRejects(() => sql`select 1 from nowhere`.execute(db), Error, "nowhere");
      } finally {
        await db.destroy();
      }
    });

    for (const [isPatient, limits] of [[false, [10_000, 0, 2_000]], [true, [10_000, 1_000, 0]]] as const) {
      it(`SECURITY X7: Postgres itself ends what ${isPatient ? "a migration" : "a call"} leaves open, after its limits`, async () => {
        const db = new Kysely<Tables>({ dialect: postgresDialect(postgres, { isPatient }) });
        try {
          const { rows } = await sql<{ setting: string; unit: string }>`select setting, unit from pg_settings
            where name in ('idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout')
            order by name`.execute(db);
          assertEquals(rows, limits.map((ms) => ({ setting: String(ms), unit: "ms" })));
        } finally {
          await db.destroy();
        }
      });
    }

    (Deno.build.os === "linux" ? it : it.skip)(
      "SECURITY X7: an idle connection asks within ten seconds whether its other end is still there",
      async () => {
        const db = new Kysely<Tables>({ dialect: postgresDialect(postgres) });
        try {
          await sql`select 1`.execute(db);
          await eventually(
            () => keepAlivesTo(postgres).some((waitMs) => waitMs <= 10_000),
            () => keepAlivesTo(postgres),
          );
        } finally {
          await db.destroy();
        }
      },
    );

    it("X7: a call that finds no free connection leaves the host that serves the others, and waits once", async () => {
      let asked = 0;
      const standby = Deno.listen({ port: 0, hostname: "127.0.0.1" });
      const accepting = (async () => {
        for await (const connection of standby) {
          asked += 1;
          connection.close();
        }
      })();
      const url = postgres.url.replace(/@([^/]+)/, `@$1,127.0.0.1:${standby.addr.port}`);
      const limitMs = 500;
      const db = new Kysely<Tables>({ dialect: postgresDialect({ url, poolSize: 1, limitMs }) });
      try {
        await db.transaction().execute(async (holder) => {
          await sql`select 1`.execute(holder);
          let waitedMs = Infinity;
          // A busy machine is late now and then; a call that waited for both hosts would be late each time.
          for (let tries = 0; tries < 5 && waitedMs >= 2 * limitMs; tries++) {
            const startMs = performance.now();
            await assertRejects(() => sql`select 1`.execute(db), DatabaseUnavailable);
            waitedMs = performance.now() - startMs;
          }
          assertEquals([asked, waitedMs < 2 * limitMs], [0, true], `${waitedMs} ms`);
        });
        assertEquals((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }]);
        assertEquals(asked, 0);
      } finally {
        await db.destroy();
        standby.close();
        await accepting;
      }
    });

    it("DATABASE_POOL_SIZE=1 is enough to bring a database up to date", async () => {
      const db = await openDatabase({ kind: "postgres", url: postgres.url, poolSize: 1 });
      try {
        assertEquals(await db.selectFrom("app_probe").select("id").execute(), []);
      } finally {
        await db.destroy();
      }
    });

    it("a patient connection takes as long as its statements need", async () => {
      const db = new Kysely<Tables>({ dialect: postgresDialect(postgres, { isPatient: true }) });
      try {
        assertEquals((await sql`select pg_sleep(3), 1 as one`.execute(db)).rows.length, 1);
      } finally {
        await db.destroy();
      }
    });

    it("a transaction on a lost connection fails, and the next one gets a new connection", async () => {
      const db = new Kysely<Tables>({ dialect: postgresDialect(postgres) });
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

/** Timer of a connection that is idle and will be asked. */
const KEEP_ALIVE = "02";
const TICK_MS = 10;

/** Milliseconds until the next question, of each open connection to this Postgres. */
function keepAlivesTo({ url }: RunningPostgres): readonly number[] {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, "0");
  return Deno.readTextFileSync("/proc/net/tcp").split("\n").flatMap((line) => {
    const [, , other = "", , , timer = ""] = line.trim().split(/\s+/);
    const [kind, ticks = ""] = timer.split(":");
    return other.endsWith(`:${port}`) && kind === KEEP_ALIVE ? [Number.parseInt(ticks, 16) * TICK_MS] : [];
  });
}
