/** Lets a page await an object that is ready at once. */

/**
 * Adds `then`, `catch` and `finally`, so that `await made` gives `made` itself, any number of times. A promise adopts
 * what has a `then`, so `then` is hidden while it hands the object over; otherwise the page would wait forever.
 */
export function awaitable<T extends object>(made: T): T & Promise<T> {
  const show = (name: "then" | "catch" | "finally", value: unknown) =>
    Object.defineProperty(made, name, { value, configurable: true });
  const then = async (done?: unknown) => {
    // As with every promise, the handler runs after the code that passed it.
    await undefined;
    if (typeof done !== "function") return made;
    show("then", undefined);
    try {
      return done(made);
    } finally {
      show("then", then);
    }
  };
  show("then", then);
  show("catch", () => then());
  show("finally", async (done?: () => unknown) => {
    await done?.();
    return made;
  });
  return made as T & Promise<T>;
}
