/**
 * Two servers on one Postgres: one is killed, or the database goes away for longer than a lease, while payments are at
 * the acquirer.
 */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { connectDatabase, type Db } from "../../server/db/open.ts";
import type { DatabasePlace } from "../../server/platform/database_place.ts";
import { type Ledger, ledgerPlace, openLedger } from "../../server/embedded/payments/acquirer/ledger.ts";
import { createSimulator } from "../../server/embedded/payments/acquirer/simulator.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/ports.ts";
import { findPostgres, type RunningPostgres, startPostgres } from "../support/postgres.ts";
import { serveAcquirer } from "./support/acquirer_wire.ts";
import { buy } from "./support/buyer.ts";
import type { PaymentsOptions } from "./support/payments_process.ts";
import { type RunningProcess, startProcess } from "./support/processes.ts";
import { startResetProxy } from "./support/reset_proxy.ts";
import { skip } from "../support/suite/skip.ts";
import { prepareKeys } from "../support/suite/prepared_keys.ts";

const PAYMENTS = 10;
const LEASE_MS = 4_000;
/** Leaves servers on a busy machine seven seconds to start and to renew their leases after an outage. */
const OUTAGE_LEASE_MS = 8_000;
/** Longer than a lease: every tenth of a second a round of work, on a busy machine. */
const MARGIN_MS = 20_000;
const STARTS = 3;
/** The other server's connection to the database returns after this time, which is shorter than a lease. */
const LATER_MS = 1_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Holds every authorize call until it is opened. Later calls pass. */
function gate(answer: (request: Request) => Promise<Response>) {
  const open = Promise.withResolvers<void>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    if (new URL(request.url).pathname === "/authorize") await open.promise;
    return await answer(request);
  });
  return { base: `http://127.0.0.1:${server.addr.port}`, open: open.resolve, close: () => server.shutdown() };
}

/** One address for merchants, with the running server behind it. */
function balancer(first: string) {
  let target = first;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { pathname, search } = new URL(request.url);
    try {
      return await fetch(new Request(`${target}${pathname}${search}`, request));
    } catch {
      return new Response("no server", { status: 502 });
    }
  });
  return {
    base: `http://127.0.0.1:${server.addr.port}`,
    turnTo(next: string) {
      target = next;
    },
    close: () => server.shutdown(),
  };
}

const binaries = findPostgres();
if (binaries === undefined) skip("two servers on Postgres", "no initdb was found");
else {
  describe("two servers on Postgres", () => {
    let postgres: RunningPostgres;
    let place: DatabasePlace;
    let db: Db;
    let ledger: Ledger;
    let dir = "";
    before(async () => {
      postgres = await startPostgres(binaries);
      place = { kind: "postgres", url: postgres.url };
      dir = await Deno.makeTempDir({ prefix: "two-servers-" });
      await prepareKeys(`${dir}/keys`);
      ledger = await openLedger(ledgerPlace(place, dir));
      db = connectDatabase(place);
    });
    after(async () => {
      await db.destroy();
      await ledger.destroy();
      await postgres.stop();
      await Deno.remove(dir, { recursive: true });
    });

    const started = async (acquirer: string, at = place, leaseMs = LEASE_MS): Promise<RunningProcess> => {
      const options: PaymentsOptions = {
        place: at,
        port: freePort(),
        keysDir: `${dir}/keys`,
        acquirer,
        hook: "http://127.0.0.1:9/hook",
        aheadMs: 0,
        leaseMs,
      };
      return await startProcess("./payments_process.ts", options, "/countries.json");
    };
    const intents = (isOpen: 0 | 1) => db.selectFrom("pay_intents").selectAll().where("is_open", "=", isOpen).execute();

    it("SECURITY X6: a second server does not touch a live one's work, and finishes a killed one's within its lease", async () => {
      const acquirer = gate(serveAcquirer(createSimulator({ db: ledger, clock: { now: Date.now } })));
      const first = await started(acquirer.base);
      const merchant = balancer(first.base);
      const orders = Promise.all(Array.from({ length: PAYMENTS }, () => buy(merchant.base)));
      orders.catch(() => {});
      await eventually(async () => (await intents(1)).length === PAYMENTS);
      for (let starts = 0; starts < STARTS; starts++) await (await started(acquirer.base)).kill();
      const second = await started(acquirer.base);
      try {
        assertEquals([(await intents(1)).length, (await intents(0)).length], [PAYMENTS, 0]);
        await first.kill();
        merchant.turnTo(second.base);
        const killedMs = performance.now();
        await eventually(async () => (await intents(0)).length >= PAYMENTS);
        const tookMs = performance.now() - killedMs;
        assert(tookMs < LEASE_MS + MARGIN_MS, `recovered after ${tookMs.toFixed(0)} ms`);
        acquirer.open();
        const paid = await orders;
        const charges = await ledger.selectFrom("acq_charges").selectAll().where("outcome", "=", "approved").execute();
        assertEquals([paid.length, charges.length], [PAYMENTS, PAYMENTS]);
      } finally {
        acquirer.open();
        await Promise.all([first.kill(), second.kill()]);
        await merchant.close();
        await acquirer.close();
      }
    });

    for (const isNew of [false, true]) {
      const who = isNew ? "a server that starts after it" : "the server that is back first";
      it(`SECURITY X6: after an outage of the database longer than a lease, ${who} declines no payment that the other is processing`, async () => {
        const acquirer = gate(serveAcquirer(createSimulator({ db: ledger, clock: { now: Date.now } })));
        const [early, late] = [await startResetProxy(postgres.url), await startResetProxy(postgres.url)];
        const first = await started(acquirer.base, { kind: "postgres", url: late.url }, OUTAGE_LEASE_MS);
        let second = await started(acquirer.base, { kind: "postgres", url: early.url }, OUTAGE_LEASE_MS);
        const merchant = balancer(first.base);
        const known = (await intents(0)).length;
        try {
          const orders = Promise.all(Array.from({ length: PAYMENTS }, () => buy(merchant.base)));
          orders.catch(() => {});
          await eventually(async () => (await intents(1)).length === PAYMENTS);
          for (const proxy of [early, late]) proxy.down();
          if (isNew) await second.kill();
          await pause(OUTAGE_LEASE_MS * 1.5);
          early.up();
          if (isNew) second = await started(acquirer.base, { kind: "postgres", url: early.url }, OUTAGE_LEASE_MS);
          await pause(LATER_MS);
          assertEquals([(await intents(1)).length, (await intents(0)).length - known], [PAYMENTS, 0]);
          if (isNew) {
            late.up();
            await pause(OUTAGE_LEASE_MS);
            acquirer.open();
            const paid = await orders;
            assertEquals(paid.map(({ acknowledged }) => acknowledged), paid.map(() => ["authorizeSuccessful"]));
          } else {
            // A server that does not return within a lease counts as dead.
            await first.kill();
            merchant.turnTo(second.base);
            await eventually(async () => (await intents(0)).length - known >= PAYMENTS);
            acquirer.open();
            assertEquals((await orders).length, PAYMENTS);
          }
        } finally {
          acquirer.open();
          await Promise.all([first.kill(), second.kill()]);
          await Promise.all([early.close(), late.close(), merchant.close(), acquirer.close()]);
        }
      });
    }
  });
}
