/**
 * Containers of the client. They can be used at once while their code loads; calls run in order when it has arrived.
 * Awaited, they become the container itself. Invalid options reject an awaited container with their error code and are
 * logged otherwise.
 */
import type { CollectElement } from "../elements/element.ts";
import type { CollectElementOptions, ElementReport } from "../elements/options.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { log } from "../log/log.ts";
import { invokeCallback } from "../core/invoke_callback.ts";
import type { CollectContainer } from "./collect_container.ts";
import type { ComposableContainer } from "./composable.ts";

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
  readonly then: Promise<ClientContainer>["then"];

  readonly #ready: Promise<ClientContainer>;

  private constructor(open: () => Promise<ClientContainer>) {
    this.#ready = before.then(open);
    before = this.#ready.then(nextTask, nextTask);
    this.then = this.#ready.then.bind(this.#ready);
    this.#ready.catch(logFault);
  }

  readonly mount = this.#act("mount");
  readonly unmount = this.#act("unmount");
  readonly reset = this.#act("reset");
  readonly validate = this.#ask("validate");
  readonly collect = this.#ask("collect");
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

  get name(): string {
    return this.#element?.name ?? this.options?.name ?? "";
  }

  getState(): ElementReport {
    const { type: elementType, required: isRequired = false } = this.options;
    const nothing = { isEmpty: true, isComplete: false, isValid: false, isFocused: false, value: "" };
    return this.#element?.getState() ?? { name: this.name, elementType, isRequired, ...nothing };
  }

  readonly mount = this.#act("mount");
  readonly unmount = this.#act("unmount");
  readonly on = this.#act("on");
  readonly off = this.#act("off");
  readonly update = this.#act("update");
  readonly setAttribute = this.#act("setAttribute");
  readonly setError = this.#act("setError");
  readonly resetError = this.#act("resetError");
  readonly setValue = this.#act("setValue");
  readonly clearValue = this.#act("clearValue");
  readonly reset = this.#act("reset");
  readonly focus = this.#act("focus");

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
