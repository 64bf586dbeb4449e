/**
 * A process of the renewals benchmark: one server that renews, two servers whose statements are recorded, or a replay
 * of those.
 */
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { createClock } from "../../../server/platform/clock.ts";
import type { Database } from "../../../server/db/database.ts";
import { connectDatabase, type Db } from "../../../server/db/open.ts";
import type { SubscriptionsPorts } from "../../../server/embedded/subscriptions/context/context.ts";
import { createFakePayments } from "../../../server/embedded/subscriptions/testing/fake_payments.ts";
import { runDueWork } from "../../../server/embedded/subscriptions/due_work.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { DUE_MS } from "./seed.ts";
import { createSender } from "../../../server/outbox/sender.ts";

/** A process's report at its end. */
export interface Outcome {
  readonly renewals: number;
  readonly tookMs: number;
  /** Rows written; counted in recordings and replays. */
  readonly rows: number;
}

/** One statement of one connection. */
interface Recorded {
  readonly connection: number;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Number of finished statements per connection when this one started. */
  readonly after: readonly number[];
}

/** A fake acquirer that answers at once, and an SMTP server that takes every email. */
function portsOf(db: Db, nowMs: number): SubscriptionsPorts {
  const clock = createClock(() => nowMs);
  return {
    db,
    clock,
    log: silentLog,
    payments: createFakePayments(clock).upstream,
    sender: createSender({ db, clock, log: silentLog, transport: () => Promise.resolve() }),
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
  const ports = portsOf(db, nowMs);
  const { renewals } = await runDueWork(ports);
  await emailsLeft(ports);
  return renewals;
}

/** Receipts are sent in the background and count as part of the work. */
async function emailsLeft({ db, sender }: SubscriptionsPorts): Promise<void> {
  await sender.sendDue();
  const waiting = () => db.selectFrom("mail_outbox").select("id").where("sent_ms", "is", null).executeTakeFirst();
  while (await waiting() !== undefined) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** The benchmark's servers, each with a pool like a real one. */
export const SERVERS = 2;
const POOL_SIZE = 10;

interface Recording {
  readonly recorded: Recorded[];
  readonly connections: Map<pg.PoolClient, number>;
  readonly finished: number[];
  rows: number;
}

/** A server's database that records each statement with its connection. */
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
  // deno-lint-ignore no-explicit-any -- Kysely's pool type includes cursors, which this file does not use
  const dialect = new PostgresDialect({ pool: wrapped as any });
  return new Kysely<Database>({ dialect });
}

/** Both servers in this process, so that the order of all statements is known. */
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

/** Reads depend on how often a server polls; the writes are the work. */
function writtenBy(text: string, answer: { readonly rowCount: number | null } | undefined): number {
  return text.startsWith("select") ? 0 : answer?.rowCount ?? 0;
}

/** Without a finished statement for this long, a lock makes two statements wait for each other. */
const STALLED_MS = 100;

/**
 * Replays the statements over as many connections, each after those it followed, without any of our code in between.
 * When two statements insert the same key at the same moment, the other one may win here: its transaction then commits
 * before the statements that it followed in the recording.
 */
async function replay(url: string, recorded: readonly Recorded[]): Promise<number> {
  const groups = Map.groupBy(recorded, ({ connection }) => connection);
  const byConnection = Array.from({ length: Math.max(...groups.keys()) + 1 }, (_, at) => groups.get(at) ?? []);
  const clients = await Promise.all(byConnection.map(async () => {
    const client = new pg.Client({ connectionString: url, types: TYPES });
    await client.connect();
    return client;
  }));
  await ready();
  // Prepared as in the service, whose texts repeat.
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    return name;
  };
  const finished = byConnection.map(() => 0);
  let waiting: (() => void)[] = [];
  const mayBegin = ({ after }: Recorded) => after.every((count, connection) => (finished[connection] ?? 0) >= count);
  const wakeAll = () => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  let finishedMs = performance.now();
  let isStalled = false;
  const watch = setInterval(() => {
    isStalled = performance.now() - finishedMs > STALLED_MS;
    if (isStalled) wakeAll();
  }, STALLED_MS);
  let rows = 0;
  await Promise.all(byConnection.map(async (statements, at) => {
    for (const statement of statements) {
      while (!isStalled && !mayBegin(statement)) await new Promise<void>((resolve) => waiting.push(resolve));
      // A query for due rows would lock other rows now; the following statements name the recorded ones.
      const text = statement.text.replace(/ for update skip locked$/, "");
      const answer = await clients[at]?.query({ name: nameOf(text), text, values: [...statement.values] });
      rows += writtenBy(text, answer);
      finished[at] = (finished[at] ?? 0) + 1;
      finishedMs = performance.now();
      isStalled = false;
      wakeAll();
    }
  }));
  clearInterval(watch);
  await Promise.all(clients.map((client) => client.end()));
  return rows;
}

/** Reports that all connections are open, and waits for the common start. */
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
