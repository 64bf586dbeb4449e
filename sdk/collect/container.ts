/**
 * The common base of both kinds of containers: elements with unique names, frames, collect, validate, tokenize and
 * unmount.
 */
import { omitUndefined } from "../core/omit_undefined.ts";
import { checkElement } from "../elements/check_element.ts";
import { shown } from "../elements/check_text.ts";
import { CollectElement, type ElementPlace } from "../elements/element.ts";
import { SdkError } from "../errors/sdk_error.ts";
import type { CollectElementOptions } from "../elements/options.ts";
import { baseCss, textOf } from "../elements/spec.ts";
import { collectError, refuse } from "../errors/refuse.ts";
import { CardFrame } from "../frames/card_frame.ts";
import { frameName } from "../frames/frame_name.ts";
import { preloadFrame } from "../frames/preload.ts";
import { findMountPoint, type Target } from "../ui/mount_point.ts";
import { listenScheme, schemeOf } from "../ui/scheme.ts";
import type { CollectResult, TokenizeOptions } from "../vault/save_instrument.ts";
import type { Pack } from "../locales/pack.ts";
import type { FieldTexts } from "../wire/frames.ts";
import type { SaveInstrumentResponse } from "../wire/instruments.ts";
import type { ElementSpec, GroupLooks, GroupSetup } from "../wire/elements.ts";
import { CONTROL_HEIGHT_PX, type FromFrameMessage, ROW_CHROME_PX } from "../wire/frames.ts";
import { parseFromGroup } from "../wire/from_frame/group.ts";
import { checkContainerOptions } from "./check_collect.ts";
import type { ContainerContext, FrameRequest } from "./container_context.ts";
import type { ContainerValidation, FinishOptions } from "./finish.ts";
import type { CollectOptions, ContainerOptions } from "./options.ts";

const FRAME_TITLE = "Card details";

/** What both kinds of containers can do. */
export abstract class Container {
  /** Random UUID that ties the container's frames together. */
  readonly containerId = crypto.randomUUID();
  /** @internal */
  protected readonly elements = new Map<string, CollectElement>();
  readonly #url: string;
  /** The open frames, and what redraws each in the current colour scheme. */
  readonly #frames = new Map<CardFrame, () => void>();
  /** Ends that the open frames follow the scheme of the device. */
  #unfollow: (() => void) | undefined;
  #stopPreload: (() => void) | undefined;

  /** @internal */
  protected readonly context: ContainerContext;
  /** @internal */
  protected readonly options: ContainerOptions;

  /** @internal */
  constructor(context: ContainerContext, options: ContainerOptions = {}) {
    this.context = context;
    this.options = options;
    checkContainerOptions(options);
    const url = new URL("/card/5/", context.vaultUrl);
    url.searchParams.set("v", context.vaultId);
    url.searchParams.set("e", "1");
    this.#url = url.href;
    this.#stopPreload = preloadFrame(this.#url);
  }

  /**
   * Creates an element. Mount it with `element.mount`, or with `mount` of a composable container.
   *
   * @throws `payrails:client:collect_container.*` for an invalid option or a name that is taken,
   * `payrails:card_form:element_not_mounted` when a rule compares with an element of another container
   */
  create(options: CollectElementOptions): CollectElement {
    const isElement = (value: unknown) => this.#isOwn(value);
    checkElement(options, isElement);
    const element: CollectElement = new CollectElement(options, {
      place: this.placeOf(() => element),
      defaults: {
        table: this.context.table,
        warn: (text) => this.context.logger.warn(text),
        texts: () => textsIn(this.context.language?.pack, options.type),
        errors: this.options.translations?.error,
      },
      logger: this.context.logger,
      isDev: this.context.isDev,
      isElement,
    });
    const { name } = element;
    if (this.elements.has(name)) {
      refuse("duplicate_element_name", { element: name });
    }
    this.#refuseTwice(element.spec);
    this.elements.set(name, element);
    this.context.created?.(element);
    return element;
  }

  /** The frame compares with elements of this container only (S-ERR-31). */
  #isOwn(value: unknown): boolean {
    if (!(value instanceof CollectElement)) return false;
    const { name } = value;
    if (this.elements.get(name) === value) return true;
    throw new SdkError("card_form:element_not_mounted", { params: { element: name } });
  }

  /** As `create`, under the method's name in 5.x. */
  createCollectElement(options: CollectElementOptions): CollectElement {
    return this.create(options);
  }

  /** @internal First digits of the card number. */
  get bin(): string {
    const number = [...this.elements.values()].find(({ type }) => type === "CARD_NUMBER");
    return number?.getState().bin ?? "";
  }

  /** Clears every field and its error, in every environment. */
  reset(): void {
    for (const element of this.elements.values()) element.reset();
  }

  /**
   * Validates all fields and shows their errors. `invalid` lists the names of the elements that are not valid,
   * `fieldErrors` one text for each kind of card field. Every element has to be mounted.
   *
   * @throws `payrails:card_form:element_not_mounted` when an element is not in the page
   */
  async validate(): Promise<ContainerValidation> {
    const { validate } = await loadFinish();
    return await validate(this.#finishing());
  }

  /**
   * Encrypts the fields for the vault. Every element has to be mounted.
   *
   * @example
   * ```ts
   * const container = client.collectContainer({ layout: [1, 2] });
   * container.createCollectElement({ type: "CARD_NUMBER" });
   * container.createCollectElement({ type: "EXPIRATION_DATE" });
   * container.createCollectElement({ type: "CVV" });
   * container.mount("#card");
   * const { encryptedData, vaultProviderConfigId } = await container.collect();
   * ```
   *
   * @throws `payrails:card_form:complete_and_valid_inputs_required` when a field is not valid,
   * `payrails:card_form:element_not_mounted` when an element is not in the page, `payrails:client:collect_container.*`
   * for an invalid option or bearer token
   */
  async collect(options: CollectOptions = {}): Promise<CollectResult> {
    const { collect } = await loadFinish();
    return await collect(this.#finishing(), options);
  }

  /**
   * Collects the fields and stores them. Resolves to the vault's answer, unchanged (S-VAULT-12).
   *
   * @throws what `collect` throws, `payrails:api:url_not_found` without an address to store at, `payrails:api:*` when
   * the call fails
   */
  async tokenize(options: TokenizeOptions & CollectOptions = {}): Promise<SaveInstrumentResponse> {
    const { tokenize } = await loadFinish();
    return await tokenize(this.#finishing(), options);
  }

  /** Removes every frame and clears its fields. */
  unmount(): void {
    this.#stopPreload?.();
    this.#stopPreload = undefined;
    this.closeFrames();
    for (const element of this.elements.values()) element.forget();
  }

  /** @internal Shows the texts of the client's language as it is now, those of fields that are not mounted, too. */
  retext(): void {
    for (const element of this.elements.values()) element.update({});
    this.#restyle();
  }

  /** @internal */
  protected findPlace(target: Target): Element {
    try {
      return findMountPoint(target);
    } catch (cause) {
      throw collectError("mount_failed", { params: { target: shown(target) }, cause });
    }
  }

  /** @internal */
  protected abstract placeOf(element: () => CollectElement): ElementPlace;
  /** @internal */
  protected abstract closeFrames(): void;
  /** @internal The frame that can read all fields, once all are mounted. */
  protected abstract leadFrame(): CardFrame | undefined;

  /** @internal */
  protected openFrame(
    host: HTMLElement,
    { element, role, layout, elements, minDelayMs = 0, ready, failed }: FrameRequest,
  ): CardFrame {
    this.#stopPreload?.();
    const { logger, controlPx = CONTROL_HEIGHT_PX } = this.context;
    const texts = () => ({ ...this.context.language?.pack?.form, ...this.options.translations });
    const rows = layout.filter((count) => count > 0).length;
    const textareas = elements().filter(({ type }) => type === "textarea").length;
    const title = () =>
      (role === "element" && elements()[0]?.spec.label) || this.options.title || texts().title || FRAME_TITLE;
    const frame = new CardFrame(host, {
      url: this.#url,
      title: title(),
      get notice() {
        return texts();
      },
      name: frameName(element, this.containerId, logger.level),
      heightPx: (rows + textareas) * controlPx + rows * ROW_CHROME_PX,
      isHidden: role === "controller",
      minDelayMs,
      setup: () => ({ type: "group", setup: this.#setup(host, { role, layout, elements }) }),
      parse: parseFromGroup,
      receive: (message) => this.#receive(message, elements(), ready),
      fail: (error) => {
        logger.error(error);
        for (const each of elements()) each.emit("ERROR");
        failed?.();
      },
    });
    const follow = () => frame.update(this.#looks(host).scheme, title());
    follow();
    if (this.#frames.size === 0) this.#unfollow = listenScheme(this.#restyle);
    this.#frames.set(frame, () => {
      follow();
      frame.send({ type: "element_restyle", looks: this.#looks(host) });
    });
    return frame;
  }

  /** @internal */
  protected closeFrame(frame: CardFrame | undefined): void {
    frame?.close();
    if (frame === undefined || !this.#frames.delete(frame) || this.#frames.size > 0) return;
    this.#unfollow?.();
  }

  #restyle = (): void => this.#frames.forEach((restyle) => restyle());

  #looks(host: HTMLElement): GroupLooks {
    const { colorScheme, appearance, language } = this.context;
    const isRightToLeft = language?.pack ? language.isRightToLeft : getComputedStyle(host).direction === "rtl";
    return {
      language: (language?.pack && language.tag || document.documentElement.lang).slice(0, 35) || "en",
      direction: isRightToLeft ? "rtl" : "ltr",
      scheme: schemeOf(host, colorScheme),
      ...omitUndefined({ appearance }),
    };
  }

  #setup(
    host: HTMLElement,
    { role, layout, elements }: Pick<FrameRequest, "role" | "layout" | "elements">,
  ): GroupSetup {
    return {
      containerId: this.containerId,
      role,
      layout,
      elements: elements().map((element) => {
        // A reloaded document starts empty.
        element.forget();
        return element.spec;
      }),
      rowStyles: baseCss(this.options.styles),
      errorStyles: baseCss(this.options.errorTextStyles),
      ...this.#looks(host),
      isDev: this.context.isDev,
    };
  }

  #receive(message: FromFrameMessage, elements: readonly CollectElement[], ready?: () => void): void {
    switch (message.type) {
      case "ready":
        for (const element of elements) element.emit("READY");
        ready?.();
        return this.context.onReady();
      case "height":
        for (const element of elements) element.emit("HEIGHT");
        return;
      case "element":
        // Loads the code for collecting while the shopper types.
        loadFinish().catch(() => {});
        return elements.find(({ name }) => name === message.state.name)?.receive(message.name, message.state);
      case "log":
        return this.context.logger.write(message.level, message.text);
      default:
    }
  }

  #finishing(): FinishOptions {
    const refused = this.options.translations?.refused;
    return {
      context: this.context,
      elements: [...this.elements.values()],
      lead: () => this.leadFrame(),
      refused: refused === undefined ? this.context.language?.pack?.collect.refused : textOf(refused),
    };
  }

  /** Only radios may share a column of a record; no other column may have two fields. */
  #refuseTwice(spec: ElementSpec): void {
    const { name, type, table, column, skyflowId } = spec;
    const sharesColumn = ({ spec: other }: CollectElement) =>
      other.table === table && other.column === column && other.skyflowId === skyflowId &&
      !(type === "radio" && other.type === "radio");
    if ([...this.elements.values()].some(sharesColumn)) {
      refuse("duplicate_element", { element: name, value: `${table}.${column}` });
    }
  }
}

function loadFinish() {
  return import("./finish.ts");
}

/** A card field has its own sentences, in addition to those of every entry. */
function textsIn(pack: Pack | undefined, type: string): Partial<FieldTexts> | undefined {
  const own: FieldTexts | undefined = pack?.fields[type as keyof Pack["fields"]];
  return pack && { ...own, errors: { ...pack.entries, ...own?.errors } };
}
