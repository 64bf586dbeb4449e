/** Every migration in the order it runs; the same set serves SQLite and Postgres. */
import type { Migration } from "kysely/migration";
import { checkouts } from "./001_checkouts.ts";

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "001_checkouts": checkouts,
};
