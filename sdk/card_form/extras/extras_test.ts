/** Billing address and instalments: what is valid, what is sent, what is offered. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Country } from "../../wire/payments.ts";
import { sentAddress } from "../../payment/execution/composition.ts";
import type { PaymentMethodOption } from "../../wire/config.ts";
import { type AddressFact, addressOf, EMPTY_ADDRESS, isValid, reduce, startCountry } from "./address_state.ts";
import { changeOf, EMPTY_FORM } from "../card_form_state.ts";
import { EXTRAS } from "./extras_view.ts";
import { installmentsFor, installmentText } from "./installments.ts";

const country = (code: string, rest: Partial<Country> = {}): Country => ({
  code,
  name: code,
  iso3: `${code}X`,
  timezones: [],
  showPostalCode: true,
  ...rest,
});
const GERMANY = country("DE", { postalCodeRegex: "^\\d{5}$", timezones: ["Europe/Berlin"] });
const ANYWHERE = country("XA");
const EMIRATES = country("AE", { showPostalCode: false });
const after = (...facts: AddressFact[]) => facts.reduce(reduce, EMPTY_ADDRESS);
const chosen = (where: Country, postalCode = "") =>
  after({ type: "country_chosen", country: where }, { type: "postal_code_typed", text: postalCode });

describe("billing address", () => {
  it("S-ADDR-07: a postal code has to match its country's pattern, or be present where there is no pattern", () => {
    assertEquals(["10115", " 10115 ", "1011", ""].map((code) => isValid(chosen(GERMANY, code))), [
      true,
      true,
      false,
      false,
    ]);
    assertEquals(["x", "", "  "].map((code) => isValid(chosen(ANYWHERE, code))), [true, false, false]);
    assertEquals(isValid(chosen(EMIRATES)), true);
  });
  it("SECURITY X3: a postal code of more than 32 characters is refused before its country's pattern is tried", () => {
    const digits = country("XB", { postalCodeRegex: "^9+$" });
    assertEquals([isValid(chosen(digits, "9".repeat(32))), isValid(chosen(digits, "9".repeat(33)))], [true, false]);
  });
  it("S-ADDR-10: without a country it is not valid", () => assertEquals(isValid(EMPTY_ADDRESS), false));
  it("S-ADDR-06: the result has code, full name and iso3, and a postal code only where the country has one", () => {
    assertEquals(addressOf(chosen(GERMANY, "10115")), {
      country: { code: "DE", fullName: "DE", iso3: "DEX" },
      postalCode: "10115",
    });
    assertEquals(addressOf(chosen(EMIRATES, "10115")), { country: { code: "AE", fullName: "AE", iso3: "AEX" } });
  });
  it("S-COMPOSE-04: the sent address names the country by name and code", () => {
    const address = addressOf(chosen(GERMANY, "10115"));
    assertEquals(address && sentAddress(address), { country: { name: "DE", code: "DE" }, postalCode: "10115" });
  });
  it("S-ADDR-08, S-ADDR-09: an error appears after the shopper left the input, and disappears with the next key", () => {
    const typing = chosen(GERMANY, "1");
    assertEquals(typing.isErrorShown, false);
    const left = reduce(typing, { type: "postal_code_left" });
    assertEquals([left.isErrorShown, reduce(left, { type: "postal_code_typed", text: "10" }).isErrorShown], [
      true,
      false,
    ]);
  });
  it("the country chosen before takes precedence over that of the time zone", () => {
    const all = [EMIRATES, GERMANY];
    assertEquals(startCountry(all, "AE", "Europe/Berlin")?.code, "AE");
    assertEquals(startCountry(all, undefined, "Europe/Berlin")?.code, "DE");
    assertEquals(startCountry(all, "ZZ", "Nowhere"), undefined);
  });
  it("S-FORM-16, S-FORM-17: the form is valid only with its address, and its change event has the address", () => {
    const valid = { ...EMPTY_FORM, isValid: true };
    const billingAddress = { country: { code: "DE" }, postalCode: "10115" };
    assertEquals(changeOf(valid, { isValid: false, billingAddress: undefined }).isValid, false);
    assertEquals(changeOf(valid, { isValid: true, billingAddress }), {
      isValid: true,
      cardNetwork: "",
      bin: "",
      billingAddress,
    });
  });
  it("S-LABEL-06, S-LABEL-07: default labels", () => {
    assertEquals([EXTRAS.selectCountry, EXTRAS.country, EXTRAS.postalCode], [
      "Select Country",
      "Country",
      "Postal Code",
    ]);
    assertEquals(EXTRAS.installments, "Split payment into monthly installments");
  });
});

describe("instalments", () => {
  const amount = { value: "3.34", currency: "BRL" };
  const option = (supportsInstallments: boolean): PaymentMethodOption => ({
    paymentMethodCode: "card",
    integrationType: "api",
    clientConfig: { supportsInstallments, installments: { BR: [{ count: 3, amount }] } },
    paymentInstruments: [],
  });
  it("S-INSTAL-02: the issuer's country decides when the method supports instalments", () => {
    assertEquals(installmentsFor(option(true), "BR"), [{ count: 3, amount }]);
    assertEquals([installmentsFor(option(true), "DE"), installmentsFor(option(true), undefined)], [[], []]);
    assertEquals(installmentsFor(option(false), "BR"), []);
  });
  it("S-INSTAL-03: the text is count x amount", () => {
    assertEquals(installmentText({ count: 3, amount }, "en"), "3 x R$3.34");
    assertEquals(installmentText({ count: 3, amount: { value: "1", currency: "?" } }, "en"), "3 x 1 ?");
  });
});
