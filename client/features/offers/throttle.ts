/** Lets an act through at most once per period; what comes sooner is dropped, not queued. */

export function createThrottle(periodMs: number, now: () => number): () => boolean {
  let lastMs: number | undefined;
  return () => {
    const at = now();
    if (lastMs !== undefined && at - lastMs < periodMs) return false;
    lastMs = at;
    return true;
  };
}
