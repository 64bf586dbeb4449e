/** Mounts an element of the client for the components of a framework, which come, go and overlap. */
import type { Appearance, Payrails } from "../mod.ts";
import { latestCallbacks, MountedComponents } from "./latest_callbacks.ts";

/** What every element of the client has. */
export interface Mounted {
  mount(place: HTMLElement): unknown;
  unmount(): void;
  update?(changes: Changes): unknown;
}

/** Options that changed: each element applies those that it can. The development build warns of the others. */
interface Changes {
  readonly appearance?: Appearance;
  readonly translations?: object;
  readonly styles?: object;
}

/** What the options of every element have. */
export interface SharedOptions extends Changes {
  readonly events?: object;
}

interface Holder<O> {
  readonly newest: () => O;
}

/** One element for one component. */
export interface Shown<E> {
  readonly element: E;
  /** Applies the current options, as far as they can change. */
  readonly update: () => void;
  /** The component is gone. Its element leaves the page unless another component shows it. */
  readonly leave: () => void;
}

/**
 * Shows one kind of element. It reads the options when the element is created. `events` follow what `newest` returns,
 * and so do `appearance`, `translations` and `styles`, as far as the element can change them. A client has one card
 * form, one button and one card list: these call the component that shows them now. When a payment outlives its
 * component, its callbacks go to another component of the same kind, if there is one.
 */
export class Mounting<O extends SharedOptions, E extends Mounted> {
  readonly #known = new WeakMap<E, MountedComponents<Holder<O>>>();
  readonly #kinds = new WeakMap<Payrails, MountedComponents<Holder<O>>>();
  readonly #drawn = new WeakMap<E, SharedOptions>();

  constructor(private readonly make: (client: Payrails, options: O) => E) {}

  show(client: Payrails, place: HTMLElement, newest: () => O): Shown<E> {
    const holder = { newest };
    const kind = this.#kinds.get(client) ?? new MountedComponents<Holder<O>>(holder);
    this.#kinds.set(client, kind);
    const first = new MountedComponents(holder, kind);
    const events = latestCallbacks(() => first.newest.newest().events, () => first.areGone);
    const element = this.make(client, { ...newest(), events });
    if (!this.#known.has(element)) this.#drawn.set(element, newest());
    const holders = this.#known.get(element) ?? first;
    this.#known.set(element, holders);
    holders.enter(holder);
    element.mount(place);
    this.#draw(element, newest());
    return {
      element,
      update: () => this.#draw(element, newest()),
      leave: () => {
        if (holders.leave(holder)) element.unmount();
      },
    };
  }

  #draw(element: E, options: O): void {
    const changes = changesOf(this.#drawn.get(element) ?? {}, options);
    this.#drawn.set(element, options);
    if (Object.keys(changes).length > 0) element.update?.(changes);
  }
}

/**
 * What differs. A text that was given before and is gone is undefined, so that the SDK's own shows again; styles and an
 * appearance that are gone are empty.
 */
function changesOf(before: SharedOptions, now: SharedOptions): Changes {
  const gone = Object.keys(before.translations ?? {}).map((name) => [name, undefined]);
  const all = {
    ...now,
    translations: { ...Object.fromEntries(gone), ...now.translations },
    styles: now.styles ?? {},
    appearance: now.appearance ?? {},
  };
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const isChanged = (name: string) => {
    const [one, other] = [before, now].map((options) => JSON.stringify(Reflect.get(options, name)));
    return name !== "events" && one !== other;
  };
  return Object.fromEntries([...names].filter(isChanged).map((name) => [name, Reflect.get(all, name)]));
}
