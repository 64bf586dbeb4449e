/** An element whose code loads when it is mounted, so that a page downloads only what it shows. */
import { Emitter } from "../emitter/emitter.ts";
import type { ElementEventHandler, ElementEventName } from "../emitter/types.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { log } from "../log/log.ts";
import type { Appearance, ElementMarks } from "../options.ts";
import { mark, marksOf } from "./marks.ts";
import { findMountPoint, type Target } from "./mount_point.ts";
import { createRetry, type NoticeTexts } from "./retry_notice.ts";

/** What an element's code implements; pages use `LazyElement` instead. */
export interface Mountable {
  /** Renders into the place and replaces its content. */
  mount(point: Element): unknown;
  /** Removes what `mount` rendered. */
  unmount(): void;
  /** Changes theme or texts of a mounted element. Each element has texts of its own. */
  update?(options: { readonly appearance?: Appearance; readonly translations?: object }): void;
}

/** What the shopper reads when the code of an element does not load, and a callback beside the handlers of `on`. */
export interface LoadFailure {
  /** The client's language, which may load after the element. */
  readonly language: {
    readonly listen: (listener: () => void) => () => void;
    readonly common: { readonly notLoaded: string };
    readonly pack: { readonly form: { readonly retry: string } } | undefined;
  };
  readonly report?: ((error: SdkError) => void) | undefined;
}

/** What a lazy element gets beside its code; `marks` are the id, classes and test id of its outermost node. */
export interface LazyParts extends Partial<LoadFailure> {
  readonly marks?: ElementMarks | undefined;
  /** Holds the place while the code loads. */
  readonly reserve?: (() => HTMLElement) | undefined;
  /** Whether the shopper may try again after an error other than lost code; default false. */
  readonly mayRetry?: ((error: SdkError) => boolean) | undefined;
  /** Unmounts the element when it is aborted. */
  readonly signal?: AbortSignal;
}

/** Merchants mount twice into one place. The newer element stays. */
const mounted = new WeakMap<Element, Pick<Mountable, "unmount">>();

/**
 * An element of the client. When its code does not load, its place shows a notice and a button that tries again; any
 * other error while it loads is logged and leaves the place empty.
 */
export class LazyElement<T extends Mountable> {
  #point: Element | undefined;
  #element: T | undefined;
  #ready: Promise<T | undefined> = Promise.resolve(undefined);
  /** What a program changed, for the code of each later mount. */
  readonly #changes: ((element: T) => void)[] = [];
  /** Identifies the newest mount: an element may be unmounted and mounted again while its code loads. */
  #turn = 0;
  readonly #load: (events: Emitter) => Promise<T>;
  readonly #events: Emitter;
  readonly #parts: LazyParts;
  #notice: HTMLElement | undefined;
  /** Ends that the notice follows the language. */
  #unlisten: (() => void) | undefined;
  #placeholder: HTMLElement | undefined;

  /** @internal The element's code gets the emitter that its own is part of. */
  constructor(load: (events: Emitter) => Promise<T>, parent?: Emitter, parts: LazyParts = {}) {
    this.#load = load;
    this.#events = new Emitter(undefined, parent);
    this.#parts = parts;
  }

  /**
   * Calls the handler at each event of this name, beside the callbacks of `events`. Returns a function that ends it.
   * Works before the code has loaded, too.
   *
   * @example
   * ```ts
   * client.dropin().on("paymentOptionSelected", ({ paymentMethod }) => console.log(paymentMethod?.paymentMethodCode));
   * ```
   */
  on<N extends ElementEventName>(name: N, handler: ElementEventHandler<N>): () => void {
    return this.#events.on(name, handler);
  }

  /** Ends what `on` began with the same name and handler. */
  off<N extends ElementEventName>(name: N, handler: ElementEventHandler<N>): void {
    this.#events.off(name, handler);
  }

  /** The `id` of the element's outermost node; undefined before it is mounted unless the options name one. */
  get id(): string | undefined {
    return marksOf(this.#point?.firstElementChild, this.#parts.marks).id;
  }

  /** The `data-testid` of that node; undefined where it has none. */
  get dataTestId(): string | undefined {
    return marksOf(this.#point?.firstElementChild, this.#parts.marks).dataTestId;
  }

  /** The selector of that node by its id. */
  get selector(): string {
    return `#${this.id}`;
  }

  /** The place it is mounted into; null before and after. */
  get parentElement(): HTMLElement | null {
    return this.#point instanceof HTMLElement ? this.#point : null;
  }

  /**
   * Mounts the element into an element of the page, a selector or a bare id.
   *
   * @throws `payrails:client:element_missing` when the place does not exist
   */
  mount(target: Target): this {
    const point = findMountPoint(target);
    mounted.get(point)?.unmount();
    this.unmount();
    this.#point = point;
    mounted.set(point, this);
    this.#parts.signal?.addEventListener("abort", this.#end);
    this.#ready = this.#mountInto(point);
    return this;
  }

  /** Removes the element from the page, or cancels a mount whose code still loads. It can be mounted again. */
  unmount(): void {
    if (this.#point !== undefined && mounted.get(this.#point) === this) mounted.delete(this.#point);
    this.#parts.signal?.removeEventListener("abort", this.#end);
    this.#point = undefined;
    this.#turn++;
    this.#placeholder?.remove();
    this.#unlisten?.();
    this.#notice?.remove();
    this.#notice = undefined;
    this.#element?.unmount();
    this.#element = undefined;
  }

  #end = (): void => this.unmount();

  /**
   * Changes the element's appearance, and its texts where its options have them. Works before the element is mounted,
   * too, and stays when it is mounted again.
   */
  update(options: Parameters<NonNullable<T["update"]>>[0]): void {
    this.change((element) => element.update?.(options));
  }

  /** @internal Changes the mounted element, and that of each later mount. */
  change(apply: (element: T) => void): void {
    this.#changes.push(apply);
    if (this.#element !== undefined) apply(this.#element);
  }

  /** True from `mount` to `unmount`, even while the code loads. */
  get isMounted(): boolean {
    return this.#point !== undefined;
  }

  /** @internal Whether the shopper is asked to load the element again. */
  get canRetry(): boolean {
    return this.#notice !== undefined;
  }

  /** The mounted element once its code has loaded; undefined when it was unmounted before or could not be loaded. */
  get ready(): Promise<T | undefined> {
    return this.#ready;
  }

  async #mountInto(point: Element): Promise<T | undefined> {
    const turn = this.#turn;
    this.#placeholder = this.#parts.reserve?.();
    if (this.#placeholder !== undefined) point.replaceChildren(this.#placeholder);
    try {
      const element = await this.#load(this.#events);
      if (this.#turn !== turn) return undefined;
      this.#element = element;
      for (const apply of this.#changes) apply(element);
      const mounting = element.mount(point);
      mark(point.firstElementChild, this.#parts.marks ?? {});
      await mounting;
      return element;
    } catch (cause) {
      const error = cause instanceof SdkError
        ? cause
        : new SdkError("client:unknown", { params: { what: String(cause) }, cause });
      log(error);
      const isLost = error.key === "client:code_not_loaded" || this.#parts.mayRetry?.(error);
      if (this.#turn !== turn) return undefined;
      this.#placeholder?.remove();
      if (isLost) this.#offerRetry(point, error);
      return undefined;
    }
  }

  #offerRetry(point: Element, error: SdkError): void {
    const { language, report } = this.#parts;
    if (language === undefined) return;
    const { root, say } = createRetry(() => this.mount(point), textsOf(language));
    this.#notice = root;
    point.replaceChildren(root);
    this.#unlisten = language.listen(() => say(textsOf(language)));
    report?.(error);
    this.#events.tell("error", error);
  }
}

function textsOf({ common, pack }: LoadFailure["language"]): NoticeTexts {
  return { loadFailed: common.notLoaded, retry: pack?.form.retry };
}
