/**
 * The primary is killed under load and its synchronous standby takes over: nothing that was acknowledged is lost or
 * doubled, charge by charge, and meanwhile every answer of 500 and above is a 503.
 */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { sql } from "kysely";
import { build } from "../../../scripts/build.ts";
import { connectDatabase } from "../../../server/db/open.ts";
import { startServer } from "../../support/app/server_process.ts";
import { eventually } from "../../support/eventually.ts";
import { findPostgres, startPostgres, startReplica } from "../../support/postgres.ts";
import { booksOf } from "../rolling/books.ts";
import { settledMoney } from "../rolling/money.ts";
import { startShoppers, until } from "../rolling/shoppers.ts";
import { skip } from "../../support/suite/skip.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

/** Of one purchase. */
const CENTS = 100;
const PURCHASES = Deno.env.get("TEST_LONG") === "1" ? 200 : 8;

const title = "SECURITY X7: after a failover to the synchronous standby nothing acknowledged is lost or doubled";
const binaries = findPostgres();
if (binaries === undefined) skip(title, "no initdb was found on this machine");
else {
  it(title, async () => {
    await build();
    const primary = await startPostgres(binaries);
    const standby = await startReplica(binaries, primary);
    // A promotion and a first synchronous commit take long on a busy machine.
    const patient = { kind: "postgres", limitMs: 60_000 } as const;
    const place = { ...patient, url: standby.url };
    const before = connectDatabase({ ...patient, url: primary.url });
    // Every commit waits for the standby from here on.
    await sql`alter system set synchronous_standby_names = '*'`.execute(before);
    await sql`select pg_reload_conf()`.execute(before);
    const isSynchronous = async () =>
      (await sql`select 1 from pg_stat_replication where sync_state = 'sync'`.execute(before)).rows.length === 1;
    await eventually(isSynchronous);
    await before.destroy();
    const dir = await Deno.makeTempDir({ prefix: "failover-" });
    await prepareKeys(`${dir}/keys`);
    const hosts = [primary, standby].map(({ url }) => new URL(url).host).join(",");
    const env = {
      DATABASE_URL: `postgres://trustcheck@${hosts}/postgres`,
      DATA_DIR: `${dir}/data`,
      KEYS_DIR: `${dir}/keys`,
    };
    const server = startServer(env);
    const after = connectDatabase(place);
    try {
      await server.ready();
      const shoppers = startShoppers({ origin: server.origin, count: 4 });
      await until(() => shoppers.purchases >= PURCHASES || shoppers.faults.length > 0);
      assertEquals(shoppers.faults, []);
      await primary.lose();
      const killedMs = performance.now();
      const acknowledged = shoppers.purchases;
      await until(() => shoppers.faults.length > 0);
      await sql`select pg_promote()`.execute(after);
      const beforeMs = performance.now();
      await until(() => shoppers.purchases >= acknowledged + PURCHASES);
      await shoppers.stop();
      const { purchases, faults } = shoppers;
      const statuses = new Set(faults.flatMap((fault) => /^(5\d\d) /.exec(fault)?.[1] ?? []));
      console.log(
        `${purchases} purchases acknowledged, ${faults.length} refused meanwhile; promoted ${
          (beforeMs - killedMs).toFixed(0)
        } ms after the kill`,
      );
      assertEquals([...statuses], ["503"]);
      server.kill("SIGTERM");
      await server.ended;
      // Work that the kill interrupted is finished or undone: a charge may lack an acknowledgement, but never happens
      // twice.
      const { books, executions, ledger, cents, differences } = await settledMoney(env);
      console.log(`${books.length} charges in the books, ${ledger.length} in the ledger: ${cents} cents`);
      assertEquals([books, executions, differences], [ledger, ledger, []]);
      assertEquals(cents, books.length * CENTS);
      const [subscriptions, charges, receipts] = await booksOf(place);
      assertEquals([subscriptions, charges, receipts], Array(3).fill(books.length));
      const lost = purchases - books.length;
      assert(lost <= 0, `${lost} of ${purchases} are lost`);
    } finally {
      server.kill("SIGTERM");
      await server.ended;
      await after.destroy();
      await standby.stop();
      await primary.stop();
      await Deno.remove(dir, { recursive: true });
    }
  });
}
