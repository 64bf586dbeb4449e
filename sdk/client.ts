/** The client merchants hold: made from an init answer, hands out the card form and the pay button, can be destroyed. */
import { send } from "./api/http.ts";
import { CardPaymentButton } from "./buttons/card_button.ts";
import { CardForm } from "./card_form/card_form.ts";
import type { ClientParts } from "./client_parts.ts";
import { SdkError } from "./errors/sdk_error.ts";
import { log } from "./log/log.ts";
import type { CardFormOptions, CardPaymentButtonOptions, InitOptions } from "./options.ts";
import { resumeExecution } from "./pay/resume.ts";
import { BUILT_HOSTS, type LinkRules } from "./session/links.ts";
import { Session } from "./session/session.ts";
import type { InitResponse, PaymentMethodOption, StoredInstrument } from "./wire/config.ts";

export class Payrails {
  readonly #parts: ClientParts;
  readonly #life = new AbortController();
  #form: CardForm | undefined;
  #button: CardPaymentButton | undefined;
  #instrument: StoredInstrument | undefined;

  private constructor(init: InitResponse, options: InitOptions) {
    const rules: LinkRules = { pageOrigin: location.origin, hosts: BUILT_HOSTS };
    this.#parts = {
      session: new Session(init, { options, rules, log }),
      send,
      rules,
      initOptions: options,
      signal: this.#life.signal,
      cardForm: () => this.#form,
      instrument: () => this.#instrument,
    };
  }

  /** Throws `payrails:client:init.config_malformed` when the answer cannot be read or trusted. */
  static init(init: InitResponse, options: InitOptions = {}): Payrails {
    return new Payrails(init, options);
  }

  /** One form per client: asked again, the same form comes back. */
  cardForm(options: CardFormOptions = {}): CardForm {
    this.#needLife();
    this.#form ??= new CardForm(options, this.#parts.session);
    this.#button?.followForm();
    return this.#form;
  }

  /** One button per client. */
  paymentButton(options: CardPaymentButtonOptions = {}): CardPaymentButton {
    this.#needLife();
    this.#button ??= new CardPaymentButton(options, this.#parts);
    return this.#button;
  }

  /** Chooses a stored card to pay with, or none. */
  setState({ instrument }: { readonly instrument?: StoredInstrument | undefined }): void {
    this.#instrument = instrument;
    this.#button?.followInstrument();
  }

  getAvailablePaymentMethods(): readonly string[] {
    return this.#methods().map(({ paymentMethodCode }) => paymentMethodCode);
  }

  getStoredInstruments(): readonly StoredInstrument[] {
    return this.#methods().flatMap(({ paymentInstruments }) => paymentInstruments ?? []);
  }

  getSavedCreditCards(): readonly StoredInstrument[] {
    return this.getStoredInstruments().filter(({ paymentMethod, status }) =>
      paymentMethod === "card" && (status === "enabled" || status === "created")
    );
  }

  /** Picks up a payment under way after a reload or redirect; undefined when none was begun. */
  resume() {
    return resumeExecution(this.#parts, log);
  }

  /** Removes everything the client put into the page; what is under way reports nothing more. */
  destroy(): void {
    this.#life.abort();
    this.#form?.unmount();
    this.#button?.unmount();
    this.#form = undefined;
    this.#button = undefined;
  }

  #methods(): readonly PaymentMethodOption[] {
    return this.#parts.session.configuration.methods;
  }

  #needLife(): void {
    if (this.#life.signal.aborted) throw new SdkError("client:destroyed");
  }
}
