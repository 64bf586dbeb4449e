/** What the details step accepts, its messages for everything else, and commonly mistyped email domains. */
import { t } from "../../../i18n/t.ts";
import { isEmail } from "../../../../server/wire/email.ts";
import type { Address } from "../../../../server/wire/billing/purchase.ts";
import { EMAIL_MAX_CHARS, NAME_MAX_CHARS, POSTAL_CODE_MAX_CHARS } from "../constants.ts";

export interface Details {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** ISO 3166 alpha-2, empty until chosen. */
  readonly country: string;
  readonly postalCode: string;
}

export type DetailsErrors = Readonly<Partial<Record<keyof Details, string>>>;

const POSTAL_PATTERN = /^[\p{L}\d][\p{L}\d\s-]*$/u;
/** Countries and territories without postal codes, or where people do not use them. */
export const WITHOUT_POSTAL_CODES: ReadonlySet<string> = new Set(
  ("AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GN GQ GY HK IE JM KI KM KN KP LC " +
    "LY ML MO MR MS MW NA NR NU PA QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TT TV TZ UG VU WS YE ZW").split(" "),
);

export function needsPostalCode(country: string): boolean {
  return country !== "" && !WITHOUT_POSTAL_CODES.has(country);
}

/** One message per field to correct; empty when all is valid. */
export function checkDetails(details: Details): DetailsErrors {
  const { country, postalCode } = details;
  return withoutGaps({
    email: emailError(details.email),
    firstName: nameError(details.firstName),
    lastName: nameError(details.lastName),
    country: country === "" ? t("Select the country you're paying from.") : undefined,
    postalCode: postalError(country, postalCode.trim()),
  });
}

export function isDetailsComplete(details: Details): boolean {
  return Object.keys(checkDetails(details)).length === 0;
}

function emailError(text: string): string | undefined {
  const email = text.trim();
  if (email === "") return t("Enter your email address for your receipt and cancellation link.");
  if (email.length > EMAIL_MAX_CHARS) return t("That email address is too long.");
  if (!email.includes("@")) return t("An email address needs an @, as in name@example.com.");
  return isEmail(email) ? undefined : t("That doesn't look like a valid email address.");
}

function nameError(text: string): string | undefined {
  return text.length > NAME_MAX_CHARS ? t("Use no more than {max} characters.", { max: NAME_MAX_CHARS }) : undefined;
}

function postalError(country: string, code: string): string | undefined {
  if (!needsPostalCode(country)) return undefined;
  if (code === "") {
    return country === "US"
      ? t("Enter the ZIP code of your card's billing address.")
      : t("Enter the postal code of your card's billing address.");
  }
  if (country === "US" && !/^\d{5}(-?\d{4})?$/.test(code)) return t("A US ZIP code has 5 digits, for example 94043.");
  if (code.length > POSTAL_CODE_MAX_CHARS || !POSTAL_PATTERN.test(code)) {
    return t("A postal code can only have letters, numbers, spaces, and dashes.");
  }
  return undefined;
}

function withoutGaps(errors: Readonly<Record<keyof Details, string | undefined>>): DetailsErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined));
}

/** The address for the call (W-ADDR-01); a field that was not asked for is empty text. */
export function toAddress({ firstName, lastName, country, postalCode }: Details): Address {
  return {
    first_name: firstName.trim(),
    last_name: lastName.trim(),
    country,
    state: "",
    zip: needsPostalCode(country) ? postalCode.trim() : "",
    city: "",
    address: "",
    address2: "",
    phone: "",
  };
}
