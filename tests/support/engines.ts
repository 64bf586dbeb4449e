/** Runs the same cases on SQLite and on Postgres. Without Postgres they are skipped, and the reason is printed. */
import { after, before, describe } from "@std/testing/bdd";
import pg from "pg";
import type { DatabasePlace } from "../../server/platform/database_place.ts";
import { openDatabase } from "../../server/db/open.ts";
import { ledgerPlace, openLedger } from "../../server/embedded/payments/payments.ts";
import { findPgbouncer, type Pooler, startPgbouncer } from "./pgbouncer.ts";
import { findPostgres, startPostgres } from "./postgres.ts";
import { skip } from "./suite/skip.ts";

/** The Postgres of a run of the whole suite, which starts one for all files. */
const SHARED = Deno.env.get("TEST_POSTGRES");
/** Its migrated database, which the runner makes; copying it costs a tenth of migrating an empty one. */
const TEMPLATE = "migrated";
const HAS_TEMPLATE = Deno.env.has("TEST_TEMPLATE");

interface OwnDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

async function createDatabase(server: string, migrate: boolean): Promise<OwnDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await ask(server, `create database ${name}${HAS_TEMPLATE && !migrate ? ` template ${TEMPLATE}` : ""}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, stop: () => ask(server, `drop database ${name} with (force)`) };
}

async function ask(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** With TEST_PGBOUNCER the cases pass through a pgbouncer in transaction mode. */
async function poolerOf({ url }: OwnDatabase): Promise<Pooler | undefined> {
  if (!Deno.env.has("TEST_PGBOUNCER")) return undefined;
  const program = findPgbouncer();
  if (program === undefined) throw new Error("TEST_PGBOUNCER is set, and pgbouncer was not found: install it");
  // Migrations run past the pooler, as the operators' document says.
  await migrateAll(url);
  return await startPgbouncer(program, url);
}

async function migrateAll(url: string): Promise<void> {
  const place = { kind: "postgres", url } as const;
  await (await openDatabase(place)).destroy();
  await (await openLedger(ledgerPlace(place, ""))).destroy();
}

/** Makes the database that the cases of a whole run start from. */
export async function createTemplate(server: string): Promise<void> {
  await ask(server, `create database ${TEMPLATE}`);
  const url = new URL(server);
  url.pathname = `/${TEMPLATE}`;
  await migrateAll(url.href);
}

type Cases = (place: () => DatabasePlace) => void;

interface EngineOptions {
  /** For cases that migrate: they bypass the pooler and start from an empty database. */
  readonly migrate?: boolean;
}

/** `cases` is called once per engine with a function that returns the connection; call it inside a test. */
export function onBothEngines(title: string, cases: Cases, options: EngineOptions = {}): void {
  describe(`${title} on SQLite`, () => {
    let folder = "";
    before(async () => {
      folder = await Deno.makeTempDir({ prefix: "trustcheck-db-" });
    });
    cases(() => ({ kind: "sqlite", path: `${folder}/test.db` }));
    // After those of the cases, which still close what they opened there.
    after(() => Deno.remove(folder, { recursive: true }));
  });
  onPostgres(title, cases, options);
}

/** For what SQLite, which runs one transaction at a time, cannot show. */
export function onPostgres(title: string, cases: Cases, { migrate = false }: EngineOptions = {}): void {
  const binaries = findPostgres();
  if (binaries === undefined) {
    skip(`${title} on Postgres`, "no initdb and postgres were found on this machine");
    return;
  }
  describe(`${title} on Postgres`, () => {
    let postgres: OwnDatabase | undefined;
    let pooler: Pooler | undefined;
    before(async () => {
      postgres = SHARED === undefined ? await startPostgres(binaries) : await createDatabase(SHARED, migrate);
      pooler = migrate ? undefined : await poolerOf(postgres);
    });
    // Five files of the suite share two cores. Waits that fail have tests of their own.
    cases(() => ({
      kind: "postgres",
      url: pooler?.url ?? postgres?.url ?? "postgres://not-started",
      limitMs: 20_000,
    }));
    after(async () => {
      await pooler?.stop();
      await postgres?.stop();
    });
  });
}
