/**
 * The client that a merchant's page creates from an init response. It makes the card form, the pay buttons and the
 * drop-in, reads the session, and removes everything on `destroy`.
 */
import { type BinLookup, lazyBinLookup } from "./api/bin.ts";
import { send } from "./api/http.ts";
import type { CardPaymentButton } from "./buttons/card_button.ts";
import type { CardForm } from "./card_form/card_form.ts";
import type { ClientContext } from "./client_context.ts";
import { ClientElements } from "./client_elements.ts";
import type { ClientContainerOptions } from "./collect/client_container.ts";
import type { LazyContainer } from "./collect/lazy/lazy_container.ts";
import { awaitable } from "./core/awaitable.ts";
import type { Loose } from "./wire/published/open_types.ts";
import type { PayrailsEventHandler, PayrailsEventName } from "./emitter/types.ts";
import type { Finding } from "./diagnosis/findings.ts";
import { loadDiagnosis } from "./diagnosis/load_diagnosis.ts";
import { preloadFor } from "./frames/preload.ts";
import type { ApiCall, Operations } from "./instruments/client_api.ts";
import type { LazyCardList } from "./instruments/lazy_card_list.ts";
import { storedOf } from "./session/stored_instruments.ts";
import { forwardLog, log, trace } from "./log/log.ts";
import type { CardPaymentButtonOptions } from "./buttons/options.ts";
import type { CardFormOptions } from "./card_form/options.ts";
import type { DynamicElement } from "./dynamic/dynamic_element.ts";
import type { DynamicElementOptions } from "./dynamic/options.ts";
import type { LazyDropin } from "./dropin/lazy_dropin.ts";
import type { DropinOptions } from "./dropin/options.ts";
import type {
  ApplePayButtonOptions,
  GenericRedirectButtonOptions,
  GooglePayButtonOptions,
  LeanButtonOptions,
  PaypalButtonOptions,
} from "./methods/options.ts";
import type { ClientUpdate, PayrailsClientOptions } from "./options.ts";
import type { CardListOptions } from "./instruments/options.ts";
import type { Outcome } from "./payment/outcome.ts";
import type { ResumeOptions } from "./payment/resume.ts";
import { rulesOfPage } from "./session/links.ts";
import { type Queries, query, type QueryParams } from "./session/query.ts";
import { levelOf, observeFromStart } from "./observability/telemetry.ts";
import { readConfiguration } from "./session/read_config.ts";
import { rememberVersion } from "./session/remember_version.ts";
import { Session } from "./session/session.ts";
import { Language } from "./locales/language.ts";
import { loadPayment } from "./buttons/load_payment.ts";
import { loadCode } from "./ui/load_code.ts";
import type { InitResponse, PaymentMethodOption } from "./wire/config.ts";
import type { GivenInstrument, StoredInstrument } from "./wire/instruments.ts";

/**
 * The checkout client of one payment session.
 *
 * The merchant's back end creates the session and hands its init response to the page. Methods that create something
 * throw `payrails:client:destroyed` after `destroy()`.
 *
 * @example
 * ```ts
 * const client = Payrails.init(await (await fetch("/my-server/init", { method: "POST" })).json());
 * client.cardForm().mount("#card-form");
 * client
 *   .paymentButton({ events: { onSuccess: (_, { executionId }) => location.assign(`/thanks?id=${executionId}`) } })
 *   .mount("#pay");
 * ```
 */
export class Payrails {
  readonly #context: ClientContext;
  readonly #lifetime = new AbortController();
  readonly #elements: ClientElements;

  /** Pages without types write `new Payrails(init)`, too. */
  private constructor(init: InitResponse, given?: PayrailsClientOptions) {
    const options = given ?? {};
    const rules = rulesOfPage();
    const session = new Session(init, { options, rules, log, signal: this.#lifetime.signal });
    const language = new Language(options.locale);
    const { signal } = this.#lifetime;
    this.#elements = new ClientElements({
      session,
      send,
      lookUpBin: lazyBinLookup({ session, send, log, signal }),
      rules,
      initOptions: options,
      language,
      signal,
      ...observeFromStart(session, options, signal),
    });
    this.#context = this.#elements.context;
    rememberVersion();
    if (levelOf(options.telemetry) === "DEBUG") void printSteps(signal);
  }

  /**
   * Creates a client from the init response of the merchant's back end. Makes no request. The client is ready at once;
   * a page may await it as well, and gets the same client.
   *
   * @example
   * ```ts
   * const client = Payrails.init(await (await fetch("/my-server/init", { method: "POST" })).json(), {
   *   environment: "TEST",
   *   locale: "de",
   *   returnInfo: { success: "https://merchant.example/thanks", error: "https://merchant.example/pay" },
   * });
   * ```
   *
   * @throws `payrails:client:init.config_malformed` when the response cannot be decoded, lacks a required part, or
   * links to a host that is not the provider's; `payrails:client:no_page` on a server
   */
  static init(init: InitResponse, options?: PayrailsClientOptions): Payrails & Promise<Payrails> {
    return awaitable(new Payrails(init, options));
  }

  /**
   * Calls the handler at each event of this name, whichever element of this client it comes from. Returns a function
   * that ends it. The callbacks in an element's `events` run first, then its own handlers, then these in order of
   * registration. `buttonClicked`, `requestStart`, `actionRequired` and `deliveryAddressChanged` wait for each handler
   * and can be prevented; a handler that throws is logged and stops nothing.
   *
   * @example
   * ```ts
   * const stop = client.on("success", ({ executionId }) => console.log(executionId));
   * client.on("failed", ({ data }) => alert(data.message));
   * client.on("requestStart", async (event) => {
   *   const { isFree } = await (await fetch("/my-server/slot")).json();
   *   if (!isFree) event.preventDefault();
   * });
   * client.on("sessionExpired", async () => await (await fetch("/my-server/init", { method: "POST" })).json());
   * stop();
   * ```
   */
  on<N extends PayrailsEventName>(name: N, handler: PayrailsEventHandler<N>): () => void {
    return this.#context.session.events.on(name, handler);
  }

  /**
   * Ends what `on` began with the same name and handler.
   *
   * @example
   * ```ts
   * const track = ({ executionId }: { executionId: string }) => console.log(executionId);
   * client.on("success", track);
   * client.off("success", track);
   * ```
   */
  off<N extends PayrailsEventName>(name: N, handler: PayrailsEventHandler<N>): void {
    this.#context.session.events.off(name, handler);
  }

  /**
   * Loads the page and script of the card form before `mount`, so that the form appears sooner. Does nothing without an
   * init response, because the address comes from it. Rejects with `payrails:client:init.config_malformed` as `init`
   * throws it.
   */
  static preloadCardForm(init?: InitResponse): Promise<void> {
    return new Promise((done) => {
      if (init !== undefined) preloadFor(readConfiguration(init, rulesOfPage()));
      done();
    });
  }

  /**
   * Looks for the usual reasons why a checkout does not work on this page or device: https, style sheet, cookies, clock
   * and blank card frames; with an init response also a blocking policy, the card frame, and the scripts of its wallets.
   * Resolves to what it finds, within about 10 s; an empty list when all is well.
   *
   * @example
   * ```ts
   * for (const { check, cause, fix } of await Payrails.diagnose(init)) console.warn(check, cause, fix);
   * ```
   *
   * @throws `payrails:client:init.config_malformed` as `init`
   */
  static async diagnose(init?: InitResponse): Promise<readonly Finding[]> {
    const rules = rulesOfPage();
    const config = init === undefined ? undefined : readConfiguration(init, rules);
    const { diagnose } = await loadCode(loadDiagnosis());
    return await diagnose(config, rules);
  }

  /**
   * Returns the client's card form. There is one: later calls return the same form and ignore their options.
   *
   * @example
   * ```ts
   * const form = client.cardForm({
   *   showCardHolderName: true,
   *   events: { onChange: ({ isValid, cardNetwork }) => console.log(isValid, cardNetwork) },
   * });
   * form.mount("#card-form");
   * ```
   *
   * @throws `payrails:client:destroyed`; an unknown or repeated field in `layout` throws, too
   */
  cardForm(options?: CardFormOptions): CardForm {
    return this.#elements.cardForm(options ?? {});
  }

  /**
   * Returns the button that pays with the card form or with the chosen stored card. There is one per client: later
   * calls ignore their options.
   *
   * @example
   * ```ts
   * client.paymentButton({
   *   translations: { label: "Pay $19.99" },
   *   events: {
   *     onSuccess: (_action, { executionId }) => location.assign(`/thanks?id=${executionId}`),
   *     onPending: (_action, { reason }) => {
   *       // The shopper closed the bank's page, and the next press with the same card opens it again.
   *       if (reason !== "challenge_closed") location.assign("/we-will-email-you");
   *     },
   *     onFailed: (_action, { message }) => alert(message),
   *   },
   * }).mount("#pay");
   * ```
   *
   * @throws `payrails:client:destroyed`
   */
  paymentButton(options?: CardPaymentButtonOptions): CardPaymentButton {
    return this.#elements.paymentButton(options ?? {});
  }

  /**
   * Returns the list of the session's stored cards. The pay button pays with the card the shopper selects, until the
   * shopper enters the card form. There is one per client: later calls ignore their options.
   *
   * @example
   * ```ts
   * client.cardList({ requireCvv: true }).mount("#stored-cards");
   * client.cardForm().mount("#card-form");
   * client.paymentButton().mount("#pay");
   * ```
   *
   * @throws `payrails:client:destroyed`
   */
  cardList(options?: CardListOptions): LazyCardList {
    return this.#elements.cardList(options ?? {});
  }

  /**
   * Creates the drop-in: stored instruments, card form, wallets and redirect methods in one element.
   *
   * @example
   * ```ts
   * client.dropin({
   *   paymentMethodsConfiguration: { cards: { showStoreInstrumentCheckbox: true } },
   *   events: { onSuccess: (_action, { executionId }) => location.assign(`/thanks?id=${executionId}`) },
   * }).mount("#checkout");
   * ```
   *
   * @throws `payrails:client:destroyed`
   */
  dropin(options?: DropinOptions): LazyDropin {
    return this.#elements.dropin(options ?? {});
  }

  /**
   * Creates the button of a hosted payment page. It is Mercado Pago's unless `paymentMethod` names another method.
   *
   * @example
   * ```ts
   * client.genericRedirectButton({
   *   paymentMethod: { paymentMethodCode: "pix" },
   *   returnInfo: { success: "https://merchant.example/thanks", error: "https://merchant.example/pay" },
   * }).mount("#pix");
   * ```
   *
   * @throws `payrails:client:destroyed`
   */
  genericRedirectButton(options?: GenericRedirectButtonOptions) {
    return this.#elements.genericRedirectButton(options ?? {});
  }

  /**
   * Creates a Google Pay button. Where Google Pay is not available, it shows a short text instead.
   *
   * @example
   * ```ts
   * client.googlePayButton({
   *   merchantInfo: { merchantId: "BCR2DN4T000000", merchantName: "Example Inc." },
   *   events: { onSuccess: () => location.assign("/thanks") },
   * }).mount("#google-pay");
   * ```
   *
   * @throws `payrails:client:destroyed`
   */
  googlePayButton(options?: GooglePayButtonOptions) {
    return this.#elements.googlePayButton(options ?? {});
  }

  /**
   * Creates an Apple Pay button. Where Apple Pay is not available, it shows a short text instead.
   *
   * @example
   * ```ts
   * if (await client.isApplePayAvailable()) {
   *   client.applePayButton({ events: { onSuccess: () => location.assign("/thanks") } }).mount("#apple-pay");
   * }
   * ```
   *
   * @throws `payrails:client:destroyed`
   */
  applePayButton(options?: ApplePayButtonOptions) {
    return this.#elements.applePayButton(options ?? {});
  }

  /**
   * Creates a PayPal button. Loads PayPal's script when it is mounted.
   *
   * @example
   * ```ts
   * client.paypalButton({
   *   styles: { color: "black", height: 48 },
   *   events: { onSuccess: () => location.assign("/thanks") },
   * }).mount("#paypal");
   * ```
   *
   * @throws `payrails:client:destroyed`
   */
  paypalButton(options?: PaypalButtonOptions) {
    return this.#elements.paypalButton(options ?? {});
  }

  /**
   * Creates the button of Lean, which pays by bank. It pays where the session offers the method `lean`.
   *
   * @example
   * ```ts
   * client.leanButton({
   *   styles: { dialog: { themeColor: "#0b5fff" } },
   *   events: { onSuccess: () => location.assign("/thanks") },
   * }).mount("#lean");
   * ```
   *
   * @throws `payrails:client:destroyed`
   */
  leanButton(options?: LeanButtonOptions) {
    return this.#elements.leanButton(options ?? {});
  }

  /**
   * Creates a form for instruments other than cards, such as the bank account of a payout. Its fields come from the
   * session's `instrumentDataSchema` of the method.
   *
   * @example
   * ```ts
   * const form = client.dynamicElement({ paymentMethod: { paymentMethodCode: "bankAccount" } });
   * await form.mount("#account");
   * const { id } = await form.tokenize({ storeInstrument: true });
   * ```
   *
   * @throws `payrails:client:destroyed`, and `payrails:client:dynamic_element.schema_missing` when the session has no
   * schema for the method
   */
  dynamicElement(options: DynamicElementOptions): DynamicElement {
    return this.#elements.dynamicElement(options);
  }

  /**
   * Whether this browser can pay with Google Pay. Loads Google's script. Resolves to false when it does not load within
   * ten seconds.
   *
   * @throws `payrails:client:destroyed`
   */
  async isGooglePayAvailable(merchantInfo: GooglePayButtonOptions["merchantInfo"] = {}): Promise<boolean> {
    return await this.#elements.googlePayButton({ merchantInfo }).isAvailable;
  }

  /**
   * Whether this browser can pay with Apple Pay. Loads Apple's script. Resolves to false when it does not load within
   * ten seconds.
   *
   * @throws `payrails:client:destroyed`
   */
  async isApplePayAvailable(): Promise<boolean> {
    return await this.#elements.applePayButton({}).isAvailable;
  }

  /**
   * Creates a container for single card fields in the merchant's own layout. The container can be used at once; its
   * code loads in the background. A client has one container: a new one unmounts the previous one.
   *
   * @example
   * ```ts
   * const container = client.collectContainer({ containerType: "COLLECT" });
   * container.createCollectElement({ type: "CARD_NUMBER" }).mount("#number");
   * container.createCollectElement({ type: "EXPIRATION_DATE" }).mount("#expiry");
   * container.createCollectElement({ type: "CVV" }).mount("#cvv");
   * document.querySelector("form")?.addEventListener("submit", async (event) => {
   *   event.preventDefault();
   *   const { isValid } = await container.validate();
   *   if (!isValid) return;
   *   const { id } = await container.tokenize();
   *   await fetch("/my-server/pay", { method: "POST", body: JSON.stringify({ instrumentId: id }) });
   * });
   * ```
   *
   * @throws `payrails:client:destroyed`
   */
  collectContainer(options?: ClientContainerOptions): LazyContainer {
    return this.#elements.collectContainer(options);
  }

  /**
   * Selects the stored card that the pay button pays with, one of the session or of the merchant's back end. Null or
   * undefined clears the selection.
   */
  setState({ instrument }: { instrument?: GivenInstrument | null | undefined }): void {
    this.#elements.select(instrument ?? undefined);
  }

  /** Codes of the payment methods this session offers, such as `card` or `payPal`. */
  getAvailablePaymentMethods(): string[] {
    return this.#methods().map(({ paymentMethodCode }) => paymentMethodCode);
  }

  /** Stored instruments that may be shown to the shopper. Deleted and disabled ones are left out. */
  getStoredInstruments(): StoredInstrument[] {
    return storedOf(this.#methods());
  }

  /** Like `getStoredInstruments`, for one payment method code. */
  getStoredInstrumentsByPaymentMethod(code: string): StoredInstrument[] {
    return storedOf(this.#methods(), code);
  }

  /** As `getStoredInstrumentsByPaymentMethod("card")`. */
  getSavedCreditCards(): StoredInstrument[] {
    return storedOf(this.#methods(), "card");
  }

  /** As `getStoredInstrumentsByPaymentMethod("googlePay")`. */
  getSavedGooglePayAccounts(): StoredInstrument[] {
    return storedOf(this.#methods(), "googlePay");
  }

  /** As `getStoredInstrumentsByPaymentMethod("applePay")`. */
  getSavedApplePayAccounts(): StoredInstrument[] {
    return storedOf(this.#methods(), "applePay");
  }

  /** As `getStoredInstrumentsByPaymentMethod("payPal")`. */
  getSavedPaypalAccounts(): StoredInstrument[] {
    return storedOf(this.#methods(), "payPal");
  }

  /** Reads one value of the session, such as `query("amount")`. The answer's type follows from the key. */
  query<K extends keyof Queries>(key: K, params?: QueryParams): Queries[K]["answer"] {
    return query(this.#context.session.configuration, key, params);
  }

  /**
   * Deletes a stored instrument, or changes its status, its default flag or its references, or pays out. Resolves to
   * the service's answer.
   *
   * @example
   * ```ts
   * const [card] = client.getSavedCreditCards();
   * if (card !== undefined) await client.api({ operation: "deleteInstrument", resourceId: card.id });
   * ```
   *
   * @throws `payrails:card_form:required_params` without a `resourceId`, `payrails:api:url_not_found` when the session
   * does not allow the call, `payrails:api:*` when it fails
   */
  async api<K extends keyof Operations>(call: ApiCall<K>): Promise<Operations[K]["answer"]> {
    this.#elements.assertAlive();
    const { callApi } = await loadCode(import("./instruments/client_api.ts"));
    return await callApi(call, this.#context);
  }

  /**
   * Changes the amount to pay, the language, the customer data that the next authorize sends, the instalment choices,
   * or several of them. The provider refuses an amount other than the execution's.
   */
  update({ value, currency, locale, meta, installmentConfig }: ClientUpdate): void {
    this.#elements.assertAlive();
    const { session } = this.#context;
    if (installmentConfig !== undefined) {
      session.installmentConfig = installmentConfig ?? undefined;
      this.#elements.updateInstallmentConfig(installmentConfig);
    }
    if (value !== undefined && currency !== undefined) session.updateAmount({ value, currency });
    if (locale !== undefined) this.#context.language.change(locale);
    if (meta?.key === "customer") session.updateCustomer(meta.value);
  }

  /**
   * Looks up the card in the form or container: its network, issuing country and more. Resolves to undefined when fewer
   * than 6 digits are known or the session has no look-up link.
   */
  async binLookup(): Promise<Loose<BinLookup | undefined>> {
    return await this.#elements.binLookup();
  }

  /**
   * Finishes a payment that was under way before a reload or redirect. Resolves to its outcome, or to `not_started`
   * with the reason why there is no payment to resume. See `ResumeOptions` for an init answer from before the payment
   * and for an open 3-D Secure challenge.
   *
   * @example
   * ```ts
   * const kept = sessionStorage.getItem("init");
   * if (kept !== null) {
   *   const outcome = await Payrails.init(JSON.parse(kept)).resume({ mayHaveBegun: true });
   *   if (outcome.type === "success") location.assign("/thanks");
   * }
   * ```
   *
   * @throws `payrails:client:destroyed`; an `AbortError` when the client is destroyed while it asks
   */
  async resume(options?: ResumeOptions): Promise<Outcome> {
    this.#elements.assertAlive();
    const { resumeExecution } = await loadCode(import("./payment/resume.ts"));
    return await resumeExecution(this.#context, log, options);
  }

  /**
   * Gives up the hosted page or 3-D Secure challenge that the shopper closed while the payment waits for it, so that
   * another method can pay at once. Resolves to what became of the payment: `failed` with `USER_CANCELLED` when it was
   * given up, `success` when the shopper had paid meanwhile, `pending` while it cannot be given up. Tells no callback.
   *
   * @example
   * ```ts
   * client.on("pending", async ({ reason }) => {
   *   if (reason !== "page_closed" || !confirm("Pay in another way?")) return;
   *   const outcome = await client.giveUp();
   *   if (outcome.type === "success") location.assign("/thanks");
   * });
   * ```
   *
   * @throws `payrails:client:destroyed`
   */
  async giveUp(): Promise<Outcome> {
    this.#elements.assertAlive();
    const { giveUp } = await loadCode(import("./payment/after_authorize/give_up.ts"));
    return await giveUp(this.#context);
  }

  /**
   * Unmounts every element of this client and ends its polling. A payment already sent still completes at the provider,
   * but this client reports nothing more.
   */
  destroy(): void {
    this.#lifetime.abort();
    this.#elements.unmount();
  }

  #methods(): readonly PaymentMethodOption[] {
    return this.#context.session.configuration.methods;
  }
}

/** Prints the steps of the page's payments in the console until the signal. */
async function printSteps(signal: AbortSignal): Promise<void> {
  // Without this code there are no steps in the console, and nothing else changes.
  const [loaded, payment] = await Promise.all([loadDiagnosis(), loadPayment()]).catch(() => []);
  if (loaded === undefined || payment === undefined || signal.aborted) return;
  const stepLog = { forwardLog, trace };
  loaded.printSteps(stepLog, signal);
  payment.tracePayments((ports) => loaded.traced(ports, stepLog));
}
