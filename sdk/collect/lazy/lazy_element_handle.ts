/** Secure fields of a container that still loads: each call runs on the field when its code has arrived. */
import type { CollectElement } from "../../elements/element.ts";
import type { CollectElementOptions, ElementHandler, ElementReport } from "../../elements/options.ts";
import type { Target } from "../../ui/mount_point.ts";
import type { ElementEvent } from "../../wire/elements.ts";
import type { Anything } from "../../wire/published/open_types.ts";
import type { ClientContainer } from "../client_container.ts";
import { logFault, whenReady } from "./when_ready.ts";

/** Events of a field. */
const FIELD_EVENTS = ["change", "focus", "blur", "ready"] as const;
/** Events of a field that `on` can end by the function it returns. */
export type FieldEventName = (typeof FIELD_EVENTS)[number];

/** The element itself refuses an unknown event. */
function asEvent(name: string): ElementEvent {
  return name as ElementEvent;
}

/** The element itself refuses what is not a function. */
function asHandler(handler: unknown): ElementHandler {
  return handler as ElementHandler;
}

/** The element itself refuses what is not a place to mount. */
function asTarget(target: unknown): Target {
  return target as Target;
}

/** An element of a container that loads in the background. Its methods are those of the element it becomes. */
export class LazyElementHandle {
  #element: CollectElement | undefined;
  readonly #ready: Promise<CollectElement>;

  /** @internal */
  constructor(private readonly options: CollectElementOptions, container: Promise<ClientContainer>) {
    this.#ready = container.then((made) => this.#element = made.create(withElements(options)));
    // A failure of the container itself was already logged.
    this.#ready.catch((cause) => container.then(() => logFault(cause), () => {}));
  }

  /** @internal The loaded element, which match rules of other elements refer to. */
  get element(): CollectElement | undefined {
    return this.#element;
  }

  /** The element's name; empty until the code has loaded when the options give none. */
  get name(): string {
    return this.#element?.name ?? this.options?.name ?? "";
  }

  /** The element's state as last reported; that of an empty field until the code has loaded. */
  getState(): ElementReport {
    // Of all types these are the card's.
    const { type: elementType, required = /^[CE]/.test(elementType) } = this.options;
    const nothing = { isEmpty: true, isComplete: false, isValid: false, isFocused: false, value: "" };
    return this.#element?.getState() ?? { name: this.name, elementType, required, isRequired: required, ...nothing };
  }

  /** Whether the value is valid, as last reported; false until the code has loaded. */
  isValidElement(): boolean {
    return this.#element?.isValidElement() ?? false;
  }

  /** Mounts the element into an element of the page, a selector or a bare id; for `COLLECT` containers. */
  mount(target: Anything<Target>): this {
    return this.#whenReady((element) => element.mount(asTarget(target)));
  }

  /** Removes the element's frame and clears the field. */
  unmount(): this {
    return this.#whenReady((element) => element.unmount());
  }

  /**
   * Calls the handler at each event of this name. A name in lower case returns a function that ends it; one in upper
   * case, as in 5.x, returns the element. Invalid events are logged.
   *
   * @example
   * ```ts
   * const container = client.collectContainer({ containerType: "COLLECT" });
   * const number = container.createCollectElement({ type: "CARD_NUMBER" });
   * const stop = number.on("change", ({ isValid, network }) => console.log(isValid, network));
   * number.on("FOCUS", () => console.log("focused"));
   * stop();
   * ```
   */
  on(name: FieldEventName, handler: ElementHandler): () => void;
  /** As above, by the event's 5.x name; returns the field. */
  on(name: ElementEvent, handler: Anything<ElementHandler>): this;
  on(name: FieldEventName | ElementEvent, given: Anything<ElementHandler>): this | (() => void) {
    const event = FIELD_EVENTS.find((known) => known === name)?.toUpperCase() ?? name;
    const handler = asHandler(given);
    this.#whenReady((element) => element.on(asEvent(event), handler));
    return event === name ? this : () => void this.off(asEvent(event), handler);
  }

  /** Removes a listener. */
  off(event: ElementEvent, handler: ElementHandler): this {
    return this.#whenReady((element) => element.off(event, handler));
  }

  /** Changes texts, styles or `required`; all other options stay as they are. */
  update(changes: Partial<CollectElementOptions>): this {
    return this.#whenReady((element) => element.update(changes));
  }

  /** Changes `label` or `placeholder`; other names are ignored with a warning. */
  setAttribute(name: string, value: string | number): this {
    return this.#whenReady((element) => element.setAttribute(name, value));
  }

  /** Shows the merchant's own error text at the field. */
  setError(text: string): this {
    return this.#whenReady((element) => element.setError(text));
  }

  /** Removes the error text set by `setError`. */
  resetError(): this {
    return this.#whenReady((element) => element.resetError());
  }

  /** Has no effect in a payment session, whose fields can be filled by the shopper only; warns in the console. */
  setValue(value: string): this {
    return this.#whenReady((element) => element.setValue(value));
  }

  /** Clears the field, as `reset`. */
  clearValue(): this {
    return this.reset();
  }

  /** Clears the field. */
  reset(): this {
    return this.#whenReady((element) => element.reset());
  }

  /** Moves the focus to the field. */
  focus(): this {
    return this.#whenReady((element) => element.focus());
  }

  #whenReady(act: (element: CollectElement) => unknown): this {
    whenReady(this.#ready, act);
    return this;
  }
}

/** Replaces the handles in match rules by their loaded elements. */
function withElements(options: CollectElementOptions): CollectElementOptions {
  if (!Array.isArray(options?.validations)) return options;
  const validations = options.validations.map((rule) => {
    const other: unknown = rule?.params?.element;
    return other instanceof LazyElementHandle ? { ...rule, params: { ...rule.params, element: other.element } } : rule;
  });
  return { ...options, validations };
}
