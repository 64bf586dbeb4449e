/**
 * The card form as merchants hold it: it mounts the frame, reports what the page may know, and collects a sealed card.
 */
import { type BinLookup, MAX_DIGITS } from "../api/bin.ts";
import { omitUndefined } from "../core/omit_undefined.ts";
import { SHORT_NUMBERS } from "../card/short_numbers.ts";
import { SdkError } from "../errors/sdk_error.ts";
import type { Loose } from "../wire/published/open_types.ts";
import type { CardNetwork, ValidationEvent } from "../events.ts";
import { CardFrame } from "../frames/card_frame.ts";
import { log } from "../log/log.ts";
import { levelOf } from "../observability/telemetry.ts";
import { emitterOf } from "../element_context.ts";
import { callbacksOf } from "../emitter/callbacks.ts";
import type { ElementEventHandler, ElementEventName } from "../emitter/types.ts";
import type { FormContext } from "./form_context.ts";
import type { CardFormOptions, CardFormUpdate, CollectedValues } from "./options.ts";
import type { Appearance, InstallmentConfig } from "../options.ts";
import { applyTheme } from "../ui/appearance.ts";
import { mark, marksOf } from "../ui/marks.ts";
import { loadCode } from "../ui/load_code.ts";
import { findMountPoint, type Target } from "../ui/mount_point.ts";
import type { TokenizeOptions } from "../vault/save_instrument.ts";
import type { SaveInstrumentResponse } from "../wire/instruments.ts";
import { parseFromForm } from "../wire/from_frame/form.ts";
import type { ElementType, FormSetup, FromFrameMessage } from "../wire/frames.ts";
import { checkFields, sealCard } from "./ask_frame.ts";
import { changeOf, EMPTY_FORM, fieldChangeOf, fieldErrorsOf, reduce } from "./card_form_state.ts";
import { type CardFormView, createView } from "./card_form_view.ts";
import type { CoBadgedChoice } from "./co_badged_choice.ts";
import { LazyExtras } from "./extras/lazy_extras.ts";
import { layoutOf, type Rows } from "./setup/layout.ts";
import type { Configuration } from "../session/read_config.ts";
import { listenScheme, schemeOf } from "../ui/scheme.ts";
import { reservedHeightPx } from "./setup/theme.ts";
import { formUrl } from "../frames/form_url.ts";
import { frameName } from "../frames/frame_name.ts";
import { setupOf } from "./setup/setup.ts";
import { FIELDS, FORM, formTextsOf, saveLabelOf, textsOf } from "./setup/texts.ts";

/** A form with fixed rows: the security code of a stored card. */
export interface FixedForm {
  readonly rows: Rows;
  readonly brand: NonNullable<FormSetup["brand"]>;
}

type Listener = (event: "changed" | "submitted") => void;

/** Merchants mount twice into one place and empty it in between. The newer form stays. */
const mounted = new WeakMap<Element, CardForm>();

/** Card fields in a frame of the provider's origin. The page never sees the card number. */
export class CardForm {
  #state = EMPTY_FORM;
  #frame: CardFrame | undefined;
  #view: CardFormView | undefined;
  /** The page may have emptied it meanwhile, so that the view no longer tells. */
  #point: Element | undefined;
  #options: CardFormOptions;
  readonly #rows: Rows;
  readonly #events;
  readonly #listeners = new Set<Listener>();
  readonly #extras: LazyExtras;
  #networks: CoBadgedChoice | undefined;
  #isLocked = false;
  #unlisten: (() => void) | undefined;

  /** @internal */
  constructor(options: CardFormOptions, private readonly context: FormContext, private readonly fixed?: FixedForm) {
    const given = omitUndefined({
      ...context.initOptions.paymentMethodsConfiguration?.cards,
      ...omitUndefined({ ...options }),
    });
    this.#rows = fixed?.rows ?? layoutOf(given);
    this.#events = emitterOf(context, callbacksOf(() => this.#options.events));
    this.#options = fixed === undefined ? given : { ...options, showAddressSelector: false, showInstallments: false };
    this.#extras = new LazyExtras(context, {
      options: () => this.#options,
      place: () => this.#view?.extras,
      // Waits for all digits the look-up can use, so that typing does not trigger one call per digit. Networks of short
      // numbers reveal six.
      bin: () => this.bin.length >= MAX_DIGITS || SHORT_NUMBERS.test(this.cardNetwork) ? this.bin : "",
      changed: () => this.#changedOutside(),
    });
  }

  /** True when every field and, where shown, the billing address is valid. */
  get isValid(): boolean {
    return this.#state.isValid && this.#extras.isValid;
  }

  /** First digits of the number: 8 at most, 6 of American Express and Diners Club. */
  get bin(): string {
    return this.#state.bin;
  }

  /** Network of the number as typed so far; empty when it is not known yet. */
  get cardNetwork(): CardNetwork | "" {
    return this.#state.cardNetwork;
  }

  /** Whether the session has a BIN look-up. */
  get isBinLookupEnabled(): boolean {
    return this.context.session.configuration.binLookupUrl !== undefined;
  }

  /** The `id` of the form's outermost node: the option of this name, or else its own once it is mounted. */
  get id(): string | undefined {
    return marksOf(this.#view?.root, this.#options).id;
  }

  /** The `data-testid` of that node: the option of this name, otherwise undefined. */
  get dataTestId(): string | undefined {
    return marksOf(this.#view?.root, this.#options).dataTestId;
  }

  /** The selector of that node by its id. */
  get selector(): string {
    return `#${this.id}`;
  }

  /** The place it is mounted into; null before and after. */
  get parentElement(): HTMLElement | null {
    return this.#view?.root.parentElement ?? null;
  }

  /** Looks up the digits typed so far, as `client.binLookup` does. Only `bin` is known with fewer than 6 of them. */
  async fetchBinLookup(): Promise<BinLookup> {
    return await this.context.lookUpBin(this.bin) ?? { bin: this.bin };
  }

  /** Calls the option `onChange` with the form's state as it is now. */
  onChange(): void {
    this.#reportChange();
  }

  /**
   * Mounts the form into an element, a selector or a bare id, and replaces what is there.
   *
   * @throws `payrails:client:element_missing` when the place does not exist
   */
  mount(target: Target): this {
    const point = findMountPoint(target);
    const { language, session, signal } = this.context;
    if (signal.aborted) throw new SdkError("client:destroyed");
    const { vault } = session.configuration;
    if (vault === undefined) throw new SdkError("client:iframe_url_missing");
    mounted.get(point)?.unmount();
    this.unmount();
    const view = this.#view = createView(this.#checkbox(), this.fixed === undefined);
    view.frameHost.dataset.columns = `${this.#rows.at(-1)?.length}`;
    mark(view.root, this.#options);
    // Otherwise the remains of an earlier form would appear above this one.
    point.replaceChildren(view.root);
    mounted.set(this.#point = point, this);
    const texts = () => this.#texts();
    this.#frame = new CardFrame(view.frameHost, {
      url: formUrl(vault),
      title: texts().title,
      name: frameName("element:group", crypto.randomUUID(), levelOf(this.context.initOptions.telemetry)),
      get notice() {
        return texts();
      },
      heightPx: reservedHeightPx(this.#rows.length, this.#appearance()),
      setupAfter: language.ready,
      setup: () => ({ type: "configure", setup: this.#setup() }),
      parse: parseFromForm,
      receive: (message) => this.#receive(message),
      fail: (error) => {
        log(error);
        this.#events.tell("error", error);
      },
    });
    this.#draw();
    const ends = [listenScheme(this.#restyle), language.listen(() => this.#retext())];
    this.#unlisten = () => ends.forEach((end) => end());
    void this.#extras.follow();
    return this;
  }

  #changedOutside(): void {
    const { billingInfo: billingAddress, isValid } = this.#extras;
    this.#events.tell("billingAddressChanged", { isValid, billingAddress });
    this.#reportChange();
    for (const listener of this.#listeners) listener("changed");
  }

  #reportChange(): void {
    const { isValid, billingInfo: billingAddress } = this.#extras;
    const cardSchemes = this.#networks?.schemes;
    this.#events.tell("change", changeOf(this.#state, { isValid, billingAddress, cardSchemes }));
  }

  /** Removes the form and clears its fields. */
  unmount(): void {
    this.#unlisten?.();
    this.#frame?.close();
    this.#frame = undefined;
    if (this.#point && mounted.get(this.#point) === this) mounted.delete(this.#point);
    this.#view?.root.remove();
    this.#view = undefined;
    this.#extras.clear();
    this.#networks?.clear();
    this.#apply({ type: "frame_opened" });
  }

  /** Shows the form again after `hide`. */
  show(): void {
    if (this.#view !== undefined) this.#view.root.hidden = false;
  }

  /** Hides the form without unmounting it. With `reset`, clears its fields as well. */
  hide({ reset = false }: { reset?: boolean } = {}): void {
    if (this.#view !== undefined) this.#view.root.hidden = true;
    if (reset) this.clear();
  }

  /** Changes styles, appearance, texts or callbacks of the mounted form. Nothing that was typed is lost. */
  update({ styles, appearance, translations, events }: CardFormUpdate): void {
    this.#options = {
      ...this.#options,
      ...omitUndefined({ styles, appearance, translations }),
      // Callbacks that are left out stay as they are. A React component's callbacks read through to its newest render.
      ...omitUndefined({ events: events && { ...this.#options.events, ...events } }),
    };
    this.#restyle();
    if (translations !== undefined) this.#retext();
  }

  /** Shows the texts of the merchant and of the client's language. */
  #retext(): void {
    this.#draw();
    const { texts, language, direction } = this.#setup();
    this.#frame?.send({ type: "retext", texts, language, direction });
    this.#extras.retext();
    this.#networks?.retext();
  }

  /** Replaces the instalment choices, or the preselected one. Without a value, the session's choices return. */
  updateInstallmentConfig(installmentConfig?: InstallmentConfig | null): void {
    const config = installmentConfig ?? {};
    this.#options = { ...this.#options, installmentConfig: config };
    this.#extras.configure(config);
  }

  /** Validates all fields, and shows and announces their errors. */
  async validate(): Promise<ValidationEvent> {
    const faults = await checkFields(this.#needFrame());
    const fields = this.context.language.of("fields", FIELDS);
    const fieldErrors = fieldErrorsOf(faults, (type) => {
      const fault = faults[type];
      return (fault && textsOf(type, this.#options.translations, fields).errors[fault]) ?? "";
    });
    const isAddressValid = this.#extras.validate();
    const event = { isValid: Object.keys(faults).length === 0 && isAddressValid, fieldErrors };
    // The button that asked calls the callbacks.
    this.#events.tellOwn("validate", event);
    return event;
  }

  /**
   * Calls the handler at each event of this name, beside the callbacks of `events`. Returns a function that ends it.
   *
   * @example
   * ```ts
   * const form = client.cardForm();
   * const stop = form.on("change", ({ isValid }) => console.log(isValid));
   * form.on("ready", () => form.focus("CARD_NUMBER"));
   * stop();
   * ```
   */
  on<N extends ElementEventName>(name: N, handler: ElementEventHandler<N>): () => void {
    return this.#events.on(name, handler);
  }

  /** Ends what `on` began with the same name and handler. */
  off<N extends ElementEventName>(name: N, handler: ElementEventHandler<N>): void {
    this.#events.off(name, handler);
  }

  /** Moves the focus to a field. Default: the first field with an error, also one of the billing address. */
  focus(field?: ElementType): void {
    const frame = this.#needFrame();
    if (field === undefined && this.#state.isValid && this.#extras.focus()) return;
    frame.focus();
    frame.send({ type: "focus", field });
  }

  /**
   * Encrypts the card and returns it with the values of the form.
   *
   * @throws `payrails:card_form:complete_and_valid_inputs_required` when a field is not valid
   */
  async collectValues(): Promise<CollectedValues> {
    return await this.collectFor(this.context.session.configuration);
  }

  /** @internal As `collectValues`, sealed for the session that pays, which may be another client's. */
  async collectFor(configuration: Configuration): Promise<CollectedValues> {
    const { vault } = configuration;
    if (vault === undefined) throw new SdkError("client:iframe_url_missing");
    const encryptedData = await sealCard(this.#needFrame(), configuration);
    const { alwaysStoreInstrument, enrollInstrumentToNetworkOffers } = this.#options;
    const { billingInfo, selectedInstallment } = this.#extras;
    return {
      ...omitUndefined({ billingInfo, selectedInstallment }),
      cardData: {
        encryptedData,
        vaultProviderConfigId: vault.providerConfigId,
        ...omitUndefined({ preferredScheme: this.#networks?.chosen }),
      },
      // Only the checkbox or the merchant's explicit option stores a card (S-INSTR-08).
      storeInstrument: alwaysStoreInstrument === true || this.#view?.checkbox?.input.checked === true,
      // Cards of Mastercard are never enrolled in its own offers.
      enrollInstrumentToNetworkOffers: enrollInstrumentToNetworkOffers === true && this.cardNetwork !== "mastercard",
    };
  }

  /** Stores the card without paying. Resolves to the stored instrument. */
  async tokenize(options: TokenizeOptions = {}): Promise<SaveInstrumentResponse> {
    const values = await this.collectValues();
    const { tokenizeCard } = await loadCode(import("./tokenize.ts"));
    return await tokenizeCard(values, options, this.context.session);
  }

  /**
   * The styles as given: a helper of the 5.x form that its programs can call.
   *
   * @deprecated pass `styles` to `cardForm` or `update`
   */
  getErrorTextStyles(errorTextStyles: Loose<object>): Loose<object> {
    return errorTextStyles;
  }

  /**
   * The styles as given, as `getErrorTextStyles`.
   *
   * @deprecated pass `styles` to `cardForm` or `update`
   */
  prepareInputStyles(styles: Loose<object>, _type: string): Loose<object> {
    return styles;
  }

  /** @internal How many instalments the shopper chose in the form. */
  get installments(): number | undefined {
    return this.#extras.selectedInstallment;
  }

  /** @internal Whether its fields can be used. */
  get isReady(): boolean {
    return this.#state.isReady;
  }

  /** @internal Prevents input while a payment runs. */
  lock(locked: boolean): void {
    this.#isLocked = locked;
    this.#frame?.send({ type: "lock", locked });
    if (this.#view?.checkbox !== undefined) this.#view.checkbox.input.disabled = locked;
    this.#extras.lock(locked);
    this.#networks?.lock(locked);
  }

  /** @internal Clears the card after a successful payment. */
  clear(): void {
    this.#frame?.send({ type: "clear" });
  }

  /** @internal For the pay button, which follows the form. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #needFrame(): CardFrame {
    if (this.#frame === undefined) {
      throw new SdkError("card_form:element_not_mounted", {
        params: { element: this.#rows.flat()[0] ?? "CARD_NUMBER" },
      });
    }
    return this.#frame;
  }

  #receive(message: FromFrameMessage): void {
    if (message.type === "ready") {
      const isAgain = this.#state.isReady;
      this.#apply({ type: "frame_ready" });
      // The browser loads a frame whose place moves in the page again, and its fields are empty.
      if (isAgain) {
        this.#networks?.clear();
        void this.#extras.follow();
        this.#reportChange();
      }
      if (this.#isLocked) this.lock(true);
      this.context.ready();
      this.#events.tell("ready");
    }
    if (message.type !== "event") return;
    this.#apply({ type: "form_changed", form: message.form });
    void this.#extras.follow();
    this.#followNetworks().catch(log);
    const field = fieldChangeOf(this.#state, message.field);
    switch (message.name) {
      case "CHANGE":
        this.#events.tell("fieldChange", field);
        this.#reportChange();
        break;
      case "FOCUS":
        this.#events.tell("focus", field);
        break;
      case "BLUR":
        this.#events.tell("blur", field);
        break;
      case "SUBMIT":
        // As for the fields of the frame: the disabled pay button says nothing about the address either.
        if (this.#state.isValid && !this.#extras.validate()) this.#extras.focus();
        for (const listener of this.#listeners) listener("submitted");
    }
  }

  /** The choice of networks loads with the first digits that a session can look up. */
  async #followNetworks(): Promise<void> {
    if (this.#networks === undefined) {
      if (this.bin.length < MAX_DIGITS || !this.isBinLookupEnabled) return;
      const { CoBadgedChoice } = await loadCode(import("./co_badged_choice.ts"));
      this.#networks ??= new CoBadgedChoice(this.context, {
        events: this.#events,
        options: () => this.#options,
        show: (root) => this.#view?.frameHost.after(root),
        send: (networks) => this.#frame?.send({ type: "networks", networks }),
        changed: () => this.#reportChange(),
      });
    }
    this.#networks.lock(this.#isLocked);
    await this.#networks.follow(this.bin);
  }

  #apply(fact: Parameters<typeof reduce>[1]): void {
    this.#state = reduce(this.#state, fact);
    for (const listener of this.#listeners) listener("changed");
  }

  #texts() {
    return formTextsOf(this.#options.translations, this.context.language.of("form", FORM));
  }

  #checkbox() {
    const { alwaysStoreInstrument, showStoreInstrumentCheckbox, defaultStoreInstrumentState } = this.#options;
    // Where the card is stored in any case, there is nothing to choose.
    if (alwaysStoreInstrument || !showStoreInstrumentCheckbox) return undefined;
    return {
      label: saveLabelOf(this.#options.translations, this.context.language.common),
      isChecked: defaultStoreInstrumentState === "checked",
      change: (checked: boolean) => this.#events.tell("saveInstrumentCheckboxChanged", { checked }),
    };
  }

  #appearance(): Appearance {
    return { ...this.context.initOptions.appearance, ...this.#options.appearance };
  }

  #scheme() {
    return this.#view === undefined ? "light" : schemeOf(this.#view.root, this.#appearance().colorScheme);
  }

  /** Updates what is in the page itself: colours, language, the checkbox's label and the frame's title. */
  #draw(): void {
    this.#frame?.update(this.#scheme(), this.#texts().title);
    if (this.#view === undefined) return;
    const { root, style, checkbox } = this.#view;
    const { wrapper, storeInstrumentCheckbox, storeCardCheckbox } = this.#options.styles ?? {};
    style(wrapper);
    checkbox?.style(storeCardCheckbox, storeInstrumentCheckbox);
    this.#extras.restyle();
    this.#networks?.restyle();
    applyTheme(root, this.#appearance());
    this.context.language.mark(root);
    if (checkbox !== undefined) {
      checkbox.words.textContent = saveLabelOf(this.#options.translations, this.context.language.common);
    }
  }

  #restyle = (): void => {
    this.#draw();
    this.#frame?.send({ type: "restyle", looks: this.#setup().looks });
  };

  #setup(): FormSetup {
    const options = { ...this.#options, appearance: this.#appearance() };
    return setupOf(options, {
      rows: this.#rows,
      language: this.context.language,
      scheme: this.#scheme(),
      root: this.#view?.root,
      brand: this.fixed?.brand,
    });
  }
}
