/** A clock for tests: timers and the time of day are stopped until `advance`. */
import { loadPayment } from "../buttons/load_payment.ts";

interface Timer {
  readonly dueMs: number;
  readonly run: () => unknown;
}

/** Messages and promises resolve in later tasks. This many turns let a reply to a reply arrive. */
const TURNS = 20;

/** Timers and the time of day of this page, which are stopped until `advance`. */
export class FakeClock {
  /** The faked time, in milliseconds since 1970. */
  nowMs: number;
  #timers = new Map<number, Timer>();
  #nextId = 1;
  readonly #real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout, now: Date.now };

  /** Default: starts at the present. */
  constructor(startMs = Date.now()) {
    this.nowMs = startMs;
  }

  /** Replaces `setTimeout`, `clearTimeout` and `Date.now`. */
  install(): void {
    const setTimeout = (run: (...given: unknown[]) => unknown, ms = 0, ...given: unknown[]): number => {
      const id = this.#nextId++;
      this.#timers.set(id, { dueMs: this.nowMs + ms, run: () => run(...given) });
      return id;
    };
    Object.assign(globalThis, { setTimeout, clearTimeout: (id: number) => this.#timers.delete(id) });
    Date.now = () => this.nowMs;
  }

  /** Restores the page's own clock and timers, and drops the timers that have not run. */
  uninstall(): void {
    const { now, ...timers } = this.#real;
    Object.assign(globalThis, timers);
    Date.now = now;
    this.#timers.clear();
  }

  /** Moves time forward by `ms` and runs every timer that falls due, in order, including timers started meanwhile. */
  async advance(ms: number): Promise<void> {
    // Loading its file takes real time, in which an earlier press would wait.
    await loadPayment();
    const endMs = this.nowMs + ms;
    await this.#runTasks();
    for (let next = this.#next(endMs); next !== undefined; next = this.#next(endMs)) {
      const [id, { dueMs, run }] = next;
      this.#timers.delete(id);
      this.nowMs = Math.max(this.nowMs, dueMs);
      run();
      await this.#runTasks();
    }
    this.nowMs = endMs;
  }

  #next(endMs: number): readonly [number, Timer] | undefined {
    const due = [...this.#timers].filter(([, { dueMs }]) => dueMs <= endMs);
    return due.sort(([, one], [, other]) => one.dueMs - other.dueMs)[0];
  }

  async #runTasks(): Promise<void> {
    const { setTimeout } = this.#real;
    for (let turn = 0; turn < TURNS; turn++) await new Promise((done) => setTimeout.call(globalThis, done));
  }
}
