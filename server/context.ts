/** The dependencies of all routes, built once at start; a test overrides any of them. */
import type { Config } from "./config/config.ts";
import { releaseDiskReserve, reserveDisk } from "./platform/files/disk_reserve.ts";
import { createSharedClock, type VirtualClock } from "./platform/clock.ts";
import { createLog, type Log } from "./platform/log.ts";
import { takeLease } from "./db/lease.ts";
import type { StorageState } from "./db/probe.ts";
import { checkKeys, rememberKeys } from "./keys/check_keys.ts";
import { connectDatabase, type Db, openDatabase } from "./db/open.ts";
import { type Reading, readingFrom, readingFromReplica } from "./db/replica/reading.ts";
import { lockFolder } from "./platform/files/folder_lock.ts";
import type { VerifyIdToken } from "./platform/id_token.ts";
import { createVerifier } from "./http/verifier.ts";
import { type Connect, createConnect, type EmbeddedServices } from "./proxy/connect.ts";
import { createRemotes, type Remotes } from "./proxy/remote.ts";
import { servesPayments } from "./proxy/service_location.ts";
import { showPaymentCounters } from "./embedded/payments/payments.ts";
import { createEmbedded, type ForOperators } from "./embedded_services.ts";
import type { EmbeddedCheck } from "./embedded/members/members.ts";
import { type Assets, loadAssets } from "./pages/assets.ts";
import { type MakeCustomToken, openCustomTokens } from "./passkeys/custom_token.ts";
import { createDataRetention } from "./jobs/retention/data_retention.ts";
import { namedJob, type Work } from "./platform/jobs.ts";
import type { EmailSender } from "./outbox/sender.ts";
import { createMetrics, type Metrics } from "./platform/telemetry/metrics.ts";
import type { Count } from "./platform/telemetry/counters.ts";
import { countingInto, createWatched, type Watched } from "./platform/telemetry/watched.ts";
import { CURRENCY } from "./wire/billing/plans.ts";
import { FUNNEL_EVENTS } from "./wire/site/funnel_events.ts";

export interface Context {
  readonly config: Config;
  readonly clock: VirtualClock;
  readonly log: Log;
  readonly db: Db;
  /** For reports and history, which a replica may answer. */
  readonly reading: Reading;
  /** The database faults that statements met since the start; {@link ./db/probe.ts} reads it. */
  readonly storage: StorageState;
  /** Rejects when the keys in KEYS_DIR are no longer those of the database. */
  readonly checkKeys: () => Promise<void>;
  readonly assets: Assets;
  readonly embedded: EmbeddedServices;
  /** The free check of the embedded service, which needs no other service. */
  readonly embeddedCheck?: EmbeddedCheck | undefined;
  /** What the operator's console asks of the embedded services; without it there is no console. */
  readonly forOperators?: ForOperators | undefined;
  /** Jobs of the embedded services. */
  readonly works: readonly Work[];
  /** Sends what is written to the email outbox. */
  readonly sender: EmailSender;
  readonly connect: Connect;
  /** Health of the services that run elsewhere. */
  readonly remotes: Remotes;
  readonly verifyIdToken: VerifyIdToken;
  /** Signs an account in after its passkey was verified; undefined when this server cannot create sign-ins. */
  readonly customToken: MakeCustomToken | undefined;
  readonly metrics: Metrics;
  /** What the metrics show when they are read. */
  readonly watched: Watched;
  readonly count: Count;
  /** For the jobs of {@link works}. */
  readonly jobStates: Watched["jobStates"];
  /** Closes the database and everything else that was opened. */
  close(): Promise<void>;
}

const RESTORE =
  "Nothing is written any more. Stop the server, keep a copy of the database, and put the last backup back";

/** Reads the build, opens the database and starts the embedded services. */
export async function createContext(config: Config, overrides: Partial<Context> = {}): Promise<Context> {
  const assets = overrides.assets ?? await loadAssets(config);
  await Deno.mkdir(config.dataDir, { recursive: true });
  const clock = overrides.clock ?? createSharedClock();
  const log = overrides.log ?? createLog();
  // A test that supplies its own database decides itself whether other servers share it.
  const isAlone = config.database.kind === "sqlite" && overrides.db === undefined;
  const lock = isAlone ? await lockFolder(config.dataDir) : undefined;
  if (isAlone) await releaseDiskReserve(config.dataDir);
  const metrics = overrides.metrics ?? createMetrics();
  const watched = overrides.watched ?? createWatched(clock.now);
  const count = countingInto(metrics, watched);
  if (servesPayments(config)) showPaymentCounters(count, [CURRENCY]);
  if (config.funnelEventDays > 0) { for (const step of FUNNEL_EVENTS) count("funnel", { step }, 0); }
  const storage: StorageState = { isFull: false };
  const db = overrides.db ?? await openDatabase(config.database, {
    pool: watched.pool,
    onFull() {
      storage.isFull = true;
    },
    onDamage: (error) => log.error("database.damaged", { error, advice: RESTORE }),
  });
  try {
    await checkKeys(db, config.keysDir);
  } catch (error) {
    if (overrides.db === undefined) await db.destroy();
    lock?.release();
    throw error;
  }
  const lease = await takeLease(db, { log, isAlone, onDatabaseTime: clock.follow });
  const remotes = overrides.remotes ?? createRemotes();
  const replica = config.replica === undefined ? undefined : connectDatabase(config.replica);
  const reading = replica === undefined
    ? readingFrom(db)
    : readingFromReplica({ primary: db, replica, serverId: lease.id, log, count });
  const { services, embeddedCheck, forOperators, sender, works, close } = await createEmbedded({
    config,
    clock,
    log,
    count,
    db,
    reading,
    remotes,
    serverId: lease.id,
  });
  await rememberKeys(db, config.keysDir, clock.now());
  if (isAlone) await reserveDisk(config.dataDir);
  const allWorks = overrides.works ??
    [...works, namedJob("data-retention", createDataRetention({ db, clock, keeping: config }))];
  for (const { job = "unnamed" } of allWorks) {
    count("jobs", { job_name: job, outcome: "failed" }, 0);
    count("rows", { job_name: job }, 0);
  }
  const embedded = overrides.embedded ?? services;
  const connect = overrides.connect ?? createConnect({ config, embedded, remotes });
  return {
    config,
    clock,
    log,
    db,
    reading,
    storage,
    async checkKeys() {
      await checkKeys(db, config.keysDir);
      await rememberKeys(db, config.keysDir, clock.now());
    },
    embedded,
    embeddedCheck: overrides.embedded === undefined ? embeddedCheck : undefined,
    forOperators: overrides.embedded === undefined ? forOperators : undefined,
    sender: overrides.sender ?? sender,
    works: allWorks,
    connect,
    remotes,
    assets,
    verifyIdToken: overrides.verifyIdToken ?? createVerifier({ config, clock, identity: embedded.identity }),
    customToken: overrides.customToken ?? await openCustomTokens({ config, clock, identity: embedded.identity }),
    metrics,
    watched,
    count,
    jobStates: watched.jobStates,
    async close() {
      await close();
      await lease.release();
      await replica?.destroy();
      await db.destroy();
      if (isAlone) await reserveDisk(config.dataDir);
      lock?.release();
    },
  };
}
