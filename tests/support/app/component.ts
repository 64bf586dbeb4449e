/**
 * Components of the web app in a small browser inside this process: a test renders one, presses and types as a visitor
 * does, and reads what is shown. What needs layout, frames or the network of a real browser is in `tests/browser/`.
 */
import { type Element, type HTMLElement, type Node, Window } from "happy-dom";
import { changesBetween, compareApprovedText } from "../approved.ts";

/** A React element. */
type Part = unknown;

interface React {
  act(run: () => Promise<void>): Promise<void>;
  createElement(type: unknown, props: object): Part;
}
interface Root {
  render(part: Part): void;
  unmount(): void;
}

/**
 * Packages imported by a computed name: React's types would replace those of the browser in every test that runs one.
 */
async function load<Exports>(name: "react" | "react-dom/client" | "react-router-dom"): Promise<Exports> {
  return await import(name) as Exports;
}

export interface Shown {
  /** What the component says, with one space between its parts. */
  text(): string;
  /** The element with this `data-testid`; throws when it is not shown. */
  at(testId: string): HTMLElement;
  has(testId: string): boolean;
  all(selector: string): readonly HTMLElement[];
  /** The button or link with this text. */
  named(text: string): HTMLElement;
  /** Presses an element and lets everything that follows happen. */
  press(target: string | HTMLElement): Promise<void>;
  /** A press by finger or mouse, as opposed to a key press. */
  tap(target: HTMLElement): Promise<void>;
  /** Types a value into a field, or chooses it. */
  type(target: string | HTMLElement, value: string): Promise<void>;
  /** Submits a form, as Enter does. */
  submit(target: string | HTMLElement): Promise<void>;
  focus(target: string): Promise<void>;
  /** Any other event of an element, with its own data. */
  fire(target: string | HTMLElement, event: string, facts?: object): Promise<void>;
  /** A change of what the component follows. */
  change(run: () => void): Promise<void>;
  /** Lets promises that a test has settled reach the screen. */
  settle(): Promise<void>;
  /** One line for each element that a visitor or a screen reader notices. */
  outline(): string;
  render(part: Part): Promise<void>;
  close(): Promise<void>;
}

/** Globals that React and the components use. */
const NAMES = [
  "document",
  "HTMLElement",
  "HTMLInputElement",
  "HTMLSelectElement",
  "HTMLTextAreaElement",
  "HTMLFormElement",
  "HTMLDialogElement",
  "HTMLIFrameElement",
  "Element",
  "Node",
  "MutationObserver",
  "IntersectionObserver",
  "matchMedia",
  "history",
  "localStorage",
  "sessionStorage",
  "location",
  "getComputedStyle",
  "requestAnimationFrame",
  "cancelAnimationFrame",
] as const;

/** Bound before a test replaces the clock. */
const later = globalThis.setTimeout.bind(globalThis);
const turn = () => new Promise<void>((resolve) => void later(resolve, 0));

/**
 * One browser per test file, since React keeps the one that it started with. It exists before the components are
 * imported, so that what they keep stays in it.
 */
const window = new Window({ url: "http://localhost:8000/trustcheck/" });
// A story records what a screen shows at the end, not the frames before it; a test of motion turns motion on.
window.happyDOM.settings.device.prefersReducedMotion = "reduce";
for (const name of NAMES) {
  Object.defineProperty(globalThis, name, { value: Reflect.get(window, name), configurable: true, writable: true });
}
Object.assign(globalThis, { window, IS_REACT_ACT_ENVIRONMENT: true });

export interface ShowOptions {
  /** Renders inside a router at this path. */
  readonly path?: string;
}

/** Runs with a visitor who has not asked for less motion. */
export async function withMotion(run: () => Promise<void>): Promise<void> {
  const { device } = window.happyDOM.settings;
  device.prefersReducedMotion = "no-preference";
  await run().finally(() => device.prefersReducedMotion = "reduce");
}

/** Renders a component; close it at the end of the test. */
export async function show(part: Part, { path }: ShowOptions = {}): Promise<Shown> {
  const { act, createElement } = await load<React>("react");
  const { createRoot } = await load<{ createRoot(place: unknown): Root }>("react-dom/client");
  const { MemoryRouter } = await load<{ readonly MemoryRouter: unknown }>("react-router-dom");
  const place = window.document.createElement("div");
  window.document.body.append(place);
  const root: Root = createRoot(place);
  let hasLeft = false;
  // Above React's own listener.
  window.document.body.addEventListener("submit", (event) => hasLeft ||= !event.defaultPrevented);
  const stay = () => {
    if (hasLeft) throw new Error("The form was sent by the browser, which loads the page again");
  };
  const settle = () => act(async () => await turn());
  const inRouter = (child: Part) =>
    path === undefined ? child : createElement(MemoryRouter, { initialEntries: [path], children: child });
  const all = (selector: string) => [...place.querySelectorAll(selector)].map(asElement);
  const find = (testId: string) => all(`[data-testid="${testId}"]`)[0];
  const shown: Shown = {
    text: () => textOf(place),
    at: (testId) => find(testId) ?? missing(testId, place),
    has: (testId) => find(testId) !== undefined,
    all,
    named: (text) => all("button, a").find((each) => textOf(each) === text) ?? missing(text, place),
    press: async (target) => {
      const element = typeof target === "string" ? shown.at(target) : target;
      await act(async () => {
        element.click();
        await turn();
      });
      stay();
    },
    tap: (target) =>
      act(async () => {
        target.dispatchEvent(new window.MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
        await turn();
      }),
    type: async (target, value) => {
      const field = typeof target === "string" ? shown.at(target) : target;
      await act(async () => {
        // React watches the property, so the value is set past it.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
        const name = field.tagName === "SELECT" ? "change" : "input";
        field.dispatchEvent(new window.Event(name, { bubbles: true }));
        await turn();
      });
    },
    submit: async (target) => {
      await shown.fire(target, "submit");
      stay();
    },
    focus: (target) => act(async () => await Promise.resolve(shown.at(target).focus())),
    fire: (target, name, facts = {}) =>
      act(async () => {
        const element = typeof target === "string" ? shown.at(target) : target;
        element.dispatchEvent(Object.assign(new window.Event(name, { bubbles: true, cancelable: true }), facts));
        await turn();
      }),
    change: (run) => act(async () => await Promise.resolve(run())),
    settle,
    outline: () => outlineOf(place),
    render: (next) => act(async () => await Promise.resolve(root.render(inRouter(next)))),
    close: async () => {
      await act(async () => await Promise.resolve(root.unmount()));
      place.remove();
    },
  };
  await shown.render(part);
  await settle();
  return shown;
}

function textOf(element: Element): string {
  const parts: string[] = [];
  const visit = (node: Node) => {
    if (node.nodeType === 3) parts.push(node.textContent ?? "");
    node.childNodes.forEach(visit);
  };
  visit(element);
  return parts.map((part) => part.trim()).filter((part) => part !== "").join(" ").replaceAll(/\s+/g, " ");
}

/** Appearance, and ids, which differ between runs. */
const UNSEEN = /^(class|style|id|for|width|height|viewBox|fill|stroke.*)$/;
/** Attributes that name another element. */
const REFERENCE = /^aria-(labelledby|describedby|controls)$/;

/** Longer lists, such as countries, have their own tests. */
const MAX_OPTIONS = 20;

function outlineOf(place: Element): string {
  const lines: string[] = [];
  const visit = (node: Node, indent: string) => {
    if (node.nodeType === 3) {
      const text = (node.textContent ?? "").replaceAll(/\s+/g, " ").trim();
      if (text !== "") lines.push(indent + text);
      return;
    }
    const element = node as Element;
    const tag = element.tagName.toLowerCase();
    const isDrawing = element.closest("svg") !== null;
    const attributes = isDrawing ? shapeOf(element) : attributesOf(element);
    if (isDrawing && attributes === "" && tag !== "svg") {
      return element.childNodes.forEach((child) => visit(child, indent));
    }
    const isWrapper = attributes === "" && /^(div|span)$/.test(tag);
    if (!isWrapper) lines.push(`${indent}<${tag}${attributes}>`);
    const inner = isWrapper ? indent : `${indent}  `;
    if (tag !== "select" || node.childNodes.length <= MAX_OPTIONS) {
      node.childNodes.forEach((child) => visit(child, inner));
    } else {
      visit(node.childNodes[0] ?? node, inner);
      lines.push(`${inner}and ${node.childNodes.length - 1} more`);
    }
  };
  place.childNodes.forEach((child) => visit(child, ""));
  return lines.join("\n");
}

/** Places and sizes of a drawing; its paths are compared by eye. */
function shapeOf(element: Element): string {
  return [...element.attributes].filter(({ name }) => !LOOK.test(name)).map(({ name, value }) => ` ${name}="${value}"`)
    .join("");
}

/** Appearance of a drawing, and paths. */
const LOOK = /^(class|style|d|viewBox|points|transform|xmlns|aria-hidden|focusable|id)$/;

function attributesOf(element: Element): string {
  const own = [...element.attributes].filter(({ name }) => !UNSEEN.test(name)).map((attribute) => {
    const { name, value } = { name: attribute.name, value: attribute.value ?? "" };
    if (!REFERENCE.test(name)) return value === "" ? name : `${name}="${value}"`;
    const named = value.split(" ").map((id) => element.ownerDocument.getElementById(id));
    return `${name}="${named.map((other) => other === null ? "nothing" : textOf(other)).join(" ")}"`;
  });
  const { value, checked, type } = element as unknown as Record<string, unknown>;
  const state = /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)
    ? [type === "checkbox" || type === "radio" ? (checked === true ? "is checked" : "") : `has "${String(value)}"`]
    : [];
  const focus = element.ownerDocument.activeElement === element ? ["has the focus"] : [];
  return [...own, ...state, ...focus].filter((part) => part !== "").map((part) => ` ${part}`).join("");
}

/** What a component shows at first, and what each step changes, compared with an approved text. */
export function openStory(shown: Shown) {
  const steps: string[] = [];
  let before: readonly string[] | undefined;
  return {
    add: (step: string) => {
      const now = shown.outline().split("\n");
      steps.push(`== ${step} ==\n${(before === undefined ? now : changesBetween(before, now)).join("\n")}\n`);
      before = now;
    },
    compare: async (name: string) => {
      await shown.close();
      await compareApprovedText(`components/${name}`, steps.join("\n"));
    },
  };
}

function missing(what: string, place: Element): never {
  throw new Error(`${what} is not shown. It says: ${textOf(place)}`);
}

function asElement(value: unknown): HTMLElement {
  return value as HTMLElement;
}

/** What the app hands to the browser as an uncaught error while `run` lasts. */
export async function reportedErrors(run: () => Promise<void>): Promise<readonly unknown[]> {
  const { reportError } = globalThis;
  const reported: unknown[] = [];
  globalThis.reportError = (error) => void reported.push(error);
  try {
    await run();
  } finally {
    globalThis.reportError = reportError;
  }
  return reported;
}

/** A call that a test answers when it wants to. */
export function heldCall<Answer>() {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  return { promise, answer: resolve, fail: reject };
}
