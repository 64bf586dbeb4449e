/**
 * Renewals per second of two servers on one Postgres, compared with the bare statements, and with a hundred times the
 * rows.
 */
import { sql } from "kysely";
import { migrate } from "../../../server/db/migrate.ts";
import { connectDatabase } from "../../../server/db/open.ts";
import { median } from "../median.ts";
import { findPostgres, startPostgres } from "../../../tests/support/postgres.ts";
import { DUE_MS, ROUND_MS, seed } from "./seed.ts";
import { type Outcome, SERVERS } from "./server.ts";
import { startServer } from "./process.ts";

const RENEWALS = 2_000;
const ROUNDS = 5;

export interface RenewalsOptions {
  /** Due renewals per round. */
  readonly count?: number;
  /** Table sizes between which the cost of one renewal is compared. */
  readonly sizes?: readonly [number, number];
  /** The best speed and the median growth of this many runs count. */
  readonly rounds?: number;
  /** Processes that renew. */
  readonly servers?: number;
}

export interface RenewalsFigures {
  readonly perSecond: number;
  /** Our speed divided by that of the bare statements. */
  readonly ratio: number;
  /** Cost of a renewal in the large table divided by that in the small one. */
  readonly growth: number;
}

/** Prints the results; undefined, with a message, on a machine without Postgres. */
export async function benchRenewals(
  { count = RENEWALS, sizes = [10_000, 1_000_000], rounds = ROUNDS, servers = SERVERS }: RenewalsOptions = {},
): Promise<RenewalsFigures | undefined> {
  const binaries = findPostgres();
  if (binaries === undefined) {
    console.log("renewals: no Postgres on this machine, nothing was measured");
    return undefined;
  }
  const postgres = await startPostgres(binaries);
  const folder = await Deno.makeTempDir({ prefix: "renewals-bench-" });
  const bench = { url: postgres.url, count, folder, rounds, servers };
  try {
    await prepare(postgres.url);
    const perSecond = await compareSizes(bench, sizes);
    const ratio = await compareStatements(bench, sizes[0]);
    return { ...perSecond, ratio };
  } finally {
    await postgres.stop();
    await Deno.remove(folder, { recursive: true });
  }
}

interface Bench {
  readonly url: string;
  readonly count: number;
  readonly folder: string;
  readonly rounds: number;
  readonly servers: number;
}

/** Alternating rounds, so that other load on the machine affects both. */
async function compareSizes(bench: Bench, [small, large]: readonly [number, number]) {
  const tables = [await openTable(bench, small), await openTable(bench, large)] as const;
  const speeds: [number[], number[]] = [[], []];
  for (let round = 0; round < bench.rounds; round++) {
    for (const at of [0, 1] as const) {
      const nowMs = String(DUE_MS + round * ROUND_MS);
      const outcomes = await run(bench.servers, ["renew", tables[at].url, nowMs]);
      speeds[at].push(perSecond(bench, outcomes));
    }
  }
  for (const table of tables) await table.drop();
  const growths = speeds[0].map((speed, round) => speed / (speeds[1][round] ?? NaN));
  const growth = median(growths);
  const texts = speeds.map((row) => row.map((speed) => speed.toFixed(0)).join(", "));
  console.log(`renewals, ${bench.servers} servers on one Postgres, ${small} subscriptions: ${texts[0]} a second`);
  console.log(
    `with ${large} subscriptions: ${texts[1]} a second; a renewal costs ${growth.toFixed(2)} times as much`,
  );
  return { perSecond: Math.max(...speeds[0]), growth };
}

/** Records the statements of one run, then replays them without the server; each on the same rows. */
async function compareStatements(bench: Bench, subscriptions: number): Promise<number> {
  const ours: number[] = [];
  const alone: number[] = [];
  const file = `${bench.folder}/statements.json`;
  let share = 0;
  for (let round = 0; round < bench.rounds; round++) {
    const [first, second, third] = [
      await openTable(bench, subscriptions),
      await openTable(bench, subscriptions),
      await openTable(bench, subscriptions),
    ];
    ours.push(perSecond(bench, await run(bench.servers, ["renew", first.url, String(DUE_MS)])));
    const recorded = await run(1, ["record", second.url, file]);
    const replayed = await run(1, ["replay", third.url, file]);
    alone.push(perSecond(bench, replayed, bench.count));
    share = rowsOf(replayed) / rowsOf(recorded);
    for (const table of [first, second, third]) await table.drop();
  }
  const ratio = Math.max(...ours) / Math.max(...alone);
  console.log(
    `the same statements alone: ${Math.max(...alone).toFixed(0)} a second against ${Math.max(...ours).toFixed(0)}; ` +
      `ratio ${ratio.toFixed(2)} (${(share * 100).toFixed(0)} % of the rows written)`,
  );
  return ratio;
}

async function run(processes: number, args: readonly string[]): Promise<readonly Outcome[]> {
  const servers = Array.from({ length: processes }, () => startServer(args));
  await Promise.all(servers.map(({ line }) => line()));
  for (const { go } of servers) await go();
  const outcomes: Outcome[] = await Promise.all(servers.map(async ({ line }) => JSON.parse(await line())));
  await Promise.all(servers.map(({ ended }) => ended()));
  return outcomes;
}

const rowsOf = (outcomes: readonly Outcome[]) => outcomes.reduce((sum, { rows }) => sum + rows, 0);

function perSecond({ count }: Bench, outcomes: readonly Outcome[], replayed = 0): number {
  const renewals = replayed || outcomes.reduce((sum, { renewals }) => sum + renewals, 0);
  if (renewals !== count) throw new Error(`${renewals} of ${count} were charged`);
  return count * 1_000 / Math.max(...outcomes.map(({ tookMs }) => tookMs));
}

const TEMPLATE = "renewals";

/** All tables, created once and copied for each measurement. */
async function prepare(url: string): Promise<void> {
  const main = connectDatabase({ kind: "postgres", url }, { isPatient: true });
  await sql`create database ${sql.id(TEMPLATE)}`.execute(main);
  await main.destroy();
  const db = connectDatabase({ kind: "postgres", url: urlOf(url, TEMPLATE) }, { isPatient: true });
  await migrate(db);
  await db.destroy();
}

function urlOf(url: string, database: string): string {
  return url.replace(/[^/]+$/, database);
}

async function openTable({ url, count, rounds }: Bench, subscriptions: number) {
  const name = `renewals_${crypto.randomUUID().replaceAll("-", "")}`;
  const main = connectDatabase({ kind: "postgres", url }, { isPatient: true });
  await sql`create database ${sql.id(name)} template ${sql.id(TEMPLATE)}`.execute(main);
  const ownUrl = urlOf(url, name);
  const db = connectDatabase({ kind: "postgres", url: ownUrl }, { isPatient: true });
  await seed(db, { subscriptions, due: count, rounds });
  await db.destroy();
  return {
    url: ownUrl,
    async drop() {
      await sql`drop database ${sql.id(name)} with (force)`.execute(main);
      await main.destroy();
    },
  };
}
