/** The part of a page that the SDK's buttons need outside of a browser: nested elements that bubble events. */

import { SmallChannel } from "./small_channel.ts";

type Listener = (event: unknown) => unknown;

export class SmallElement {
  readonly children: SmallElement[] = [];
  readonly dataset: Record<string, string> = {};
  readonly style: Record<string, unknown>;
  readonly classes = new Set<string>();
  readonly classList = {
    add: (...names: string[]) => names.forEach((name) => this.classes.add(name)),
    toggle: (name: string, isOn: boolean) => void (isOn ? this.classes.add(name) : this.classes.delete(name)),
  };
  readonly contentWindow = {};
  className = "";
  disabled = false;
  hidden = false;
  id = "";
  isConnected = true;
  textContent = "";
  parentElement: SmallElement | undefined;
  readonly #attributes = new Map<string, string>();
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(readonly tagName: string, private readonly appended: (child: SmallElement) => void) {
    const css: Record<string, string> = {};
    const set = (name: string, value: string) => void (value === "" ? delete css[name] : css[name] = value);
    this.style = Object.assign(css, { setProperty: set, removeProperty: (name: string) => void delete css[name] });
  }

  append(...children: (SmallElement | string)[]): void {
    for (const child of children) {
      if (typeof child === "string") {
        this.textContent += child;
        continue;
      }
      child.remove();
      child.parentElement = this;
      child.isConnected = true;
      this.children.push(child);
      this.appended(child);
    }
  }

  get firstElementChild(): SmallElement | null {
    return this.children[0] ?? null;
  }

  replaceChildren(...children: SmallElement[]): void {
    for (const child of [...this.children]) child.remove();
    this.append(...children);
  }

  remove(): void {
    const { children = [] } = this.parentElement ?? {};
    if (children.includes(this)) children.splice(children.indexOf(this), 1);
    this.parentElement = undefined;
    this.isConnected = false;
  }

  setAttribute(name: string, value: string): void {
    this.#attributes.set(name, value);
  }

  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null;
  }

  removeAttribute(name: string): void {
    this.#attributes.delete(name);
  }

  addEventListener(name: string, listener: Listener): void {
    this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(listener));
  }

  removeEventListener(name: string, listener: Listener): void {
    this.#listeners.get(name)?.delete(listener);
  }

  after(...next: SmallElement[]): void {
    const { parentElement } = this;
    if (parentElement === undefined) return;
    const rest = parentElement.children.slice(parentElement.children.indexOf(this) + 1);
    parentElement.append(...next, ...rest);
  }

  fire(name: string, event: object = {}): void {
    for (const listener of this.#listeners.get(name) ?? []) listener({ preventDefault() {}, ...event });
  }

  get childElementCount(): number {
    return this.children.length;
  }

  showModal(): void {}
  close(): void {}
  focus(): void {}
  getRootNode(): unknown {
    return Reflect.get(globalThis, "document");
  }

  /** The element and all its descendants, in order. */
  all(): readonly SmallElement[] {
    return [this, ...this.children.flatMap((child) => child.all())];
  }
}

export interface SmallPage {
  readonly body: SmallElement;
  /** Where the whole page navigated to. */
  readonly left: string[];
  find(match: (element: SmallElement) => boolean): SmallElement | undefined;
  close(): void;
}

export interface SmallPageOptions {
  readonly origin: string;
  /** Runs when a script is added to the page, instead of that script. */
  readonly script?: (element: SmallElement) => void;
  /** Additional globals: `ApplePaySession`, `google`. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Installed as globals of this runtime until it is closed. */
export function openSmallPage({ origin, script = () => {}, more = {} }: SmallPageOptions): SmallPage {
  const left: string[] = [];
  const appended = (child: SmallElement) => {
    if (child.tagName !== "script") return;
    script(child);
    queueMicrotask(() => child.fire("load"));
  };
  const make = (tag: string) => new SmallElement(tag, appended);
  const [body, head] = [make("body"), make("head")];
  const { hostname, host } = new URL(origin);
  const media = { matches: false, addEventListener() {}, removeEventListener() {} };
  const globals: Readonly<Record<string, unknown>> = {
    document: Object.assign(make("document"), {
      body,
      head,
      documentElement: Object.assign(make("html"), { lang: "" }),
      activeElement: body,
      createElement: (tag: string) => Object.assign(make(tag), { isConnected: false }),
    }),
    location: { origin, hostname, host, assign: (link: string) => left.push(link) },
    screen: { height: 800, width: 1200, colorDepth: 24 },
    Element: SmallElement,
    HTMLElement: SmallElement,
    matchMedia: () => media,
    getComputedStyle: () => ({ colorScheme: "light", color: "rgb(0, 0, 0)", direction: "ltr" }),
    innerWidth: 1200,
    innerHeight: 800,
    MessageChannel: SmallChannel,
    ...more,
  };
  const before = Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return {
    body,
    left,
    find: (match) => body.all().find(match),
    close: () => {
      for (const [name, descriptor] of before) {
        if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
        else Object.defineProperty(globalThis, name, descriptor);
      }
    },
  };
}

/** For product code whose types refer to a browser. */
export function asElement<E>(element: SmallElement): E {
  return element as unknown as E;
}
