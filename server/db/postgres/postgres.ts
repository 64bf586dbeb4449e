/** Postgres for Kysely through `pg`: a pool whose connections prepare the statements they see repeatedly. */
import { setImmediate } from "node:timers";
import type { Writable } from "node:stream";
import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import type pg from "pg";
import { StatementNames } from "./statement_names.ts";
import { isStalePlan } from "../../platform/storage_fault.ts";

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
  // Statements issued together are sent together and answered in order.
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    types,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // The database restarted while a connection was idle: the pool drops it, and the next query opens another.
  pool.on("error", () => undefined);
  // The pool listens for errors on idle connections only. An error on one in use would end the process without this
  // listener; its next statement fails instead.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return preparedBy(pool);
}

/** The pool with each client wrapped; Kysely recognises a connection by its wrapper. */
function preparedBy(pool: pg.Pool): PostgresPool {
  const wrappers = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const wrapped = wrappers.get(client) ?? wrap(client);
      wrappers.set(client, wrapped);
      return wrapped;
    },
  };
}

/** BEGIN is not awaited; it travels with the transaction's first statement. */
const BEGIN = "begin";
const ENDS: readonly string[] = ["commit", "rollback"];
const BEGUN: pg.QueryResult = { command: "BEGIN", rowCount: null, oid: 0, fields: [], rows: [] };

function wrap(client: pg.PoolClient): PostgresPoolClient {
  const names = new StatementNames();
  const startBatch = batchWrites(client);
  let isInTransaction = false;
  const send = (text: string, values: readonly unknown[]) => {
    startBatch();
    const name = names.nameOf(text);
    return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
  };
  const query = async (text: string, values: readonly unknown[]) => {
    const answer = send(text, values);
    if (text === BEGIN) {
      isInTransaction = true;
      // If BEGIN fails the connection is lost, and the following statement fails by itself.
      answer.catch(() => undefined);
      return BEGUN;
    }
    if (ENDS.includes(text)) isInTransaction = false;
    try {
      return await answer;
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      names.renew();
      // An error ends a transaction, so only a statement outside of one is retried without its plan.
      if (isInTransaction) throw error;
      return await send(text, values);
    }
  };
  return { query: parseQuery(query), release: (isBroken) => client.release(isBroken) };
}

/** Writes everything issued in one turn of the event loop to the network together. */
function batchWrites(client: pg.PoolClient): () => void {
  const { connection } = parseClient(client);
  let isOpen = false;
  return () => {
    if (isOpen) return;
    isOpen = true;
    const { stream } = connection;
    stream.cork();
    setImmediate(() => {
      isOpen = false;
      stream.uncork();
    });
  };
}

/** The types of `pg` omit the client's connection. */
function parseClient(client: pg.PoolClient): { readonly connection: { readonly stream: Writable } } {
  return client as unknown as { readonly connection: { readonly stream: Writable } };
}

/** Kysely passes text and values only, since no cursor is configured. */
function parseQuery(
  query: (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>,
): PostgresPoolClient["query"] {
  return query as unknown as PostgresPoolClient["query"];
}
