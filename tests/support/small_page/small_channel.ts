/**
 * A `MessageChannel` whose messages arrive in order, each in a task of its own. How long those of the runtime take
 * depends on the machine, so that a test could only guess when one has arrived.
 */

/** Real time, even when a test replaces the clock. */
const later = globalThis.setTimeout;

/** A question and its answer, and what follows from them, are far fewer tasks. */
const TURNS = 20;
/** Each time takes at least 20 ms. */
const MOST_TIMES = 3_000;

/** Resolves once messages that are on their way, and the answers to them, have arrived. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((done) => void later(done));
}

/** Resolves once it holds. Code that the SDK loads late comes from the disk, which takes a busy machine seconds. */
export async function until(holds: () => boolean, seen: () => unknown = () => "nothing"): Promise<void> {
  for (let time = 0; !holds(); time++) {
    if (time === MOST_TIMES) throw new Error(`It did not happen within a minute; seen: ${JSON.stringify(seen())}`);
    await turns();
  }
}

export class SmallChannel {
  readonly port1 = new SmallPort();
  readonly port2 = new SmallPort();

  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}

class SmallPort {
  onmessage: ((event: { readonly data: unknown }) => unknown) | null = null;
  other: SmallPort | undefined;

  postMessage(message: unknown): void {
    const data = structuredClone(message);
    later(() => this.other?.onmessage?.({ data }));
  }

  close(): void {
    if (this.other !== undefined) this.other.other = undefined;
    this.other = undefined;
  }
}
