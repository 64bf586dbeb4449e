/** Statements of one transaction that need nothing of each other: on Postgres they travel together. */
import type { CompiledQuery, QueryExecutorProvider } from "kysely";

export interface Statement {
  readonly query: { compile(): CompiledQuery };
  /** Throws when another number of rows was changed than had to be. */
  readonly check?: (changed: bigint) => void;
}

/**
 * Sends all of them before the first is answered; Kysely by itself sends one after another. When none is under way any
 * more it throws what went wrong with the first of the list: what follows may have failed for that reason alone.
 */
export async function together(db: QueryExecutorProvider, statements: readonly Statement[]): Promise<void> {
  const ends = await db.getExecutor().provideConnection((connection) =>
    Promise.allSettled(statements.map(({ query }) => connection.executeQuery(query.compile())))
  );
  for (const [at, end] of ends.entries()) {
    if (end.status === "rejected") throw end.reason;
    statements[at]?.check?.(end.value.numAffectedRows ?? 0n);
  }
}
