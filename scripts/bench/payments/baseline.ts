/**
 * The baseline: the same statements of one payment on bare connections, and one RSA decryption. No HTTP, no service.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { Kysely, type LogEvent, PostgresDialect, SqliteDialect } from "kysely";
import pg from "pg";
import { compactDecrypt, CompactEncrypt, generateKeyPair } from "jose";
import { ledgerPlace, openLedger } from "../../../server/embedded/payments/acquirer/ledger.ts";
import { createSimulator } from "../../../server/embedded/payments/acquirer/simulator.ts";
import { openPayments } from "../../../server/embedded/payments/payments.ts";
import type { DatabasePlace } from "../../../server/platform/database_place.ts";
import { openDatabase } from "../../../server/db/open.ts";
import { createLog } from "../../../server/platform/log.ts";
import { payByCard } from "../../../tests/support/payments/pay_by_card.ts";

interface Statement {
  readonly on: "service" | "ledger";
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** As the service reads them: 8-byte integers are numbers. */
const INT8_OID = 20;
pg.types.setTypeParser(INT8_OID, Number);

type Recorded = (on: Statement["on"]) => (event: LogEvent) => void;

/** Kysely's own drivers, which log where transactions begin and end. */
function logged<Tables>(place: DatabasePlace, log: (event: LogEvent) => void): Kysely<Tables> {
  if (place.kind === "sqlite") {
    const file = new DatabaseSync(place.path);
    const database = {
      close: () => file.close(),
      prepare(sql: string) {
        const statement = file.prepare(sql);
        return {
          reader: statement.columns().length > 0,
          all: (parameters: readonly unknown[]) => statement.all(...asInputs(parameters)),
          run: (parameters: readonly unknown[]) => statement.run(...asInputs(parameters)),
          iterate: (parameters: readonly unknown[]) => statement.iterate(...asInputs(parameters)),
        };
      },
    };
    return new Kysely<Tables>({ dialect: new SqliteDialect({ database }), log });
  }
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: place.url }) }),
    log,
  });
  return place.schema === undefined ? db : db.withSchema(place.schema);
}

/** The statements of one payment by the real service to both databases, in order. */
async function record(place: DatabasePlace, dir: string): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  const recorded: Recorded = (on) => ({ query }) => {
    statements.push({ on, sql: query.sql, parameters: query.parameters });
  };
  await (await openDatabase(place)).destroy();
  await (await openLedger(ledgerPlace(place, dir))).destroy();
  const db = logged<Parameters<typeof openPayments>[0]["db"] extends Kysely<infer T> ? T : never>(
    place,
    recorded("service"),
  );
  const ledger = logged<Awaited<ReturnType<typeof openLedger>> extends Kysely<infer T> ? T : never>(
    ledgerPlace(place, dir),
    recorded("ledger"),
  );
  const clock = { now: Date.now };
  const { answer } = await openPayments({
    db,
    clock,
    log: createLog(() => {}),
    acquirer: createSimulator({ db: ledger, clock }),
    serverId: "only",
    settings: {
      clients: [{ id: "shop", secret: "s" }],
      merchantOrigins: [],
      apiBase: "http://pay",
      frameOrigin: "http://pay",
      docsOrigin: "http://pay",
      keysDir: `${dir}/keys`,
      environment: "TEST",
    },
  });
  const token = asToken(
    await (await answer(
      new Request("http://pay/auth/token/shop", { method: "POST", headers: { "x-api-key": "s" } }),
    )).json(),
  );
  statements.length = 0;
  const init = await answer(
    new Request("http://pay/merchant/client/init", {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "x-idempotency-key": crypto.randomUUID() },
      body: JSON.stringify({
        merchantReference: "bench",
        holderReference: crypto.randomUUID(),
        amount: { value: "10.00", currency: "USD" },
      }),
    }),
  );
  await payByCard({ fetch: answer, initResponse: await init.json(), card: { cardNumber: "4242424242424242" } });
  await db.destroy();
  await ledger.destroy();
  return statements;
}

function asToken(body: unknown): string {
  return (body as { access_token: string }).access_token;
}

const UNIQUE = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{64}\b/g;

/** The same statements for another payment: every id and hash is replaced by a new one. */
function renewed(statements: readonly Statement[]): readonly Statement[] {
  const names = new Map<string, string>();
  const renew = (text: string) =>
    text.replace(UNIQUE, (id) => {
      const fresh = names.get(id) ??
        (id.length === 64 ? crypto.randomUUID().replaceAll("-", "").repeat(2) : crypto.randomUUID());
      names.set(id, fresh);
      return fresh;
    });
  return statements.map(({ parameters, ...rest }) => ({
    ...rest,
    parameters: parameters.map((value) => typeof value === "string" ? renew(value) : value),
  }));
}

function asInputs(values: readonly unknown[]): SQLInputValue[] {
  return values as SQLInputValue[];
}

/** One payment's statements, in order. */
type Run = (statements: readonly Statement[]) => Promise<void>;

interface Bare {
  readonly run: Run;
  close(): Promise<void>;
}

const SQLITE_LIKE_OURS = "pragma journal_mode=WAL; pragma synchronous=FULL; pragma foreign_keys=ON";

/** Both files opened once, everything prepared; a payment's statements run without a pause. */
function bareFiles(paths: Readonly<Record<Statement["on"], string>>): Bare {
  const files = { service: new DatabaseSync(paths.service), ledger: new DatabaseSync(paths.ledger) };
  const prepared = new Map<string, StatementSync>();
  for (const file of Object.values(files)) file.exec(SQLITE_LIKE_OURS);
  const runOne = ({ on, sql, parameters }: Statement) => {
    const statement = prepared.get(`${on} ${sql}`) ?? files[on].prepare(sql);
    prepared.set(`${on} ${sql}`, statement);
    if (sql.startsWith("select")) statement.all(...asInputs(parameters));
    else statement.run(...asInputs(parameters));
  };
  return {
    run: (statements) => Promise.resolve(statements.forEach(runOne)),
    close: () => Promise.resolve(Object.values(files).forEach((file) => file.close())),
  };
}

/** One connection to each, everything prepared. */
async function bareConnections(urls: Readonly<Record<Statement["on"], string>>): Promise<Bare> {
  const clients = { service: new pg.Client(urls.service), ledger: new pg.Client(urls.ledger) };
  await Promise.all([clients.service.connect(), clients.ledger.connect()]);
  const names = new Map<string, string>();
  const named = (text: string) => {
    if (!/^(select|insert|update) /.test(text)) return { text };
    const name = names.get(text) ?? `f${names.size}`;
    names.set(text, name);
    return { text, name };
  };
  return {
    async run(statements) {
      for (const { on, sql, parameters } of statements) {
        await clients[on].query({ ...named(sql), values: [...parameters] });
      }
    },
    close: async () => void await Promise.all([clients.service.end(), clients.ledger.end()]),
  };
}

export interface Baseline {
  readonly perSecond: number;
  readonly statements: number;
}

const WORKERS = 8;

/** Several simultaneous payments, as in the service: on Postgres over as many connections, on SQLite over one. */
export async function baselineOf(
  place: DatabasePlace,
  { dir, lastsMs }: { dir: string; lastsMs: number },
): Promise<Baseline> {
  const statements = await record(place, dir);
  const { privateKey, publicKey } = await generateKeyPair("RSA-OAEP-256");
  const jwe = await new CompactEncrypt(new Uint8Array(200)).setProtectedHeader({
    alg: "RSA-OAEP-256",
    enc: "A256CBC-HS512",
  }).encrypt(publicKey);
  const other = ledgerPlace(place, dir);
  const bares = place.kind === "sqlite" || other.kind === "sqlite"
    ? [bareFiles({ service: pathOf(place), ledger: pathOf(other) })]
    : await Promise.all(
      Array.from({ length: WORKERS }, () => bareConnections({ service: place.url, ledger: other.url })),
    );
  const startedMs = performance.now();
  let done = 0;
  const worker = async (_: unknown, at: number) => {
    const { run } = bares[at % bares.length] ?? {};
    while (run !== undefined && performance.now() < startedMs + lastsMs) {
      await run(renewed(statements));
      await compactDecrypt(jwe, privateKey);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  const perSecond = done / ((performance.now() - startedMs) / 1000);
  await Promise.all(bares.map(({ close }) => close()));
  return { perSecond, statements: statements.length };
}

function pathOf(place: DatabasePlace): string {
  return place.kind === "sqlite" ? place.path : "";
}
