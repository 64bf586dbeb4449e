/** Postgres for Kysely's own dialect through `pg`, with a time limit on everything that waits for the database. */
import { type Dialect, PostgresDialect, type PostgresPool } from "kysely";
import type { PoolClient, PoolConfig } from "pg";
import { DatabaseUnavailable, isTimeout } from "../../platform/storage_fault.ts";

const POOL_SIZE = 10;
const INT8_OID = 20;
/** Waiting for a free connection and making a new one, together. */
const CONNECT_LIMIT_MS = 2_000;
/** The database ends a statement, and with it the wait for a lock, after this time. The connection stays usable. */
const STATEMENT_LIMIT_MS = 2_000;
/** Later than the database's own limit: only a database that does not answer at all reaches it. */
const ANSWER_LIMIT_MS = 2_500;
/** A server that stops within a transaction holds its locks no longer than this. */
const IDLE_TRANSACTION_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;

export interface PostgresOptions {
  /** For migrations and bulk work: statements may take as long as they need. */
  readonly isPatient?: boolean;
}

export function postgresDialect(url: string, options: PostgresOptions = {}): Dialect {
  return new PostgresDialect({ pool: () => openPool(url, options) });
}

/** Imported on use, so that a server on SQLite starts without it. */
async function openPool(url: string, { isPatient = false }: PostgresOptions): Promise<PostgresPool> {
  const { default: pg } = await import("pg");
  // 8-byte integers are returned as numbers, as from SQLite.
  const types: PoolConfig["types"] = {
    getTypeParser: (oid: number, format?: "text" | "binary") =>
      oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format ?? "text"),
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    ...(isPatient ? {} : { statement_timeout: STATEMENT_LIMIT_MS, query_timeout: ANSWER_LIMIT_MS }),
  });
  // The database restarted while a connection was idle: the pool drops it, and the next query opens another.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    // The pool listens for errors on idle connections only. An error on one in use would end the process without this
    // listener; its next statement fails instead.
    client.on("error", () => undefined);
    endAfterTimeout(client);
  });
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      try {
        return await pool.connect();
      } catch (cause) {
        throw new DatabaseUnavailable(cause instanceof Error ? cause.message : String(cause), { cause });
      }
    },
  };
}

/**
 * A connection whose statement was not answered in time is closed: the statement is still in progress on it, and the
 * next one would wait behind it.
 */
function endAfterTimeout(client: PoolClient): void {
  const run = client.query.bind(client);
  const limited = async (text: string, values: unknown[]) => {
    try {
      return await run(text, values);
    } catch (error) {
      if (isTimeout(error)) void Reflect.apply(Reflect.get(client, "end"), client, []);
      throw error;
    }
  };
  Object.assign(client, { query: limited });
}
