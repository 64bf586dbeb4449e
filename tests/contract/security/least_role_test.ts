/**
 * A server on Postgres whose role may not change tables: the grants in docs/operations/running.md are enough, and no
 * more.
 */
import { it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { sql } from "kysely";
import { readConfig } from "../../../server/config/config.ts";
import { createContext } from "../../../server/context.ts";
import { connectDatabase, openDatabase } from "../../../server/db/open.ts";
import { ledgerPlace, openLedger } from "../../../server/embedded/payments/acquirer/ledger.ts";
import { runAll } from "../../../server/platform/jobs.ts";
import { createLog } from "../../../server/platform/log.ts";
import { fakeAssets } from "../../support/app/fake_context.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { eventually } from "../../support/eventually.ts";
import { findPostgres, startPostgres } from "../../support/postgres.ts";
import { skip } from "../../support/suite/skip.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

/** The statements of the page for operators, word for word. */
async function grants(): Promise<readonly string[]> {
  const page = await Deno.readTextFile(new URL("../../../docs/operations/running.md", import.meta.url));
  const [, block = ""] = /```sql\n([^`]*)```/.exec(page) ?? [];
  return block.split(";").map((statement) => statement.trim()).filter((statement) => statement !== "");
}

const binaries = findPostgres();
if (binaries === undefined) skip("a role without DDL", "no initdb was found on this machine");
else {
  it("SECURITY D3: a role that may only read and write rows serves a purchase, all due work and a restart, and can create nothing", async () => {
    const postgres = await startPostgres(binaries);
    const folder = await Deno.makeTempDir({ prefix: "least-role-" });
    await prepareKeys(`${folder}/keys`);
    try {
      const url = new URL(postgres.url);
      const first = connectDatabase({ kind: "postgres", url: postgres.url });
      await sql`create role trustcheck_owner login`.execute(first);
      await sql`create database trustcheck owner trustcheck_owner`.execute(first);
      await first.destroy();
      url.pathname = "/trustcheck";
      const administrator = connectDatabase({ kind: "postgres", url: url.href });
      url.username = "trustcheck_owner";
      const place = { kind: "postgres", url: url.href } as const;
      const owner = await openDatabase(place);
      // As in a database that began with Postgres 14.
      await sql`grant create on schema public to public`.execute(owner);
      await (await openLedger(ledgerPlace(place, folder))).destroy();
      for (const statement of await grants()) await sql.raw(statement).execute(administrator);
      await administrator.destroy();
      url.username = "trustcheck_app";
      const env = { DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys`, DATABASE_URL: url.href };
      const errors: string[] = [];
      // A busy machine may answer a probe too late; readiness is waited for.
      const isFault = (line: string) => line.includes('"level":"error"') && !line.includes('"server.not-ready"');
      const log = createLog((line) => isFault(line) ? errors.push(line) : 0);
      for (let starts = 1; starts <= 2; starts++) {
        const context = await createContext(readConfig(env), { log, assets: fakeAssets });
        const { status, body } = await createVisitor(context).buy("tck_weekly_3dtrial", `ann${starts}@mail.example`);
        assertEquals([status, body.error], [200, ""]);
        await eventually(async () => (await createVisitor(context).raw("/readyz")).status === 200);
        await runAll(context);
        await context.close();
      }
      assertEquals(errors, []);
      const app = connectDatabase({ kind: "postgres", url: url.href });
      const objects = ["create table t (id int)", "create table acquirer.t (id int)", "create schema s"]
        .concat(["create temporary table t (id int)", "create temporary sequence s", "create temp view v as select 1"])
        .concat(["select 1 as id into temporary t", "create database d", "create extension pg_trgm"])
        .concat(["create role r", "create function f() returns int language sql return 1", "create view v as select 1"])
        .concat(["create index i on pay_intents (key)", "alter table pay_intents add column x int"])
        .concat(["drop table pay_intents", "truncate pay_intents", "truncate acquirer.acq_charges"])
        .concat(["create trigger t after insert on pay_intents execute function pg_notify()"])
        .concat(["alter role trustcheck_app superuser"])
        .concat(["copy (select 1) to program 'true'", "copy (select 1) to '/tmp/trustcheck-row'"])
        .concat(["select pg_read_file('/etc/passwd')"]);
      for (const ddl of objects) {
        const error = await assertRejects(() => sql.raw(ddl).execute(app));
        assertEquals("code" in error && error.code, "42501", ddl);
      }
      for (const table of ["admin_audit", "admin_act_subjects"]) {
        for (const change of [`update ${table} set n = n`, `delete from ${table}`]) {
          const error = await assertRejects(() => sql.raw(change).execute(app));
          assertEquals("code" in error && error.code, "42501", change);
        }
      }
      // The tables of the next release.
      for (const table of ["later", "acquirer.later"]) {
        await sql`create table ${sql.table(table)} (id int)`.execute(owner);
        await sql`insert into ${sql.table(table)} values (1)`.execute(app);
      }
      await app.destroy();
      await owner.destroy();
    } finally {
      await postgres.stop();
      await Deno.remove(folder, { recursive: true });
    }
  });
}
