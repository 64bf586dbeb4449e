/**
 * A database whose pages make no sense any more: once it has said so nothing more is written to it, as every write may
 * destroy more of what a repair could still read (SECURITY R12). It goes on answering what it can still read.
 */
import type { CompiledQuery, DatabaseConnection, Dialect, QueryResult } from "kysely";
import { DatabaseDamaged, isDamage } from "../platform/storage_fault.ts";

export interface DamageOptions {
  /** Called once, with what the database said. */
  readonly onDamage?: (error: unknown) => void;
}

/** The dialect, whose connections refuse writes from the first word of damage on. */
export function refusingDamaged(dialect: Dialect, { onDamage = () => {} }: DamageOptions): Dialect {
  let isDamaged = false;
  const watched = new WeakSet<DatabaseConnection>();
  const watch = (connection: DatabaseConnection) => {
    if (watched.has(connection)) return;
    watched.add(connection);
    const run = connection.executeQuery.bind(connection);
    // On the object itself: the driver knows its connections again by what they are.
    connection.executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      if (isDamaged && isWrite(query.sql)) throw new DatabaseDamaged("Nothing is written to a damaged database");
      try {
        return await run<Row>(query);
      } catch (error) {
        if (!isDamaged && isDamage(error)) {
          isDamaged = true;
          onDamage(error);
        }
        throw error;
      }
    };
  };
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver();
      const acquire = driver.acquireConnection.bind(driver);
      driver.acquireConnection = async (options) => {
        const connection = await acquire(options);
        watch(connection);
        return connection;
      };
      return driver;
    },
  };
}

function isWrite(sql: string): boolean {
  if (/^\s*(insert|update|delete|merge)\b/i.test(sql)) return true;
  return /^\s*with\b/i.test(sql) && /\b(insert into|update|delete from)\b/i.test(sql);
}
