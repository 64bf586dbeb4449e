/**
 * Elements of the SDK in a small browser inside this process: a test does what a shopper does, and what the page shows
 * after each step, what the merchant is told and what the console says are compared with an approved text.
 */
import { type Element, type Node, Window } from "happy-dom";
import { changesBetween, compareApprovedText } from "../approved.ts";

/** From this runtime, like its `EventTarget`. */
const CoreEvent = Event;

/** What the SDK uses of a page. Events and their targets have to come from the same window. */
const NAMES = [
  ...["document", "navigator", "screen", "location", "getComputedStyle", "history"],
  ...["Node", "Element", "Document", "ShadowRoot", "HTMLElement", "HTMLInputElement", "HTMLSelectElement"],
  ...["HTMLDialogElement", "HTMLIFrameElement", "HTMLButtonElement", "CSSStyleDeclaration", "MutationObserver"],
  ...["Event", "MessageEvent", "MouseEvent", "KeyboardEvent", "CustomEvent", "ErrorEvent"],
  ...["innerWidth", "innerHeight", "sessionStorage", "localStorage"],
];
const CALLS = ["addEventListener", "removeEventListener", "open"];

/** One window a test file, since the SDK keeps what it found in it. */
const window = new Window({ url: "http://localhost:8000/shop", width: 1024, height: 768 });
for (const name of NAMES) {
  Object.defineProperty(globalThis, name, { value: Reflect.get(window, name), configurable: true, writable: true });
}
Object.assign(globalThis, { window: globalThis, parent: globalThis, top: globalThis });

/** Listeners that outlive an element: those of the page and of its media. */
const kept = new Map<string, number>();

function counting(owner: string, target: object): void {
  const count = (name: string, change: number) => {
    const key = `${owner} ${name}`;
    kept.set(key, (kept.get(key) ?? 0) + change);
  };
  const own = { add: bound(target, "addEventListener"), remove: bound(target, "removeEventListener") };
  const known = new Map<string, Set<unknown>>();
  Object.assign(target, {
    addEventListener: (name: string, listener: unknown, options?: { readonly signal?: AbortSignal }) => {
      const listeners = known.get(name) ?? new Set();
      if (!listeners.has(listener)) count(name, 1);
      known.set(name, listeners.add(listener));
      options?.signal?.addEventListener("abort", () => listeners.delete(listener) && count(name, -1));
      own.add(name, listener, options);
    },
    removeEventListener: (name: string, listener: unknown) => {
      if (known.get(name)?.delete(listener)) count(name, -1);
      own.remove(name, listener);
    },
  });
}

function bound(target: object, name: string): (...given: unknown[]) => unknown {
  const call: unknown = Reflect.get(target, name);
  return typeof call === "function" ? call.bind(target) : () => undefined;
}

/** Frames have no document here. What the SDK posts to one becomes a note. */
const views = new WeakMap<object, object>();
let heard: (frame: Element, origin: unknown, data: unknown) => void = () => {};
Object.defineProperty(window.HTMLIFrameElement.prototype, "contentWindow", {
  configurable: true,
  get(this: Element): object {
    const view = views.get(this) ?? { postMessage: (data: unknown, origin: unknown) => heard(this, origin, data) };
    views.set(this, view);
    return view;
  },
});

/** No script or page loads here; a script reports at once that it has loaded. */
window.happyDOM.settings.disableIframePageLoading = true;
window.happyDOM.settings.navigator.userAgent = "A browser of HappyDOM";
let added: (script: Element) => void = () => {};
Object.defineProperty(window.document.head, "append", {
  configurable: true,
  value: (script: Element) => {
    added(script);
    queueMicrotask(() => script.dispatchEvent(new window.Event("load")));
  },
});

const media = Object.assign(new EventTarget(), { matches: false });
counting("window", window);
counting("document", window.document);
counting("media", media);
const ofRuntime = { dispatch: bound(globalThis, "dispatchEvent"), page: bound(window, "dispatchEvent") };
for (const name of CALLS) Reflect.set(globalThis, name, bound(window, name));
// The runtime reports when it has loaded the file.
Reflect.set(
  globalThis,
  "dispatchEvent",
  (event: unknown) => event instanceof CoreEvent ? ofRuntime.dispatch(event) : ofRuntime.page(event),
);
Reflect.set(globalThis, "matchMedia", () => media);

/** What differs between runs: ids and times. */
const ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
const VERSION = /(?<=[?&]version=)[\d.]+/g;
const PLACE = /(?<="timeZoneOffset":)-?\d+/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

export interface SdkStory {
  /** A new place in the page. */
  place(id: string): unknown;
  /** The first element that the selector matches; throws when there is none. */
  at(selector: string): HTMLElementLike;
  /** A line below the step: what a callback got, which call was made. */
  note(...parts: unknown[]): void;
  /** Ends a step: what has changed in the page, and the notes. */
  add(step: string): void;
  /** The scheme of the visitor's device changes. */
  turnDark(isDark: boolean): void;
  compare(name: string): Promise<void>;
}

/** As much of an element as a story presses and types. */
export interface HTMLElementLike {
  click(): void;
  focus(): void;
  value: string;
  checked: boolean;
  dispatchEvent(event: unknown): boolean;
}

/** Begins with an empty page. */
export function openSdkStory(): SdkStory {
  const steps: string[] = [];
  const notes: string[] = [];
  let before: readonly string[] = [];
  const { document } = window;
  document.body.replaceChildren();
  const { console } = globalThis;
  const say = (level: string) => (...parts: unknown[]) => story.note(`console.${level}`, ...parts);
  const quiet = { ...console, log: say("log"), info: say("info"), warn: say("warn"), error: say("error") };
  Reflect.set(globalThis, "console", { ...quiet, debug: say("debug") });
  const focus = window.HTMLElement.prototype.focus;
  window.HTMLElement.prototype.focus = function (this: typeof window.HTMLElement.prototype) {
    story.note(`focus ${headOf(this)}`);
    focus.call(this);
  };
  heard = (frame, origin, data) => story.note(`posted to ${frame.id}`, origin, data);
  added = (script) => story.note(`added <${headOf(script)}>`);
  const story: SdkStory = {
    place: (id) => {
      const place = document.createElement("div");
      place.id = id;
      document.body.append(place);
      return place;
    },
    at: (selector) => {
      const found = document.querySelector(selector);
      if (found === null) throw new Error(`Nothing matches ${selector} in ${outlineOf(document.body)}`);
      return found as unknown as HTMLElementLike;
    },
    note: (...parts) => void notes.push(parts.map(written).join(" ")),
    add: (step) => {
      const listeners = [...kept].filter(([, count]) => count !== 0).map(([name, count]) =>
        `listens: ${name} ${count}`
      );
      const now = [...outlineOf(document.body), ...listeners];
      const changes = steps.length === 0 ? now : changesBetween(before, now);
      steps.push(`== ${step} ==\n${[...changes, ...notes.map((line) => `> ${line}`)].join("\n")}\n`);
      before = now;
      notes.length = 0;
    },
    turnDark: (isDark) => {
      media.matches = isDark;
      media.dispatchEvent(new CoreEvent("change"));
    },
    compare: async (name) => {
      Reflect.set(globalThis, "console", console);
      window.HTMLElement.prototype.focus = focus;
      await compareApprovedText(`sdk/${name}`, withoutRun(steps.join("\n")));
    },
  };
  return story;
}

/** Ids, times and what depends on the machine. */
function withoutRun(text: string): string {
  return text.replaceAll(ID, "(id)").replaceAll(TIME, "(time)").replaceAll(VERSION, "(version)").replaceAll(PLACE, "0");
}

function written(part: unknown): string {
  if (part instanceof Error) return String(part);
  return typeof part === "string" ? part : JSON.stringify(part);
}

function outlineOf(root: Element): readonly string[] {
  const lines: string[] = [];
  const visit = (node: Node, indent: string) => {
    if (node.nodeType === 3) {
      const text = (node.textContent ?? "").trim();
      if (text !== "") lines.push(indent + text);
    } else if (node.nodeType === 1) {
      lines.push(`${indent}<${headOf(node as Element)}>`);
      node.childNodes.forEach((child) => visit(child, `${indent}  `));
    }
  };
  root.childNodes.forEach((child) => visit(child, ""));
  return lines;
}

/** The element with everything that style sheets, screen readers and forms read of it. */
function headOf(element: Element): string {
  const attributes = [...element.attributes].map(({ name, value }) => value === "" ? name : `${name}="${value}"`);
  const { value, checked, type } = element as unknown as Readonly<Record<string, unknown>>;
  const state = !/^(INPUT|SELECT)$/.test(element.tagName)
    ? []
    : type === "checkbox" || type === "radio"
    ? (checked === true ? ["is checked"] : [])
    : [`has "${String(value)}"`];
  return [element.tagName.toLowerCase(), ...attributes.toSorted(), ...state].join(" ").replaceAll(ID, "(id)");
}
