/** Time limits of work that takes no signal. A `fetch` gets `AbortSignal.timeout` instead. */

/** Whether the work ends in time. The work itself continues. */
export async function isInTime(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), limitMs);
  try {
    return await Promise.race([work.then(() => true), promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects with the error of `late` unless the work ends in time. The work itself continues, and its result is lost. */
export async function withDeadline<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  // Cleared at the end of the work, which a signal's timer cannot be: a busy server would keep one for each request.
  const timer = setTimeout(() => reject(late()), ms);
  Deno.unrefTimer(timer);
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
