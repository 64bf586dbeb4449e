/** Reads the environment once, checks it, and names the setting to change where one is missing or wrong. */
import { type AdminConfig, readAdmin } from "./admin.ts";
import { type ApplePayConfig, readApplePay } from "./apple_pay.ts";
import {
  type Client,
  type MerchantOrigin,
  readClients,
  readMerchantOrigins,
  readRawCards,
  readWebhooks,
  readWebhookTargets,
  type Webhook,
} from "./merchants.ts";
import {
  type ErrorReportsConfig,
  type IdentityConfig,
  type LookupSourceConfig,
  readContactEmail,
  readErrorReports,
  readIdentity,
  readLookupSource,
  readRegistry,
  readRemote,
  readSmtpUrl,
  type RegistryConfig,
  type RemoteConfig,
} from "./services.ts";
import { type Hosts, readHosts } from "./hosts.ts";
import { readSecrets } from "./secrets.ts";
import { refuseContradictions } from "./contradictions.ts";
import { readTelemetry, type TelemetryConfig } from "./telemetry.ts";
import { readTracking, readVisitor, type TrackingConfig, type VisitorConfig } from "./tracking.ts";
import {
  ConfigError,
  type Env,
  fail,
  readCount,
  readOrigin,
  readPercent,
  readPort,
  refuseStrayPercent,
  trimAddresses,
} from "./values.ts";
import { type DatabasePlace, type PostgresPlace, serverUrls } from "../platform/database_place.ts";

const DEFAULT_BASE = "/trustcheck";
/** First path segments that belong to other routes, so the base path may not take them. */
const TAKEN =
  /^\/(admin|api|cdn-cgi|checkout|csp-report|dev|docs|emulator|healthz|init|metrics|operator|readyz|rec|sdk|services|subs|verify)$/;
/** Relative to the sources, which also works inside a compiled executable. */
const DEFAULT_DIST_DIR = new URL("../../dist", import.meta.url).pathname;
const DEFAULT_PORT = 8000;
/** About two seconds of work on two processors. */
const DEFAULT_MAX_IN_FLIGHT = 1_000;
const DEFAULT_FRAME_PORT = 8001;
/** Two checks by a load balancer that checks every two seconds. */
const DEFAULT_DRAIN_S = 5;
/** Before the thresholds of the networks, the lowest of which is about 0.9 %. */
const DEFAULT_DISPUTE_WARNING = 0.0075;
const DEFAULT_POOL_SIZE = 10;

export interface Config extends Hosts, TrackingConfig, VisitorConfig, TelemetryConfig {
  readonly port: number;
  readonly framePort: number;
  readonly publicOrigin: string;
  readonly frameOrigin: string;
  readonly base: string;
  /** Number of proxies in front of this server that append to X-Forwarded-For. */
  readonly trustedHops: number;
  /** Requests handled at the same time; further ones get 503 with Retry-After. */
  readonly maxInFlight: number;
  /** How long `/readyz` answers 503 while the server still serves, after the signal to stop. */
  readonly drainMs: number;
  readonly dataDir: string;
  readonly keysDir: string;
  /** Files and folders that hold secrets. */
  readonly secretFiles: readonly string[];
  readonly distDir: string;
  readonly database: DatabasePlace;
  /** A standby of the database for reports and history; undefined: the database answers all reads. */
  readonly replica: PostgresPlace | undefined;
  /** Where the command `migrate` changes tables: the same database, as its owner. */
  readonly migrateDatabase: DatabasePlace;
  readonly remote: RemoteConfig;
  readonly paymentsClients: readonly Client[];
  readonly merchantOrigins: readonly MerchantOrigin[];
  readonly paymentsWebhooks: readonly Webhook[];
  /** Which addresses merchants may register for webhooks. */
  readonly webhookTargets: ReturnType<typeof readWebhookTargets>;
  /** The dispute ratio at which a warning is logged: 0.0075 is 0.75 %. */
  readonly disputeWarningRatio: number;
  readonly identity: IdentityConfig;
  readonly applePay: ApplePayConfig;
  /** The operator's console at /admin. */
  readonly admin: AdminConfig;
  /** Whether creates accept a raw card number; see docs/decisions/payments/raw-card-numbers.md. */
  readonly takesRawCards: boolean;
  /** Source of the facts about phone numbers. */
  readonly lookupSource: LookupSourceConfig;
  readonly registry: RegistryConfig;
  /** Where browsers send error reports: a Sentry DSN, our own ingest, or nowhere. */
  readonly errorReports: ErrorReportsConfig;
  /** Bearer token for /metrics; without one only loopback may read them. */
  readonly metricsToken: string;
  /** Empty without SMTP, which only a loopback server and a demonstration may be. */
  readonly smtpUrl: string;
  /** The address to which people write. */
  readonly contactEmail: string;
  /** A demonstration: every page says that no payment is real. */
  readonly demo: boolean;
  /** Open pages reload after a restart; only `deno task dev` sets it. */
  readonly liveReload: boolean;
  /** Folder of the gallery of parts at /dev/parts; empty: no gallery. Only development and screenshots set it. */
  readonly partsDir: string;
  /** True when only this machine can reach the server. */
  readonly loopback: boolean;
}

export function readConfig(given: Env): Config {
  const { env: settings, secretFiles } = readSecrets(given);
  const env = trimAddresses(settings);
  const port = readPort(env, "PORT", DEFAULT_PORT);
  const framePort = readPort(env, "FRAME_PORT", DEFAULT_FRAME_PORT);
  if (port === framePort && port !== 0) throw new ConfigError("PORT and FRAME_PORT must differ: set FRAME_PORT");
  const publicOrigin = readOrigin(env, "PUBLIC_ORIGIN", `http://localhost:${port}`);
  const frameOrigin = readOrigin(env, "FRAME_ORIGIN", `http://localhost:${framePort}`);
  if (publicOrigin === frameOrigin) {
    throw new ConfigError(
      "FRAME_ORIGIN must be another origin than PUBLIC_ORIGIN: card fields live apart from the page",
    );
  }
  const demo = env.DEMO === "1";
  const hosts = readHosts(env, { publicOrigin, frameOrigin, demo });
  const loopback = hosts.kind === "loopback";
  const dataDir = env.DATA_DIR || "./data";
  const remote = readRemote(env);
  const database = readDatabase(env, dataDir);
  const telemetry = readTelemetry(env);
  if (telemetry.opsPort !== 0 && [port, framePort].some((taken) => taken === telemetry.opsPort)) {
    throw new ConfigError("OPS_PORT must be another port than PORT and FRAME_PORT: set OPS_PORT");
  }
  const config: Config = {
    port,
    framePort,
    ...hosts,
    publicOrigin,
    frameOrigin,
    base: readBase(env),
    trustedHops: readCount(env, "TRUSTED_HOPS", 0),
    maxInFlight: readMaxInFlight(env),
    drainMs: readCount(env, "DRAIN_SECONDS", loopback ? 0 : DEFAULT_DRAIN_S) * 1_000,
    dataDir,
    keysDir: env.KEYS_DIR || "./keys",
    secretFiles,
    distDir: env.DIST_DIR || DEFAULT_DIST_DIR,
    database,
    migrateDatabase: readMigrateDatabase(env, database),
    replica: readReplica(env, database),
    remote,
    paymentsClients: readClients(env),
    merchantOrigins: readMerchantOrigins(env, publicOrigin, loopback),
    paymentsWebhooks: readWebhooks(env),
    webhookTargets: readWebhookTargets(env, loopback),
    disputeWarningRatio: readPercent(env, "DISPUTE_WARNING_PERCENT", DEFAULT_DISPUTE_WARNING),
    identity: readIdentity(env),
    applePay: readApplePay(env, { loopback, demo, fail }),
    admin: readAdmin(env, { publicOrigin, loopback }),
    takesRawCards: readRawCards(env, hosts.kind),
    lookupSource: readLookupSource(env),
    registry: readRegistry(env, { mayPretend: loopback || demo }),
    errorReports: readErrorReports(env, { loopback }),
    ...readTracking(env),
    ...readVisitor(env),
    ...telemetry,
    metricsToken: env.METRICS_TOKEN ?? "",
    smtpUrl: readSmtpUrl(env),
    contactEmail: readContactEmail(env),
    demo,
    liveReload: loopback && env.LIVE_RELOAD === "1",
    partsDir: loopback ? env.PARTS_DIR ?? "" : "",
    loopback,
  };
  refuseContradictions({ ...config, hasOwnOrigin: env.PUBLIC_ORIGIN !== undefined && env.PUBLIC_ORIGIN !== "" });
  return config;
}

function readMaxInFlight(env: Env): number {
  const most = readCount(env, "MAX_IN_FLIGHT", DEFAULT_MAX_IN_FLIGHT);
  if (most === 0) throw new ConfigError("MAX_IN_FLIGHT must be at least 1: with 0 the server would answer nothing");
  return most;
}

/** The base path of the web app comes from the build, so that client and server agree on it. */
export function readBase(env: Env): string {
  const base = env.BASE_PATH || DEFAULT_BASE;
  if (!/^\/[a-z0-9][a-z0-9-]{0,39}$/.test(base) || TAKEN.test(base)) {
    throw new ConfigError(`BASE_PATH must be one free path of small letters, such as ${DEFAULT_BASE}: it is "${base}"`);
  }
  return base;
}

function readDatabase(env: Env, dataDir: string): DatabasePlace {
  const url = env.DATABASE_URL ?? "";
  if (url === "") return { kind: "sqlite", path: `${dataDir}/trustcheck.db` };
  if (serverUrls(url).length === 0) throw new ConfigError("DATABASE_URL must start with postgres:// and name a host");
  refuseStrayPercent("DATABASE_URL", url);
  const poolSize = readCount(env, "DATABASE_POOL_SIZE", DEFAULT_POOL_SIZE);
  if (poolSize === 0) throw new ConfigError("DATABASE_POOL_SIZE must be at least 1");
  return { kind: "postgres", url, poolSize };
}

/** The tables' owner may change them, and the servers' role need not. */
function readMigrateDatabase(env: Env, database: DatabasePlace): DatabasePlace {
  const url = env.MIGRATE_DATABASE_URL ?? "";
  if (url === "") return database;
  if (database.kind !== "postgres") {
    throw new ConfigError("Unset MIGRATE_DATABASE_URL or set DATABASE_URL: SQLite has no roles");
  }
  if (serverUrls(url).length === 0) {
    throw new ConfigError("MIGRATE_DATABASE_URL must start with postgres:// and name a host");
  }
  refuseStrayPercent("MIGRATE_DATABASE_URL", url);
  return { ...database, url };
}

/**
 * A standby refuses writes, so a cluster's list of hosts does not work here: the one address has to lead to a standby.
 */
function readReplica(env: Env, database: DatabasePlace): PostgresPlace | undefined {
  const url = env.REPLICA_URL ?? "";
  if (url === "") return undefined;
  if (database.kind !== "postgres") {
    throw new ConfigError("Unset REPLICA_URL or set DATABASE_URL: SQLite has no replica");
  }
  if (serverUrls(url).length !== 1) {
    throw new ConfigError("REPLICA_URL must start with postgres:// and name one host, which is a standby");
  }
  refuseStrayPercent("REPLICA_URL", url);
  return { ...database, url };
}
