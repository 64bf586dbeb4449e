/** Runs an action at most once per period; further calls are dropped, not queued. */

export function createThrottle(periodMs: number, now: () => number): () => boolean {
  let lastMs: number | undefined;
  return () => {
    const at = now();
    if (lastMs !== undefined && at - lastMs < periodMs) return false;
    lastMs = at;
    return true;
  };
}
