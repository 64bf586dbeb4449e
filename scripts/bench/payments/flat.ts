/**
 * Whether a call is as fast after a million executions as after ten thousand; measured alternately, so that both share
 * the noise.
 */
import { findPostgres, startPostgres } from "../../../tests/support/postgres.ts";
import type { DatabasePlace } from "../../../server/platform/database_place.ts";
import { startPayments } from "./server.ts";
import { KINDS, type Load, openDriver, payOnce, quantile } from "./load.ts";
import { seedExecutions } from "./seed.ts";

const FEW = 10_000;
const MANY = 1_000_000;
const WARM_UP = 100;

/** `FLAT_MANY` lowers the number, to test the benchmark itself. */
function many(): number {
  return Number(Deno.env.get("FLAT_MANY") ?? MANY);
}

export async function benchPaymentsFlat({ lastsMs }: { readonly lastsMs: number }): Promise<void> {
  const dirs = await Promise.all([FEW, many()].map(() => Deno.makeTempDir({ prefix: "bench-flat-" })));
  try {
    await compare("SQLite", dirs.map((dir) => ({ dir, place: { kind: "sqlite", path: `${dir}/bench.db` } })), lastsMs);
    const binaries = findPostgres();
    if (binaries === undefined) return console.log("payments_flat on Postgres: skipped, no postgres on this machine");
    const servers = await Promise.all(dirs.map(() => startPostgres(binaries)));
    try {
      const subjects = dirs.map((dir, at) => ({
        dir,
        place: { kind: "postgres", url: servers[at]?.url ?? "" } as const,
      }));
      await compare("Postgres", subjects, lastsMs);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  } finally {
    await Promise.all(dirs.map((dir) => Deno.remove(dir, { recursive: true })));
  }
}

interface Subject {
  readonly place: DatabasePlace;
  readonly dir: string;
}

async function compare(engine: string, subjects: readonly Subject[], lastsMs: number): Promise<void> {
  const startedMs = performance.now();
  const counts = [FEW, many()];
  for (const [at, { place, dir }] of subjects.entries()) await seedExecutions(place, dir, counts[at] ?? 0);
  console.log(`payments_flat on ${engine}: seeded in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
  const servers = await Promise.all(subjects.map(startPayments));
  try {
    const drivers = await Promise.all(servers.map(({ base }) => openDriver(base, 0)));
    for (let count = 0; count < WARM_UP; count++) for (const driver of drivers) await payOnce(driver);
    for (const { calls } of drivers) for (const kind of KINDS) calls[kind].length = 0;
    const until = performance.now() + lastsMs;
    while (performance.now() < until) for (const driver of drivers) await payOnce(driver);
    const [few, more] = drivers.map(({ calls }) => calls);
    if (few === undefined || more === undefined) return;
    for (const kind of KINDS) console.log(`  ${kind}: ${rowOf(few[kind], more[kind])}`);
    console.log(`  all calls: ${rowOf(KINDS.flatMap((kind) => few[kind]), KINDS.flatMap((kind) => more[kind]))}`);
    for (const driver of drivers) driver.connections.close();
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

function rowOf(few: Load["callsMs"], more: Load["callsMs"]): string {
  const [a, b] = [few, more].map((values) => quantile(values.toSorted((x, y) => x - y), 0.5));
  if (a === undefined || b === undefined) return "no calls";
  return `median ${a.toFixed(2)} ms after ${FEW} executions, ${b.toFixed(2)} ms after ${many()}: ` +
    `ratio ${(b / a).toFixed(2)} of ${few.length} calls each`;
}
