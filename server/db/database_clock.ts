/** The database's own clock: servers whose clocks differ agree on it. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { isPostgres } from "./engine.ts";

/** Milliseconds since the epoch at the time of the statement, plus the given milliseconds. */
export function databaseNow<Tables>(db: Kysely<Tables>, plusMs = 0): RawBuilder<number> {
  return isPostgres(db)
    ? sql<number>`((extract(epoch from clock_timestamp()) * 1000)::bigint + ${sql.lit(plusMs)})`
    : sql<number>`(cast(unixepoch('subsec') * 1000 as integer) + ${sql.lit(plusMs)})`;
}
