/** Asks `/readyz` and remembers how long its answers took. */
import { assert } from "../../support/assert.ts";

/** A load balancer waits no longer. */
const MOST_MS = 1_000;
/** By then the server asks its database again. */
const PROBE_KEPT_MS = 1_100;

export interface Readiness {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

export function watchReadiness() {
  let slowestMs = -Infinity;
  const time = async (url: string) => {
    const startedMs = performance.now();
    const answer = await fetch(url);
    const text = await answer.text();
    return { answer, text, ms: performance.now() - startedMs };
  };
  return {
    async ask(origin: string): Promise<Readiness> {
      // A call that needs no database is only as slow as the machine is busy.
      const both = () => Promise.all([time(`${origin}/readyz`), time(`${origin}/healthz`)]);
      const [ready, alive] = await both();
      let ownMs = ready.ms - alive.ms;
      // The machine may stand still between both answers now and then; a slow probe is slow each time.
      for (let tries = 0; tries < 2 && ownMs >= MOST_MS; tries++) {
        await new Promise((resolve) => setTimeout(resolve, PROBE_KEPT_MS));
        const [again, beside] = await both();
        ownMs = Math.min(ownMs, again.ms - beside.ms);
      }
      slowestMs = Math.max(slowestMs, ownMs);
      return { status: ready.answer.status, retryAfter: ready.answer.headers.get("retry-after"), text: ready.text };
    },
    /** Throws when an answer took longer than a load balancer waits. */
    assertInTime(): void {
      assert(
        Number.isFinite(slowestMs) && slowestMs < MOST_MS,
        `/readyz took ${slowestMs.toFixed(0)} ms longer than /healthz`,
      );
    },
  };
}
