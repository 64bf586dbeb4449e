/** Whole purchases on Postgres: statements and processor time of one, and purchases a second and core. */
import { build } from "../../build.ts";
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
    await measure({ postgres, dir, lastsMs });
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

/** A server under purchases, and what they have cost it so far. */
interface Side {
  readonly name: string;
  readonly server: ServerProcess;
  readonly members: readonly Member[];
  bought: number;
  serverMs: number;
  databaseMs: number;
  lastedMs: number;
}

/** Two servers take turns, so that other work on the machine slows both alike. */
const TURNS = 4;

async function measure({ postgres, dir, lastsMs }: Subject): Promise<void> {
  await build();
  const collector = startSink();
  const sides: Side[] = [];
  try {
    sides.push(await openSide("without traces", { postgres, dir }));
    sides.push(
      await openSide("with every trace recorded and sent", {
        postgres,
        dir,
        env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.addr.port}` },
      }),
    );
    for (const side of sides) await buyFor(side, lastsMs / TURNS, postgres);
    for (const side of sides) Object.assign(side, { bought: 0, serverMs: 0, databaseMs: 0, lastedMs: 0 });
    for (let turn = 0; turn < TURNS; turn++) {
      for (const side of sides) await buyFor(side, lastsMs / TURNS, postgres);
    }
    sides.forEach(print);
    const [plain = 0, traced = 0] = sides.map(({ serverMs, bought }) => serverMs / bought);
    console.log(`traces add ${((traced / plain - 1) * 100).toFixed(1)} % to the server's processor time of a purchase`);
  } finally {
    for (const { server } of sides) {
      server.kill("SIGTERM");
      await server.ended;
    }
    await collector.shutdown();
  }
}

interface NewSide extends Pick<Subject, "postgres" | "dir"> {
  readonly env?: Readonly<Record<string, string>>;
}

async function openSide(name: string, { postgres, dir, env = {} }: NewSide): Promise<Side> {
  const server = startServer({ DATABASE_URL: postgres.url, DATA_DIR: `${dir}/data`, KEYS_DIR: `${dir}/keys`, ...env });
  await server.ready();
  // Password hashes and look-ups of a sign-in would count as the purchase's.
  const members = await Promise.all(
    Array.from({ length: MEMBERS }, (_, at) => signIn(visitorOfSide(server), `member${at}@mail.example`)),
  );
  return { name, server, members, bought: 0, serverMs: 0, databaseMs: 0, lastedMs: 0 };
}

const visitorOfSide = ({ origin }: Pick<ServerProcess, "origin">) => visitorOf({ origin, now: Date.now, send: fetch });

async function buyFor(side: Side, ms: number, postgres: RunningPostgres): Promise<void> {
  const { server, members } = side;
  const [before, beforeDb, startedMs] = [cpuMsOf(server.pid), cpuMsOfFamily(postgres.pid), performance.now()];
  const buyer = async (_: unknown, at: number) => {
    const member = members[at % MEMBERS];
    if (member === undefined) throw new RangeError("No member");
    while (performance.now() < startedMs + ms) {
      await buyInSteps(visitorOfSide(server), member);
      side.bought += 1;
    }
  };
  await Promise.all(Array.from({ length: BUYERS }, buyer));
  side.serverMs += cpuMsOf(server.pid) - before;
  side.databaseMs += cpuMsOfFamily(postgres.pid) - beforeDb;
  side.lastedMs += performance.now() - startedMs;
}

function print({ name, bought, serverMs, databaseMs, lastedMs }: Side): void {
  const ofOne = (ms: number) => (ms / bought).toFixed(1);
  console.log(
    `${name}: ${bought} purchases, ${(bought / lastedMs * 1_000).toFixed(1)} a second beside their buyers\n` +
      `  one costs ${ofOne(serverMs)} ms of the server's processor and ${ofOne(databaseMs)} ms of Postgres': ` +
      `${(1_000 / (serverMs / bought)).toFixed(1)} a second and core of the server`,
  );
}

/** A collector that reads what it gets, and keeps nothing. */
function startSink() {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    await request.body?.pipeTo(new WritableStream());
    return Response.json({});
  });
}
