/** Billing address and instalments below the card frame, rendered in the page itself. */
import { countriesUrl, readCountries } from "../../api/countries.ts";
import { omitUndefined } from "../../core/omit_undefined.ts";
import type { BillingAddress, Country } from "../../wire/payments.ts";
import { SdkError } from "../../errors/sdk_error.ts";
import { log, warn } from "../../log/log.ts";
import type { InstallmentConfig } from "../../options.ts";
import type { CardFormOptions, CardFormStyles, CardFormTranslations } from "../options.ts";
import { type AddressFact, addressOf, EMPTY_ADDRESS, isValid, reduce, startCountry } from "./address_state.ts";
import type { FormContext } from "../form_context.ts";
import { createExtrasView, ENTRIES, EXTRAS, type ExtrasView } from "./extras_view.ts";
import { installmentsFor, installmentText } from "./installments.ts";
import { rememberCountry, rememberedCountry } from "./remembered_country.ts";

export interface ExtrasPorts extends Pick<FormContext, "session" | "lookUpBin" | "language"> {
  readonly changed: () => void;
}

export class Extras {
  #address = EMPTY_ADDRESS;
  #countries: readonly Country[] = [];
  #view: ExtrasView | undefined;
  #bin: string | undefined;
  #installments: InstallmentConfig;
  /** The shopper's choice, which may be to pay in full; undefined before they choose. */
  #chosen: { readonly count: number | undefined } | undefined;
  #asksAddress: boolean;
  #hasEnded = false;
  #unlisten: (() => void) | undefined;

  constructor(private readonly options: CardFormOptions, private readonly ports: ExtrasPorts) {
    this.#installments = { ...options.installmentConfig, ...omitUndefined({ ...ports.session.installmentConfig }) };
    this.#asksAddress = options.showAddressSelector === true;
  }

  /** True when no address is asked for. */
  get isValid(): boolean {
    return !this.#asksAddress || isValid(this.#address);
  }

  get billingInfo(): BillingAddress | undefined {
    return this.#asksAddress ? addressOf(this.#address) : undefined;
  }

  get selectedInstallment(): number | undefined {
    return this.#view?.chosenCount();
  }

  mount(place: Element): void {
    this.#view = createExtrasView({
      hasAddress: this.options.showAddressSelector === true,
      texts: () => this.ports.language.of("extras", EXTRAS),
      errors: () => this.ports.language.pack?.entries ?? ENTRIES,
      translations: this.options.translations ?? {},
      styles: this.options.styles ?? {},
      chooseCountry: (code) => {
        const country = this.#countries.find((known) => known.code === code);
        if (country !== undefined) rememberCountry(country.code);
        this.#apply({ type: "country_chosen", country });
      },
      typePostalCode: (text) => this.#apply({ type: "postal_code_typed", text }),
      leavePostalCode: () => this.#apply({ type: "postal_code_left" }),
      chooseInstallment: (count) => this.#chosen = { count },
    });
    place.append(this.#view.root);
    this.#unlisten = this.ports.session.listenAmount(() => void this.#offerInstallments());
    if (this.#asksAddress) void this.#loadCountries();
  }

  /** Also names countries and amounts in the client's language, which may have changed. */
  retext(translations: CardFormTranslations = {}): void {
    this.#view?.retext(translations);
    if (this.#countries.length > 0) this.#view?.listCountries(this.#named());
    this.#view?.drawAddress(this.#address);
    void this.#offerInstallments();
  }

  restyle(styles: CardFormStyles = {}): void {
    this.#view?.restyle(styles);
  }

  /** Shows the error of a country or postal code to a shopper who never reached it. */
  validate(): boolean {
    if (this.#asksAddress) this.#apply({ type: "checked" });
    return this.isValid;
  }

  /** Moves the focus to the country or postal code that has an error. False when neither has. */
  focus(): boolean {
    if (this.isValid) return false;
    this.#view?.focusAddress(this.#address);
    return true;
  }

  /** Follows and reports nothing more: the list of countries may arrive after the form was unmounted. */
  end(): void {
    this.#hasEnded = true;
    this.#unlisten?.();
  }

  #changed(): void {
    if (!this.#hasEnded) this.ports.changed();
  }

  lock(isLocked: boolean): void {
    this.#view?.lock(isLocked);
  }

  /** Updates the instalments when the card changes. */
  async followBin(bin: string): Promise<void> {
    if (bin === this.#bin) return;
    this.#bin = bin;
    // A choice made for the card before is not sent with this one while its issuer is looked up.
    if (!this.#installments.installmentCountry) this.#view?.showInstallments([]);
    await this.#offerInstallments();
  }

  async configure(config: InstallmentConfig): Promise<void> {
    this.#installments = config;
    this.#chosen = undefined;
    await this.#offerInstallments();
  }

  async #offerInstallments(): Promise<void> {
    const bin = this.#bin ?? "";
    const config = this.#installments;
    const { defaultInstallment, installmentCountry, installmentOptions } = config;
    const option = this.ports.session.configuration.methods.find((method) => method.paymentMethodCode === "card");
    if (this.options.showInstallments !== true || option?.clientConfig?.supportsInstallments !== true) return;
    const country = installmentCountry ?? (await this.ports.lookUpBin(bin))?.issuerCountry?.code;
    // The card or the choices have changed since.
    if (bin !== (this.#bin ?? "") || config !== this.#installments) return;
    const choices = installmentsFor(option, country, installmentOptions);
    const tag = this.#tag();
    const { currency } = this.ports.session.configuration.amount ?? {};
    this.#view?.showInstallments(
      choices.map((choice) => ({ count: choice.count, text: installmentText(choice, tag, currency) })),
      this.#chosen === undefined ? defaultInstallment : this.#chosen.count,
    );
  }

  #tag(): string {
    return this.ports.language.tag ?? (document.documentElement.lang || "en");
  }

  #apply(fact: AddressFact): void {
    const before = this.#address;
    this.#address = reduce(before, fact);
    this.#view?.drawAddress(this.#address);
    const { country, postalCode } = this.#address;
    // Leaving or checking the address changes only what is shown of it.
    if (country !== before.country || postalCode !== before.postalCode) this.#changed();
  }

  async #loadCountries(): Promise<void> {
    const { authorizeUrl } = this.ports.session.configuration;
    if (authorizeUrl === undefined) return this.#goWithoutAddress();
    try {
      this.#countries = await readCountries(countriesUrl(authorizeUrl));
    } catch (cause) {
      log(cause instanceof SdkError ? cause : new SdkError("api:unknown", { cause }));
      return this.#goWithoutAddress();
    }
    this.#view?.listCountries(this.#named());
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    this.#apply({ type: "country_chosen", country: startCountry(this.#countries, rememberedCountry(), timeZone) });
  }

  /** Without the list the shopper could choose no country. The payment proceeds without an address. */
  #goWithoutAddress(): void {
    warn("The list of countries could not be loaded: no billing address is asked for");
    this.#asksAddress = false;
    this.#view?.hideAddress();
    this.#changed();
  }

  /** Country names in the client's language, in its alphabetical order. */
  #named(): readonly Country[] {
    const { tag } = this.ports.language;
    if (tag === undefined) return this.#countries;
    try {
      const names = new Intl.DisplayNames([tag], { type: "region" });
      return this.#countries.map((country) => ({ ...country, name: names.of(country.code) ?? country.name }))
        .sort((one, other) => one.name.localeCompare(other.name, tag));
    } catch {
      // The merchant's locale is no language tag, such as the "de_DE.UTF-8" of a server.
      return this.#countries;
    }
  }
}
