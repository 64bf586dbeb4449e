/** Postgres for Kysely through `pg`: a pool whose connections prepare the statements they see again and again. */
import { setImmediate } from "node:timers";
import type { Writable } from "node:stream";
import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import type pg from "pg";
import { StatementNames } from "./statement_names.ts";
import { isStalePlan } from "../../platform/storage_fault.ts";

const POOL_SIZE = 10;
const INT8_OID = 20;
/** When no connection is free by then, the caller is told to come back. */
const CONNECT_TIMEOUT_MS = 10_000;

export function postgresDialect(url: string): Dialect {
  return new PostgresDialect({ pool: () => openPool(url) });
}

/** The driver is loaded where it is used: a server on SQLite starts without it. */
async function openPool(url: string): Promise<PostgresPool> {
  const { default: pg } = await import("pg");
  // Integers of eight bytes come back as numbers, as they do from SQLite.
  const types = {
    getTypeParser: (oid: number, format?: "text" | "binary") =>
      oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format ?? "text"),
  };
  // Statements asked for at once go out together, and are answered in their order.
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    types,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // The database restarted while a connection was idle: the pool lets it go, and the next query opens another one.
  pool.on("error", () => undefined);
  // The pool listens to idle connections only. One that is lost in use would end the process; its next statement fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return preparing(pool);
}

/** The pool with every client in a coat of ours; Kysely knows a connection again by that coat. */
function preparing(pool: pg.Pool): PostgresPool {
  const coats = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const coat = coats.get(client) ?? coatOf(client);
      coats.set(client, coat);
      return coat;
    },
  };
}

/** No caller needs to know that a transaction began before its first statement is answered. */
const BEGIN = "begin";
const ENDS: readonly string[] = ["commit", "rollback"];
const BEGUN: pg.QueryResult = { command: "BEGIN", rowCount: null, oid: 0, fields: [], rows: [] };

function coatOf(client: pg.PoolClient): PostgresPoolClient {
  const names = new StatementNames();
  const gather = gathering(client);
  let isInTransaction = false;
  const send = (text: string, values: readonly unknown[]) => {
    gather();
    const name = names.nameOf(text);
    return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
  };
  const query = async (text: string, values: readonly unknown[]) => {
    const answer = send(text, values);
    if (text === BEGIN) {
      isInTransaction = true;
      // Where it fails the connection is gone, and what follows fails by itself.
      answer.catch(() => undefined);
      return BEGUN;
    }
    if (ENDS.includes(text)) isInTransaction = false;
    try {
      return await answer;
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      names.renew();
      // The failure has ended a transaction; a statement by itself is planned anew.
      if (isInTransaction) throw error;
      return await send(text, values);
    }
  };
  return { query: parseQuery(query), release: (isBroken) => client.release(isBroken) };
}

/** What is asked for before the event loop turns is written to the network as one. */
function gathering(client: pg.PoolClient): () => void {
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

/** Types of `pg` leave out the connection that its clients have. */
function parseClient(client: pg.PoolClient): { readonly connection: { readonly stream: Writable } } {
  return client as unknown as { readonly connection: { readonly stream: Writable } };
}

/** No cursor is configured, so that Kysely asks by text and values only. */
function parseQuery(
  query: (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>,
): PostgresPoolClient["query"] {
  return query as unknown as PostgresPoolClient["query"];
}
