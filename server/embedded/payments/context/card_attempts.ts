/** Counts in this process how often cards and ranges were tried, for the card-testing rules. */
import { DECLINES_WINDOW_MS } from "./constants.ts";

/** With more subjects than this, counting starts over. */
const MAX_COUNTED = 10_000;

/**
 * New cards tried since the last stored decline, by subject. An approval costs no row of its own: the next decline
 * stores the count.
 */
export class CardAttempts {
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
