/** Callbacks for elements that outlive a render, and the component that showed them. */

type Callback = (...given: readonly unknown[]) => unknown;

/**
 * The components that show one element, oldest first: pages overlap while one takes the place of another. When they are
 * gone, those that show another element of the kind stand for them.
 */
export class Holders<H extends object> {
  readonly #holders: H[] = [];
  #last: H;

  constructor(first: H, private readonly kind?: Holders<H>) {
    this.#last = first;
  }

  enter(holder: H): void {
    this.#holders.push(holder);
    this.#last = holder;
    this.kind?.enter(holder);
  }

  /** Answers whether the element stood in this one's place. */
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

  /** The one that shows the element, or was the last to. */
  get newest(): H {
    return this.#holders.length === 0 && this.kind?.areGone === false ? this.kind.newest : this.#last;
  }
}

/**
 * Which callbacks there are and what they do is what the newest render gave. When no component is left none is called, but
 * each is still there: a payment that has to ask and gets no answer does not go on.
 */
export function followed<E extends object>(newest: () => E | undefined, isGone: () => boolean = () => false): E {
  const given = (): object => newest() ?? {};
  const call = (name: PropertyKey): Callback => (...args) => {
    const callback: unknown = isGone() ? undefined : Reflect.get(given(), name);
    return typeof callback === "function" ? Reflect.apply(callback, undefined, args) : undefined;
  };
  const find = (name: PropertyKey) => typeof Reflect.get(given(), name) === "function" ? call(name) : undefined;
  return parseSame<E>(
    new Proxy({}, {
      get: (_, name) => find(name),
      has: (_, name) => find(name) !== undefined,
      ownKeys: () => Object.keys(given()),
      getOwnPropertyDescriptor: (_, name) => ({ value: find(name), enumerable: true, configurable: true }),
    }),
  );
}

/** Same names, same callbacks. */
function parseSame<E>(events: object): E {
  return events as E;
}
