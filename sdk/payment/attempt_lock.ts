/** Allows one attempt to pay at a time per execution, whichever button or client of the page starts it. */

/** The lifetime signal of the paying client, by execution. */
const underWay = new Map<string, AbortSignal>();

/**
 * False while another attempt is under way, so that fifty clicks are one payment. An attempt of a destroyed client
 * blocks no other.
 */
export function beginAttempt(executionId: string, lifetime: AbortSignal): boolean {
  if (isUnderWay(executionId)) return false;
  underWay.set(executionId, lifetime);
  return true;
}

export function isUnderWay(executionId: string): boolean {
  return underWay.get(executionId)?.aborted === false;
}

export function endAttempt(executionId: string, lifetime: AbortSignal): void {
  if (underWay.get(executionId) === lifetime) underWay.delete(executionId);
}
