/** State of the billing address: country, postal code, and whether both are valid (S-ADDR-07 to S-ADDR-10). */
import type { BillingAddress, Country } from "../../wire/payments.ts";

export interface AddressState {
  readonly country: Country | undefined;
  readonly postalCode: string;
  /** An error is shown after the shopper leaves the input or tries to pay, and disappears with the next key. */
  readonly isErrorShown: boolean;
}

export type AddressFact =
  | { readonly type: "country_chosen"; readonly country: Country | undefined }
  | { readonly type: "postal_code_typed"; readonly text: string }
  | { readonly type: "postal_code_left" }
  | { readonly type: "checked" };

export const EMPTY_ADDRESS: AddressState = { country: undefined, postalCode: "", isErrorShown: false };

export function reduce(state: AddressState, fact: AddressFact): AddressState {
  switch (fact.type) {
    case "country_chosen":
      return { ...state, country: fact.country, isErrorShown: false };
    case "postal_code_typed":
      return { ...state, postalCode: fact.text, isErrorShown: false };
    case "postal_code_left":
      return { ...state, isErrorShown: !isPostalCodeValid(state) };
    case "checked":
      return { ...state, isErrorShown: !isValid(state) };
  }
}

export function isValid(state: AddressState): boolean {
  return state.country !== undefined && isPostalCodeValid(state);
}

/** Longest text that a country's pattern is tried on, in characters; postal codes have at most 10. */
const MAX_POSTAL_CODE_CHARS = 32;

function isPostalCodeValid({ country, postalCode }: AddressState): boolean {
  if (country === undefined || !country.showPostalCode) return true;
  const text = postalCode.trim();
  if (text.length > MAX_POSTAL_CODE_CHARS) return false;
  if (country.postalCodeRegex === undefined) return text !== "";
  try {
    return new RegExp(country.postalCodeRegex).test(text);
  } catch {
    // A pattern that this browser cannot compile locks no shopper out.
    return text !== "";
  }
}

/** Includes the postal code only for a country that has one. */
export function addressOf({ country, postalCode }: AddressState): BillingAddress | undefined {
  if (country === undefined) return undefined;
  const { code, name, iso3, showPostalCode } = country;
  return {
    country: { code, fullName: name, iso3 },
    ...(showPostalCode ? { postalCode: postalCode.trim() } : {}),
  };
}

/** The country that the shopper chose before in this tab, or else that of their time zone. */
export function startCountry(countries: readonly Country[], remembered: string | undefined, timeZone: string) {
  return countries.find(({ code }) => code === remembered) ??
    countries.find(({ timezones }) => timezones?.includes(timeZone));
}
