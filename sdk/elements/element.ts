/** One element as merchants hold it: its listeners, its state, its errors; where it is drawn its container decides. */
import { checkElement, checkListener, checkObject, type IsElement } from "./check_element.ts";
import { refuse } from "../errors/sdk_error.ts";
import type { Logger } from "../log/logger.ts";
import { invokeCallback } from "../core/invoke_callback.ts";
import type { Target } from "../ui/mount_point.ts";
import {
  CHANGEABLE,
  type ElementChanges,
  type ElementEvent,
  type ElementSpec,
  type ElementState,
} from "../wire/elements.ts";
import type { ToFrameMessage } from "../wire/frames.ts";
import type { CollectElementOptions, ElementHandler, ElementReport } from "./options.ts";
import { type SpecDefaults, specOf, textOf } from "./spec.ts";

const BIN_CHARS = 8;
/** Everything else is fixed when the element is made (SECURITY X1). */
const CHANGING = "label placeholder required translations styles inputStyles labelStyles errorTextStyles".split(" ");

export interface ElementPlace {
  readonly mount: (target: Target) => void;
  readonly unmount: () => void;
  readonly isMounted: () => boolean;
  readonly send: (message: ToFrameMessage) => void;
  /** The page's focus goes to the frame before the frame moves it to the field. */
  readonly focus: () => void;
}

export interface ElementParts {
  readonly place: ElementPlace;
  readonly defaults: SpecDefaults;
  readonly logger: Logger;
  readonly isDev: boolean;
  readonly isElement: IsElement;
}

export class CollectElement {
  #options: CollectElementOptions;
  #spec: ElementSpec;
  #state: ElementState;
  readonly #listeners = new Map<ElementEvent, Set<ElementHandler>>();
  /** @internal What a payment session knows of a number. */
  more: Pick<ElementReport, "cardSchemes"> | undefined;

  constructor(options: CollectElementOptions, private readonly parts: ElementParts) {
    this.#options = options;
    this.#spec = specOf(options, parts.defaults);
    this.#state = emptyState(this.#spec);
    // Listeners are added after create() has returned, by what waits for it a turn later.
    queueMicrotask(() => queueMicrotask(() => this.emit("CREATED")));
  }

  get name(): string {
    return this.#spec.name;
  }

  get type(): ElementSpec["type"] {
    return this.#spec.type;
  }

  /** @internal */
  get spec(): ElementSpec {
    return this.#spec;
  }

  getState(): ElementReport {
    const { value } = this.#state;
    return { ...this.#state, ...(this.type === "CARD_NUMBER" && { bin: value.slice(0, BIN_CHARS) }), ...this.more };
  }

  isMounted(): boolean {
    return this.parts.place.isMounted();
  }

  mount(target: Target): this {
    if (target === undefined || target === null || target === "") {
      refuse("empty_mount_target", { element: this.name });
    }
    this.parts.place.mount(target);
    return this;
  }

  unmount(): void {
    this.parts.place.unmount();
    this.forget();
  }

  /** @internal Nothing is typed where there is no frame. */
  forget(): void {
    this.#state = emptyState(this.#spec);
    this.more = undefined;
  }

  on(event: ElementEvent, handler: ElementHandler): this {
    const known = checkListener(event, handler);
    const handlers = this.#listeners.get(known) ?? new Set();
    this.#listeners.set(known, handlers.add(handler));
    return this;
  }

  off(event: ElementEvent, handler: ElementHandler): this {
    this.#listeners.get(event)?.delete(handler);
    return this;
  }

  update(changes: Partial<CollectElementOptions>): void {
    const { name } = checkObject(changes);
    if (name !== undefined && name !== this.name) {
      refuse("element_name_change", { element: this.name });
    }
    const fixed = Object.keys(changes).filter((key) => key !== "name" && key !== "type" && !CHANGING.includes(key));
    if (fixed.length > 0) this.parts.logger.warn(`${this.name}: ${fixed} cannot change once an element is made`);
    const words = Object.fromEntries(Object.entries(changes).filter(([key]) => CHANGING.includes(key)));
    const options = { ...this.#options, ...words };
    checkElement(options, this.parts.isElement);
    this.#options = options;
    const now = changesOf(specOf(options, this.parts.defaults));
    this.#spec = { ...this.#spec, ...now };
    this.parts.place.send({ type: "element_update", name: this.name, changes: now });
  }

  /** Of the names of the older interface: what the field is called and hints at (COMPAT 3.3). */
  setAttribute(name: string, value: string): void {
    if (name === "label" || name === "placeholder") this.update({ [name]: value });
  }

  setError(text: string): void {
    this.parts.place.send({ type: "element_error", name: this.name, text: textOf(text) });
  }

  resetError(): void {
    this.parts.place.send({ type: "element_error", name: this.name });
  }

  setValue(value: string): void {
    this.#write(textOf(value, 8000));
  }

  clearValue(): void {
    this.#write(undefined);
  }

  /** Empties the field, whatever the environment: forgetting a card gives nothing away. */
  reset(): void {
    this.parts.place.send({ type: "clear", name: this.name });
  }

  focus(): void {
    this.parts.place.focus();
    this.parts.place.send({ type: "element_focus", name: this.name });
  }

  /** @internal From the frame. */
  receive(name: ElementEvent, state: ElementState): void {
    this.#state = state;
    this.emit(name);
  }

  /** @internal */
  emit(name: ElementEvent): void {
    for (const handler of this.#listeners.get(name) ?? []) invokeCallback(() => handler(this.getState()));
  }

  #write(value: string | undefined): void {
    if (this.parts.isDev) return this.parts.place.send({ type: "element_value", name: this.name, value });
    this.parts.logger.warn(`${this.name}: values are set and cleared from the page in DEV only; nothing was changed`);
  }
}

function changesOf(spec: ElementSpec): ElementChanges {
  return parseChanges(Object.fromEntries(CHANGEABLE.map((key) => [key, spec[key]])));
}

/** Every key of the list is there. */
function parseChanges(changes: object): ElementChanges {
  return changes as ElementChanges;
}

function emptyState({ name, type: elementType, required: isRequired }: ElementSpec): ElementState {
  const nothing = { isEmpty: true, isComplete: false, isValid: false, isFocused: false, value: "" };
  return { name, elementType, isRequired, ...nothing };
}
