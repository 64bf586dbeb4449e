/** Independent statements of one transaction, which Postgres receives together. */
import type { CompiledQuery, QueryExecutorProvider } from "kysely";

export interface Statement {
  readonly query: { compile(): CompiledQuery };
  /** Throws when the number of changed rows is not the expected one. */
  readonly check?: (changed: bigint) => void;
}

/**
 * Sends all statements before the first is answered; Kysely by itself sends one after another. After all have ended it
 * throws the first error in list order, since later statements may have failed only because of it.
 */
export async function runPipelined(db: QueryExecutorProvider, statements: readonly Statement[]): Promise<void> {
  const ends = await db.getExecutor().provideConnection((connection) =>
    Promise.allSettled(statements.map(({ query }) => connection.executeQuery(query.compile())))
  );
  for (const [at, end] of ends.entries()) {
    if (end.status === "rejected") throw end.reason;
    statements[at]?.check?.(end.value.numAffectedRows ?? 0n);
  }
}
