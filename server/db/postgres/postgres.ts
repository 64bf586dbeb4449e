/** Postgres for Kysely's own dialect through `pg`, with a time limit on everything that waits for the database. */
import { type Dialect, PostgresDialect, type PostgresPool } from "kysely";
import type { Pool, PoolClient, PoolConfig } from "pg";
import { type PostgresPlace, serverUrls } from "../../platform/database_place.ts";
import { isInTime } from "../../platform/deadline.ts";
import { DatabaseUnavailable, isReadOnly, isTimeout } from "../../platform/storage_fault.ts";

const POOL_SIZE = 10;
/** A migration asks on a second connection whether the first keeps its session. */
const PATIENT_POOL_SIZE = 2;
const INT8_OID = 20;
/**
 * The limit for waiting for a free connection and making a new one, together; and for a statement with its wait for a
 * lock: the database ends it after this time, and the connection stays usable.
 */
const LIMIT_MS = 2_000;
/** Later than the database's own limit: only a database that does not answer at all reaches it. */
const NO_ANSWER_MS = 500;
/** A server that stops within a transaction holds its locks no longer than this. */
const IDLE_TRANSACTION_MS = 10_000;
/**
 * While a migration waits for a table, every other statement on it waits behind the migration, but for less time than a
 * statement may take, so that none fails.
 */
const LOCK_LIMIT_MS = 1_000;
const KEEP_ALIVE_MS = 10_000;

export interface PostgresOptions {
  /** For migrations and bulk work: statements may take as long as they need. */
  readonly isPatient?: boolean;
}

export function postgresDialect(place: Omit<PostgresPlace, "kind">, options: PostgresOptions = {}): Dialect {
  return new PostgresDialect({ pool: () => openPool(place, options) });
}

/** One pool for each host, of which one is in use. */
async function openPool(
  { url, poolSize, limitMs }: Omit<PostgresPlace, "kind">,
  options: PostgresOptions,
): Promise<PostgresPool> {
  const urls = serverUrls(url);
  const pools = await Promise.all(
    urls.map((each) => openHost(each, { ...options, poolSize, limitMs, isOneOfMany: urls.length > 1 })),
  );
  let current = 0;
  const closeMs = (limitMs ?? LIMIT_MS) + NO_ANSWER_MS;
  return {
    // For a replication connection, which the server never requests.
    options: {},
    // A connection that is in use would hold it up for ever. Postgres rolls back what it has begun.
    end: async () => void await isInTime(Promise.all(pools.map((pool) => pool.end())), closeMs),
    async connect() {
      let failed: unknown;
      for (let tries = 0; tries < pools.length; tries++) {
        const at = current;
        try {
          const client = await pools[at]?.connect();
          if (client !== undefined) return client;
        } catch (cause) {
          failed = cause;
          // Another caller may already have switched to the next host.
          if (current !== at) continue;
          if (isNoneFree(cause)) break;
          current = (at + 1) % pools.length;
        }
      }
      throw new DatabaseUnavailable(failed instanceof Error ? failed.message : String(failed), { cause: failed });
    },
  };
}

interface HostOptions extends PostgresOptions {
  readonly poolSize: number | undefined;
  readonly limitMs: number | undefined;
  /** With several hosts, one that takes no writes is a standby. */
  readonly isOneOfMany: boolean;
}

/** Imported on use, so that a server on SQLite starts without it. */
async function openHost(
  url: string,
  { isPatient = false, poolSize = POOL_SIZE, limitMs = LIMIT_MS, isOneOfMany }: HostOptions,
): Promise<Pool> {
  const { default: pg } = await import("pg");
  // 8-byte integers are returned as numbers, as from SQLite.
  const types: PoolConfig["types"] = {
    getTypeParser: (oid: number, format?: "text" | "binary") =>
      oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format ?? "text"),
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: isPatient ? Math.max(poolSize, PATIENT_POOL_SIZE) : poolSize,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: limitMs,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    ...(isPatient
      ? { lock_timeout: LOCK_LIMIT_MS }
      : { statement_timeout: limitMs, query_timeout: limitMs + NO_ANSWER_MS }),
    ...(isOneOfMany ? { verify: refuseStandby } : {}),
  });
  // The database restarted while a connection was idle: the pool drops it, and the next query opens another.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    // The pool listens for errors on idle connections only. An error on one in use would end the process without this
    // listener; its next statement fails instead.
    client.on("error", () => undefined);
    guardStatements(client);
  });
  return pool;
}

/** All connections were in use, which says nothing about the host. The pool names this by its message alone. */
function isNoneFree(error: unknown): boolean {
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

function refuseStandby(client: PoolClient, done: (error?: Error) => void): void {
  client.query<{ transaction_read_only: string }>("show transaction_read_only").then(
    ({ rows: [row] }) => done(row?.transaction_read_only === "off" ? undefined : new Error("The host takes no writes")),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
}

/**
 * Closes a connection whose statement was not answered in time, since the next one would wait behind it, and one to a
 * host that became a standby. Repeats a statement whose table a migration changed between plan and execution, once and
 * outside transactions: Postgres refused it before it did anything.
 */
function guardStatements(client: PoolClient): void {
  const run = client.query.bind(client);
  let isInTransaction = false;
  const repeat = async (outdated: unknown, text: string, values: unknown[]) => {
    try {
      if (!isInTransaction) return await run(text, values);
    } catch (error) {
      if (!isPlanOutdated(error)) throw error;
    }
    throw new DatabaseUnavailable("A migration changes the table", { cause: outdated });
  };
  const guarded = async (text: string, values: unknown[]) => {
    if (BEGINS.test(text)) isInTransaction = true;
    else if (ENDS.test(text)) isInTransaction = false;
    try {
      return await run(text, values);
    } catch (error) {
      if (isPlanOutdated(error)) return await repeat(error, text, values);
      if (isTimeout(error) || isReadOnly(error)) void Reflect.apply(Reflect.get(client, "end"), client, []);
      throw error;
    }
  };
  Object.assign(client, { query: guarded });
}

const BEGINS = /^\s*(begin|start transaction)\b/i;
const ENDS = /^\s*(commit|rollback)\s*$/i;
const FEATURE_NOT_SUPPORTED = "0A000";

function isPlanOutdated(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === FEATURE_NOT_SUPPORTED &&
    error.message.includes("cached plan must not change result type");
}
