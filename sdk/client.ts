/** The client merchants hold: made from an init answer, hands out the card form and the pay button, can be destroyed. */
import { type BinLookup, createBinLookup } from "./api/bin_lookup.ts";
import { send } from "./api/http.ts";
import { CardPaymentButton } from "./buttons/card_button.ts";
import { CardForm } from "./card_form/card_form.ts";
import type { ClientContext, StoredInstallments } from "./client_context.ts";
import type { ClientContainerOptions } from "./collect/client_container.ts";
import { LazyContainer } from "./collect/lazy_container.ts";
import { SdkError } from "./errors/sdk_error.ts";
import type { ApiCall } from "./instruments/client_api.ts";
import type { CardList } from "./instruments/card_list.ts";
import { storedOf } from "./session/stored_instruments.ts";
import { log, warn } from "./log/log.ts";
import type { CardPaymentButtonOptions } from "./buttons/options.ts";
import type { CardFormOptions } from "./card_form/options.ts";
import type { DropinOptions } from "./dropin/options.ts";
import type {
  ApplePayButtonOptions,
  GenericRedirectButtonOptions,
  GooglePayButtonOptions,
  PaypalButtonOptions,
} from "./methods/options.ts";
import type { InitOptions } from "./options.ts";
import type { CardListOptions } from "./instruments/options.ts";
import type { ResumeOptions } from "./payment/resume.ts";
import { BUILT_HOSTS, type LinkRules } from "./session/links.ts";
import { type Queries, query, type QueryParams } from "./session/query.ts";
import { observeFromStart } from "./observability/telemetry.ts";
import { readConfiguration } from "./session/read_config.ts";
import { rememberVersion } from "./session/remember_version.ts";
import { Session } from "./session/session.ts";
import { Language } from "./locales/language.ts";
import { LazyElement, type Mountable } from "./ui/lazy_element.ts";
import type { InitResponse, PaymentMethodOption, StoredInstrument } from "./wire/config.ts";

export interface ClientUpdate {
  readonly value?: string;
  readonly currency?: string;
  readonly meta?: { readonly key: "customer"; readonly value: Readonly<Record<string, unknown>> };
}

export class Payrails {
  readonly #parts: ClientContext;
  readonly #life = new AbortController();
  #form: CardForm | undefined;
  #dropinForm: CardForm | undefined;
  #button: CardPaymentButton | undefined;
  #instrument: StoredInstrument | undefined;
  #codeForm: CardForm | undefined;
  #installments: StoredInstallments | undefined;
  #dropin: LazyElement<Mountable> | undefined;
  #cardList: LazyElement<CardList> | undefined;
  #container: LazyContainer | undefined;

  private constructor(init: InitResponse, options: InitOptions) {
    const rules = rulesOfPage();
    const session = new Session(init, { options, rules, log });
    const language = new Language(options.locale);
    const { signal } = this.#life;
    this.#parts = {
      session,
      send,
      lookUpBin: createBinLookup({ session, send, log, signal }),
      rules,
      initOptions: options,
      language,
      signal,
      cardForm: () => this.#form,
      showForm: (form) => this.#dropinForm = form,
      instrument: () => this.#instrument,
      codeForm: () => this.#codeForm,
      installments: () => this.#installments,
      ...observeFromStart(session, options, signal),
    };
    rememberVersion();
  }

  /** Throws `payrails:client:init.config_malformed` when the answer cannot be read or trusted. */
  static init(init: InitResponse, options: InitOptions = {}): Payrails {
    return new Payrails(init, options);
  }

  /** Loads the card form's page and script ahead of mount; without an init answer the SDK does not know from where. */
  static async preloadCardForm(init?: InitResponse): Promise<void> {
    if (init === undefined) return;
    const { preloadFor } = await import("./frames/preload.ts");
    preloadFor(readConfiguration(init, rulesOfPage()));
  }

  /** One form per client: asked again, the same form comes back. */
  cardForm(options: CardFormOptions = {}): CardForm {
    this.#needLife();
    this.#form ??= new CardForm(options, this.#parts);
    this.#button?.followForm();
    return this.#form;
  }

  /** One button per client. */
  paymentButton(options: CardPaymentButtonOptions = {}): CardPaymentButton {
    this.#needLife();
    this.#button ??= new CardPaymentButton(options, this.#parts);
    return this.#button;
  }

  /** The stored cards to choose from; one list per client. */
  cardList(options: CardListOptions = {}): LazyElement<CardList> {
    this.#needLife();
    this.#cardList ??= this.#lazy(async () => {
      const { CardList } = await import("./instruments/card_list.ts");
      return new CardList(options, this.#parts, (...chosen) => this.#pick(...chosen));
    });
    return this.#cardList;
  }

  /** The ready-made checkout. */
  dropin(options: DropinOptions = {}) {
    const dropin = this.#lazy(async () => {
      const { Dropin } = await import("./dropin/dropin.ts");
      return new Dropin(options, this.#parts);
    });
    this.#dropin = dropin;
    return dropin;
  }

  /** A hosted payment page: Mercado Pago unless another method is named. */
  genericRedirectButton(options: GenericRedirectButtonOptions = {}) {
    return this.#lazy(async () => {
      const { GenericRedirectButton } = await import("./methods/redirect_button.ts");
      return new GenericRedirectButton(options, this.#parts);
    });
  }

  googlePayButton(options: GooglePayButtonOptions = {}) {
    return this.#lazy(async () => {
      const { GooglePayButton } = await import("./methods/google_pay.ts");
      return new GooglePayButton(options, this.#parts);
    });
  }

  applePayButton(options: ApplePayButtonOptions = {}) {
    return this.#lazy(async () => {
      const { ApplePayButton } = await import("./methods/apple_pay.ts");
      return new ApplePayButton(options, this.#parts);
    });
  }

  paypalButton(options: PaypalButtonOptions = {}) {
    return this.#lazy(async () => {
      const { PaypalButton } = await import("./methods/paypal.ts");
      return new PaypalButton(options, this.#parts);
    });
  }

  async isGooglePayAvailable(merchantInfo: GooglePayButtonOptions["merchantInfo"] = {}): Promise<boolean> {
    const { isGooglePayAvailable } = await import("./methods/google_pay.ts");
    return await isGooglePayAvailable(this.#parts, { merchantInfo });
  }

  async isApplePayAvailable(): Promise<boolean> {
    const { isApplePayAvailable } = await import("./methods/apple_pay.ts");
    return await isApplePayAvailable(this.#parts);
  }

  /** Secure fields in a layout of one's own; their code is loaded when they are asked for. */
  collectContainer(options?: ClientContainerOptions): LazyContainer {
    this.#needLife();
    this.#container = new LazyContainer(() => this.#openContainer(options));
    return this.#container;
  }

  async #openContainer(options: ClientContainerOptions | undefined) {
    const { openContainer } = await import("./collect/client_container.ts");
    // Elements take their words once, when they are made.
    await this.#parts.language.ready;
    this.#needLife();
    return openContainer(this.#parts, options);
  }

  /** Chooses a stored card to pay with, or none. */
  setState({ instrument }: { readonly instrument?: StoredInstrument | undefined }): void {
    this.#pick(instrument);
    void this.#cardList?.ready.then((list) => list?.show(instrument));
  }

  /** The code typed for another card is none of this one's. */
  #pick(instrument: StoredInstrument | undefined, codeForm?: CardForm, installments?: StoredInstallments): void {
    this.#instrument = instrument;
    this.#codeForm = codeForm;
    this.#installments = installments;
    this.#button?.followInstrument();
  }

  getAvailablePaymentMethods(): readonly string[] {
    return this.#methods().map(({ paymentMethodCode }) => paymentMethodCode);
  }

  /** What a shopper may be shown: deleted and switched-off instruments are left out (spec S 6). */
  getStoredInstruments(): readonly StoredInstrument[] {
    return storedOf(this.#methods());
  }

  getStoredInstrumentsByPaymentMethod(code: string): readonly StoredInstrument[] {
    return storedOf(this.#methods(), code);
  }

  getSavedCreditCards(): readonly StoredInstrument[] {
    return this.getStoredInstrumentsByPaymentMethod("card");
  }

  getSavedGooglePayAccounts(): readonly StoredInstrument[] {
    return this.getStoredInstrumentsByPaymentMethod("googlePay");
  }

  getSavedApplePayAccounts(): readonly StoredInstrument[] {
    return this.getStoredInstrumentsByPaymentMethod("applePay");
  }

  getSavedPaypalAccounts(): readonly StoredInstrument[] {
    return this.getStoredInstrumentsByPaymentMethod("payPal");
  }

  query<K extends keyof Queries>(key: K, params?: QueryParams): Queries[K]["answer"] {
    return query(this.#parts.session.configuration, key, params);
  }

  /** Deletes or changes a stored instrument. */
  async api(call: ApiCall): Promise<unknown> {
    this.#needLife();
    const { callApi } = await import("./instruments/client_api.ts");
    return await callApi(call, this.#parts);
  }

  /** A sum needs value and currency; `meta` is sent with the next authorize. */
  update({ value, currency, meta }: ClientUpdate): void {
    this.#needLife();
    const { session } = this.#parts;
    if (value !== undefined && currency !== undefined) session.updateAmount({ value, currency });
    if (meta?.key === "customer") session.updateCustomer(meta.value);
  }

  /** Issuer country and more of the card in form or container; nothing without either, or before six digits. */
  async binLookup(): Promise<BinLookup | undefined> {
    const bin = (this.#form ?? this.#dropinForm)?.bin ?? await this.#container?.bin();
    if (bin !== undefined) return await this.#parts.lookUpBin(bin);
    // A drop-in whose card is closed is there, and knows no number.
    if (this.#dropin?.isMounted !== true) warn("No container found");
    return undefined;
  }

  /** Picks up a payment under way after a reload or redirect; undefined when none was begun. */
  async resume(options?: ResumeOptions) {
    this.#needLife();
    const { resumeExecution } = await import("./payment/resume.ts");
    return await resumeExecution(this.#parts, log, options);
  }

  /** Removes everything the client put into the page; what is under way reports nothing more. */
  destroy(): void {
    this.#life.abort();
    // The button first: it would tell that the form is gone.
    this.#button?.unmount();
    this.#form?.unmount();
    this.#form = undefined;
    this.#button = undefined;
  }

  #lazy<T extends Mountable>(load: () => Promise<T>): LazyElement<T> {
    this.#needLife();
    const { language } = this.#parts;
    const element = new LazyElement(async () => {
      this.#needLife();
      await language.ready;
      try {
        return await load();
      } finally {
        this.#parts.ready();
      }
    });
    this.#life.signal.addEventListener("abort", () => element.unmount(), { once: true });
    return element;
  }

  #methods(): readonly PaymentMethodOption[] {
    return this.#parts.session.configuration.methods;
  }

  #needLife(): void {
    if (this.#life.signal.aborted) throw new SdkError("client:destroyed");
  }
}

function rulesOfPage(): LinkRules {
  return { pageOrigin: location.origin, hosts: BUILT_HOSTS };
}
