/**
 * 500 servers start, look for open work and are killed, while another server takes payments: none of them settles, or
 * even asks the acquirer about, a payment that is not its own.
 */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { connectDatabase } from "../../server/db/open.ts";
import { ledgerPlace, openLedger } from "../../server/embedded/payments/acquirer/ledger.ts";
import { createSimulator } from "../../server/embedded/payments/acquirer/simulator.ts";
import { serveAcquirer } from "../faults/support/acquirer_wire.ts";
import { buy, type Order } from "../faults/support/buyer.ts";
import type { PaymentsOptions } from "../faults/support/payments_process.ts";
import { type RunningProcess, startProcess } from "../faults/support/processes.ts";
import { freePort } from "../support/ports.ts";
import { findPostgres, startPostgres } from "../support/postgres.ts";
import { skip } from "../support/suite/skip.ts";

const STARTS = 500;
const AT_ONCE = 2;
const BUYERS = 6;
/** Payments are at the acquirer all the time, which does not know them yet. */
const ASKED_MS = 500;
const LEASE_MS = 30_000;

const title = `SECURITY X6: ${STARTS} starts under load settle no payment of another server`;
const binaries = findPostgres();
if (binaries === undefined) skip(title, "no initdb was found");
else {
  it(title, async () => {
    const postgres = await startPostgres(binaries);
    const dir = await Deno.makeTempDir({ prefix: "starts-" });
    const place = { kind: "postgres", url: postgres.url } as const;
    const ledger = await openLedger(ledgerPlace(place, dir));
    const answer = serveAcquirer(createSimulator({ db: ledger, clock: { now: Date.now } }));
    let asked = 0;
    const acquirer = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/authorize") await new Promise((resolve) => setTimeout(resolve, ASKED_MS));
      if (pathname === "/find" || pathname === "/close") asked += 1;
      return await answer(request);
    });
    const start = (): Promise<RunningProcess> => {
      const options: PaymentsOptions = {
        place,
        port: freePort(),
        keysDir: `${dir}/keys`,
        acquirer: `http://127.0.0.1:${acquirer.addr.port}`,
        hook: "http://127.0.0.1:9/hook",
        aheadMs: 0,
        leaseMs: LEASE_MS,
      };
      return startProcess("./payments_process.ts", options, "/countries.json");
    };
    const first = await start();
    const db = connectDatabase(place);
    const stopping = new AbortController();
    const orders: Order[] = [];
    const buyer = async () => {
      while (!stopping.signal.aborted) orders.push(await buy(first.base));
    };
    try {
      const buying = Promise.all(Array.from({ length: BUYERS }, buyer));
      buying.catch(() => {});
      let [begun, mostOpen] = [0, 0];
      const starter = async () => {
        while (begun < STARTS) {
          begun += 1;
          if (begun % 50 === 0) console.log(`${begun} starts, ${orders.length} payments`);
          const other = await start();
          const open = await db.selectFrom("pay_intents").select("key").where("is_open", "=", 1).execute();
          mostOpen = Math.max(mostOpen, open.length);
          // One round of work and more.
          await new Promise((resolve) => setTimeout(resolve, 250));
          await other.kill();
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, starter));
      stopping.abort();
      await buying;
      const charges = await ledger.selectFrom("acq_charges").select("key").where("outcome", "=", "approved").execute();
      const wrong = orders.filter(({ acknowledged }) => acknowledged.join() !== "authorizeSuccessful");
      console.log(
        `${begun} starts, ${orders.length} payments, up to ${mostOpen} open at a start; ${wrong.length} settled by ` +
          `another server, ${asked} asked for by another server`,
      );
      assert(mostOpen > 0, "no payment was open at a start");
      assertEquals([wrong, asked, charges.length], [[], 0, orders.length]);
    } finally {
      stopping.abort();
      await first.kill();
      await acquirer.shutdown();
      await db.destroy();
      await ledger.destroy();
      await postgres.stop();
      await Deno.remove(dir, { recursive: true });
    }
  });
}
