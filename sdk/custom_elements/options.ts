/** Options of an element of the client as properties and attributes of its custom element. */
import type { OptionKind } from "../components/table.ts";

type Options = Readonly<Record<string, OptionKind>>;

/** HTML reads attribute names in lower case: `showCardHolderName` and `showcardholdername` are the same. */
function readAttribute(host: HTMLElement, name: string, kind: OptionKind): unknown {
  const text = kind === "object" ? null : host.getAttribute(name);
  return text === null ? undefined : valueOf(text, kind);
}

/** Vue sets what its template writes as an attribute as a property: a flag then has text. */
function valueOf(given: unknown, kind: OptionKind): unknown {
  return kind === "flag" && typeof given === "string" ? given !== "false" : given;
}

/** Gives the class a property for each option. The property counts; without it the attribute does. */
export function defineOptions(prototype: object, options: Options, changed: (host: HTMLElement) => void): void {
  const given = new WeakMap<HTMLElement, Map<string, unknown>>();
  for (const [name, kind] of Object.entries(options)) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement) {
        return given.get(this)?.get(name) ?? readAttribute(this, name, kind);
      },
      set(this: HTMLElement, value: unknown) {
        const values = given.get(this) ?? new Map<string, unknown>();
        given.set(this, values.set(name, valueOf(value, kind)));
        changed(this);
      },
    });
  }
}

/** Frameworks set properties before the class is there. Those would hide the class's own. */
export function takeEarlyProperties(host: HTMLElement, names: readonly string[]): void {
  for (const name of names) {
    if (!Object.hasOwn(host, name)) continue;
    const value: unknown = Reflect.get(host, name);
    Reflect.deleteProperty(host, name);
    Reflect.set(host, name, value);
  }
}

/** The options that have a value. */
export function readOptions(host: HTMLElement, options: Options): Readonly<Record<string, unknown>> {
  const rows = Object.keys(options).map((name) => [name, Reflect.get(host, name)] as const);
  return Object.fromEntries(rows.filter(([, value]) => value !== undefined && value !== null));
}
