/** Callbacks of an element of the client as events of its custom element. */
import type { EventKind } from "../components/table.ts";
import { isListening, noteListener } from "./listening.ts";

/** For the notice of a lone pay button, which knows this name: whether the page listens to what a callback tells. */
const HEARS = "payrails-hears";

type Callback = (...given: readonly unknown[]) => unknown;

/** `onButtonClicked` is the event `payrails-button-clicked`: the page's own `change` or `error` is another event. */
export function eventName(callback: string): string {
  return `payrails${callback.slice(2).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * Callbacks that dispatch the events, and then call those that the page gave. A gate's event can be prevented, which
 * stops the payment; a callback that the page gave for a gate has to return `true` as well.
 */
export function dispatching<E extends object>(
  host: HTMLElement,
  kinds: Readonly<Record<string, EventKind>>,
  given: E | undefined,
): E {
  const call = (name: string, args: readonly unknown[], otherwise?: unknown): unknown => {
    const callback: unknown = Reflect.get(given ?? {}, name);
    return typeof callback === "function" ? Reflect.apply(callback, undefined, args) : otherwise;
  };
  const callbackOf = (name: string, kind: EventKind): Callback => (...args) => {
    const cancelable = kind === "gate";
    const event = new CustomEvent(eventName(name), { bubbles: true, composed: true, cancelable });
    const detail = detailOf(args);
    // A listener that was added before the element was defined, or to the page, is noticed when it reads the payload.
    Object.defineProperty(event, "detail", { get: () => (noteListener(host, event.type), detail) });
    const isAllowed = host.dispatchEvent(event);
    return cancelable ? isAllowed && call(name, args, true) : call(name, args);
  };
  const rows = Object.entries(kinds).filter(([, kind]) => kind !== "answer");
  const callbacks = { ...given, ...Object.fromEntries(rows.map(([name, kind]) => [name, callbackOf(name, kind)])) };
  const isHeard = (name: string) =>
    typeof Reflect.get(given ?? {}, name) === "function" || isListening(host, eventName(name));
  // It is not one of the callbacks, so it is not listed with them.
  return asSame<E>(Object.defineProperty(callbacks, HEARS, { value: isHeard }));
}

/** Each kind has the arguments and answer of the callback it represents. */
function asSame<E>(events: object): E {
  return events as E;
}

/** The payload, with the action where the callback also gets one; a state is in `state`. */
function detailOf([first, second]: readonly unknown[]): unknown {
  if (typeof first === "object") return first;
  if (typeof second === "object" || first === "AUTHORIZE" || first === "TOKENIZE") {
    return { action: first, ...Object(second) };
  }
  return first === undefined ? {} : { state: first };
}
