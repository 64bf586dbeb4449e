/** Postgres for Kysely's own dialect through `pg`. */
import { type Dialect, PostgresDialect, type PostgresPool } from "kysely";

const POOL_SIZE = 10;
const INT8_OID = 20;
/** After this wait for a free connection the client gets a retryable error. */
const CONNECT_TIMEOUT_MS = 10_000;

export function postgresDialect(url: string): Dialect {
  return new PostgresDialect({ pool: () => openPool(url) });
}

/** Imported on use, so that a server on SQLite starts without it. */
async function openPool(url: string): Promise<PostgresPool> {
  const { default: pg } = await import("pg");
  // 8-byte integers are returned as numbers, as from SQLite.
  const types = {
    getTypeParser: (oid: number, format?: "text" | "binary") =>
      oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format ?? "text"),
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    types,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // The database restarted while a connection was idle: the pool drops it, and the next query opens another.
  pool.on("error", () => undefined);
  // The pool listens for errors on idle connections only. An error on one in use would end the process without this
  // listener; its next statement fails instead.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
