/** One element as merchants hold it: its listeners, state and errors. Its container decides where it is mounted. */
import { checkElement, checkListener, checkObject, type IsElement } from "./check_element.ts";
import { refuse } from "../errors/refuse.ts";
import { warn } from "../log/log.ts";
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
/** All other options are fixed when the element is created (SECURITY X1). */
const CHANGING = "label placeholder required translations styles inputStyles labelStyles errorTextStyles".split(" ");

export interface ElementPlace {
  readonly mount: (target: Target) => void;
  readonly unmount: () => void;
  readonly isMounted: () => boolean;
  readonly send: (message: ToFrameMessage) => void;
  /** Focuses the frame, before the frame moves the focus to the field. */
  readonly focus: () => void;
}

export interface CollectElementContext {
  readonly place: ElementPlace;
  readonly defaults: SpecDefaults;
  readonly logger: Logger;
  readonly isDev: boolean;
  readonly isElement: IsElement;
}

/** One field of a container, created by `container.create`. */
export class CollectElement {
  #options: CollectElementOptions;
  #spec: ElementSpec;
  #state: ElementState;
  readonly #listeners = new Map<ElementEvent, Set<ElementHandler>>();
  /** @internal What the payment session adds to a card number's state. */
  more: Pick<ElementReport, "cardSchemes"> | undefined;

  /** @internal */
  constructor(options: CollectElementOptions, private readonly context: CollectElementContext) {
    this.#options = options;
    this.#spec = specOf(options, context.defaults);
    this.#state = emptyState(this.#spec);
    if (options.altText !== undefined) {
      warn(`altText of ${this.name} has no effect: a page cannot fill in a field, so use placeholder`);
    }
    // The merchant adds listeners after `create` has returned, or one turn later when the container loads in the
    // background.
    queueMicrotask(() => queueMicrotask(() => this.emit("CREATED")));
  }

  /** Unique in its container. */
  get name(): string {
    return this.#spec.name;
  }

  /** A value of `ElementType`. */
  get type(): ElementSpec["type"] {
    return this.#spec.type;
  }

  /** @internal */
  get spec(): ElementSpec {
    return this.#spec;
  }

  /** The element's state as last reported by its frame. */
  getState(): ElementReport {
    const { value } = this.#state;
    return {
      ...this.#state,
      required: this.#state.isRequired,
      ...(this.type === "CARD_NUMBER" && { bin: value.slice(0, BIN_CHARS) }),
      ...this.more,
    };
  }

  /** Whether the value passes the type's checks and the merchant's, as the frame last reported it. */
  isValidElement(): boolean {
    return this.#state.isValid;
  }

  /** True while its frame is in the page. */
  isMounted(): boolean {
    return this.context.place.isMounted();
  }

  /**
   * Mounts the element into an element of the page, a selector or a bare id.
   *
   * @throws `payrails:client:collect_container.*` without a target, when the place is missing, or in a composable
   * container, which is mounted as a whole
   */
  mount(target: Target | null | undefined): this {
    if (!target) refuse("empty_mount_target", { element: this.name });
    this.context.place.mount(target);
    return this;
  }

  /** Removes the element's frame and clears the field. In a composable container this removes the whole container. */
  unmount(): void {
    this.context.place.unmount();
    this.forget();
  }

  /** @internal Resets the state: without a frame nothing is typed. */
  forget(): void {
    this.#state = emptyState(this.#spec);
    this.more = undefined;
  }

  /**
   * Adds a listener. Twelve events exist; see `EventName`.
   *
   * @throws `payrails:client:collect_container.*` for an unknown event or a handler that is not a function
   */
  on(event: ElementEvent, handler: ElementHandler): this {
    const known = checkListener(event, handler);
    const handlers = this.#listeners.get(known) ?? new Set();
    this.#listeners.set(known, handlers.add(handler));
    return this;
  }

  /** Removes a listener. */
  off(event: ElementEvent, handler: ElementHandler): this {
    this.#listeners.get(event)?.delete(handler);
    return this;
  }

  /**
   * Changes texts, styles or `required`. Type, place and rules stay as they are; changes to them are ignored with a
   * warning.
   */
  update(changes: Partial<CollectElementOptions>): void {
    const { name } = checkObject(changes);
    if (name !== undefined && name !== this.name) {
      refuse("element_name_change", { element: this.name });
    }
    const fixed = Object.keys(changes).filter((key) => key !== "name" && key !== "type" && !CHANGING.includes(key));
    if (fixed.length > 0) this.context.logger.warn(`${this.name}: ${fixed} cannot change once an element is made`);
    const words = Object.fromEntries(Object.entries(changes).filter(([key]) => CHANGING.includes(key)));
    const options = { ...this.#options, ...words };
    checkElement(options, this.context.isElement);
    this.#options = options;
    const now = changesOf(specOf(options, this.context.defaults));
    this.#spec = { ...this.#spec, ...now };
    this.context.place.send({ type: "element_update", name: this.name, changes: now });
  }

  /** Changes `label` or `placeholder`, under the older interface's method name. */
  setAttribute(name: string, value: string | number): void {
    if (name === "label" || name === "placeholder") this.update({ [name]: String(value) });
    else this.context.logger.warn(`${this.name}: only label and placeholder are attributes; ${name} was ignored`);
  }

  /** Shows the merchant's own error text at the field. */
  setError(text: string): void {
    this.context.place.send({ type: "element_error", name: this.name, text: textOf(text) });
  }

  /** Removes the error text set by `setError`. */
  resetError(): void {
    this.context.place.send({ type: "element_error", name: this.name });
  }

  /** Sets the field's value. Works in DEV only and warns otherwise (S-SEC-04). */
  setValue(value: string): void {
    this.#write(textOf(value, 8000));
  }

  /** Clears the field's value. Works in DEV only and warns otherwise; `reset` works everywhere. */
  clearValue(): void {
    this.#write(undefined);
  }

  /** Clears the field in every environment, since that reveals nothing. */
  reset(): void {
    this.context.place.send({ type: "clear", name: this.name });
  }

  /** Moves the focus to the field. */
  focus(): void {
    this.context.place.focus();
    this.context.place.send({ type: "element_focus", name: this.name });
  }

  /** @internal An event of the frame. */
  receive(name: ElementEvent, state: ElementState): void {
    this.#state = state;
    this.emit(name);
  }

  /** @internal */
  emit(name: ElementEvent): void {
    for (const handler of this.#listeners.get(name) ?? []) invokeCallback(() => handler(this.getState()));
  }

  #write(value: string | undefined): void {
    if (this.context.isDev) return this.context.place.send({ type: "element_value", name: this.name, value });
    this.context.logger.warn(`${this.name}: values are set and cleared from the page in DEV only; nothing was changed`);
  }
}

function changesOf(spec: ElementSpec): ElementChanges {
  return asChanges(Object.fromEntries(CHANGEABLE.map((key) => [key, spec[key]])));
}

/** `CHANGEABLE` supplies every key. */
function asChanges(changes: object): ElementChanges {
  return changes as ElementChanges;
}

function emptyState({ name, type: elementType, required: isRequired }: ElementSpec): ElementState {
  const nothing = { isEmpty: true, isComplete: false, isValid: false, isFocused: false, value: "" };
  return { name, elementType, isRequired, ...nothing };
}
