/** Explains a failed start: one sentence with the setting to change, or the stack and causes of an unknown error. */
import { ConfigError } from "../config/values.ts";
import { KeysRefused } from "../keys/check_keys.ts";
import { UnknownTables } from "../db/migrate.ts";
import { PooledDatabase } from "../db/postgres/session.ts";
import { describeCause, errorsOf } from "../platform/log.ts";
import { FolderInUse } from "../platform/files/folder_lock.ts";

interface Row {
  readonly matches: (error: Error) => boolean;
  readonly text: (error: Error) => string;
}

/** SQLite's messages for a file that is not a database, and for a damaged page. */
const DAMAGED = /file is not a database|database disk image is malformed/;

const ROWS: readonly Row[] = [
  {
    matches: (error) => [ConfigError, UnknownTables, KeysRefused, PooledDatabase].some((kind) => error instanceof kind),
    text: (error) => error.message,
  },
  {
    matches: (error) => error instanceof FolderInUse,
    text: ({ message }) =>
      `another server uses the folder ${message} already, and SQLite serves one server only. Stop that server, ` +
      "set DATA_DIR to another folder, or set DATABASE_URL to a Postgres, which serves many",
  },
  {
    matches: (error) =>
      error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable ||
      error instanceof Deno.errors.NotFound,
    text: (error) =>
      `a folder cannot be used (${error.message.split(",")[0]}). Set DATA_DIR and KEYS_DIR to folders of yours`,
  },
  {
    matches: (error) => DAMAGED.test(error.message),
    text: () =>
      "the database file is damaged. Keep a copy of DATA_DIR, then put the last backup of DATA_DIR and KEYS_DIR back",
  },
  {
    matches: (error) => codeOf(error) === "42501",
    text: () =>
      "the role of DATABASE_URL may not change tables, and this version changes some. Start once with the owner's role",
  },
  {
    matches: (error) => codeOf(error) === "55P03",
    text: () =>
      "another connection holds a table that this version changes, such as a backup or an open transaction. " +
      "End it, then start again",
  },
  {
    matches: (error) => ["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "28P01", "3D000"].includes(codeOf(error)),
    text: (error) => `the database does not answer (${error.message || codeOf(error)}). Check DATABASE_URL`,
  },
];

/** The sentence for the console. */
export function explainFailedStart(error: unknown): string {
  const errors = errorsOf(error);
  for (const found of errors) {
    const row = ROWS.find(({ matches }) => matches(found));
    if (row !== undefined) return `Cannot start: ${row.text(found)}`;
  }
  const [outer, ...causes] = errors;
  if (outer === undefined) return String(error);
  return [outer.stack ?? outer.message, ...causes.map((cause) => `Caused by ${describeCause(cause)}`)].join("\n");
}

function codeOf(error: Error): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return codeOf(error.errors[0]);
  return "code" in error ? String(error.code) : "";
}
