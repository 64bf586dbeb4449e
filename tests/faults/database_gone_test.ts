/** Postgres fails under load. The server keeps running, answers 503, and loses or repeats no operation. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { sql } from "kysely";
import { buildOnce } from "../support/suite/build_once.ts";
import { connectDatabase, type Db } from "../../server/db/open.ts";
import type { DatabasePlace } from "../../server/platform/database_place.ts";
import { ledgerPlace, type LedgerTables } from "../../server/embedded/payments/acquirer/ledger.ts";
import { findPostgres, type RunningPostgres, startPostgres } from "../support/postgres.ts";
import { type ServerProcess, startServer } from "../support/app/server_process.ts";
import { buy } from "./support/buyer.ts";
import { type ResetProxy, startResetProxy } from "./support/reset_proxy.ts";
import { skip } from "../support/suite/skip.ts";
import { prepareKeys } from "../support/suite/prepared_keys.ts";

const BUYERS = 6;
const FAULTS = 3;
/** A fault that meets only idle connections is repeated. */
const MOST_FAULTS = 20;
const PAUSE_MS = 250;
/** A sign-in hashes a password, which would keep a processor busy. */
const VISITOR_PAUSE_MS = 100;
const CLIENT = "shop:shop-secret";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Requests of visitors, repeated; each needs the database. */
const CALLS: readonly (readonly [string, string, unknown?])[] = [
  ["GET", "/readyz"],
  ["GET", "/services/subscriptions/init/session?plan_id=tck_weekly_3dtrial"],
  ["POST", "/api/send-activation-by-email/trustcheck/ann@mail.example", {}],
  ["POST", "/api/consent", { plan_id: "tck_weekly_3dtrial" }],
  ["POST", "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k", {
    email: "a@b.example",
    password: "not that one",
    returnSecureToken: true,
  }],
  ["GET", "/services/report/00000000-0000-4000-8000-000000000000"],
];

/** A proxy in front of the server that counts every status. */
function tally(origin: string) {
  const statuses = new Map<string, number>();
  const count = (path: string, status: number | string) => {
    const name = `${status} ${path.replace(/[0-9a-f-]{36}/g, "{id}").split("?")[0]}`;
    statuses.set(name, (statuses.get(name) ?? 0) + 1);
  };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.delete("host");
    try {
      const body = request.body === null ? {} : { body: await request.arrayBuffer() };
      const answer = await fetch(`${origin}${pathname}${search}`, {
        method: request.method,
        headers,
        redirect: "manual",
        ...body,
      });
      count(pathname, answer.status);
      return answer;
    } catch {
      count(pathname, "none");
      return new Response("no answer", { status: 502 });
    }
  });
  return { base: `http://127.0.0.1:${server.addr.port}`, statuses, close: () => server.shutdown() };
}

const binaries = findPostgres();
if (binaries === undefined) skip("Postgres that goes away", "no initdb was found");
else {
  describe("a Postgres outage", () => {
    let postgres: RunningPostgres;
    let proxy: ResetProxy;
    let server: ServerProcess;
    let db: Db;
    let dir = "";
    let place: DatabasePlace;
    before(async () => {
      await buildOnce();
      postgres = await startPostgres(binaries);
      proxy = await startResetProxy(postgres.url);
      dir = await Deno.makeTempDir({ prefix: "database-gone-" });
      await prepareKeys(`${dir}/keys`);
      place = { kind: "postgres", url: postgres.url };
      server = startServer({
        DATABASE_URL: proxy.url,
        DATA_DIR: `${dir}/data`,
        KEYS_DIR: `${dir}/keys`,
        PAYMENTS_CLIENTS: `merchant-demo:demo-secret,${CLIENT}`,
      });
      await server.ready();
      db = connectDatabase(place);
    });
    after(async () => {
      server?.kill("SIGTERM");
      const ended = await server?.ended;
      await db?.destroy();
      await proxy?.close();
      await postgres?.stop();
      await Deno.remove(dir, { recursive: true });
      assertEquals(ended?.code, 0);
    });

    /** Runs buyers and visitors while the fault repeats. Returns the paid orders. */
    async function underLoad(fault: () => Promise<unknown> | unknown, faults = FAULTS): Promise<readonly string[]> {
      const door = tally(server.origin);
      let isOver = false;
      const orders: string[] = [];
      const buyers = Array.from({ length: BUYERS }, async () => {
        while (!isOver) orders.push((await buy(`${door.base}/services/payments`)).executionId);
      });
      const visitors = CALLS.map(async ([method, path, body]) => {
        const init = body === undefined ? {} : {
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        };
        while (!isOver) {
          await (await fetch(`${door.base}${path}`, { method, ...init })).body?.cancel().then(() =>
            pause(VISITOR_PAUSE_MS)
          );
        }
      });
      const isMet = () => [...door.statuses.keys()].some((name) => name.startsWith("503 "));
      for (let count = 0; count < faults || (count < MOST_FAULTS && !isMet()); count++) {
        await pause(PAUSE_MS + Math.random() * PAUSE_MS);
        await fault();
      }
      await pause(PAUSE_MS);
      isOver = true;
      const died = server.ended.then(({ code, said }) => {
        throw new Error(`The server ended with ${code}: ${said}`);
      });
      died.catch(() => {});
      await Promise.race([Promise.all([...buyers, ...visitors]), died]);
      await door.close();
      const wrong = [...door.statuses].filter(([name]) => !/^([24]\d\d|503) /.test(name));
      assertEquals(wrong, [], [...door.statuses].map(String).join("\n"));
      assert(isMet(), "the fault was never met");
      return orders;
    }

    async function assertPaidOnce(orders: readonly string[]): Promise<void> {
      const ledger = connectDatabase<LedgerTables>(ledgerPlace(place, dir));
      try {
        const intents = await db.selectFrom("pay_intents").select(["key", "execution_id"]).execute();
        const executionOf = new Map(intents.map(({ key, execution_id }) => [key, execution_id]));
        const charged =
          (await ledger.selectFrom("acq_charges").select("key").where("outcome", "=", "approved").execute())
            .map(({ key }) => executionOf.get(key) ?? "").filter((id) => orders.includes(id));
        const captured = (await db.selectFrom("pay_executions").select(["id", "captured_minor"]).execute())
          .filter(({ id, captured_minor }) => captured_minor === 1_000 && orders.includes(id));
        assert(orders.length > 0, "nothing was bought");
        assertEquals([charged.length, new Set(charged).size, captured.length], Array(3).fill(orders.length));
      } finally {
        await ledger.destroy();
      }
    }

    const terminate = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and client_port > 0`
        .execute(db);

    it("SECURITY X7: ends every connection under load: 2xx, 4xx or 503, each order paid once", async () => {
      await assertPaidOnce(await underLoad(terminate));
    });

    it("SECURITY X7: connections are reset under load: 2xx, 4xx or 503, each order paid once", async () => {
      await assertPaidOnce(await underLoad(() => proxy.reset()));
    });

    it("SECURITY X7: is shut down at once and started again under load: 2xx, 4xx or 503, each order paid once", async () => {
      await db.destroy();
      const orders = await underLoad(() => postgres.crash(), 2);
      db = connectDatabase(place);
      await assertPaidOnce(orders);
    });
  });
}
