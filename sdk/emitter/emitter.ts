/**
 * Tells the listeners of an element what happened: the callbacks of its `events` option first, then the handlers of its
 * `on`. After them come the listeners of what the element is part of, up to the client.
 */
import { invokeCallback } from "../core/invoke_callback.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { log, warn } from "../log/log.ts";

export type Handler = (event: never) => unknown;

/** A listener of one event. */
export interface Listener {
  /** The name under which the merchant knows it: `onSuccess` of `events`, `success` of `on`. */
  readonly label: string;
  /** True for a callback of the `events` option. Its answer counts; a handler of `on` can only prevent. */
  readonly isCallback: boolean;
  readonly call: (event?: object) => unknown;
}

/** The callbacks that the `events` option holds for an event now: React and `update` exchange them. */
export type CallbackSource = (name: string) => readonly Listener[];

export class Emitter {
  readonly #handlers = new Map<string, Set<Handler>>();

  constructor(private readonly callbacks?: CallbackSource, private readonly parent?: Emitter) {}

  on(name: string, handler: Handler): () => void {
    this.#handlers.set(name, (this.#handlers.get(name) ?? new Set()).add(handler));
    return () => this.off(name, handler);
  }

  off(name: string, handler: Handler): void {
    this.#handlers.get(name)?.delete(handler);
  }

  /** All listeners of the event, in order. */
  listeners(name: string): readonly Listener[] {
    return [...this.callbacks?.(name) ?? [], ...this.#own(name), ...this.parent?.listeners(name) ?? []];
  }

  #own(name: string): readonly Listener[] {
    return [...this.#handlers.get(name) ?? []].map((handler) => ({
      label: name,
      isCallback: false,
      call: (event) => Reflect.apply(handler, undefined, event === undefined ? [] : [event]),
    }));
  }

  /** For events that cannot be stopped. What a listener throws is reported and changes nothing. */
  tell(name: string, event?: object): void {
    tellAll(this.listeners(name), event);
  }

  /** Calls only the handlers of this element, because another element calls the rest. */
  tellOwn(name: string, event: object): void {
    tellAll(this.#own(name), event);
  }

  /**
   * For events that listeners can stop. Asks each in turn and waits for its answer. Resolves to the first refusal, or
   * to undefined to continue: every callback's answer `passes` and no handler called `preventDefault`. A callback that
   * throws refuses, a handler that throws does not.
   */
  async ask(name: string, event: object, passes: (answer: unknown) => boolean): Promise<SdkError | undefined> {
    let refusal: SdkError | undefined;
    const refuse = (callback: string, outcome: Outcome, cause?: unknown) => {
      refusal ??= new SdkError("client:callback_failed", { params: { callback, outcome }, cause });
    };
    for (const { label, isCallback, call } of this.listeners(name)) {
      // One refusal is enough: no further callback is asked.
      if (isCallback && refusal !== undefined) continue;
      if (!isCallback) {
        await heard(label, () => call({ ...event, preventDefault: () => refuse(label, "called preventDefault") }));
        continue;
      }
      try {
        const answer = await call(event);
        if (passes(answer)) continue;
        if (answer === undefined) warn(`${label} has to return true for the payment to go on`);
        refuse(label, "resolved to false");
      } catch (error) {
        refuse(label, "threw an error", error);
      }
    }
    return refusal;
  }
}

type Outcome = "resolved to false" | "threw an error" | "called preventDefault";

function tellAll(listeners: readonly Listener[], event: object | undefined): void {
  for (const { label, isCallback, call } of listeners) {
    if (isCallback) invokeCallback(() => call(event));
    else void heard(label, () => call(event));
  }
}

/** A handler of `on` that throws is logged; the others still get the event, and the payment continues. */
async function heard(callback: string, call: () => unknown): Promise<void> {
  try {
    await call();
  } catch (cause) {
    log(new SdkError("client:callback_failed", { params: { callback, outcome: "threw an error" }, cause }));
  }
}
