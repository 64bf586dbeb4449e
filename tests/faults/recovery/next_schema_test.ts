/**
 * The schema of the next release under servers of this one: it has added columns, tables and indexes, as
 * docs/operations/schema.md allows. A purchase, a renewal and all due work run on it.
 */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { type Kysely, sql } from "kysely";
import { readConfig } from "../../../server/config/config.ts";
import { createContext } from "../../../server/context.ts";
import { openDatabase } from "../../../server/db/open.ts";
import { createClock } from "../../../server/platform/clock.ts";
import { runAll } from "../../../server/platform/jobs.ts";
import { createLog } from "../../../server/platform/log.ts";
import { DAY_MS } from "../../../server/wire/billing/schedule.ts";
import { onBothEngines } from "../../support/engines.ts";
import { fakeAssets } from "../../support/app/fake_context.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

/** What the next release adds to every table. */
async function expand(db: Kysely<unknown>): Promise<void> {
  for (const { name, schema = "public" } of await db.introspection.getTables()) {
    // The acquirer's ledger is not a table of the release.
    if (schema !== "public") continue;
    await sql`alter table ${sql.table(name)} add column next_text text`.execute(db);
    await sql`alter table ${sql.table(name)} add column next_count integer not null default 0`.execute(db);
    await sql`create index ${sql.ref(`${name}_next`)} on ${sql.table(name)} (next_count)`.execute(db);
  }
  await sql`create table next_table (id text primary key)`.execute(db);
  await sql`insert into kysely_migration (name, timestamp) values ('payments_998', '2027-01-01')`.execute(db);
  await sql`insert into kysely_migration (name, timestamp) values ('members_999_from_1', '2027-01-01')`.execute(db);
}

onBothEngines("the schema of the next release", (place) => {
  it("SECURITY X7: serves this release before, while and after it changes: purchase, renewal, all due work, restart", async () => {
    const where = place();
    const folder = await Deno.makeTempDir({ prefix: "trustcheck-next-" });
    await prepareKeys(`${folder}/keys`);
    const config = {
      ...readConfig({ DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` }),
      database: where,
    };
    const errors: string[] = [];
    const log = createLog((line) => line.includes('"level":"error"') ? errors.push(line) : 0);
    const clock = createClock();
    const open = () => createContext(config, { clock, log, assets: fakeAssets });
    const buy = async (email: string) => (await createVisitor(context).buy("tck_weekly_3dtrial", email)).body.error;
    let context = await open();
    try {
      assertEquals(await buy("before@mail.example"), "");
      const next = await openDatabase(where);
      await expand(next as unknown as Kysely<unknown>);
      await next.destroy();
      assertEquals(await buy("while@mail.example"), "", "prepared statements meet the new columns");
      await context.close();
      context = await open();
      assertEquals(await buy("after@mail.example"), "");
      clock.advance(4 * DAY_MS);
      await runAll(context);
      const periods = await context.db.selectFrom("subs_subscriptions").select("period").execute();
      assertEquals([periods.map(({ period }) => period), errors], [[1, 1, 1], []]);
    } finally {
      await context.close();
      await Deno.remove(folder, { recursive: true });
    }
  });
});
