/** A database restored from an older backup: what the acquirer was already asked for is not asked for again. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { sql } from "kysely";
import { readConfig } from "../../../server/config/config.ts";
import { createContext } from "../../../server/context.ts";
import { UnknownTables } from "../../../server/db/migrate.ts";
import { connectDatabase, openDatabase } from "../../../server/db/open.ts";
import { ledgerPlace, openLedger } from "../../../server/embedded/payments/acquirer/ledger.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { fakeAssets } from "../../support/app/fake_context.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { onBothEngines } from "../../support/engines.ts";
import { findPostgres, startPostgres } from "../../support/postgres.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";
import { itUnless } from "../../support/suite/skip.ts";
import { drillRestore } from "./restore_drill.ts";

const MEMBERS = 4;
const PLAN = "tck_3month_plan";

onBothEngines("an older backup", (place) => {
  it("SECURITY R12: renewals, add-ons, refunds, disputes and an unfinished purchase after it charge and refund no card twice", async () => {
    const { before, after, books, answers: [first, again], differences: [none, lost], disputes, emails } =
      await drillRestore(
        place(),
        MEMBERS,
      );
    assertEquals(again, first, "people are answered as before the restore");
    assert(first.every((answer) => answer === "" || Array.isArray(answer) && answer[0] === 200), JSON.stringify(first));
    // Six first charges, three renewals, an add-on, the purchase of the shopper and that of the lost buyer.
    assertEquals(before.charges, 12);
    assert(before.refundedMinor > 0);
    assertEquals(after, before, "the acquirer moved no more money");
    assertEquals(emails[1], emails[0], "an email that goes out again has the Message-ID that it had");
    const kinds = new Set(emails[0].map((key) => key.split(":")[0]));
    assertEquals([...kinds], ["declined", "receipt", "refund", "renewed", "withdrawn"]);
    const [[warning, chargeback]] = disputes;
    assertEquals([warning?.kind, chargeback?.kind], ["early_warning", "chargeback"]);
    assertEquals(disputes[1], disputes[0], "no dispute got worse");
    assertEquals(none, [], "nothing differs before the restore");
    // The purchase that is not repeated is shown to an operator.
    assertEquals(lost.map(({ between, found }) => [between, found.capturedMinor]), [["ledger", 100]]);
    assertEquals(books, { capturedMinor: after.capturedMinor - 100, refundedMinor: after.refundedMinor });
  });
});

const page = await Deno.readTextFile(new URL("../../../docs/operations/running.md", import.meta.url));
/** The commands of the page for operators, word for word. */
const [dump = "", restore = ""] = [...page.matchAll(/```sh\n([^`]*\bpg_(?:dump|restore) [^`]*)```/g)]
  .map(([, commands = ""]) => commands);
const [, grants = ""] = /```sql\n([^`]*)```/.exec(page) ?? [];

const binaries = findPostgres();
const noPostgres = binaries === undefined ? "no initdb was found on this machine" : undefined;
itUnless(
  noPostgres,
  "SECURITY R12: the page's commands bring a dump of Postgres back into a new database, after a newer release has migrated the old one",
  async () => {
    const postgres = await startPostgres(binaries ?? "");
    const folder = await Deno.makeTempDir({ prefix: "trustcheck-dump-" });
    const urlOf = (database: string, role: string) => {
      const url = new URL(postgres.url);
      [url.pathname, url.username] = [database, role];
      return url.href;
    };
    const ask = async (url: string, ...statements: readonly string[]) => {
      const db = connectDatabase({ kind: "postgres", url });
      for (const statement of statements) await sql.raw(statement).execute(db);
      await db.destroy();
    };
    const runCommands = async (commands: string) => {
      const { success, stderr } = await new Deno.Command("/bin/sh", {
        args: ["-eu", "-c", commands],
        cwd: folder,
        clearEnv: true,
        env: {
          PATH: `${binaries}:/usr/bin:/bin`,
          OWNER_URL: urlOf("trustcheck", "trustcheck_owner"),
          SUPERUSER_URL: postgres.url,
          RESTORED_URL: urlOf("trustcheck_restored", "trustcheck_owner"),
        },
      }).output();
      assert(commands !== "" && success, `${commands}\n${new TextDecoder().decode(stderr)}`);
    };
    const buyAt = async (database: string, email: string): Promise<readonly string[]> => {
      const env = { DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` };
      const config = readConfig({ ...env, DATABASE_URL: urlOf(database, "trustcheck_app") });
      const context = await createContext(config, { log: silentLog, assets: fakeAssets });
      try {
        assertEquals((await createVisitor(context).buy(PLAN, email)).body.error, "");
        const rows = await context.db.selectFrom("subs_subscriptions").select("email").orderBy("email").execute();
        return rows.map((row) => row.email);
      } finally {
        await context.close();
      }
    };
    try {
      await prepareKeys(`${folder}/keys`);
      await ask(
        postgres.url,
        "create role trustcheck_owner login",
        "create database trustcheck owner trustcheck_owner",
      );
      const place = { kind: "postgres", url: urlOf("trustcheck", "trustcheck_owner") } as const;
      await (await openDatabase(place)).destroy();
      await (await openLedger(ledgerPlace(place, folder))).destroy();
      const statements = grants.split(";").map((each) => each.trim()).filter((each) => each !== "");
      await ask(urlOf("trustcheck", "trustcheck"), ...statements);
      assertEquals(await buyAt("trustcheck", "ann@mail.example"), ["ann@mail.example"]);
      await runCommands(dump);
      assertEquals(await buyAt("trustcheck", "bob@mail.example"), ["ann@mail.example", "bob@mail.example"]);
      const newer = "insert into kysely_migration (name, timestamp) values ('payments_999_from_999', '2027-01-01')";
      await ask(place.url, "create table next_table (id text primary key)", newer);
      await assertRejects(() => buyAt("trustcheck", "cat@mail.example"), UnknownTables);

      await runCommands(restore);
      // As the page says: those of the role, without the first, in the new database.
      const again = statements.slice(1).map((each) =>
        each.replace("database trustcheck ", "database trustcheck_restored ")
      );
      await ask(urlOf("trustcheck_restored", "trustcheck"), ...again);
      assertEquals(await buyAt("trustcheck_restored", "cat@mail.example"), ["ann@mail.example", "cat@mail.example"]);
      for (const made of ["create temporary table t (id int)", "create table t (id int)"]) {
        await assertRejects(
          () => ask(urlOf("trustcheck_restored", "trustcheck_app"), made),
          Error,
          "permission denied",
        );
      }
      const left = "select 1 from next_table";
      await assertRejects(() => ask(urlOf("trustcheck_restored", "trustcheck_owner"), left), Error, "does not exist");
    } finally {
      await postgres.stop();
      await Deno.remove(folder, { recursive: true });
    }
  },
);
