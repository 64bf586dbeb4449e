/**
 * Containers of the client. They can be used at once while their code loads; calls run in order when it has arrived.
 * Awaited, they become the container itself. Invalid options reject an awaited container with their error code and are
 * logged otherwise.
 */
import type { CollectElement } from "../elements/element.ts";
import type { CollectElementOptions, ElementHandler, ElementReport } from "../elements/options.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { log } from "../log/log.ts";
import type { ElementEvent } from "../wire/elements.ts";
import { invokeCallback } from "../core/invoke_callback.ts";
import type { CollectContainer } from "./collect_container.ts";
import type { ComposableContainer } from "./composable.ts";

/** The container that a `PayrailsCollectContainer` becomes, by its `containerType`. */
export type ClientContainer = CollectContainer | ComposableContainer;

function logFault(cause: unknown): void {
  if (cause instanceof SdkError) log(cause);
  else invokeCallback(() => Promise.reject(cause));
}

/** A container that failed to load was already logged. */
function later<T>(ready: PromiseLike<T>, act: (made: T) => unknown): void {
  ready.then((made) => {
    try {
      act(made);
    } catch (cause) {
      logFault(cause);
    }
  }, () => {});
}

/** A container replaces the one before it, so it opens after the previous one's pending calls. */
let before: Promise<void> = Promise.resolve();

function nextTask(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}

/** A container that loads in the background. Its methods are those of the container it becomes. */
export class LazyContainer implements PromiseLike<ClientContainer> {
  /** Resolves to the container once its code has loaded; rejects with the code of an invalid option. */
  readonly then: Promise<ClientContainer>["then"];

  readonly #ready: Promise<ClientContainer>;

  private constructor(open: () => Promise<ClientContainer>) {
    this.#ready = before.then(open);
    before = this.#ready.then(nextTask, nextTask);
    this.then = this.#ready.then.bind(this.#ready);
    this.#ready.catch(logFault);
  }

  /** Mounts a `COMPOSABLE` container. Elements of a `COLLECT` container are mounted one by one. */
  readonly mount = this.#act("mount");
  /** Removes every frame and clears its fields. */
  readonly unmount = this.#act("unmount");
  /** Clears every field and its error. */
  readonly reset = this.#act("reset");
  /** Validates all fields and shows their errors. `invalid` lists the names of the elements that are not valid. */
  readonly validate = this.#ask("validate");
  /**
   * Encrypts the fields for the vault. Rejects with `payrails:card_form:complete_and_valid_inputs_required` when a
   * field is not valid, and with `payrails:client:collect_container.*` when the container could not be created.
   */
  readonly collect = this.#ask("collect");
  /**
   * Collects the fields and stores them. Resolves to the vault's answer; rejects as `collect` does, and with
   * `payrails:api:*` when the call fails.
   */
  readonly tokenize = this.#ask("tokenize");

  /** @internal */
  static open(open: () => Promise<ClientContainer>): LazyContainer {
    return new LazyContainer(open);
  }

  /** @internal Undefined when the container failed to load. */
  bin(): Promise<string | undefined> {
    return this.#ready.then(({ bin }) => bin, () => undefined);
  }

  /** Creates an element, as `create` of a container. */
  createCollectElement(options: CollectElementOptions): LazyElementHandle {
    return new LazyElementHandle(options, this.#ready);
  }

  #act<K extends "mount" | "unmount" | "reset">(name: K) {
    return (...args: Parameters<ComposableContainer[K]>): this => {
      later(this.#ready, (container) => Reflect.apply(container[name], container, args));
      return this;
    };
  }

  #ask<K extends "validate" | "collect" | "tokenize">(name: K) {
    return async (...args: Parameters<ClientContainer[K]>): Promise<Awaited<ReturnType<ClientContainer[K]>>> => {
      const container = await this.#ready;
      return Reflect.apply(container[name], container, args);
    };
  }
}

type ElementAct =
  | "mount"
  | "unmount"
  | "on"
  | "off"
  | "update"
  | "setAttribute"
  | "setError"
  | "resetError"
  | "setValue"
  | "clearValue"
  | "reset"
  | "focus";

const FIELD_EVENTS = ["change", "focus", "blur", "ready"] as const;
/** Events of a field that `on` can end by the function it returns. */
export type FieldEventName = (typeof FIELD_EVENTS)[number];

/** The element itself refuses an unknown event. */
function parseEvent(name: string): ElementEvent {
  return name as ElementEvent;
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
    const { type: elementType, required: isRequired = false } = this.options;
    const nothing = { isEmpty: true, isComplete: false, isValid: false, isFocused: false, value: "" };
    return this.#element?.getState() ?? { name: this.name, elementType, isRequired, ...nothing };
  }

  /** Mounts the element into an element of the page, a selector or a bare id; for `COLLECT` containers. */
  readonly mount = this.#act("mount");
  /** Removes the element's frame and clears the field. */
  readonly unmount = this.#act("unmount");
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
  on(name: ElementEvent, handler: ElementHandler): this;
  on(name: FieldEventName | ElementEvent, handler: ElementHandler): this | (() => void) {
    const event = FIELD_EVENTS.find((known) => known === name)?.toUpperCase() ?? name;
    this.#on(parseEvent(event), handler);
    return event === name ? this : () => void this.off(parseEvent(event), handler);
  }
  /** Removes a listener. */
  readonly off = this.#act("off");
  /** Changes texts, styles or `required`; all other options stay as they are. */
  readonly update = this.#act("update");
  /** Changes `label` or `placeholder`. */
  readonly setAttribute = this.#act("setAttribute");
  /** Shows the merchant's own error text at the field. */
  readonly setError = this.#act("setError");
  /** Removes the error text set by `setError`. */
  readonly resetError = this.#act("resetError");
  /** Has no effect in a payment session, whose fields can be filled by the shopper only; warns in the console. */
  readonly setValue = this.#act("setValue");
  /** Has no effect in a payment session; use `reset`. */
  readonly clearValue = this.#act("clearValue");
  /** Clears the field. */
  readonly reset = this.#act("reset");
  /** Moves the focus to the field. */
  readonly focus = this.#act("focus");

  readonly #on = this.#act("on");

  #act<K extends ElementAct>(name: K) {
    return (...args: Parameters<CollectElement[K]>): this => {
      later(this.#ready, (element) => Reflect.apply(element[name], element, args));
      return this;
    };
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
