/**
 * Stops writing to a database that reports damaged pages: any further write may destroy data that a repair could still
 * read (SECURITY R12). Reads continue as far as they work.
 */
import type { CompiledQuery, DatabaseConnection, Dialect, QueryResult } from "kysely";
import { DatabaseDamaged, isDamage, isFull } from "../../platform/storage_fault.ts";
import { withDriver } from "./with_driver.ts";

export interface FaultEvents {
  /** Called once, with the database's error. */
  readonly onDamage?: (error: unknown) => void;
  /** Called for each statement before it runs, with its text; for benchmarks. */
  readonly onStatement?: (sql: string) => void;
  /** Called for each statement that found no room. */
  readonly onFull?: () => void;
}

/** Wraps the dialect; its connections refuse writes after the first report of damage. */
export function refusingDamaged(
  dialect: Dialect,
  { onDamage = () => {}, onFull = () => {}, onStatement }: FaultEvents,
): Dialect {
  let isDamaged = false;
  const watched = new WeakSet<DatabaseConnection>();
  const watch = (connection: DatabaseConnection) => {
    if (watched.has(connection)) return;
    watched.add(connection);
    const run = connection.executeQuery.bind(connection);
    // Changed in place, since the driver recognises its connections by object identity.
    connection.executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      onStatement?.(query.sql);
      if (isDamaged && isWrite(query.sql)) throw new DatabaseDamaged("Nothing is written to a damaged database");
      try {
        return await run<Row>(query);
      } catch (error) {
        if (isFull(error)) onFull();
        if (!isDamaged && isDamage(error)) {
          isDamaged = true;
          onDamage(error);
        }
        throw error;
      }
    };
  };
  return withDriver(dialect, (driver) => {
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async (options) => {
      const connection = await acquire(options);
      watch(connection);
      return connection;
    };
  });
}

function isWrite(sql: string): boolean {
  if (/^\s*(insert|update|delete|merge)\b/i.test(sql)) return true;
  return /^\s*with\b/i.test(sql) && /\b(insert into|update|delete from)\b/i.test(sql);
}
