/** Allows one attempt to pay at a time per execution, whichever button or client of the page starts it. */

/** The lifetime signal of the paying client, by execution. */
const underWay = new Map<string, AbortSignal>();

/**
 * False while another attempt is under way, so that fifty clicks are one payment. An attempt of a destroyed client
 * blocks no other.
 */
export function beginAttempt(executionId: string, life: AbortSignal): boolean {
  if (underWay.get(executionId)?.aborted === false) return false;
  underWay.set(executionId, life);
  return true;
}

export function endAttempt(executionId: string, life: AbortSignal): void {
  if (underWay.get(executionId) === life) underWay.delete(executionId);
}
