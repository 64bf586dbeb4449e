/** Which events of a custom element the page listens to. The browser does not say. */
import { parentOf } from "./client_source.ts";

const heard = new WeakMap<object, Set<string>>();

/** The page listens to this event of this element, or has read one. */
export function noteListener(host: object, name: string): void {
  heard.set(host, (heard.get(host) ?? new Set()).add(name));
}

/** Whether the page listens to it there or at an element around it. */
export function isListening(host: Node, name: string): boolean {
  for (let node: Node | null = host; node !== null; node = parentOf(node)) {
    if (heard.get(node)?.has(name)) return true;
  }
  return false;
}
