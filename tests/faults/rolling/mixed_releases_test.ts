/**
 * The previous release and this one serve one database behind a plain proxy, on the tables of this one: no request fails,
 * and every purchase is charged once. Ten thousand requests with TEST_LONG.
 */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { buildOnce } from "../../support/suite/build_once.ts";
import { type ServerProcess, startServer } from "../../support/app/server_process.ts";
import { findPostgres, startPostgres } from "../../support/postgres.ts";
import { startBalancer } from "./balancer.ts";
import { booksOf } from "./books.ts";
import { checkOut, releaseBefore } from "./release_before.ts";
import { startShoppers, until } from "./shoppers.ts";
import { skip } from "../../support/suite/skip.ts";

/** Longer than the proxy takes to see that a server is not ready: two checks, of at most a second each. */
const DRAIN_SECONDS = "3";
const [REQUESTS, PAUSE_MS] = Deno.env.get("TEST_LONG") === "1" ? [10_000, 0] : [60, 250];

const title = "SECURITY X7: the previous release buys beside this one on the tables of this one, and no request fails";
const binaries = findPostgres();
const before = await releaseBefore();
if (before === undefined && Deno.env.get("TEST_LONG") === "1") {
  it(title, () => {
    throw new Error("This checkout has no history of its releases: git fetch --unshallow --tags");
  });
} else if (before === undefined) {
  skip(title, "this checkout has no history; released_schema_test.ts compares the tables all the same");
} else if (binaries === undefined) skip(title, "no initdb was found on this machine");
else {
  it(title, async () => {
    await buildOnce();
    // Nothing here cuts the power, and a server gives a statement only two seconds.
    const postgres = await startPostgres(binaries, ["fsync=off"]);
    const dir = await Deno.makeTempDir({ prefix: "mixed-" });
    await Deno.mkdir(`${dir}/before`);
    await checkOut(before, `${dir}/before`);
    const balancer = await startBalancer();
    const servers: ServerProcess[] = [];
    const env = (name: string) => ({
      DATABASE_URL: postgres.url,
      DATA_DIR: `${dir}/${name}-data`,
      KEYS_DIR: `${dir}/keys`,
      PUBLIC_ORIGIN: balancer.origin,
      DRAIN_SECONDS,
    });
    const serve = async (at: number, root?: string) => {
      const server = startServer(env(root === undefined ? "this" : "before"), "server/main.ts", root);
      servers[at] = server;
      await server.ready();
      balancer.setServers(servers.map(({ origin }) => origin));
      await balancer.sends(server.origin);
    };
    try {
      // The previous release makes the tables, this one changes them under it.
      await serve(0, `${dir}/before`);
      const shoppers = startShoppers({ origin: balancer.origin, count: 3, pauseMs: PAUSE_MS });
      await until(() => shoppers.purchases > 2 || shoppers.faults.length > 0);
      await serve(1);
      const enough = shoppers.requests + REQUESTS / 2;
      await until(() => shoppers.requests >= enough || shoppers.faults.length > 0);
      // Going back: the previous release starts on the changed tables.
      servers[0]?.kill("SIGTERM");
      const { code } = await servers[0]?.ended ?? { code: -1 };
      // Another program may listen at its port from here on.
      balancer.setServers(servers.slice(1).map(({ origin }) => origin));
      await serve(0, `${dir}/before`);
      const all = shoppers.requests + REQUESTS / 2;
      await until(() => shoppers.requests >= all || shoppers.faults.length > 0);
      await shoppers.stop();
      const { requests, purchases, faults } = shoppers;
      console.log(`beside ${before}: ${requests} requests, ${purchases} purchases, ${faults.length} failed`);
      assertEquals([faults, code], [[], 0]);
      assert(requests >= REQUESTS, `${requests} requests`);
      assertEquals(await booksOf({ kind: "postgres", url: postgres.url }), Array(4).fill(purchases));
    } finally {
      for (const server of servers) server.kill("SIGTERM");
      await Promise.all(servers.map(({ ended }) => ended));
      await balancer.close();
      await postgres.stop();
      await Deno.remove(dir, { recursive: true });
    }
  });
}
