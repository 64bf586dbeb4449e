/** Counts in this process how often cards and ranges were tried, for the card-testing rules. */
import { DECLINES_WINDOW_MS, MAX_DECLINES } from "./constants.ts";

/** With more subjects than this, counting starts over. */
const MAX_COUNTED = 10_000;

/**
 * New cards tried since the last stored decline, by subject. An approval costs no row of its own: the next decline
 * stores the count.
 */
export class CardAttempts {
  readonly #counts = new Map<string, { sinceMs: number; count: number }>();
  /** Payments that the acquirer has not answered, by card. */
  readonly #underWay = new Map<string, number>();

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

  /**
   * Counts one more payment by this card until it ends. False, and not counted, while as many are under way as may be
   * declined: guesses that are sent together would all be asked before the first decline restricts the card.
   */
  begin(card: string | undefined): boolean {
    if (card === undefined) return true;
    const count = this.#underWay.get(card) ?? 0;
    if (count >= MAX_DECLINES) return false;
    this.#underWay.set(card, count + 1);
    return true;
  }

  end(card: string | undefined): void {
    if (card === undefined) return;
    const left = (this.#underWay.get(card) ?? 0) - 1;
    if (left > 0) this.#underWay.set(card, left);
    else this.#underWay.delete(card);
  }
}
