/** Exceptions that the app catches and has no sentence for: they are logged and reported like uncaught ones. */

/** How calls end that got no answer, a refusal, or that the page itself stopped: names, and codes of the SDK. */
const EXPECTED = /^(Abort|ChunkLoad|Firebase|Network|Response|Timeout)Error$|:vault\.(connection|network)$/;

/** Several calls and renderings read the same reason. */
const reported = new WeakSet<Error>();

/**
 * True for a fault of the app or of a library. The browser writes it to the console, and the error reports listen
 * (W-SENTRY-04).
 */
export function reportUnexpected(reason: unknown): boolean {
  const isError = reason instanceof Error;
  if (isError && (EXPECTED.test(reason.name) || "code" in reason && EXPECTED.test(String(reason.code)))) return false;
  if (isError && reported.has(reason)) return true;
  if (isError) reported.add(reason);
  reportError(reason);
  return true;
}
