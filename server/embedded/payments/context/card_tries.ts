/** Counts how often each card or range was tried in this process, for the card-testing rules. */
import { DECLINES_WINDOW_MS } from "./constants.ts";

/** With more subjects than this the count starts anew. */
const MAX_COUNTED = 10_000;

/**
 * New cards tried since the last refusal that was written down, by subject. Approvals cost no row of their own: the next
 * refusal carries how many there were.
 */
export class CardTries {
  readonly #counts = new Map<string, { sinceMs: number; count: number }>();

  add(subject: string | undefined, nowMs: number): void {
    if (subject === undefined) return;
    const known = this.#counts.get(subject);
    if (known !== undefined && known.sinceMs > nowMs - DECLINES_WINDOW_MS) known.count += 1;
    else {
      if (this.#counts.size >= MAX_COUNTED) this.#counts.clear();
      this.#counts.set(subject, { sinceMs: nowMs, count: 1 });
    }
  }

  take(subject: string | undefined): number {
    const count = this.#counts.get(subject ?? "")?.count ?? 0;
    this.#counts.delete(subject ?? "");
    return count;
  }
}
