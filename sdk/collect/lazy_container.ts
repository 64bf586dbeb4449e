/**
 * Containers of the Payrails client: usable at once, as merchants of the published SDK write it (COMPAT 3.3), while their
 * code is on its way; what is asked for is done in order when it is there. Awaited, they are the container itself, and
 * wrong options reject with their code; without it they are logged.
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

/** What never came was logged where it failed. */
function later<T>(ready: PromiseLike<T>, act: (made: T) => unknown): void {
  ready.then((made) => {
    try {
      act(made);
    } catch (cause) {
      logFault(cause);
    }
  }, () => {});
}

/** A container takes the place of the one before it, so it opens when what waited for that one is done. */
let before: Promise<void> = Promise.resolve();

function nextTask(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}

export class LazyContainer implements PromiseLike<ClientContainer> {
  readonly then: Promise<ClientContainer>["then"];

  private readonly ready: Promise<ClientContainer>;

  constructor(open: () => Promise<ClientContainer>) {
    this.ready = before.then(open);
    before = this.ready.then(nextTask, nextTask);
    this.then = this.ready.then.bind(this.ready);
    this.ready.catch(logFault);
  }

  readonly mount = this.#act("mount");
  readonly unmount = this.#act("unmount");
  readonly reset = this.#act("reset");
  readonly validate = this.#ask("validate");
  readonly collect = this.#ask("collect");
  readonly tokenize = this.#ask("tokenize");

  /** @internal Undefined when the container never came. */
  bin(): Promise<string | undefined> {
    return this.ready.then(({ bin }) => bin, () => undefined);
  }

  createCollectElement(options: CollectElementOptions): LazyElementHandle {
    return new LazyElementHandle(options, this.ready);
  }

  #act<K extends "mount" | "unmount" | "reset">(name: K) {
    return (...args: Parameters<ComposableContainer[K]>): this => {
      later(this.ready, (container) => Reflect.apply(container[name], container, args));
      return this;
    };
  }

  #ask<K extends "validate" | "collect" | "tokenize">(name: K) {
    return async (...args: Parameters<ClientContainer[K]>): Promise<Awaited<ReturnType<ClientContainer[K]>>> => {
      const container = await this.ready;
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

export class LazyElementHandle {
  #element: CollectElement | undefined;
  readonly #ready: Promise<CollectElement>;

  constructor(private readonly options: CollectElementOptions, container: Promise<ClientContainer>) {
    this.#ready = container.then((made) => this.#element = made.create(withElements(options)));
    // A container that never came was logged as such.
    this.#ready.catch((cause) => container.then(() => logFault(cause), () => {}));
  }

  /** @internal What rules of other elements compare with. */
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

/** Rules name the other element by what stands for it. */
function withElements(options: CollectElementOptions): CollectElementOptions {
  if (!Array.isArray(options?.validations)) return options;
  const validations = options.validations.map((rule) => {
    const other: unknown = rule?.params?.element;
    return other instanceof LazyElementHandle ? { ...rule, params: { ...rule.params, element: other.element } } : rule;
  });
  return { ...options, validations };
}
