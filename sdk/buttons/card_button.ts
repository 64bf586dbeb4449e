/**
 * The card payment button as merchants hold it: it follows the form and the selected stored card, and pays when
 * pressed.
 */
import type { CardForm } from "../card_form/card_form.ts";
import { omitUndefined } from "../core/omit_undefined.ts";
import type { Loose } from "../wire/published/open_types.ts";
import type { ButtonUpdate, CardPaymentButtonOptions } from "./options.ts";
import { emitterOf } from "../element_context.ts";
import { callbacksOf } from "../emitter/callbacks.ts";
import type { ElementEventHandler, ElementEventName } from "../emitter/types.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { applyTheme } from "../ui/appearance.ts";
import { marksOf } from "../ui/marks.ts";
import { findMountPoint, type Target } from "../ui/mount_point.ts";
import { listenScheme } from "../ui/scheme.ts";
import type { GivenInstrument } from "../wire/instruments.ts";
import type { ClientContext } from "../client_context.ts";
import type { InstallmentChoice } from "./compose_card.ts";
import { type ButtonFact, isEnabled, reduce, startButton } from "./button_state.ts";
import { type ButtonView, createButton } from "./button_view.ts";
import { ButtonPayment } from "./button_payment.ts";
import { loadPayment } from "./load_payment.ts";

/** Pays with the client's card form or selected stored card. Created by `client.paymentButton`. */
export class CardPaymentButton {
  #state;
  #view: ButtonView | undefined;
  #wasEnabled: boolean;
  /** Ends that the mounted button follows the client's language, the amount and the scheme of the device. */
  #ends: readonly (() => void)[] = [];
  #unlisten: (() => void) | undefined;
  /** Ends that Enter in the security code of a stored card pays. */
  #unlistenCode: (() => void) | undefined;
  /** The code of a payment is asked for once before the press, which asks again for a lost file. */
  #isPreloaded = false;
  /** Kept after unmount, since a payment under way continues. */
  #form: CardForm | undefined;
  /** The form that the page set instead of the client's. */
  #ownForm: CardForm | undefined;

  #options: CardPaymentButtonOptions;
  readonly #events;
  readonly #payment: ButtonPayment;

  /** The dropdown that `setPaymentInstallmentsDropdown` set; null without one. */
  paymentInstallmentElement: Loose<InstallmentChoice | null> = null;

  /** @internal */
  constructor(options: CardPaymentButtonOptions, private readonly context: ClientContext) {
    this.#options = options;
    this.#events = emitterOf(context, callbacksOf(() => this.#options.events));
    this.#state = startButton(options);
    this.#wasEnabled = isEnabled(this.#state);
    this.#payment = new ButtonPayment(context, {
      events: this.#events,
      options: () => this.#options,
      button: () => this.#view?.button,
      form: () => this.#form,
      installments: () => this.paymentInstallmentElement,
      isEnabled: () => isEnabled(this.#state),
      apply: (fact) => this.#apply(fact),
    });
  }

  /**
   * Mounts the button into an element, a selector or a bare id, and replaces what is there.
   *
   * @throws `payrails:client:destroyed`, and `payrails:client:element_missing` when the place does not exist
   */
  mount(target: Target): this {
    const point = findMountPoint(target);
    if (this.context.signal.aborted) throw new SdkError("client:destroyed");
    this.unmount();
    const view = this.#view = createButton({ styles: () => this.#options.styles }, () => void this.#payment.press());
    point.replaceChildren(view.button);
    this.#applyAppearance();
    this.#ends = [
      listenScheme(this.#applyAppearance),
      this.context.language.listen(this.#applyAppearance),
      this.context.session.listenAmount(this.#applyAppearance),
    ];
    this.followForm();
    // The card may have been selected before the button was mounted; this also renders.
    this.followInstrument();
    this.#preload();
    if (this.#form === undefined) this.context.ready();
    return this;
  }

  /** Removes the button. A payment under way continues and still calls the merchant's callbacks. */
  unmount(): void {
    for (const end of this.#ends) end();
    this.#unlisten?.();
    this.#unlisten = undefined;
    this.#unlistenCode?.();
    this.#view?.button.remove();
    this.#payment.removeNotice();
    this.#view = undefined;
  }

  /**
   * Calls the handler at each event of this name, beside the callbacks of `events`. Returns a function that ends it.
   *
   * @example
   * ```ts
   * client.paymentButton().on("stateChanged", ({ state }) => console.log(state));
   * ```
   */
  on<N extends ElementEventName>(name: N, handler: ElementEventHandler<N>): () => void {
    return this.#events.on(name, handler);
  }

  /** Ends what `on` began with the same name and handler. */
  off<N extends ElementEventName>(name: N, handler: ElementEventHandler<N>): void {
    this.#events.off(name, handler);
  }

  /** Changes texts, styles, appearance or callbacks; options that are left out stay as they are. */
  update({ translations, styles, appearance, events }: ButtonUpdate): void {
    this.#options = {
      ...this.#options,
      translations: omitUndefined({ ...this.#options.translations, ...translations }),
      // A spread of callbacks that stay would no longer read through to the newest render of a component.
      ...omitUndefined({ styles, appearance, events: events && { ...this.#options.events, ...events } }),
    };
    this.#applyAppearance();
    this.#draw();
  }

  /** The stored card or account that it pays with; null when it pays with the card form. */
  get selectedInstrument(): GivenInstrument | null {
    return this.context.instrument() ?? null;
  }

  set selectedInstrument(instrument: GivenInstrument | null) {
    this.setSavedInstrument(instrument);
  }

  /** First digits of the stored or typed card, 8 at most; undefined when there are none. */
  get bin(): string | undefined {
    return (this.selectedInstrument === null ? this.#form?.bin : this.selectedInstrument.data?.bin) || undefined;
  }

  /** The option of this name; true unless it is false. */
  get disabledByDefault(): boolean {
    return this.#options.disabledByDefault !== false;
  }

  /** The button's `id` in the page; undefined before it is mounted. */
  get id(): string | undefined {
    return marksOf(this.#view?.button).id;
  }

  /** The button's `data-testid`; undefined, since it has none of its own. */
  get dataTestId(): string | undefined {
    return marksOf(this.#view?.button).dataTestId;
  }

  /** The selector of the button by its id. */
  get selector(): string {
    return `#${this.id}`;
  }

  /** The place it is mounted into; null before and after. */
  get parentElement(): HTMLElement | null {
    return this.#view?.button.parentElement ?? null;
  }

  /**
   * Disables the button until `setDisabled(false)`, whatever the form says, such as while terms are not accepted. After
   * it, the button follows form and stored card again, even where `disablePaymentButton` had disabled it.
   */
  setDisabled(isDisabled: boolean): void {
    this.#apply({ type: isDisabled ? "page_disabled" : "page_enabled" });
  }

  /** Shows or hides the loading state. While it shows, the button is disabled. A payment sets and ends its own. */
  triggerLoading(isLoading: boolean): void {
    this.#apply({ type: "page_loading", isLoading });
  }

  /** Changes the label; as `update({ translations: { label } })`. */
  setLabel(label: string): void {
    this.update({ translations: { label } });
  }

  /** Pays with this stored card or account instead of the form; null returns to the form. As `client.setState`. */
  setSavedInstrument(instrument: GivenInstrument | null): void {
    this.context.choose(instrument ?? undefined);
  }

  /**
   * The 5.x name of `setSavedInstrument`.
   *
   * @deprecated use setSavedInstrument
   */
  setSavedCreditCard(card: GivenInstrument | null): void {
    this.setSavedInstrument(card);
  }

  /** Pays with this card form instead of the client's, such as one of another client on the page. */
  setCardForm(form: CardForm): void {
    this.#ownForm = form;
    this.followForm();
  }

  /**
   * Pays with a stored card in the instalments of this dropdown, instead of those that the card list or drop-in offers.
   * In 5.x only the drop-in calls it.
   */
  setPaymentInstallmentsDropdown(dropdown: Loose<InstallmentChoice | null>): void {
    this.paymentInstallmentElement = dropdown;
  }

  /** @internal Also follows a form that is created after the button. */
  followForm(): void {
    const form = this.#ownForm ?? this.context.cardForm();
    if (form === this.#form && this.#unlisten !== undefined) return;
    this.#unlisten?.();
    this.#form = form;
    this.#unlisten = form?.listen((event) => {
      if (event === "submitted") return void this.#payment.press();
      this.#apply({ type: "form_changed", isValid: form.isValid });
      this.#preload();
    });
    if (form !== undefined) this.#apply({ type: "form_changed", isValid: form.isValid });
  }

  /** Loads the code of a payment once the shopper can use form and button, which need the network first. */
  #preload(): void {
    if (this.#view === undefined || this.#isPreloaded || this.#form?.isReady === false) return;
    this.#isPreloaded = true;
    loadPayment().catch(() => {});
  }

  /** @internal */
  followInstrument(): void {
    this.#unlistenCode?.();
    this.#unlistenCode = this.context.codeForm()?.listen((event) => {
      if (event === "submitted") void this.#payment.press();
    });
    this.#apply({ type: "stored_card_chosen", isChosen: this.context.instrument() !== undefined });
  }

  #applyAppearance = (): void => {
    if (this.#view === undefined) return;
    const { language, initOptions } = this.context;
    this.#view.setTexts({
      label: this.#ownLabel(),
      loading: language.common.loading,
      ...omitUndefined({ ...this.#options.translations }),
    });
    language.mark(this.#view.button);
    applyTheme(this.#view.button, { ...initOptions.appearance, ...this.#options.appearance });
  };

  /** "Pay", or "Pay $10.00". */
  #ownLabel(): string {
    const { language, session } = this.context;
    const { pay, paySum } = language.common;
    const { amount } = session.configuration;
    if (this.#options.showAmount !== true || amount === undefined) return pay;
    return paySum.replace("{sum}", () => language.money(amount));
  }

  #apply(fact: ButtonFact): void {
    this.#state = reduce(this.#state, fact);
    this.#draw();
    const enabled = isEnabled(this.#state);
    if (enabled === this.#wasEnabled || this.context.signal.aborted) return;
    this.#wasEnabled = enabled;
    this.#events.tell("stateChanged", { state: enabled ? "enabled" : "disabled" });
  }

  #draw(): void {
    this.#view?.draw({ isEnabled: isEnabled(this.#state), isBusy: this.#state.isPaying || this.#state.isLoading });
  }
}
