/** Handlers of `on`, as a prop. */
import { useEffect, useRef } from "react";
import type { ElementEventHandler, ElementEventName, PayrailsEventHandler, PayrailsEventName } from "../mod.ts";

/** Handlers of an element's events by name. Those of the newest render are called. */
export type ElementHandlers = { readonly [N in ElementEventName]?: ElementEventHandler<N> };
/** Handlers of the client's events by name. Those of the newest render are called. */
export type ClientHandlers = { readonly [N in PayrailsEventName]?: PayrailsEventHandler<N> };

/** What has `on`: a client or an element. */
interface Subscribable {
  on(name: string, handler: (event: unknown) => unknown): () => void;
}

/** Subscribes while the component is mounted. Effects run in order: `find` sees what earlier effects made. */
export function useHandlers(given: object = {}, find: () => object | undefined, changing: unknown): void {
  const newest = useRef(given);
  newest.current = given;
  // A prop that is undefined is no listener: what counts listeners, such as the notice of a decline, must not count it.
  const isHandler = (name: string) => typeof Reflect.get(given, name) === "function";
  const names = Object.keys(given).filter(isHandler).sort().join(" ");
  useEffect(() => {
    const target = asSubscribable(find());
    if (target === undefined || names === "") return;
    const stops = names.split(" ").map((name) =>
      target.on(name, (event) => {
        const handler: unknown = Reflect.get(newest.current, name);
        return typeof handler === "function" ? handler(event) : undefined;
      })
    );
    return () => stops.forEach((stop) => stop());
  }, [changing, names]);
}

/** Clients and elements have typed overloads of `on`; their names are checked where the prop is given. */
function asSubscribable(target: object | undefined): Subscribable | undefined {
  return target as Subscribable | undefined;
}
