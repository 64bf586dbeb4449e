/** Parses typed or pasted text as one phone number, or says what to correct. */
import lib from "google-libphonenumber";
import { asciiDigits } from "../../../wire/digits.ts";
import { isSameOrTerritory } from "../../../wire/members/territories.ts";
import type { SentenceCode } from "../../../wire/site/service_sentences.ts";

const util = lib.PhoneNumberUtil.getInstance();
const short = lib.ShortNumberInfo.getInstance();
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
  /** What to correct. */
  readonly why: SentenceCode;
};

const WORLD_REGION = "001";
/** `country` (ISO 3166 alpha-2 or empty) is used to parse a national number. */
export function parsePhoneNumber(text: string, country: string): ParseResult {
  const cleaned = clean(text);
  if (cleaned === "") return { kind: "unreadable", why: "number_empty" };
  const abroad = dialedAbroad(cleaned);
  const parsed = inUse(cleaned, country) ?? inUse(abroad, country) ?? behindCode(cleaned) ??
    parsePhone(abroad, country) ?? parseWithoutPlus(abroad, country);
  if (parsed === undefined) return { kind: "unreadable", why: whyUnreadable(cleaned, country) };
  const why = whyImpossible(parsed);
  return why === undefined ? { kind: "number", number: describe(parsed) } : { kind: "unreadable", why };
}

/**
 * The number of a report call with the country to read it in, as the free check gets them: the country beside the
 * number, before whose digits the web app puts its calling code, or none. Where that reads nothing, the requester's own.
 */
export function asTyped(
  phoneNumber: string,
  { numberCountry, country }: { readonly numberCountry: string; readonly country: string },
): { readonly text: string; readonly country: string } {
  if (numberCountry !== "") return { text: phoneNumber.replace(/^\+\d{1,3} /, ""), country: numberCountry };
  const isRead = parsePhoneNumber(phoneNumber, "").kind === "number";
  return { text: phoneNumber, country: isRead ? "" : country };
}

/** A stored number in international format, and its country: `+44 909 879 0123`, `GB`. */
export function asWritten(e164: string): { readonly number: string; readonly country: string } {
  const parsed = parsePhoneNumber(e164, "");
  if (parsed.kind === "unreadable") return { number: e164, country: "" };
  return { number: parsed.number.international, country: parsed.number.region };
}

/**
 * Whether a number may be one of this country or of its territories. Some countries share ranges, such as the toll-free
 * numbers of North America. A number that is not in use, or belongs to no country, may be from anywhere.
 */
export function canBeFrom({ parsed, region }: ParsedNumber, country: string): boolean {
  return region === "" || util.isValidNumberForRegion(parsed, country) ||
    isSameOrTerritory(region, country);
}

/** With digits of every script as 0 to 9, and without what copying adds: the tel: scheme and invisible characters. */
function clean(text: string): string {
  return asciiDigits(text).replace(/[\p{Cf}\p{Cc}]/gu, "").trim().replace(/^tel:\s*/i, "");
}

/** With + in place of 00. Many people write it so whose own country dials something else. */
function dialedAbroad(text: string): string {
  return text.replace(/^\(?00\)?[\s.-]*(?=[1-9])/, "+");
}

function inUse(text: string, country: string): libphonenumber.PhoneNumber | undefined {
  const parsed = parsePhone(text, country);
  return parsed !== undefined && util.isValidNumber(parsed) ? parsed : undefined;
}

/** The web app puts the chosen country's code before what was typed, which may be a number of another country. */
function behindCode(text: string): libphonenumber.PhoneNumber | undefined {
  const [, code, typed] = /^\+(\d{1,3})\s+(\S.*)$/.exec(text) ?? [];
  if (code === undefined || typed === undefined) return undefined;
  const country = util.getRegionCodeForCountryCode(Number(code));
  return inUse(typed, country) ?? inUse(dialedAbroad(typed), country);
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

function whyUnreadable(text: string, country: string): SentenceCode {
  const digits = text.replace(/\D/g, "").length;
  if (digits > 15) return "number_long";
  if (digits === 0) return "number_missing";
  if (text.startsWith("+")) return digits < 5 ? "number_short" : "number_code";
  if (digits < 4) return "number_short";
  return country === "" ? "number_country" : "number_missing";
}

function whyImpossible(parsed: libphonenumber.PhoneNumber): SentenceCode | undefined {
  if (isService(parsed)) return "number_service";
  switch (util.isPossibleNumberWithReason(parsed)) {
    case Length.IS_POSSIBLE:
      return undefined;
    case Length.IS_POSSIBLE_LOCAL_ONLY:
      return "number_area";
    case Length.INVALID_COUNTRY_CODE:
      return "number_code";
    case Length.TOO_SHORT:
      return "number_short";
    case Length.TOO_LONG:
      return "number_long";
    case Length.INVALID_LENGTH:
      return "number_length";
  }
}

const NORTH_AMERICA = 1;

/** 911, 116117 or 10086: real, though no source here knows who calls from it. */
function isService(parsed: libphonenumber.PhoneNumber): boolean {
  if (util.isValidNumber(parsed) || !short.isValidShortNumber(parsed)) return false;
  // In North America any five or six digits can be a short code for texts, and are more likely half of a number.
  return parsed.getCountryCodeOrDefault() !== NORTH_AMERICA ||
    util.getNationalSignificantNumber(parsed).length === 3;
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
