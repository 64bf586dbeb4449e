/**
 * The primary is killed under load and its synchronous standby takes over: nothing that was acknowledged is lost or
 * doubled, and meanwhile every answer of 500 and above is a 503.
 */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { sql } from "kysely";
import { build } from "../../../scripts/build.ts";
import { connectDatabase } from "../../../server/db/open.ts";
import { startServer } from "../../support/app/server_process.ts";
import { findPostgres, startPostgres, startReplica } from "../../support/postgres.ts";
import { booksOf } from "../rolling/books.ts";
import { startShoppers, until } from "../rolling/shoppers.ts";

const PURCHASES = Deno.env.get("TEST_LONG") === "1" ? 200 : 8;

const title = "SECURITY X7: after a failover to the synchronous standby nothing acknowledged is lost or doubled";
const binaries = findPostgres();
if (binaries === undefined) console.log(`Skipped: "${title}", because no initdb was found on this machine`);
else {
  it(title, async () => {
    await build();
    const primary = await startPostgres(binaries);
    const standby = await startReplica(binaries, primary);
    const place = { kind: "postgres", url: standby.url } as const;
    const before = connectDatabase({ kind: "postgres", url: primary.url });
    // Every commit waits for the standby from here on.
    await sql`alter system set synchronous_standby_names = '*'`.execute(before);
    await sql`select pg_reload_conf()`.execute(before);
    const isSynchronous = async () =>
      (await sql`select 1 from pg_stat_replication where sync_state = 'sync'`.execute(before)).rows.length === 1;
    await until(isSynchronous);
    await before.destroy();
    const dir = await Deno.makeTempDir({ prefix: "failover-" });
    const hosts = [primary, standby].map(({ url }) => new URL(url).host).join(",");
    const server = startServer({
      DATABASE_URL: `postgres://trustcheck@${hosts}/postgres`,
      DATA_DIR: `${dir}/data`,
      KEYS_DIR: `${dir}/keys`,
    });
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
      // Work that the kill cut off is finished: a charge may have no acknowledgement, and never two.
      const [subscriptions = 0, charges, receipts, captures = 0] = await booksOf(place);
      assert(subscriptions >= purchases, `${purchases - subscriptions} of ${purchases} are lost`);
      assertEquals([charges, receipts, captures >= subscriptions], [subscriptions, subscriptions, true]);
      const { rows: doubled } = await sql`
        select execution_id from subs_charges group by execution_id having count(*) > 1`.execute(after);
      assertEquals(doubled, []);
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
