/** One attempt to pay at a time per execution, whichever button or client of the page starts it. */

/** By execution, the life of the client that pays it. */
const underWay = new Map<string, AbortSignal>();

/** False when another attempt is under way: fifty clicks are one payment. One of a destroyed client holds up no other. */
export function beginAttempt(executionId: string, life: AbortSignal): boolean {
  if (underWay.get(executionId)?.aborted === false) return false;
  underWay.set(executionId, life);
  return true;
}

export function endAttempt(executionId: string, life: AbortSignal): void {
  if (underWay.get(executionId) === life) underWay.delete(executionId);
}
