/** The floor: the very statements of one payment on a bare connection, and one RSA opening. No HTTP, no service. */
import { CompiledQuery, Kysely, type LogEvent, PostgresDialect } from "kysely";
import pg from "pg";
import { compactDecrypt, CompactEncrypt, generateKeyPair } from "jose";
import { ledgerPlace, openLedger } from "../../server/embedded/payments/acquirer/ledger.ts";
import { createSimulator } from "../../server/embedded/payments/acquirer/simulator.ts";
import { openPayments } from "../../server/embedded/payments/payments.ts";
import { type DatabasePlace, openDatabase } from "../../server/db/open.ts";
import { sqliteDialect } from "../../server/db/sqlite.ts";
import { createLog } from "../../server/log.ts";
import { payByCard } from "../../tests/support/pay_by_card.ts";

interface Statement {
  readonly on: "service" | "ledger";
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** As the service reads them: integers of eight bytes are numbers. */
const INT8_OID = 20;
pg.types.setTypeParser(INT8_OID, Number);

type Recorded = (on: Statement["on"]) => (event: LogEvent) => void;

function logged<Tables>(place: DatabasePlace, log: (event: LogEvent) => void): Kysely<Tables> {
  if (place.kind === "sqlite") return new Kysely<Tables>({ dialect: sqliteDialect(place.path), log });
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: place.url }) }),
    log,
  });
}

/** What one payment by the real service sends to both databases, in order. */
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
  const token = parseToken(
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

function parseToken(body: unknown): string {
  return (body as { access_token: string }).access_token;
}

const UNIQUE = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{64}\b/g;

/** The same statements for another payment: every id and hash in them becomes a new one. */
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

type Run = (statement: Statement) => Promise<void>;

async function connect(place: DatabasePlace, dir: string): Promise<{ readonly run: Run; close(): Promise<void> }> {
  const other = ledgerPlace(place, dir);
  if (place.kind === "postgres" && other.kind === "postgres") {
    const clients = { service: new pg.Client(place.url), ledger: new pg.Client(other.url) };
    await Promise.all([clients.service.connect(), clients.ledger.connect()]);
    return {
      run: async ({ on, sql, parameters }) => void await clients[on].query(sql, [...parameters]),
      close: async () => void await Promise.all([clients.service.end(), clients.ledger.end()]),
    };
  }
  const files = { service: logged(place, () => {}), ledger: logged(other, () => {}) };
  return {
    run: async ({ on, sql, parameters }) => void await files[on].executeQuery(CompiledQuery.raw(sql, [...parameters])),
    close: async () => void await Promise.all([files.service.destroy(), files.ledger.destroy()]),
  };
}

export interface Floor {
  readonly perSecond: number;
  readonly statements: number;
}

/** On Postgres several connections work at once, as the service's pool does; SQLite has one writer anyway. */
export async function floorOf(
  place: DatabasePlace,
  { dir, lastsMs }: { dir: string; lastsMs: number },
): Promise<Floor> {
  const statements = await record(place, dir);
  const { privateKey, publicKey } = await generateKeyPair("RSA-OAEP-256");
  const jwe = await new CompactEncrypt(new Uint8Array(200)).setProtectedHeader({
    alg: "RSA-OAEP-256",
    enc: "A256CBC-HS512",
  }).encrypt(publicKey);
  const startedMs = performance.now();
  let done = 0;
  const worker = async () => {
    const { run, close } = await connect(place, dir);
    while (performance.now() < startedMs + lastsMs) {
      for (const statement of renewed(statements)) await run(statement);
      await compactDecrypt(jwe, privateKey);
      done += 1;
    }
    await close();
  };
  await Promise.all(Array.from({ length: place.kind === "sqlite" ? 1 : 8 }, worker));
  return { perSecond: done / ((performance.now() - startedMs) / 1000), statements: statements.length };
}
