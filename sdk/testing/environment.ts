/**
 * What test environments such as jsdom and happy-dom lack of a browser, as far as the SDK needs it in a page. Parts
 * that the environment has stay as they are.
 */

type Undo = () => void;

/** Messages arrive even while the clock of a test is stopped. */
const { setTimeout: realSetTimeout } = globalThis;

/** Adds the missing parts to the page. The returned function removes them. */
export function supplyMissing(): Undo {
  const missing = [
    ...Object.entries(GLOBALS).map(([name, value]) => supply(globalThis, name, value)),
    supply(globalThis.crypto, "randomUUID", randomUuid),
    supply(HTMLDialogElement.prototype, "showModal", showModal),
    supply(HTMLDialogElement.prototype, "close", closeDialog),
    supply(CSSStyleDeclaration.prototype, "colorScheme", ""),
    ...(isSimulated() ? [replace(globalThis, "MessageChannel", Channel)] : []),
  ];
  return () => missing.toReversed().forEach((undo) => undo());
}

function supply(owner: object, name: string, value: unknown): Undo {
  // jsdom has the names of some globals without a value. The values of a prototype belong to its objects.
  const isThere = owner === globalThis ? Reflect.get(owner, name) !== undefined : name in owner;
  return isThere ? () => {} : replace(owner, name, value);
}

function replace(owner: object, name: string, value: unknown): Undo {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { configurable: true, writable: true, value });
  return () => {
    if (before === undefined) Reflect.deleteProperty(owner, name);
    else Object.defineProperty(owner, name, before);
  };
}

/**
 * In these environments, message channels are those of Node or Deno: they keep the process alive, and refuse events of
 * the page.
 */
function isSimulated(): boolean {
  return /jsdom|HappyDOM/i.test(navigator.userAgent);
}

function matchMedia(media: string): EventTarget & { readonly media: string; readonly matches: boolean } {
  return Object.assign(new EventTarget(), { media, matches: false });
}

/** As browsers do it: the page's own handlers get the error first. */
function reportError(error: unknown): void {
  const event = new ErrorEvent("error", { error, message: String(error), cancelable: true });
  if (dispatchEvent(event)) console.error(error);
}

/** Not random enough for anything but a test. */
function randomUuid(): string {
  const digit = (one: string) => (one === "y" ? 8 + Math.random() * 4 : Math.random() * 16 | 0).toString(16)[0] ?? "0";
  return "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx".replace(/[xy]/g, digit);
}

/** Without the top layer, which needs a layout. */
function showModal(this: HTMLElement): void {
  this.setAttribute("open", "");
}

function closeDialog(this: HTMLElement): void {
  this.removeAttribute("open");
}

/** Decodes UTF-8, and throws a `URIError` for bytes that are none. */
class Utf8Decoder {
  decode(bytes: Uint8Array): string {
    return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
  }
}

/** Two ports, each of which receives what the other posts, in a later turn and in order. */
class Channel {
  readonly port1 = new Port();
  readonly port2 = new Port();

  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}

class Port {
  onmessage: ((event: { readonly data: unknown }) => unknown) | null = null;
  other: Port | undefined;

  postMessage(data: unknown): void {
    realSetTimeout.call(globalThis, () => this.other?.onmessage?.({ data }));
  }

  close(): void {
    if (this.other !== undefined) this.other.other = undefined;
    this.other = undefined;
  }
}

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const GLOBALS = {
  crypto: {},
  matchMedia,
  reportError,
  TextDecoder: Utf8Decoder,
  ResizeObserver: Observer,
};
