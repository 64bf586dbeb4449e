/**
 * Makes the elements of one client, whose code loads when they are mounted, and removes them with the client. Holds
 * what the pay button pays with: the card form, or the stored card that the shopper selected.
 */
import type { BinLookup } from "./api/bin.ts";
import { CardPaymentButton } from "./buttons/card_button.ts";
import type { CardPaymentButtonOptions } from "./buttons/options.ts";
import { CardForm } from "./card_form/card_form.ts";
import type { CardFormOptions } from "./card_form/options.ts";
import type { ClientContext, StoredInstallments } from "./client_context.ts";
import type { ClientContainerOptions } from "./collect/client_container.ts";
import { LazyContainer } from "./collect/lazy/lazy_container.ts";
import { invokeCallback } from "./core/invoke_callback.ts";
import { omitUndefined } from "./core/omit_undefined.ts";
import { LazyDropin } from "./dropin/lazy_dropin.ts";
import { heightOf, offeredBy } from "./dropin/offered_options.ts";
import type { DropinOptions } from "./dropin/options.ts";
import { DynamicElement, schemaOf } from "./dynamic/dynamic_element.ts";
import type { DynamicElementOptions } from "./dynamic/options.ts";
import type { ElementContext } from "./element_context.ts";
import type { Emitter } from "./emitter/emitter.ts";
import { SdkError } from "./errors/sdk_error.ts";
import type { CardList } from "./instruments/card_list.ts";
import { LazyCardList } from "./instruments/lazy_card_list.ts";
import type { CardListOptions } from "./instruments/options.ts";
import { createPlaceholder } from "./instruments/placeholder.ts";
import { warn } from "./log/log.ts";
import type {
  ApplePayButtonOptions,
  GenericRedirectButtonOptions,
  GooglePayButtonOptions,
  LeanButtonOptions,
  PaypalButtonOptions,
} from "./methods/options.ts";
import type { ElementMarks, InstallmentConfig } from "./options.ts";
import { storedOf } from "./session/stored_instruments.ts";
import { LazyElement, type LazyParts, type Mountable } from "./ui/lazy_element.ts";
import { LazyWallet } from "./ui/lazy_wallet.ts";
import { loadCode } from "./ui/load_code.ts";
import type { GivenInstrument } from "./wire/instruments.ts";

/** Makes an element with its code, which has loaded. */
type Make<Code, T> = (code: Code, context: ClientContext) => T;

export class ClientElements {
  readonly context: ClientContext;
  #form: CardForm | undefined;
  #dropinForm: CardForm | undefined;
  #button: CardPaymentButton | undefined;
  #instrument: GivenInstrument | undefined;
  #codeForm: CardForm | undefined;
  #installments: StoredInstallments | undefined;
  #dropin: LazyDropin | undefined;
  #cardList: LazyCardList | undefined;
  #container: LazyContainer | undefined;

  constructor(context: ElementContext) {
    this.context = {
      ...context,
      cardForm: () => this.#form,
      showForm: (form) => this.#dropinForm = form,
      instrument: () => this.#instrument,
      choose: (instrument) => this.select(instrument),
      codeForm: () => this.#codeForm,
      installments: () => this.#installments,
      lockList: (isLocked) => this.#tellList((list) => list.lock(isLocked)),
    };
  }

  cardForm(options: CardFormOptions): CardForm {
    this.assertAlive();
    this.#form ??= new CardForm(options, this.context);
    this.#button?.followForm();
    this.#tellList((list) => list.redraw());
    return this.#form;
  }

  paymentButton(options: CardPaymentButtonOptions): CardPaymentButton {
    this.assertAlive();
    this.#button ??= new CardPaymentButton(options, this.context);
    return this.#button;
  }

  cardList(options: CardListOptions): LazyCardList {
    this.assertAlive();
    this.#cardList ??= new LazyCardList(
      this.#loader(
        () => import("./instruments/card_list.ts"),
        (code, context) => new code.CardList(options, context, (...chosen) => this.#pick(...chosen)),
      ),
      ...this.#parts({
        reserve: () => {
          const { length } = storedOf(this.context.session.configuration.methods, "card");
          return this.#place(length > 0 && this.#form !== undefined ? length + 1 : length, options);
        },
      }),
    );
    return this.#cardList;
  }

  dropin(options: DropinOptions): LazyDropin {
    this.assertAlive();
    const load = this.#loader(
      () => import("./dropin/dropin.ts"),
      (code, context) => new code.Dropin(options, context),
    );
    const report = (error: SdkError) => invokeCallback(() => options.events?.onError?.(error));
    const lookUp = () => this.#lookUp(this.#dropinForm?.bin);
    const reserve = () => this.#placeOfDropin(options);
    return this.#dropin = new LazyDropin(load, ...this.#parts({ report, reserve }), lookUp);
  }

  #placeOfDropin(options: DropinOptions): HTMLElement {
    const offered = offeredBy(this.context.session.configuration.methods, options);
    const { length } = offered.flat();
    const place = this.#place(length, options);
    if (length === 1 || options.paymentMethodsConfiguration?.preselectFirstPaymentOption) {
      place.style.setProperty("--open", heightOf(offered, options));
    }
    return place;
  }

  #place(rows: number, { appearance }: Pick<DropinOptions, "appearance">): HTMLElement {
    return createPlaceholder(rows, { ...this.context.initOptions.appearance, ...appearance });
  }

  genericRedirectButton(options: GenericRedirectButtonOptions) {
    return this.#lazy(
      () => import("./methods/redirect_button.ts"),
      (code, context) => new code.GenericRedirectButton(options, context),
    );
  }

  googlePayButton(options: GooglePayButtonOptions) {
    return this.#lazyWallet(
      () => import("./methods/google_pay.ts"),
      (code, context) => new code.GooglePayButton(options, context),
      (code, context) => code.isGooglePayAvailable(context, options),
      options,
    );
  }

  applePayButton(options: ApplePayButtonOptions) {
    return this.#lazyWallet(
      () => import("./methods/apple_pay.ts"),
      (code, context) => new code.ApplePayButton(options, context),
      (code, context) => code.isApplePayAvailable(context),
      options,
    );
  }

  paypalButton(options: PaypalButtonOptions) {
    return this.#lazyWallet(
      () => import("./methods/paypal/paypal_button.ts"),
      (code, context) => new code.PaypalButton(options, context),
      (code, context) => code.isPaypalAvailable(context),
      options,
    );
  }

  leanButton(options: LeanButtonOptions) {
    return this.#lazy(
      () => import("./methods/lean/lean_button.ts"),
      (code, context) => new code.LeanButton(options, context),
      { marks: omitUndefined({ id: options.id }) },
    );
  }

  dynamicElement(options: DynamicElementOptions): DynamicElement {
    this.assertAlive();
    const schema = schemaOf(this.context.session.configuration, options.paymentMethod);
    return new DynamicElement(
      this.#lazy(
        () => import("./dynamic/dynamic_form.ts"),
        (code, context) => new code.DynamicForm(schema, options, context),
        { marks: { id: "payrails-dynamic-element-form" } },
      ),
    );
  }

  collectContainer(options: ClientContainerOptions | undefined): LazyContainer {
    this.assertAlive();
    this.#container = LazyContainer.open(() => this.#openContainer(options), {
      hasLookup: () => this.context.session.configuration.binLookupUrl !== undefined,
      lookUp: this.context.lookUpBin,
    });
    return this.#container;
  }

  async #openContainer(options: ClientContainerOptions | undefined) {
    const { openContainer } = await loadCode(import("./collect/client_container.ts"));
    // A field shows no text of another language first.
    await this.context.language.ready;
    this.assertAlive();
    return openContainer(this.context, options);
  }

  /** Selects the stored card to pay with, and marks it in the list of stored cards; undefined clears the selection. */
  select(instrument: GivenInstrument | undefined): void {
    this.#pick(instrument);
    this.#tellList((list) => list.show(instrument));
  }

  #tellList(tell: (list: CardList) => void): void {
    void this.#cardList?.ready.then((list) => list && tell(list));
  }

  /** Clears the security code typed for the card that was selected before. */
  #pick(instrument: GivenInstrument | undefined, codeForm?: CardForm, installments?: StoredInstallments): void {
    this.#instrument = instrument;
    this.#codeForm = codeForm;
    this.#installments = installments;
    this.#button?.followInstrument();
  }

  updateInstallmentConfig(config: InstallmentConfig | null): void {
    this.#form?.updateInstallmentConfig(config);
    this.#dropin?.updateInstallmentConfig(config);
  }

  /** Looks up the card in the form, in the drop-in or in the container. */
  async binLookup(): Promise<BinLookup | undefined> {
    const form = this.#form ?? this.#dropinForm;
    return await this.#lookUp(
      this.#form?.bin || this.#dropinForm?.bin || (await this.#container?.known)?.bin || form?.bin,
    );
  }

  async #lookUp(bin: string | undefined): Promise<BinLookup | undefined> {
    if (bin !== undefined) return await this.context.lookUpBin(bin);
    // A mounted drop-in whose card option is closed has no card number yet.
    if (this.#dropin?.isMounted !== true) warn("No container found");
    return undefined;
  }

  /** Removes what the client's signal does not: the form and its button. */
  unmount(): void {
    // The button goes first. Otherwise it would report the form's removal to the merchant.
    this.#button?.unmount();
    this.#form?.unmount();
    this.#form = undefined;
    this.#button = undefined;
  }

  /** Throws `payrails:client:destroyed` once the client is destroyed. */
  assertAlive(): void {
    if (this.context.signal.aborted) throw new SdkError("client:destroyed");
  }

  #parts(more: LazyParts = {}): [Emitter, LazyParts] {
    const { session, language, signal } = this.context;
    return [session.events, { language, signal, ...more }];
  }

  #lazy<Code, T extends Mountable>(load: () => Promise<Code>, make: Make<Code, T>, more?: LazyParts): LazyElement<T> {
    this.assertAlive();
    return new LazyElement(this.#loader(load, make), ...this.#parts(more));
  }

  #lazyWallet<Code, T extends Mountable>(
    load: () => Promise<Code>,
    make: Make<Code, T>,
    check: Make<Code, Promise<boolean>>,
    marks: ElementMarks,
  ): LazyWallet<T> {
    this.assertAlive();
    const [parent, parts] = this.#parts({ marks });
    const isAvailable = async () => await check(await load(), this.context);
    return new LazyWallet(this.#loader(load, make), parent, { ...parts, isAvailable });
  }

  #loader<Code, T>(load: () => Promise<Code>, make: Make<Code, T>) {
    return async (parent: Emitter) => {
      this.assertAlive();
      await this.context.language.ready;
      try {
        return make(await loadCode(load()), { ...this.context, parent });
      } finally {
        this.context.ready();
      }
    };
  }
}
