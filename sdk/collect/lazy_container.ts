/**
 * Containers of the client. They can be used at once while their code loads; calls run in order when it has arrived.
 * Awaited, they become the container itself. Invalid options reject an awaited container with their error code and are
 * logged otherwise.
 */
import type { CollectElement } from "../elements/element.ts";
import type { BinLookup } from "../api/bin.ts";
import type { CollectElementOptions, ElementHandler, ElementReport } from "../elements/options.ts";
import type { CollectResult, TokenizeOptions } from "../vault/save_instrument.ts";
import type { SaveInstrumentResponse } from "../wire/instruments.ts";
import type { ContainerValidation } from "./finish.ts";
import type { CollectOptions } from "./options.ts";
import type { Target } from "../ui/mount_point.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { log } from "../log/log.ts";
import type { ElementEvent } from "../wire/elements.ts";
import type { Anything, Loose } from "../wire/published/open_types.ts";
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

/** What a container asks its client. */
interface ContainerPorts {
  /** Whether the session has an address to look cards up at. */
  readonly hasLookup: () => boolean;
  /** Looks a card up by its first 6 to 8 digits; undefined when the service knows nothing of it. */
  readonly lookUp: (bin: string) => Promise<BinLookup | undefined>;
}

/** A container that loads in the background. Its methods are those of the container it becomes. */
export class LazyContainer implements PromiseLike<ClientContainer> {
  /** Resolves to the container once its code has loaded; rejects with the code of an invalid option. */
  readonly then: Promise<ClientContainer>["then"];

  /** The id that programs for 5.x read. The page's own place keeps its id. */
  readonly id = "payrails-container-wrapper";
  /** As `id`. */
  readonly dataTestId = "payrails-container-wrapper";
  /** As `id`. */
  readonly className = "payrails-container-wrapper";

  readonly #ready: Promise<ClientContainer>;
  readonly #ports: ContainerPorts;
  #container: ClientContainer | undefined;

  /**
   * Programs for 5.x may call it with a vault client, which no package exports; it throws then.
   *
   * @throws `payrails:client:container_without_session`: `client.collectContainer` makes containers
   */
  constructor(open: Loose<() => Promise<ClientContainer>>, ports: Loose<ContainerPorts>) {
    if (typeof open !== "function") throw new SdkError("client:container_without_session");
    this.#ports = ports;
    this.#ready = before.then<ClientContainer>(open);
    this.#ready.then((made) => this.#container = made, () => {});
    before = this.#ready.then(nextTask, nextTask);
    this.then = this.#ready.then.bind(this.#ready);
    this.#ready.catch(logFault);
  }

  /** First digits of the card number as typed so far: 8 at most, 6 of American Express. */
  get bin(): string {
    return this.#container?.bin ?? "";
  }

  /** Whether the session has a BIN look-up. */
  get isBinLookupEnabled(): boolean {
    return this.#ports.hasLookup();
  }

  /** Mounts a `COMPOSABLE` container. Elements of a `COLLECT` container are mounted one by one. */
  mount(target: Target): this {
    return this.#later((container) => container.mount(target));
  }

  /** Removes every frame and clears its fields. */
  unmount(): this {
    return this.#later((container) => container.unmount());
  }

  /** Clears every field and its error. */
  reset(): this {
    return this.#later((container) => container.reset());
  }

  /** Looks up a card by its first digits: 6 at least, 8 are used. Only `bin` is known when the look-up fails. */
  async fetchBinLookup(bin: string): Promise<BinLookup> {
    return await this.#ports.lookUp(bin) ?? { bin };
  }

  /** Validates all fields and shows their errors, as `validate` of a container. */
  async validate(): Promise<ContainerValidation> {
    return await (await this.#ready).validate();
  }

  /**
   * Encrypts the fields for the vault. Rejects with `payrails:card_form:complete_and_valid_inputs_required` when a
   * field is not valid, and with `payrails:client:collect_container.*` when the container could not be created.
   */
  async collect(options?: CollectOptions): Promise<CollectResult> {
    return await (await this.#ready).collect(options);
  }

  /**
   * Collects the fields and stores them. Resolves to the vault's answer; rejects as `collect` does, and with
   * `payrails:api:*` when the call fails.
   */
  async tokenize(options?: TokenizeOptions & CollectOptions): Promise<SaveInstrumentResponse> {
    return await (await this.#ready).tokenize(options);
  }

  /** As `new`, under the name of 5.x. */
  static init(client: Loose<object>, options: Loose<object>): LazyContainer {
    return new LazyContainer(client, options);
  }

  /** @internal */
  static open(open: () => Promise<ClientContainer>, ports: ContainerPorts): LazyContainer {
    return new LazyContainer(open, ports);
  }

  /** @internal Undefined when the container failed to load. */
  get known(): Promise<ClientContainer | undefined> {
    return this.#ready.then((container) => container, () => undefined);
  }

  /** Creates an element, as `create` of a container. */
  createCollectElement(options: CollectElementOptions): LazyElementHandle {
    return new LazyElementHandle(options, this.#ready);
  }

  #later(act: (container: ClientContainer) => unknown): this {
    later(this.#ready, act);
    return this;
  }
}

/** Events of a field. */
const FIELD_EVENTS = ["change", "focus", "blur", "ready"] as const;
/** Events of a field that `on` can end by the function it returns. */
export type FieldEventName = (typeof FIELD_EVENTS)[number];

/** The element itself refuses an unknown event. */
function parseEvent(name: string): ElementEvent {
  return name as ElementEvent;
}

/** The element itself refuses what is no function. */
function parseHandler(handler: unknown): ElementHandler {
  return handler as ElementHandler;
}

/** The element itself refuses what is no place. */
function parseTarget(target: unknown): Target {
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
    const { type: elementType, required = false } = this.options;
    const nothing = { isEmpty: true, isComplete: false, isValid: false, isFocused: false, value: "" };
    return this.#element?.getState() ?? { name: this.name, elementType, required, isRequired: required, ...nothing };
  }

  /** Whether the value is valid, as last reported; false until the code has loaded. */
  isValidElement(): boolean {
    return this.#element?.isValidElement() ?? false;
  }

  /** Mounts the element into an element of the page, a selector or a bare id; for `COLLECT` containers. */
  mount(target: Anything<Target>): this {
    return this.#later((element) => element.mount(parseTarget(target)));
  }

  /** Removes the element's frame and clears the field. */
  unmount(): this {
    return this.#later((element) => element.unmount());
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
  /** As above, by the event's name of 5.x; answers the field. */
  on(name: ElementEvent, handler: Anything<ElementHandler>): this;
  on(name: FieldEventName | ElementEvent, given: Anything<ElementHandler>): this | (() => void) {
    const event = FIELD_EVENTS.find((known) => known === name)?.toUpperCase() ?? name;
    const handler = parseHandler(given);
    this.#later((element) => element.on(parseEvent(event), handler));
    return event === name ? this : () => void this.off(parseEvent(event), handler);
  }

  /** Removes a listener. */
  off(event: ElementEvent, handler: ElementHandler): this {
    return this.#later((element) => element.off(event, handler));
  }

  /** Changes texts, styles or `required`; all other options stay as they are. */
  update(changes: Partial<CollectElementOptions>): this {
    return this.#later((element) => element.update(changes));
  }

  /** Changes `label` or `placeholder`; other names are ignored with a warning. */
  setAttribute(name: string, value: string | number): this {
    return this.#later((element) => element.setAttribute(name, value));
  }

  /** Shows the merchant's own error text at the field. */
  setError(text: string): this {
    return this.#later((element) => element.setError(text));
  }

  /** Removes the error text set by `setError`. */
  resetError(): this {
    return this.#later((element) => element.resetError());
  }

  /** Has no effect in a payment session, whose fields can be filled by the shopper only; warns in the console. */
  setValue(value: string): this {
    return this.#later((element) => element.setValue(value));
  }

  /** Clears the field, as `reset`. */
  clearValue(): this {
    return this.reset();
  }

  /** Clears the field. */
  reset(): this {
    return this.#later((element) => element.reset());
  }

  /** Moves the focus to the field. */
  focus(): this {
    return this.#later((element) => element.focus());
  }

  #later(act: (element: CollectElement) => unknown): this {
    later(this.#ready, act);
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
