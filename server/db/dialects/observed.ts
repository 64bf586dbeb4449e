/** Watches a dialect: a span for each statement of a recorded trace, and the state of its connections. */
import type { CompiledQuery, DatabaseConnection, Dialect, OperationNode, QueryResult } from "kysely";
import { inLeafSpan, isRecording, SpanKind } from "../../platform/telemetry/tracing.ts";
import { withDriver } from "./with_driver.ts";

/** Connections of one database as its callers see them. */
export interface PoolState {
  /** Callers that have a connection. */
  used: number;
  /** Callers that wait for one. */
  waiting: number;
}

export interface ObserveOptions {
  /** Name of the engine in OpenTelemetry's conventions. */
  readonly system: "sqlite" | "postgresql";
  readonly pool?: PoolState | undefined;
}

export function observing(dialect: Dialect, { system, pool = { used: 0, waiting: 0 } }: ObserveOptions): Dialect {
  const watched = new WeakSet<DatabaseConnection>();
  return withDriver(dialect, (driver) => {
    const acquire = driver.acquireConnection.bind(driver);
    const release = driver.releaseConnection.bind(driver);
    driver.acquireConnection = async (options) => {
      pool.waiting += 1;
      try {
        const connection = await acquire(options);
        pool.used += 1;
        if (!watched.has(connection)) watch(connection, system);
        watched.add(connection);
        return connection;
      } finally {
        pool.waiting -= 1;
      }
    };
    driver.releaseConnection = async (connection, options) => {
      pool.used -= 1;
      await release(connection, options);
    };
  });
}

/** Changed in place, since drivers recognise their connections by identity. */
function watch(connection: DatabaseConnection, system: string): void {
  const run = connection.executeQuery.bind(connection);
  connection.executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    if (!isRecording()) return await run<Row>(query);
    const { operation, table } = describeStatement(query);
    const attributes = {
      "db.system.name": system,
      "db.operation.name": operation,
      ...(table === undefined ? {} : { "db.collection.name": table }),
    };
    const name = table === undefined ? operation : `${operation} ${table}`;
    return await inLeafSpan(name, { kind: SpanKind.CLIENT, attributes }, () => run<Row>(query));
  };
}

/** What a statement does and to which table; never its text, which contains literals. */
function describeStatement({ query, sql }: Pick<CompiledQuery, "query" | "sql">): {
  readonly operation: string;
  readonly table: string | undefined;
} {
  const operation = /^\s*([a-z]+)/i.exec(sql)?.[1]?.toUpperCase() ?? "STATEMENT";
  return { operation, table: tableOf(query) };
}

/** Name of the first table of the statement's tree; raw statements have none. */
function tableOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.kind === "TableNode") return nameIn(node);
  for (const key of ["from", "froms", "into", "table", "node"]) {
    const part: unknown = Reflect.get(node, key);
    for (const each of Array.isArray(part) ? part : [part]) {
      const found = tableOf(each);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function nameIn(node: OperationNode): string | undefined {
  const schemable: unknown = Reflect.get(node, "table");
  const identifier: unknown = isNode(schemable) ? Reflect.get(schemable, "identifier") : undefined;
  const name: unknown = isNode(identifier) ? Reflect.get(identifier, "name") : undefined;
  return typeof name === "string" ? name : undefined;
}

function isNode(value: unknown): value is OperationNode {
  return typeof value === "object" && value !== null && "kind" in value;
}
