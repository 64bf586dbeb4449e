/** Load of single calls, with a fixed concurrency or a fixed rate; and the processor time of a process. */
import { type Call, Connections } from "../keep_alive.ts";
import { quantile } from "../payments/load.ts";

export { quantile };
/** Returns a different call each time. */
export type Next = () => Call;

export interface Load {
  readonly perSecond: number;
  /** Milliseconds of every answered call, sorted. */
  readonly callsMs: readonly number[];
  readonly failed: number;
}

/** Collects durations; `dueMs` is when the call should have started, so that waiting for a busy driver counts too. */
function recorder(base: string) {
  const connections = new Connections(base);
  const callsMs: number[] = [];
  let failed = 0;
  const startedMs = performance.now();
  return {
    async send(call: Call, dueMs = performance.now()): Promise<void> {
      try {
        const { status, text } = await connections.send(call);
        if (status !== 200 || text.includes('"failed"')) throw new Error(`${status}: ${text}`);
        callsMs.push(performance.now() - dueMs);
      } catch {
        failed++;
      }
    },
    end(): Load {
      connections.close();
      const tookS = (performance.now() - startedMs) / 1_000;
      return { perSecond: callsMs.length / tookS, callsMs: callsMs.toSorted((a, b) => a - b), failed };
    },
  };
}

export async function closedLoop(
  base: string,
  { next, atOnce, lastsMs }: { readonly next: Next; readonly atOnce: number; readonly lastsMs: number },
): Promise<Load> {
  const record = recorder(base);
  const until = performance.now() + lastsMs;
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (performance.now() < until) await record.send(next());
  }));
  return record.end();
}

export async function openLoop(
  base: string,
  { next, rate, lastsMs }: { readonly next: Next; readonly rate: number; readonly lastsMs: number },
): Promise<Load> {
  const record = recorder(base);
  const startedMs = performance.now();
  const running: Promise<void>[] = [];
  for (let at = 0; at < rate * lastsMs / 1_000; at++) {
    const dueMs = startedMs + at * 1_000 / rate;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    running.push(record.send(next(), dueMs));
  }
  await Promise.all(running);
  return record.end();
}

const TICK_MS = 10;

/** User and system time of a process; NaN on systems other than Linux. */
export async function cpuMs(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
  // Parsed after the process name, which may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
