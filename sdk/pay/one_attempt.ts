/** One attempt to pay at a time per execution, whichever button or client of the page starts it. */

const underWay = new Set<string>();

/** False when another attempt is under way: fifty clicks are one payment. */
export function beginAttempt(executionId: string): boolean {
  if (underWay.has(executionId)) return false;
  underWay.add(executionId);
  return true;
}

export function endAttempt(executionId: string): void {
  underWay.delete(executionId);
}
