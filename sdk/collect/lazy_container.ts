/**
 * Containers of the Payrails client: usable at once, as merchants of the published SDK write it (COMPAT 3.3), while their
 * code is on its way; what is asked for is done in order when it is there. Awaited, they are the container itself, and
 * wrong options reject with their code; without it they are logged.
 */
import type { CollectElement } from "../elements/element.ts";
import type { CollectElementOptions, ElementHandler, ElementReport } from "../elements/options.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { log } from "../log/log.ts";
import type { Target } from "../ui/mount_point.ts";
import type { TokenizeOptions } from "../vault/save_instrument.ts";
import type { ElementEvent } from "../wire/elements.ts";
import type { CollectContainer } from "./collect_container.ts";
import type { ComposableContainer } from "./composable.ts";
import type { CollectOptions, CollectResult } from "./options.ts";

export type ClientContainer = CollectContainer | ComposableContainer;

function logFault(cause: unknown): void {
  log(cause instanceof SdkError ? cause : new SdkError("client:unknown", { params: { what: String(cause) }, cause }));
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

  createCollectElement(options: CollectElementOptions): LazyElementHandle {
    return new LazyElementHandle(options, this.ready);
  }

  create(options: CollectElementOptions): LazyElementHandle {
    return this.createCollectElement(options);
  }

  mount(target: Target): this {
    later(this.ready, (container) => container.mount(target));
    return this;
  }

  unmount(): void {
    later(this.ready, (container) => container.unmount());
  }

  reset(): void {
    later(this.ready, (container) => container.reset());
  }

  async validate() {
    return (await this.ready).validate();
  }

  async collect(options?: CollectOptions): Promise<CollectResult> {
    return (await this.ready).collect(options);
  }

  async tokenize(options?: TokenizeOptions & CollectOptions): Promise<unknown> {
    return (await this.ready).tokenize(options);
  }
}

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

  mount(target: Target): this {
    return this.#later((element) => element.mount(target));
  }

  unmount(): void {
    this.#later((element) => element.unmount());
  }

  on(event: ElementEvent, handler: ElementHandler): this {
    return this.#later((element) => element.on(event, handler));
  }

  update(changes: Partial<CollectElementOptions>): void {
    this.#later((element) => element.update(changes));
  }

  setAttribute(name: string, value: string): void {
    this.#later((element) => element.setAttribute(name, value));
  }

  setError(text: string): void {
    this.#later((element) => element.setError(text));
  }

  resetError(): void {
    this.#later((element) => element.resetError());
  }

  focus(): void {
    this.#later((element) => element.focus());
  }

  #later(act: (element: CollectElement) => unknown): this {
    later(this.#ready, act);
    return this;
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
