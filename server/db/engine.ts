/** Tells SQLite from Postgres, for the few statements that only one of them has. */
import { type Kysely, PostgresAdapter } from "kysely";

export function isPostgres<Tables>(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
