/** Callbacks for elements that outlive a render. */

type Callback = (...given: readonly unknown[]) => unknown;

/** Each calls what the newest render gave under its name; which there are is decided when the element is made. */
export function followed<E extends object>(given: E | undefined, newest: () => E | undefined): E | undefined {
  if (given === undefined) return undefined;
  const entries = Object.keys(given).map((name): [string, Callback] => [name, (...args) => {
    const callback: unknown = Reflect.get(newest() ?? {}, name);
    return typeof callback === "function" ? Reflect.apply(callback, undefined, args) : undefined;
  }]);
  return parseSame<E>(Object.fromEntries(entries));
}

/** Same names, same callbacks. */
function parseSame<E>(events: object): E {
  return events as E;
}
