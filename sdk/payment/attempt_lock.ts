/** Allows one attempt to pay at a time per execution, whichever button or client of the page starts it. */
import type { ClientContext } from "../client_context.ts";

/** An object of its own for each attempt. */
export interface Attempt extends Pick<ClientContext, "session" | "signal"> {
  /** The execution that it pays: the last one that it took. */
  executionId?: string;
}

const underWay = new Map<string, Attempt>();

/**
 * Takes the execution of the session, which a renewal may have changed. False while another attempt has it, so that
 * fifty clicks are one payment. An attempt of a destroyed client blocks no other.
 */
export function beginAttempt(attempt: Attempt): boolean {
  const { id = "" } = attempt.session.configuration.execution ?? {};
  if (underWay.get(id) !== attempt && isUnderWay(id)) return false;
  underWay.set(attempt.executionId = id, attempt);
  return true;
}

export function isUnderWay(executionId: string): boolean {
  return underWay.get(executionId)?.signal.aborted === false;
}

/** Frees every execution that the attempt took. */
export function endAttempt(attempt: Attempt): void {
  underWay.forEach((other, id) => other === attempt && underWay.delete(id));
}
