/**
 * A streaming replica of Postgres answers reports and history: what a person has just done is always there, and the
 * primary answers while the replica is behind, frozen, gone or not a replica at all.
 */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { sql } from "kysely";
import { readConfig } from "../../../server/config/config.ts";
import { type Context, createContext } from "../../../server/context.ts";
import { connectDatabase, type Db, openDatabase } from "../../../server/db/open.ts";
import { type Reading, readingFromReplica } from "../../../server/db/replica/reading.ts";
import { createLog } from "../../../server/platform/log.ts";
import { countNothing } from "../../../server/platform/telemetry/counters.ts";
import { ledgerPlace, openLedger } from "../../../server/embedded/payments/payments.ts";
import { signInOperator } from "../../support/console/console_fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { fakeAssets } from "../../support/app/fake_context.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { findPostgres, type RunningPostgres, startPostgres, startReplica } from "../../support/postgres.ts";
import { skip } from "../../support/suite/skip.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

const PURCHASES = Deno.env.get("TEST_LONG") === "1" ? 200 : 4;
const SERVER = "server-of-the-test";
const REST_MS = 300;
/** A busy machine replays late. */
const PATIENT_MS = 10_000;
const MOST_MS = 5_000;

const binaries = findPostgres();
if (binaries === undefined) skip("a replica of Postgres", "no initdb was found");
else {
  describe("a replica of Postgres", () => {
    let primary: RunningPostgres;
    let replica: RunningPostgres;
    let folder = "";
    let db: Db;
    let other: Db;
    let said: string[];
    let reading: Reading;
    before(async () => {
      primary = await startPostgres(binaries);
      db = await openDatabase({ kind: "postgres", url: primary.url });
      const forever = Date.now() * 2;
      const lease = { id: SERVER, expires_ms: forever, judges_from_ms: forever, judges_until_ms: forever };
      await db.insertInto("app_servers").values(lease).execute();
      replica = await startReplica(binaries, primary);
      other = connectDatabase({ kind: "postgres", url: replica.url });
      folder = await Deno.makeTempDir({ prefix: "replica-" });
      said = [];
      reading = readBy();
    });
    after(async () => {
      replica.thaw();
      await Promise.all([db.destroy(), other.destroy()]);
      await replica.stop();
      await primary.stop();
      await Deno.remove(folder, { recursive: true });
    });

    const readBy = ({ from = other, serverId = SERVER, waitMs = PATIENT_MS } = {}) => {
      const log = createLog((line) => said.push(JSON.parse(line).why));
      return readingFromReplica({
        primary: db,
        replica: from,
        serverId,
        log,
        count: countNothing,
        waitMs,
        restMs: REST_MS,
      });
    };
    /** Whether the replica answered, and the last number that was written. */
    const look = (read = reading) =>
      read(async (at) => {
        const { rows: [row] } = await sql<{ by: boolean }>`select pg_is_in_recovery() as by`.execute(at);
        const last = await at.selectFrom("app_limits").select("count").where("key", "=", "n").executeTakeFirst();
        return [row?.by, last?.count];
      });
    const write = (count: number) =>
      db.insertInto("app_limits").values({ key: "n", count, since_ms: 0 })
        .onConflict((on) => on.column("key").doUpdateSet({ count })).execute();
    const rested = () => new Promise((resolve) => setTimeout(resolve, REST_MS));

    it("X7: reads what was written a moment before, each of 50 times", async () => {
      for (let at = 1; at <= 50; at++) {
        await write(at);
        assertEquals((await look())[1], at);
      }
      assertEquals(await look(), [true, 50]);
    });

    it("X7: passes an error of the read on, and runs it once", async () => {
      let runs = 0;
      const refused = reading(() => {
        runs += 1;
        return Promise.reject(new TypeError("not found"));
      });
      await assertRejects(() => refused, TypeError, "not found");
      assertEquals([runs, (await look())[0]], [1, true]);
    });

    it("X7: is left out while it is behind, after one reader has waited for it, and used again when it has caught up", async () => {
      said = [];
      const hasty = readBy({ waitMs: 2_000 });
      await sql`select pg_wal_replay_pause()`.execute(other);
      await write(51);
      const order: string[] = [];
      try {
        assertEquals([await look(hasty), await look(hasty)], [[false, 51], [false, 51]]);
        await rested();
        const tries = look(hasty).then(() => order.push("the reader that tries it again"));
        await Promise.all([tries, look(hasty).then(() => order.push("another reader"))]);
      } finally {
        await sql`select pg_wal_replay_resume()`.execute(other);
      }
      assertEquals(order, ["another reader", "the reader that tries it again"]);
      await eventually(async () => (await look(hasty))[0] === true);
      assertEquals(said, ["behind"]);
    });

    it("X7: is not used when it is the primary itself, or a replica of another database", async () => {
      assertEquals([
        await look(readBy({ from: db, waitMs: 0 })),
        await look(readBy({ serverId: "another", waitMs: 0 })),
      ], [
        [false, 51],
        [false, 51],
      ]);
    });

    it("X7: a server reads history from it, and a buyer finds the purchase, the receipt and the report at once", async () => {
      await prepareKeys(`${folder}/keys`);
      const env = { DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` };
      const open = (more: object) => createContext(readConfig({ ...env, ...more }), { assets: fakeAssets, log: quiet });
      const context = await open({ DATABASE_URL: primary.url, REPLICA_URL: replica.url });
      try {
        for (let at = 0; at < PURCHASES; at++) await buyAndLook(context, `ann${at}@mail.example`);
        const metrics = await (await createVisitor(context).raw("/metrics")).text();
        const [, used = "0"] = /^db_replica_reads_total\{outcome="replica"\} (\d+)$/m.exec(metrics) ?? [];
        const [, behind = "0"] = /^db_replica_reads_total\{outcome="behind"\} (\d+)$/m.exec(metrics) ?? [];
        console.log(`${PURCHASES} purchases: ${used} reads by the replica, ${behind} times it was behind`);
        assert(Number(used) > 0, metrics);
      } finally {
        await context.close();
      }
    });

    it("X7: answers every report, list and figure that a server may read from it, and none of their rows comes from the primary", async () => {
      const { app, forget } = await limitedRole(db, primary.url);
      const env = {
        DATA_DIR: `${folder}/places`,
        KEYS_DIR: `${folder}/keys`,
        DATABASE_URL: app,
        PAYMENTS_CLIENTS: "merchant-demo:shop-secret",
        FUNNEL_EVENT_DAYS: "7",
        ADMIN: "on",
      };
      const open = (more: object) => createContext(readConfig({ ...env, ...more }), { assets: fakeAssets, log: quiet });
      const context = await open({ REPLICA_URL: replica.url });
      const alone = await open({});
      try {
        const member = await buyAndLook(context, "places@mail.example");
        const byPrimary: string[] = [];
        for (const [path, tables, ask = {}] of await placesOf(context, member)) {
          await forget(tables, async () => {
            const read = async (at: Context) => {
              const { method = "GET", headers = {} } = ask;
              const request = new Request(`${at.config.publicOrigin}${path}`, { method, headers: { ...headers } });
              const answer = await createVisitor(at).send(request);
              await answer.body?.cancel();
              return answer.status;
            };
            assert(await read(alone) >= 500, `${path} reads nothing from ${tables}`);
            // A busy machine replays late, and the primary then answers.
            const isByReplica = eventually(async () => await read(context) === 200).then(() => true, () => false);
            if (!await isByReplica) byPrimary.push(`${path}: ${tables}`);
          });
        }
        assertEquals(byPrimary, []);
      } finally {
        await context.close();
        await alone.close();
      }
    });

    it("X7: is given up when it does not answer, within five seconds, and when it is gone", async () => {
      said = [];
      assertEquals((await look())[0], true);
      replica.freeze();
      await write(52);
      const startedMs = performance.now();
      assertEquals(await look(), [false, 52]);
      assert(performance.now() - startedMs < MOST_MS, `${performance.now() - startedMs} ms`);
      replica.thaw();
      await replica.halt();
      await rested();
      assertEquals(await look(), [false, 52]);
      assertEquals(said, ["failed"]);
      await replica.resume();
      await rested();
      assertEquals(await look(), [true, 52]);
    });

    it("X7: is not used once it was promoted, although it has all that the primary has", async () => {
      await sql`select pg_promote()`.execute(other);
      await other.updateTable("app_limits").set({ count: 99 }).execute();
      assertEquals((await look(readBy({ waitMs: 0 })))[1], 52);
    });
  });
}

const quiet = createLog(() => {});

interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
interface Bought {
  readonly token: Readonly<Record<string, string>>;
  readonly subscriptionId: string;
  readonly reportId: string;
}

/** Everything that a replica may answer, with the tables that it reads. */
async function placesOf(
  context: Context,
  { token, subscriptionId, reportId }: Bought,
): Promise<readonly (readonly [path: string, tables: readonly string[], ask?: Ask])[]> {
  const visitor = createVisitor(context);
  const { body } = await visitor.post("/services/payments/auth/token/merchant-demo", {}, {
    "x-api-key": "shop-secret",
  });
  const merchant = { authorization: `Bearer ${body.access_token}` };
  const operator = { cookie: `adm=${await signInOperator(context, "owner")}` };
  const today = new Date().toISOString().slice(0, 10);
  const figures = `/api/admin/figures?from=${today}&to=${today}`;
  return [
    ["/services/report/history", ["members_reports"], { headers: token }],
    ["/services/report/history", ["members_profile_subscriptions"], { headers: token }],
    [`/services/report/stored/${reportId}`, ["members_reports"], { headers: token }],
    ["/services/profile/export", ["members_reports"], { headers: token }],
    ["/services/profile/export", ["members_batches", "members_registry_searches"], { headers: token }],
    [`/services/subscriptions/charges-of/${subscriptionId}`, ["subs_charges"], { method: "POST", headers: token }],
    ["/services/payments/merchant/executions", ["pay_executions"], { headers: merchant }],
    ["/api/funnel-events", ["funnel_events"]],
    [figures, ["funnel_events"], { headers: operator }],
    [figures, ["pay_executions"], { headers: operator }],
    [figures, ["subs_charges", "subs_refunds"], { headers: operator }],
    [figures, ["subs_events", "subs_subscriptions"], { headers: operator }],
  ];
}

/** The address of a role that may read and write on the primary, except the rights that a test revokes for a while. */
async function limitedRole(db: Db, primary: string) {
  await (await openLedger(ledgerPlace({ kind: "postgres", url: primary }, ""))).destroy();
  await sql`create role app login`.execute(db);
  await sql`grant usage on schema public, acquirer to app`.execute(db);
  await sql`grant select, insert, update, delete on all tables in schema public, acquirer to app`.execute(db);
  const app = new URL(primary);
  app.username = "app";
  return {
    app: app.href,
    async forget(tables: readonly string[], during: () => Promise<void>): Promise<void> {
      const names = sql.join(tables.map((name) => sql.table(name)));
      await sql`revoke select on ${names} from app`.execute(db);
      await during();
      await sql`grant select on ${names} to app`.execute(db);
    },
  };
}

/** Everything that history shows, right after the writes. */
async function buyAndLook(context: Context, email: string): Promise<Bought> {
  const visitor = createVisitor(context);
  const { body } = await visitor.buy("tck_weekly_3dtrial", email);
  const member = await visitor.signIn(email);
  const token = { "x-id-token": member.idToken };
  const claim = {
    subscription_id: body.subscription_id,
    email,
    firebase_id: member.uid,
    apple_token: "",
    attribution: {},
  };
  await visitor.post("/services/subscriptions/subscription-finalize", claim, token);
  const charges = await visitor.post(`/services/subscriptions/charges-of/${body.subscription_id}`, {}, token);
  assertEquals(charges.body.charges?.length, 1, JSON.stringify(charges));
  const ask = {
    user_id: member.uid,
    phone_number: "+16502530000",
    subscription_id: body.subscription_id,
    name: "",
    email,
  };
  const { body: report } = await visitor.post("/services/report", ask, token);
  const { body: { rows } } = await visitor.get("/services/report/history", token);
  assertEquals(rows?.map(({ report_id }: { report_id: string }) => report_id), [report.id]);
  return { token, subscriptionId: body.subscription_id, reportId: report.id };
}
