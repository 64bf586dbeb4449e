/** Payments per second over HTTP and the duration of a call, beside the machine's baseline in the same run. */
import { findPostgres, startPostgres } from "../../../tests/support/postgres.ts";
import type { DatabasePlace } from "../../../server/platform/database_place.ts";
import { baselineOf } from "./baseline.ts";
import { startPayments } from "./server.ts";
import { closedLoop, openLoop, quantile } from "./load.ts";

const BUYERS = 24;
/** The p99 is measured at four fifths of the reached rate. */
const SHARE = 0.8;
/** Number of cards to seal beforehand, by the rate of the warm-up. */
const CARDS_MARGIN = 1.5;

interface BenchDuration {
  readonly lastsMs: number;
}

interface BenchOptions extends BenchDuration {
  /** Skips Postgres, which takes seconds to start. */
  readonly sqliteOnly?: boolean;
}

export async function benchPayments({ lastsMs, sqliteOnly = false }: BenchOptions): Promise<void> {
  const dir = await Deno.makeTempDir({ prefix: "bench-payments-" });
  await benchOn("SQLite", { place: { kind: "sqlite", path: `${dir}/bench.db` }, dir, lastsMs });
  await Deno.remove(dir, { recursive: true });
  if (sqliteOnly) return;
  const binaries = findPostgres();
  if (binaries === undefined) return console.log("payments on Postgres: skipped, no postgres on this machine");
  const postgres = await startPostgres(binaries);
  const keys = await Deno.makeTempDir({ prefix: "bench-payments-" });
  try {
    await benchOn("Postgres", { place: { kind: "postgres", url: postgres.url }, dir: keys, lastsMs });
  } finally {
    await postgres.stop();
    await Deno.remove(keys, { recursive: true });
  }
}

interface Subject extends BenchDuration {
  readonly place: DatabasePlace;
  readonly dir: string;
}

async function benchOn(engine: string, { place, dir, lastsMs }: Subject): Promise<void> {
  const baseline = await baselineOf(place, { dir, lastsMs });
  const { base, stop } = await startPayments({ place, dir });
  try {
    const warm = await closedLoop(base, { buyers: BUYERS, lastsMs: lastsMs / 4, cards: 0 });
    const cards = Math.ceil(warm.perSecond * CARDS_MARGIN * lastsMs / 1000);
    const reached = await closedLoop(base, { buyers: BUYERS, lastsMs, cards });
    const rate = reached.perSecond * SHARE;
    const open = await openLoop(base, { rate, lastsMs });
    const failed = reached.failed + open.failed;
    console.log(
      `payments on ${engine}: ${whole(reached.perSecond)} payments/s (baseline ${whole(baseline.perSecond)}/s with ` +
        `${baseline.statements} statements and one RSA opening; cards sealed beforehand; ratio ${
          (reached.perSecond / baseline.perSecond).toFixed(2)
        })\n` +
        `  one call at ${whole(rate)} payments/s, open loop: p50 ${ms(quantile(open.callsMs, 0.5))}, ` +
        `p99 ${ms(quantile(open.callsMs, 0.99))}, longest ${ms(open.callsMs.at(-1) ?? Number.NaN)}; ${failed} failed`,
    );
  } finally {
    await stop();
  }
}

const whole = (value: number) => value.toFixed(0);
const ms = (value: number) => `${value.toFixed(1)} ms`;
