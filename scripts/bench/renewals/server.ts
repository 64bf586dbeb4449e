/** A process of the renewals bench: one server that renews what is due, or both recorded, or their statements alone. */
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { createClock } from "../../../server/platform/clock.ts";
import type { Database } from "../../../server/db/database.ts";
import { connectDatabase, type Db } from "../../../server/db/open.ts";
import type { SubscriptionsDeps } from "../../../server/embedded/subscriptions/context/context.ts";
import { createFakePayments } from "../../../server/embedded/subscriptions/testing/fake_payments.ts";
import { runDueWork } from "../../../server/embedded/subscriptions/due_work.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { DUE_MS } from "./seed.ts";

/** What a process says when it is done. */
export interface Outcome {
  readonly renewals: number;
  readonly tookMs: number;
  /** Rows that its statements wrote; counted in recordings and replays. */
  readonly rows: number;
}

/** One statement of one connection. */
interface Recorded {
  readonly connection: number;
  readonly text: string;
  readonly values: readonly unknown[];
  /** How many statements each connection had finished when this one began. */
  readonly after: readonly number[];
}

/** The bank is a stand-in that answers at once, and the mail service takes every letter. */
function depsOf(db: Db, nowMs: number): SubscriptionsDeps {
  const clock = createClock(() => nowMs);
  return {
    db,
    clock,
    log: silentLog,
    payments: createFakePayments(clock).upstream,
    mail: () => Promise.resolve(Response.json({ id: "1" })),
    verifyIdToken: () => Promise.resolve(undefined),
    settings: {
      clientId: "merchant-demo",
      clientSecret: "demo-secret",
      workflowCode: "payment-acceptance",
      publicOrigin: "https://app.example",
      base: "/trustcheck",
      hasRegistry: true,
      takesRawCards: false,
      webhookSecrets: [],
    },
  };
}

async function renew(db: Db, nowMs = DUE_MS): Promise<number> {
  const deps = depsOf(db, nowMs);
  const { renewals } = await runDueWork(deps);
  await lettersLeft(db);
  return renewals;
}

/** Receipts that a loop of their own has in hand are part of the work. */
async function lettersLeft(db: Db): Promise<void> {
  const waiting = () => db.selectFrom("subs_letters").select("id").where("sent_ms", "is", null).executeTakeFirst();
  while (await waiting() !== undefined) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Servers of the bench, each with a pool like a real one. */
export const SERVERS = 2;
const POOL_SIZE = 10;

interface Recording {
  readonly recorded: Recorded[];
  readonly connections: Map<pg.PoolClient, number>;
  readonly finished: number[];
  rows: number;
}

/** A database of one server, whose statements are written down with the connection they went through. */
function recordedDatabase(url: string, recording: Recording): Db {
  const { recorded, connections, finished } = recording;
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE, types: TYPES });
  const wrapped = {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const connection = connections.get(client) ?? connections.size;
      connections.set(client, connection);
      return {
        release: () => client.release(),
        async query(text: string, values: readonly unknown[] = []) {
          recorded.push({ connection, text, values, after: [...finished] });
          const answer = await client.query(text, [...values]);
          finished[connection] = (finished[connection] ?? 0) + 1;
          recording.rows += writtenBy(text, answer);
          return answer;
        },
      };
    },
  };
  // deno-lint-ignore no-explicit-any -- Kysely's pool type also names cursors, which nothing here uses
  const dialect = new PostgresDialect({ pool: wrapped as any });
  return new Kysely<Database>({ dialect });
}

/** Both servers in this process, so that one order of all their statements is known. */
async function record(url: string, file: string): Promise<Omit<Outcome, "tookMs">> {
  const recording: Recording = { recorded: [], connections: new Map(), finished: [], rows: 0 };
  const dbs = Array.from({ length: SERVERS }, () => recordedDatabase(url, recording));
  await ready();
  const renewals = await Promise.all(dbs.map((db) => renew(db)));
  await Promise.all(dbs.map((db) => db.destroy()));
  await Deno.writeTextFile(file, JSON.stringify(recording.recorded));
  return { renewals: renewals.reduce((sum, count) => sum + count, 0), rows: recording.rows };
}

const TYPES = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === 20 ? Number : pg.types.getTypeParser(oid, format ?? "text"),
};

/** What was looked at tells how often a server looked; what was written is the work. */
function writtenBy(text: string, answer: { readonly rowCount: number | null } | undefined): number {
  return text.startsWith("select") ? 0 : answer?.rowCount ?? 0;
}

/** The same statements through as many connections, each after those it followed, without a line of ours between. */
async function replay(url: string, recorded: readonly Recorded[]): Promise<number> {
  const groups = Map.groupBy(recorded, ({ connection }) => connection);
  const byConnection = Array.from({ length: Math.max(...groups.keys()) + 1 }, (_, at) => groups.get(at) ?? []);
  const clients = await Promise.all(byConnection.map(async () => {
    const client = new pg.Client({ connectionString: url, types: TYPES });
    await client.connect();
    return client;
  }));
  await ready();
  // Prepared like ours, whose texts come again and again.
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    return name;
  };
  const finished = byConnection.map(() => 0);
  let waiting: (() => void)[] = [];
  const mayBegin = ({ after }: Recorded) => after.every((count, connection) => (finished[connection] ?? 0) >= count);
  let rows = 0;
  await Promise.all(byConnection.map(async (statements, at) => {
    for (const statement of statements) {
      while (!mayBegin(statement)) await new Promise<void>((resolve) => waiting.push(resolve));
      // Looking for due rows would lock others than it did; the rows that were taken then are named by what follows.
      const text = statement.text.replace(/ for update skip locked$/, "");
      const answer = await clients[at]?.query({ name: nameOf(text), text, values: [...statement.values] });
      rows += writtenBy(text, answer);
      finished[at] = (finished[at] ?? 0) + 1;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    }
  }));
  await Promise.all(clients.map((client) => client.end()));
  return rows;
}

/** Says that all is open, and waits for the start that both servers get together. */
async function ready(): Promise<void> {
  console.log("ready");
  await Deno.stdin.read(new Uint8Array(1));
  startedMs = performance.now();
}
let startedMs = 0;

async function renewAlone(url: string, nowMs: number): Promise<number> {
  const db = connectDatabase<Database>({ kind: "postgres", url });
  await db.selectFrom("subs_subscriptions").select("id").limit(1).execute();
  await ready();
  const renewals = await renew(db, nowMs);
  await db.destroy();
  return renewals;
}

async function main([mode = "", url = "", file = ""]: readonly string[]): Promise<Outcome> {
  const done = mode === "replay"
    ? { renewals: 0, rows: await replay(url, JSON.parse(await Deno.readTextFile(file))) }
    : mode === "record"
    ? await record(url, file)
    : { renewals: await renewAlone(url, Number(file)), rows: 0 };
  return { ...done, tookMs: performance.now() - startedMs };
}

if (import.meta.main) {
  console.log(JSON.stringify(await main(Deno.args)));
  Deno.exit(0);
}
