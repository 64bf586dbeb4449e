/**
 * The client that a merchant's page creates from an init response. It makes the card form, the pay buttons and the
 * drop-in, reads the session, and removes everything on `destroy`.
 */
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

/** Changes for {@link Payrails.update}. `value` and `currency` only count together. */
export interface ClientUpdate {
  readonly value?: string;
  readonly currency?: string;
  readonly meta?: { readonly key: "customer"; readonly value: Readonly<Record<string, unknown>> };
}

/**
 * The checkout client of one payment session.
 *
 * The merchant's back end creates the session and hands its init response to the page.
 *
 * ```ts
 * const client = Payrails.init(await (await fetch("/my-server/init", { method: "POST" })).json());
 * client.cardForm().mount("#card-form");
 * client.paymentButton({ events: { onSuccess: (_action, { executionId }) => showReceipt(executionId) } }).mount("#pay");
 * ```
 *
 * Methods that create something throw `payrails:client:destroyed` after `destroy()`.
 */
export class Payrails {
  readonly #context: ClientContext;
  readonly #lifetime = new AbortController();
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
    const { signal } = this.#lifetime;
    this.#context = {
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

  /**
   * Creates a client from the init response of the merchant's back end. Makes no request.
   *
   * @throws `payrails:client:init.config_malformed` when the response cannot be decoded, lacks a required part, or
   * links to a host that is not the provider's
   */
  static init(init: InitResponse, options: InitOptions = {}): Payrails {
    return new Payrails(init, options);
  }

  /**
   * Loads the page and script of the card form before `mount`, so that the form appears sooner. Does nothing without an
   * init response, because the address comes from it.
   */
  static async preloadCardForm(init?: InitResponse): Promise<void> {
    if (init === undefined) return;
    const { preloadFor } = await import("./frames/preload.ts");
    preloadFor(readConfiguration(init, rulesOfPage()));
  }

  /** Returns the client's card form. There is one: later calls return the same form and ignore their options. */
  cardForm(options: CardFormOptions = {}): CardForm {
    this.#assertAlive();
    this.#form ??= new CardForm(options, this.#context);
    this.#button?.followForm();
    return this.#form;
  }

  /** Returns the button that pays with the card form or with the chosen stored card. There is one per client. */
  paymentButton(options: CardPaymentButtonOptions = {}): CardPaymentButton {
    this.#assertAlive();
    this.#button ??= new CardPaymentButton(options, this.#context);
    return this.#button;
  }

  /**
   * Returns the list of the session's stored cards. The pay button pays with the card the shopper selects. There is one
   * per client.
   */
  cardList(options: CardListOptions = {}): LazyElement<CardList> {
    this.#assertAlive();
    this.#cardList ??= this.#lazy(async () => {
      const { CardList } = await import("./instruments/card_list.ts");
      return new CardList(options, this.#context, (...chosen) => this.#pick(...chosen));
    });
    return this.#cardList;
  }

  /** Creates the drop-in: stored instruments, card form, wallets and redirect methods in one element. */
  dropin(options: DropinOptions = {}) {
    const dropin = this.#lazy(async () => {
      const { Dropin } = await import("./dropin/dropin.ts");
      return new Dropin(options, this.#context);
    });
    this.#dropin = dropin;
    return dropin;
  }

  /**
   * Creates the button of a hosted payment page. It stands for Mercado Pago unless `paymentMethod` names another
   * method.
   */
  genericRedirectButton(options: GenericRedirectButtonOptions = {}) {
    return this.#lazy(async () => {
      const { GenericRedirectButton } = await import("./methods/redirect_button.ts");
      return new GenericRedirectButton(options, this.#context);
    });
  }

  /** Creates a Google Pay button. Where Google Pay is not available, it shows a short text instead. */
  googlePayButton(options: GooglePayButtonOptions = {}) {
    return this.#lazy(async () => {
      const { GooglePayButton } = await import("./methods/google_pay.ts");
      return new GooglePayButton(options, this.#context);
    });
  }

  /** Creates an Apple Pay button. Where Apple Pay is not available, it shows a short text instead. */
  applePayButton(options: ApplePayButtonOptions = {}) {
    return this.#lazy(async () => {
      const { ApplePayButton } = await import("./methods/apple_pay.ts");
      return new ApplePayButton(options, this.#context);
    });
  }

  /** Creates a PayPal button. */
  paypalButton(options: PaypalButtonOptions = {}) {
    return this.#lazy(async () => {
      const { PaypalButton } = await import("./methods/paypal.ts");
      return new PaypalButton(options, this.#context);
    });
  }

  /** Whether this browser can pay with Google Pay. Loads Google's script. */
  async isGooglePayAvailable(merchantInfo: GooglePayButtonOptions["merchantInfo"] = {}): Promise<boolean> {
    const { isGooglePayAvailable } = await import("./methods/google_pay.ts");
    return await isGooglePayAvailable(this.#context, { merchantInfo });
  }

  /** Whether this browser can pay with Apple Pay. Loads Apple's script. */
  async isApplePayAvailable(): Promise<boolean> {
    const { isApplePayAvailable } = await import("./methods/apple_pay.ts");
    return await isApplePayAvailable(this.#context);
  }

  /**
   * Creates a container for single card fields in the merchant's own layout. The container can be used at once; its
   * code loads in the background.
   */
  collectContainer(options?: ClientContainerOptions): LazyContainer {
    this.#assertAlive();
    this.#container = LazyContainer.open(() => this.#openContainer(options));
    return this.#container;
  }

  async #openContainer(options: ClientContainerOptions | undefined) {
    const { openContainer } = await import("./collect/client_container.ts");
    // Elements read their texts once, when they are created.
    await this.#context.language.ready;
    this.#assertAlive();
    return openContainer(this.#context, options);
  }

  /** Selects the stored card that the pay button pays with. `{ instrument: undefined }` clears the selection. */
  setState({ instrument }: { readonly instrument?: StoredInstrument | undefined }): void {
    this.#pick(instrument);
    void this.#cardList?.ready.then((list) => list?.show(instrument));
  }

  /** Clears the security code typed for the card that was selected before. */
  #pick(instrument: StoredInstrument | undefined, codeForm?: CardForm, installments?: StoredInstallments): void {
    this.#instrument = instrument;
    this.#codeForm = codeForm;
    this.#installments = installments;
    this.#button?.followInstrument();
  }

  /** Codes of the payment methods this session offers, such as `card` or `payPal`. */
  getAvailablePaymentMethods(): readonly string[] {
    return this.#methods().map(({ paymentMethodCode }) => paymentMethodCode);
  }

  /** Stored instruments that may be shown to the shopper. Deleted and disabled ones are left out. */
  getStoredInstruments(): readonly StoredInstrument[] {
    return storedOf(this.#methods());
  }

  /** Like `getStoredInstruments`, for one payment method code. */
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

  /** Reads one value of the session, such as `query("amount")`. The answer's type follows from the key. */
  query<K extends keyof Queries>(key: K, params?: QueryParams): Queries[K]["answer"] {
    return query(this.#context.session.configuration, key, params);
  }

  /**
   * Deletes a stored instrument, or changes its status, its default flag or its references. Resolves to the service's
   * answer.
   *
   * @throws `payrails:card_form:required_params` without a `resourceId`, `payrails:api:...` when the call fails
   */
  async api(call: ApiCall): Promise<unknown> {
    this.#assertAlive();
    const { callApi } = await import("./instruments/client_api.ts");
    return await callApi(call, this.#context);
  }

  /**
   * Changes the amount to pay, the customer data that the next authorize sends, or both. The provider refuses an amount
   * other than the execution's.
   */
  update({ value, currency, meta }: ClientUpdate): void {
    this.#assertAlive();
    const { session } = this.#context;
    if (value !== undefined && currency !== undefined) session.updateAmount({ value, currency });
    if (meta?.key === "customer") session.updateCustomer(meta.value);
  }

  /**
   * Looks up the card in the form or container: its network, issuing country and more. Resolves to undefined when fewer
   * than 6 digits are known or the session has no look-up link.
   */
  async binLookup(): Promise<BinLookup | undefined> {
    const bin = (this.#form ?? this.#dropinForm)?.bin ?? await this.#container?.bin();
    if (bin !== undefined) return await this.#context.lookUpBin(bin);
    // A mounted drop-in whose card option is closed has no card number yet.
    if (this.#dropin?.isMounted !== true) warn("No container found");
    return undefined;
  }

  /**
   * Finishes a payment that was under way before a reload or redirect. Resolves to its outcome, or to undefined when
   * this session has no payment to resume. See `ResumeOptions` for an init answer from before the payment and for an
   * open 3-D Secure challenge.
   *
   * ```ts
   * const outcome = await Payrails.init(keptInitAnswer).resume({ mayHaveBegun: true });
   * if (outcome?.type === "success") location.assign("/thanks");
   * ```
   */
  async resume(options?: ResumeOptions) {
    this.#assertAlive();
    const { resumeExecution } = await import("./payment/resume.ts");
    return await resumeExecution(this.#context, log, options);
  }

  /**
   * Unmounts every element of this client and ends its polling. A payment already sent still completes at the provider,
   * but this client reports nothing more.
   */
  destroy(): void {
    this.#lifetime.abort();
    // The button goes first. Otherwise it would report the form's removal to the merchant.
    this.#button?.unmount();
    this.#form?.unmount();
    this.#form = undefined;
    this.#button = undefined;
  }

  #lazy<T extends Mountable>(load: () => Promise<T>): LazyElement<T> {
    this.#assertAlive();
    const { language } = this.#context;
    const element = new LazyElement(async () => {
      this.#assertAlive();
      await language.ready;
      try {
        return await load();
      } finally {
        this.#context.ready();
      }
    });
    this.#lifetime.signal.addEventListener("abort", () => element.unmount(), { once: true });
    return element;
  }

  #methods(): readonly PaymentMethodOption[] {
    return this.#context.session.configuration.methods;
  }

  #assertAlive(): void {
    if (this.#lifetime.signal.aborted) throw new SdkError("client:destroyed");
  }
}

function rulesOfPage(): LinkRules {
  return { pageOrigin: location.origin, hosts: BUILT_HOSTS };
}
