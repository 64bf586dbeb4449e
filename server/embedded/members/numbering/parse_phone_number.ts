/** Parses typed or pasted text as one phone number, or explains in one sentence what to correct. */
import lib from "google-libphonenumber";

const util = lib.PhoneNumberUtil.getInstance();
const { PhoneNumberFormat, PhoneNumberType } = lib;
const Length = lib.PhoneNumberUtil.ValidationResult;

/** A phone number of a possible length, which may still be unassigned. */
export interface ParsedNumber {
  readonly e164: string;
  readonly callingCode: number;
  /** Digits after the calling code, with leading zeros. */
  readonly national: string;
  readonly international: string;
  readonly local: string;
  /** ISO 3166 alpha-2; empty when the number is not in use or belongs to no country. */
  readonly region: string;
  readonly isValid: boolean;
  /** The library's type of number; `UNKNOWN` when it is not in use. */
  readonly type: libphonenumber.PhoneNumberType;
  /** The library's parsed number, from which the facts are read. */
  readonly parsed: libphonenumber.PhoneNumber;
}
export type ParseResult = { readonly kind: "number"; readonly number: ParsedNumber } | {
  readonly kind: "unreadable";
  readonly why: string;
};

const EXAMPLE = "for example +1 650 253 0000";
const WORLD_REGION = "001";
const HIDDEN = "If your phone showed exactly this, the caller hid or faked the number.";
const NOTHING = `Enter a phone number, ${EXAMPLE}.`;
const NO_NUMBER = `We could not find a phone number in this. Enter its digits, ${EXAMPLE}.`;
const NO_COUNTRY = "We cannot tell the country. Start with + and the country code, or choose the country.";
const WRONG_CODE = "No country has the code this number starts with. Check the digits after the +.";
const TOO_SHORT = `This number is too short: digits are missing. Check the last ones, or the area code. ${HIDDEN}`;
const TOO_LONG = `This number is too long: it has more digits than a number of its country. ${HIDDEN}`;
const NO_AREA = "The area code is missing. Enter the number with its area code.";
const WRONG_LENGTH =
  `No number of this country has this many digits. Check them against what your phone shows. ${HIDDEN}`;

/** `country` (ISO 3166 alpha-2 or empty) is used to parse a national number. */
export function parsePhoneNumber(text: string, country: string): ParseResult {
  const cleaned = clean(text);
  if (cleaned === "") return { kind: "unreadable", why: NOTHING };
  const parsed = parsePhone(cleaned, country) ?? parseWithoutPlus(cleaned, country);
  if (parsed === undefined) return { kind: "unreadable", why: whyUnreadable(cleaned, country) };
  const why = whyImpossible(parsed);
  return why === undefined ? { kind: "number", number: describe(parsed) } : { kind: "unreadable", why };
}

/** A stored number in international format, and its country: `+44 909 879 0123`, `GB`. */
export function asWritten(e164: string): { readonly number: string; readonly country: string } {
  const reading = parsePhoneNumber(e164, "");
  if (reading.kind === "unreadable") return { number: e164, country: "" };
  return { number: reading.number.international, country: reading.number.region };
}

/** Removes what copying adds: the tel: scheme, invisible characters, and a leading 00 in place of +. */
function clean(text: string): string {
  const plain = text.normalize("NFKC").replace(/[\p{Cf}\p{Cc}]/gu, "").trim().replace(/^tel:\s*/i, "");
  return plain.replace(/^\(?00\)?[\s.-]*(?=[1-9])/, "+");
}

function parsePhone(text: string, country: string): libphonenumber.PhoneNumber | undefined {
  try {
    return util.parse(text, country);
  } catch {
    return undefined;
  }
}

/** Digits copied without their + count as international only when that gives a number in use. */
function parseWithoutPlus(text: string, country: string): libphonenumber.PhoneNumber | undefined {
  if (country !== "" || !/^\(?[1-9]/.test(text)) return undefined;
  const parsed = parsePhone(`+${text}`, "");
  return parsed !== undefined && util.isValidNumber(parsed) ? parsed : undefined;
}

function whyUnreadable(text: string, country: string): string {
  const digits = text.replace(/\D/g, "").length;
  if (digits > 15) return TOO_LONG;
  if (digits === 0) return NO_NUMBER;
  if (text.startsWith("+")) return digits < 5 ? TOO_SHORT : WRONG_CODE;
  if (digits < 4) return TOO_SHORT;
  return country === "" ? NO_COUNTRY : NO_NUMBER;
}

function whyImpossible(parsed: libphonenumber.PhoneNumber): string | undefined {
  switch (util.isPossibleNumberWithReason(parsed)) {
    case Length.IS_POSSIBLE:
      return undefined;
    case Length.IS_POSSIBLE_LOCAL_ONLY:
      return NO_AREA;
    case Length.INVALID_COUNTRY_CODE:
      return WRONG_CODE;
    case Length.TOO_SHORT:
      return TOO_SHORT;
    case Length.TOO_LONG:
      return TOO_LONG;
    case Length.INVALID_LENGTH:
      return WRONG_LENGTH;
  }
}

function describe(parsed: libphonenumber.PhoneNumber): ParsedNumber {
  const region: string | undefined = util.getRegionCodeForNumber(parsed) ?? undefined;
  const type = util.getNumberType(parsed);
  return {
    parsed,
    type,
    e164: util.format(parsed, PhoneNumberFormat.E164),
    callingCode: parsed.getCountryCodeOrDefault(),
    national: util.getNationalSignificantNumber(parsed),
    international: util.format(parsed, PhoneNumberFormat.INTERNATIONAL),
    local: util.format(parsed, PhoneNumberFormat.NATIONAL),
    region: region === undefined || region === WORLD_REGION ? "" : region,
    // Same result as isValidNumber, without computing region and type again.
    isValid: type !== PhoneNumberType.UNKNOWN,
  };
}
