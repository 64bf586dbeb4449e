/** Whole purchases on Postgres: statements and processor time of one, and purchases per second and core. */
import { sql } from "kysely";
import { build } from "../../build.ts";
import { connectDatabase } from "../../../server/db/open.ts";
import { type ServerProcess, startServer } from "../../../tests/support/app/server_process.ts";
import { visitorOf } from "../../../tests/support/app/http_visitor.ts";
import { findPostgres, type RunningPostgres, startPostgres } from "../../../tests/support/postgres.ts";
import { cpuMsOf, cpuMsOfFamily } from "./cpu.ts";
import { statementsOfPurchase } from "./statements.ts";
import { buyInSteps, type Member, signIn } from "./steps.ts";

const BUYERS = 8;
const MEMBERS = 8;

export async function benchPurchase({ lastsMs }: { readonly lastsMs: number }): Promise<void> {
  const bin = findPostgres();
  if (bin === undefined) return console.log("purchase: skipped, no postgres on this machine");
  const postgres = await startPostgres(bin);
  const dir = await Deno.makeTempDir({ prefix: "bench-purchase-" });
  try {
    const steps = Object.entries(await statementsOfPurchase(postgres.url, dir));
    const all = steps.filter(([step]) => step !== "receipt").reduce((sum, [, { length }]) => sum + length, 0);
    const each = steps.map(([step, { length }]) => `${step} ${length}`).join(", ");
    console.log(`one purchase sends ${all} statements before its answers: ${each}`);
    await build();
    await measureTraces({ postgres, dir, lastsMs });
    if (await canPin()) await measureTwoServers({ postgres, dir, lastsMs });
    else console.log("purchase: no second core, or no taskset, to pin two servers to");
  } finally {
    await postgres.stop();
    await Deno.remove(dir, { recursive: true });
  }
}

interface Subject {
  readonly postgres: RunningPostgres;
  readonly dir: string;
  readonly lastsMs: number;
}

/** One or more servers under purchases, and what they have cost so far. */
interface Side {
  readonly name: string;
  readonly servers: readonly ServerProcess[];
  readonly members: readonly Member[];
  bought: number;
  serverMs: number;
  databaseMs: number;
  /** What Postgres added to its write-ahead log. */
  loggedBytes: number;
  lastedMs: number;
}

/** Sides take turns, so that other work on the machine slows them alike. */
const TURNS = 4;

async function measureTraces({ postgres, dir, lastsMs }: Subject): Promise<void> {
  const collector = startSink();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.addr.port}` };
  try {
    const [plain, traced] = await measure({ postgres, lastsMs }, [
      () => openSide("without traces", { postgres, dir }),
      () => openSide("with every trace recorded and sent", { postgres, dir, env }),
    ]);
    const more = (serverMsOf(traced) / serverMsOf(plain) - 1) * 100;
    console.log(`traces add ${more.toFixed(1)} % to the server's processor time of a purchase`);
  } finally {
    await collector.shutdown();
  }
}

/** The buyers and Postgres share the same cores, so that two servers are not twice as fast on a machine of two. */
async function measureTwoServers({ postgres, dir, lastsMs }: Subject): Promise<void> {
  const [one, two] = await measure({ postgres, lastsMs }, [
    () => openSide("one server on a core of its own", { postgres, dir, cores: [0] }),
    () => openSide("two servers, each on a core of its own", { postgres, dir, cores: [0, 1] }),
  ]);
  console.log(`a purchase costs ${(serverMsOf(two) / serverMsOf(one)).toFixed(2)} times as much on two servers`);
}

async function canPin(): Promise<boolean> {
  if (navigator.hardwareConcurrency < 2) return false;
  const tried = new Deno.Command("taskset", { args: ["-p", String(Deno.pid)], stdout: "null", stderr: "null" })
    .output();
  return await tried.then(({ success }) => success, () => false);
}

async function measure(
  { postgres, lastsMs }: Omit<Subject, "dir">,
  opened: readonly (() => Promise<Side>)[],
): Promise<readonly Side[]> {
  const sides: Side[] = [];
  try {
    for (const open of opened) sides.push(await open());
    for (const side of sides) await buyFor(side, lastsMs / TURNS, postgres);
    for (const side of sides) {
      Object.assign(side, { bought: 0, serverMs: 0, databaseMs: 0, loggedBytes: 0, lastedMs: 0 });
    }
    for (let turn = 0; turn < TURNS; turn++) {
      for (const side of sides) await buyFor(side, lastsMs / TURNS, postgres);
    }
    sides.forEach(print);
    return sides;
  } finally {
    const servers = sides.flatMap(({ servers }) => servers);
    for (const server of servers) server.kill("SIGTERM");
    await Promise.all(servers.map(({ ended }) => ended));
  }
}

const serverMsOf = (side: Side | undefined) => side === undefined ? NaN : side.serverMs / side.bought;

interface NewSide extends Pick<Subject, "postgres" | "dir"> {
  readonly env?: Readonly<Record<string, string>>;
  /** One server per listed core, pinned to it; by default a single server wherever the system schedules it. */
  readonly cores?: readonly (number | undefined)[];
}

async function openSide(name: string, { postgres, dir, env = {}, cores = [undefined] }: NewSide): Promise<Side> {
  const servers: ServerProcess[] = [];
  for (const [at, core] of cores.entries()) {
    const server = startServer({
      DATABASE_URL: postgres.url,
      DATA_DIR: `${dir}/data${at}`,
      KEYS_DIR: `${dir}/keys`,
      ...env,
    });
    servers.push(server);
    await server.ready();
    if (core !== undefined) await pin(server.pid, core);
  }
  // Password hashes and look-ups of a sign-in would count as the purchase's.
  const members = await Promise.all(
    Array.from({ length: MEMBERS }, (_, at) => signIn(visitorAt(servers, at), `member${at}@mail.example`)),
  );
  return { name, servers, members, bought: 0, serverMs: 0, databaseMs: 0, loggedBytes: 0, lastedMs: 0 };
}

/** All threads of a process. */
async function pin(pid: number, core: number): Promise<void> {
  const { success } = await new Deno.Command("taskset", { args: ["-acp", `${core}`, `${pid}`], stdout: "null" })
    .output();
  if (!success) throw new Error(`taskset could not pin process ${pid}`);
}

/** Visitors are spread over the servers in turn. */
function visitorAt(servers: readonly ServerProcess[], turn: number) {
  const server = servers[turn % servers.length];
  if (server === undefined) throw new RangeError("No server");
  return visitorOf({ origin: server.origin, now: Date.now, send: fetch });
}

async function buyFor(side: Side, ms: number, postgres: RunningPostgres): Promise<void> {
  const { servers, members } = side;
  const serversMs = () => servers.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
  const beforeBytes = await loggedBytes(postgres);
  const [before, beforeDb, startedMs] = [serversMs(), cpuMsOfFamily(postgres.pid), performance.now()];
  const buyer = async (_: unknown, at: number) => {
    const member = members[at % MEMBERS];
    if (member === undefined) throw new RangeError("No member");
    for (let turn = at; performance.now() < startedMs + ms; turn++) {
      await buyInSteps(visitorAt(servers, turn), member);
      side.bought += 1;
    }
  };
  await Promise.all(Array.from({ length: BUYERS }, buyer));
  side.serverMs += serversMs() - before;
  side.databaseMs += cpuMsOfFamily(postgres.pid) - beforeDb;
  side.lastedMs += performance.now() - startedMs;
  side.loggedBytes += await loggedBytes(postgres) - beforeBytes;
}

async function loggedBytes({ url }: RunningPostgres): Promise<number> {
  const db = connectDatabase({ kind: "postgres", url });
  try {
    const { rows } = await sql<{ readonly bytes: string }>`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`.execute(db);
    return Number(rows[0]?.bytes);
  } finally {
    await db.destroy();
  }
}

function print({ name, bought, serverMs, databaseMs, loggedBytes, lastedMs }: Side): void {
  const ofOne = (ms: number) => (ms / bought).toFixed(1);
  console.log(
    `${name}: ${bought} purchases, ${(bought / lastedMs * 1_000).toFixed(1)} a second beside their buyers\n` +
      `  one costs ${ofOne(serverMs)} ms of the servers' processor and ${ofOne(databaseMs)} ms of Postgres': ` +
      `${(1_000 / (serverMs / bought)).toFixed(1)} a second and core of the servers\n` +
      `  one adds ${(loggedBytes / bought / 1_024).toFixed(1)} KB to Postgres' write-ahead log`,
  );
}

/** A collector that reads what it gets, and keeps nothing. */
function startSink() {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    await request.body?.pipeTo(new WritableStream());
    return Response.json({});
  });
}
