/**
 * Two servers behind a plain proxy are replaced one after the other while shoppers buy: no request fails, and every
 * purchase is charged once. A hundred restarts and ten thousand requests with TEST_LONG.
 */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { buildOnce } from "../../support/suite/build_once.ts";
import { type ServerProcess, startServer } from "../../support/app/server_process.ts";
import { findPostgres, startPostgres } from "../../support/postgres.ts";
import { startBalancer } from "./balancer.ts";
import { booksOf } from "./books.ts";
import { startShoppers, until } from "./shoppers.ts";
import { skip } from "../../support/suite/skip.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

const IS_LONG = Deno.env.get("TEST_LONG") === "1";
/** In the short form each of the two servers is replaced once. */
const [RESTARTS, REQUESTS, PAUSE_MS] = IS_LONG ? [100, 10_000, 50] : [2, 60, 250];
/** Longer than the proxy takes to see that a server is not ready: two checks, of at most a second each. */
const DRAIN_SECONDS = "3";

const title = `SECURITY X7: ${RESTARTS} restarts of two servers behind a proxy during purchases, and no request fails`;
const binaries = findPostgres();
if (binaries === undefined) skip(title, "no initdb was found on this machine");
else {
  it(title, async () => {
    await buildOnce();
    // Nothing here cuts the power, and a server gives a statement only two seconds.
    const postgres = await startPostgres(binaries, ["fsync=off"]);
    const dir = await Deno.makeTempDir({ prefix: "rolling-" });
    await prepareKeys(`${dir}/keys`);
    const balancer = await startBalancer();
    const servers: ServerProcess[] = [];
    const start = (at: number) =>
      startServer({
        DATABASE_URL: postgres.url,
        DATA_DIR: `${dir}/data${at}`,
        KEYS_DIR: `${dir}/keys`,
        PUBLIC_ORIGIN: balancer.origin,
        DRAIN_SECONDS,
      });
    const serve = async (at: number) => {
      const server = start(at);
      servers[at] = server;
      await server.ready();
      balancer.setServers(servers.map(({ origin }) => origin));
      await balancer.sends(server.origin);
    };
    try {
      await serve(0);
      await serve(1);
      const shoppers = startShoppers({ origin: balancer.origin, count: 4, pauseMs: PAUSE_MS });
      const codes: number[] = [];
      const said: string[] = [];
      let restarts = 0;
      // The first fault ends the drill, so that the servers' log of it is read at once.
      while (restarts < RESTARTS && shoppers.faults.length === 0) {
        const [at, before] = [restarts % 2, shoppers.requests];
        servers[at]?.kill("SIGTERM");
        const end = await servers[at]?.ended;
        codes.push(end?.code ?? -1);
        said.push(...faultsIn(end?.said ?? ""));
        // Another program may listen at its port from here on.
        balancer.setServers(servers.filter((_, other) => other !== at).map(({ origin }) => origin));
        await serve(at);
        restarts += 1;
        await until(() => shoppers.requests > before || shoppers.faults.length > 0);
        if (restarts % 10 === 0) console.log(`${restarts} restarts, ${shoppers.requests} requests`, shoppers.faults);
      }
      await until(() => shoppers.requests >= REQUESTS || shoppers.faults.length > 0);
      await shoppers.stop();
      const { requests, purchases, faults } = shoppers;
      console.log(
        `${restarts} of ${RESTARTS} restarts, ${requests} requests, ${purchases} purchases, ${faults.length} failed`,
      );
      if (faults.length > 0) {
        for (const server of servers) server.kill("SIGTERM");
        for (const { ended } of servers) said.push(...faultsIn((await ended).said));
        console.log(said.slice(-20).join("\n"));
      }
      assertEquals([faults, codes.filter((code) => code !== 0)], [[], []]);
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

/** What a server logged about failed answers, and why. */
function faultsIn(said: string): readonly string[] {
  return said.split("\n").filter((line) => /"level":"error"|"outcome":"failed"|"status":5/.test(line));
}
