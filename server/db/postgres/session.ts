/** Tells a database from a pooler in transaction mode, where a migration's lock does not hold. */
import { type Kysely, sql } from "kysely";

/** A pooler with a single connection never answers the last question. */
const ANSWER_MS = 5_000;

/** DATABASE_URL leads to a pooler in transaction mode. */
export class PooledDatabase extends Error {
  override readonly name = "PooledDatabase";

  constructor() {
    super(
      "DATABASE_URL leads to a pooler in transaction mode, and tables have to be changed, which needs a session of its " +
        "own. Run deno task migrate once with the database's own address",
    );
  }
}

/** Rejects with {@link PooledDatabase} when a connection is served by another session while its own is taken. */
export async function refusePooler<Tables>(db: Kysely<Tables>): Promise<void> {
  const isKept = await db.connection().execute(async (first) => {
    const session = await sessionOf(first);
    return await db.transaction().execute(async (second) => {
      // A pooler gives the session that was just given back.
      await sessionOf(second);
      const again = sessionOf(first);
      again.catch(() => undefined);
      return await Promise.race([again, later()]) === session;
    });
  });
  if (!isKept) throw new PooledDatabase();
}

async function sessionOf<Tables>(db: Kysely<Tables>): Promise<number | undefined> {
  return (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
}

async function later(): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  Deno.unrefTimer(setTimeout(() => resolve(undefined), ANSWER_MS));
  return await promise;
}
