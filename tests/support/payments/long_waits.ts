/** Lets a time limit pass at once: waits of half a minute or longer end immediately. */
const LONG_MS = 30_000;

/** Runs with the first long wait over at once, and returns how long each of the long waits would have been. */
export async function withoutLongWait(run: () => Promise<void>): Promise<readonly number[]> {
  const { setTimeout } = globalThis;
  const waits: number[] = [];
  globalThis.setTimeout = asTimer((go, ms = 0) => {
    if (ms >= LONG_MS) waits.push(ms);
    return setTimeout(go, ms >= LONG_MS && waits.length === 1 ? 0 : ms);
  });
  const { promise, reject } = Promise.withResolvers<never>();
  const late = setTimeout(() => reject(new Error("It still waits")), LONG_MS);
  try {
    await Promise.race([run(), promise]);
  } finally {
    clearTimeout(late);
    globalThis.setTimeout = setTimeout;
  }
  return waits;
}

/** Deno's and Node's types disagree about the type of a timer. */
function asTimer(start: (go: () => void, ms?: number) => unknown): typeof setTimeout {
  return start as typeof setTimeout;
}
