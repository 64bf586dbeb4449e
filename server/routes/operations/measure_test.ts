/** What the metrics show at the moment they are read, of a server in each of its states. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from "kysely";
import { prepareKeys } from "../../../tests/support/suite/prepared_keys.ts";
import { type Fake, fakeAssets, fakeContext } from "../../../tests/support/app/fake_context.ts";
import { createLog, silentLog } from "../../platform/log.ts";
import { type Context, createContext } from "../../context.ts";
import type { Config } from "../../config/config.ts";
import { readConfig } from "../../config/config.ts";
import { addSigningKey } from "../../embedded/identity/identity.ts";
import { measure } from "./measure.ts";

const FIREBASE = {
  FIREBASE_PROJECT_ID: "p",
  FIREBASE_API_KEY: "k",
  FIREBASE_AUTH_DOMAIN: "auth.example",
  FIREBASE_APP_ID: "a",
};
const DAY_MS = 86_400_000;

describe("the figures of a server", () => {
  let fake: Fake;
  let folder: string;
  beforeEach(async () => {
    [fake, folder] = [await fakeContext(), await Deno.makeTempDir()];
  });
  afterEach(async () => {
    await fake.close();
    await Deno.remove(folder, { recursive: true });
  });
  const read = (config: Partial<Config> = {}, parts: Partial<Context> = {}, isReady = true) =>
    measure(
      { ...fake.context, ...parts, config: { ...fake.context.config, ...config } },
      () => Promise.resolve(isReady),
    );

  it("are those of its connections: of the pool, and one where SQLite shares it", async () => {
    const { watched, config } = fake.context;
    Object.assign(watched.pool, { used: 7, waiting: 2 });
    const postgres = { ...config.database, kind: "postgres", url: "postgres://db.test/x", poolSize: 10 } as const;
    const connections = async (database: Config["database"]) => {
      const { db_client_connection_count: count, db_client_connection_max: max, ...rest } = await read({ database });
      return [count, max, rest.db_client_connection_pending_requests];
    };
    assertEquals(await connections(postgres), [
      [{ state: "used", value: 7 }, { state: "idle", value: 3 }],
      [{ value: 10 }],
      [{ value: 2 }],
    ]);
    assertEquals(await connections(config.database), [
      [{ state: "used", value: 1 }, { state: "idle", value: 0 }],
      [{ value: 1 }],
      [{ value: 8 }],
    ]);
  });

  it("are read once for scrapes that arrive together", async () => {
    const counting = new Counting();
    const context = { ...fake.context, db: fake.context.db.withPlugin(counting) };
    const scrape = () => measure(context, () => Promise.resolve(true));
    // What is kept for an hour is read by the first.
    await scrape();
    counting.asked = 0;
    await scrape();
    const { asked: once } = counting;
    await Promise.all([scrape(), scrape(), scrape()]);
    assertEquals([once > 0, counting.asked], [true, 2 * once]);
  });

  it("include its jobs, in seconds; a job that has not run has no time", async () => {
    const { jobStates } = fake.context.watched;
    jobStates.set("waits", {});
    jobStates.set("ran", { succeededMs: 5_000 });
    jobStates.set("runs", { runningSinceMs: Date.now() - 90_000 });
    const { job_last_success_timestamp_seconds: last, job_running_seconds: running = [] } = await read();
    assertEquals(last, [
      { job_name: "waits", value: undefined },
      { job_name: "ran", value: 5 },
      { job_name: "runs", value: undefined },
    ]);
    assertEquals(running.slice(0, 2), [{ job_name: "waits", value: 0 }, { job_name: "ran", value: 0 }]);
    const runningS = running[2]?.value ?? 0;
    assert(runningS >= 90 && runningS < 150, String(runningS));
  });

  it("name each remote service, with 1 while it is down; embedded ones have none", async () => {
    const { remote } = readConfig({ STAGING_REPORT_URL: "https://report.example" });
    const down = (...bases: string[]) => ({ remotes: { ...fake.context.remotes, down: () => bases } });
    const base = Object.values(remote.report).find((each) => each !== undefined) ?? "";
    assertEquals((await read({ remote }, down(base))).upstream_down, [{ service: "report", value: 1 }]);
    assertEquals((await read({ remote }, down("https://other.example"))).upstream_down, [
      { service: "report", value: 0 },
    ]);
    assertEquals((await read()).upstream_down, []);
  });

  it("say whether it is ready, and how long ago its backup was written; a missing one never was", async () => {
    const stamp = `${folder}/stamp`;
    const ageS = async (backupStamp: string) => (await read({ backupStamp })).backup_age_seconds?.[0]?.value;
    assertEquals(await ageS(""), undefined);
    assert((await ageS(stamp) ?? 0) > 1_000_000_000);
    await Deno.writeTextFile(stamp, "");
    await Deno.utime(stamp, new Date(), new Date(Date.now() - DAY_MS));
    const writtenS = await ageS(stamp) ?? 0;
    assert(writtenS >= 86_399 && writtenS < 86_460, String(writtenS));
    assertEquals([(await read()).server_ready, (await read({}, {}, false)).server_ready], [[{ value: 1 }], [{
      value: 0,
    }]]);
  });

  it("have the age of its own signing key, in seconds, and none with a real identity provider", async () => {
    const { clock, config } = fake.context;
    await addSigningKey(folder, clock.now());
    const ageOf = async (identity: Config["identity"]) =>
      (await read({ keysDir: folder, identity })).identity_key_age_seconds?.[0]?.value;
    const firebase = readConfig(FIREBASE).identity;
    assertEquals([await ageOf(config.identity), await ageOf(firebase)], [0, undefined]);
    clock.advance(180 * DAY_MS);
    const expectedS = 90 * 86_400 + (clock.now() % (90 * DAY_MS)) / 1_000;
    const ageS = await ageOf(config.identity) ?? 0;
    assert(Math.abs(ageS - expectedS) < 60, `${ageS} and not ${expectedS}`);
    const quarters = async (identity: Config["identity"]) =>
      (await read({ keysDir: folder, identity })).identity_key_quarters;
    // The keys of a trial that came before the real provider.
    assertEquals([await quarters(config.identity), await quarters(firebase)], [[{ value: 1 }], undefined]);
  });

  /** Which readings are incomplete, and the queues, moves and differences that are shown. */
  const readWith = async (parts: Partial<Context>) => {
    const lines: string[] = [];
    const { metrics_incomplete, queue_depth, money_moves_refused, money_differences, server_ready } = await read({}, {
      log: createLog((line) => lines.push(line)),
      ...parts,
    });
    const named = lines.map((line) => JSON.parse(line)).map(({ event, measurements }) => [event, measurements]);
    return {
      incomplete: metrics_incomplete?.filter(({ value }) => value === 1).map(({ measurement }) => measurement),
      queues: queue_depth?.map(({ queue }) => queue),
      money: [money_moves_refused, money_differences],
      ready: server_ready,
      named,
    };
  };
  const one = [{ value: 1 }];
  const none = [{ value: 0 }];
  const queues = ["open-intents", "renewals", "refunds", "checkouts"];

  it("lack only those of a query that fails or is late; the metrics and the log say which", async () => {
    const all = { incomplete: [], queues: ["webhooks", ...queues], money: [none, none], ready: one, named: [] };
    const sorted = async (parts: Partial<Context> = {}) => {
      const seen = await readWith(parts);
      return { ...seen, queues: seen.queues?.toSorted() };
    };
    assertEquals(await sorted(), { ...all, queues: all.queues.toSorted() });
    const named = (name: string) => ({
      ...all,
      incomplete: [name],
      queues: queues.toSorted(),
      named: [["metrics.incomplete", [name]]],
    });
    const { db } = fake.context;
    assertEquals(await sorted({ db: db.withPlugin(new Late("pay_webhooks")) }), named("webhooks"));
    await db.schema.alterTable("pay_webhooks").renameTo("pay_webhooks_away").execute();
    assertEquals(await sorted(), named("webhooks"));
  });

  it("are none of the embedded payments service where payments run elsewhere; disputes are those it told of", async () => {
    const dispute = {
      charge_id: "c",
      subscription_id: "s",
      kind: "chargeback",
      category: "fraudulent",
      withdrawn_cents: 0,
      returned_cents: 0,
      fee_cents: 0,
      access_json: null,
      created_ms: 1,
      changed_ms: 1,
    };
    await fake.context.db.insertInto("subs_disputes").values([
      { ...dispute, id: "open", state: "needs_response" },
      { ...dispute, id: "over", state: "lost" },
    ]).execute();
    const own = await read();
    const { queue_depth = [], ...figures } = await read({ kind: "public" });
    assertEquals(queue_depth.map(({ queue }) => queue).toSorted(), ["checkouts", "refunds", "renewals"]);
    assertEquals(figures.payments_disputes_to_answer, [{ value: 1 }]);
    const payments = (seen: object) => Object.keys(seen).filter((name) => name.startsWith("payments_")).toSorted();
    assertEquals(payments(figures), ["payments_approval_ratio", "payments_disputes_to_answer"]);
    assertEquals(payments(own).length, 7);
    assertEquals(own.payments_disputes_to_answer, [{ value: 0 }]);
  });

  it("have no counters of the embedded payments service either where payments run elsewhere", async () => {
    await prepareKeys(`${folder}/keys`);
    const config = readConfig({ DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` });
    const counters = async (kind: Config["kind"]) => {
      const context = await createContext({ ...config, kind }, { log: silentLog, assets: fakeAssets });
      const lines = (await context.metrics.read()).split("\n");
      await context.close();
      return new Set(lines.flatMap((line) => /^((?:payments|webhook)_\w+)\{/.exec(line)?.[1] ?? []));
    };
    const own = ["webhook_deliveries_total", "payments_outcomes_total", "payments_money_minor_total"];
    assertEquals([await counters("public"), (await counters("loopback")).symmetricDifference(new Set(own))], [
      new Set(),
      new Set(),
    ]);
  });

  it("are reported without those of the database when it does not answer, with one line in the log", async () => {
    const broken = await fakeContext();
    await broken.close();
    const { queues, money, ready, named, incomplete } = await readWith({ db: broken.context.db });
    assertEquals([queues, money, ready], [undefined, [undefined, undefined], one]);
    assertEquals(named, [["metrics.incomplete", incomplete]]);
    assertEquals([incomplete?.length, incomplete?.includes("money-differences")], [9, true]);
  });
});

/** Counts statements. */
class Counting implements KyselyPlugin {
  asked = 0;
  transformQuery({ node }: PluginTransformQueryArgs) {
    this.asked += 1;
    return node;
  }
  transformResult({ result }: PluginTransformResultArgs) {
    return Promise.resolve(result);
  }
}

/** Queries of a table whose answers never come. */
class Late implements KyselyPlugin {
  readonly #late = new WeakSet<object>();
  constructor(readonly table: string) {}
  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    if (JSON.stringify(node).includes(`"${this.table}"`)) this.#late.add(queryId);
    return node;
  }
  transformResult({ result, queryId }: PluginTransformResultArgs) {
    return this.#late.has(queryId) ? new Promise<never>(() => {}) : Promise.resolve(result);
  }
}
