/** Whole purchases on Postgres: statements and processor time of one, and purchases a second and core. */
import { build } from "../../build.ts";
import { startServer } from "../../../tests/support/app/server_process.ts";
import { visitorOf } from "../../../tests/support/app/http_visitor.ts";
import { findPostgres, type RunningPostgres, startPostgres } from "../../../tests/support/postgres.ts";
import { cpuMsOf, cpuMsOfFamily } from "./cpu.ts";
import { statementsOfPurchase } from "./statements.ts";
import { buyInSteps, signIn } from "./steps.ts";

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

async function measure({ postgres, dir, lastsMs }: Subject): Promise<void> {
  await build();
  const server = startServer({ DATABASE_URL: postgres.url, DATA_DIR: `${dir}/data`, KEYS_DIR: `${dir}/keys` });
  try {
    await server.ready();
    const visitor = () => visitorOf({ origin: server.origin, now: Date.now, send: fetch });
    // Password hashes and look-ups of a sign-in would count as the purchase's.
    const members = await Promise.all(
      Array.from({ length: MEMBERS }, (_, at) => signIn(visitor(), `member${at}@mail.example`)),
    );
    let bought = 0;
    const buyer = async (untilMs: number, at: number) => {
      const member = members[at % MEMBERS];
      if (member === undefined) throw new RangeError("No member");
      while (performance.now() < untilMs) {
        await buyInSteps(visitor(), member);
        bought += 1;
      }
    };
    const run = (ms: number) =>
      Promise.all(Array.from({ length: BUYERS }, (_, at) => buyer(performance.now() + ms, at)));
    await run(lastsMs / 4);
    bought = 0;
    const [before, beforeDb, startedMs] = [cpuMsOf(server.pid), cpuMsOfFamily(postgres.pid), performance.now()];
    await run(lastsMs);
    const serverMs = (cpuMsOf(server.pid) - before) / bought;
    const databaseMs = (cpuMsOfFamily(postgres.pid) - beforeDb) / bought;
    const perSecond = bought / (performance.now() - startedMs) * 1_000;
    console.log(
      `${bought} purchases, ${perSecond.toFixed(1)} a second beside their buyers\n` +
        `  one costs ${serverMs.toFixed(1)} ms of the server's processor and ${
          databaseMs.toFixed(1)
        } ms of Postgres': ` +
        `${(1_000 / serverMs).toFixed(1)} a second and core of the server`,
    );
  } finally {
    server.kill("SIGTERM");
    await server.ended;
  }
}
