/** Callbacks of elements that outlive a render and the component that rendered them. */

type Callback = (...given: readonly unknown[]) => unknown;

/**
 * The components that show one element, oldest first. Two may overlap while one page replaces another. When all are
 * gone, components that show another element of the same kind take their place.
 */
export class MountedComponents<H extends object> {
  readonly #holders: H[] = [];
  #last: H;

  constructor(first: H, private readonly kind?: MountedComponents<H>) {
    this.#last = first;
  }

  enter(holder: H): void {
    this.#holders.push(holder);
    this.#last = holder;
    this.kind?.enter(holder);
  }

  /** True when the element was mounted in this component. */
  leave(holder: H): boolean {
    const at = this.#holders.lastIndexOf(holder);
    const wasNewest = at === this.#holders.length - 1;
    this.#holders.splice(at, 1);
    this.#last = this.#holders.at(-1) ?? holder;
    this.kind?.leave(holder);
    return wasNewest;
  }

  get areGone(): boolean {
    return this.#holders.length === 0 && this.kind?.areGone !== false;
  }

  /** The component that shows the element, or the last one that did. */
  get newest(): H {
    return this.#holders.length === 0 && this.kind?.areGone === false ? this.kind.newest : this.#last;
  }
}

/**
 * An events object that reads through to the newest render. After the last component has gone, its callbacks exist but
 * are not run: a payment that asks one of them gets no answer and stops.
 */
export function latestCallbacks<E extends object>(newest: () => E | undefined, isGone: () => boolean = () => false): E {
  const given = (): object => newest() ?? {};
  const call = (name: PropertyKey): Callback => (...args) => {
    const callback: unknown = isGone() ? undefined : Reflect.get(given(), name);
    return typeof callback === "function" ? Reflect.apply(callback, undefined, args) : undefined;
  };
  const find = (name: PropertyKey) => typeof Reflect.get(given(), name) === "function" ? call(name) : undefined;
  return asSame<E>(
    new Proxy({}, {
      get: (_, name) => find(name),
      has: (_, name) => find(name) !== undefined,
      ownKeys: () => Object.keys(given()),
      getOwnPropertyDescriptor: (_, name) => ({ value: find(name), enumerable: true, configurable: true }),
    }),
  );
}

/** The proxy has the names and callbacks of `E`. */
function asSame<E>(events: object): E {
  return events as E;
}
