/**
 * Facts about a number from public numbering data: line type, place, carrier, time zones. Unknown is "", never a guess.
 */
import lib from "google-libphonenumber";
import type { PhoneData } from "./phone_data.ts";
import type { ParsedNumber } from "./parse_phone_number.ts";
import { zonesOfCountry } from "./country_zones.ts";

/**
 * Twilio Lookup's twelve names, plus one for countries where mobile and landline share ranges
 * (docs/decisions/members/scores-and-line-types.md).
 */
export const LINE_TYPES = [
  "fixedVoip",
  "nonFixedVoip",
  "landline",
  "mobile",
  "personal",
  "tollFree",
  "premium",
  "sharedCost",
  "uan",
  "voicemail",
  "pager",
  "unknown",
  "fixedLineOrMobile",
] as const;
export type LineType = (typeof LINE_TYPES)[number];

export interface Place {
  /** As in the data: "Mountain View, CA". */
  readonly location: string;
  /** Only where the data separates a city from its region. */
  readonly city: string;
  readonly timeZones: readonly string[];
}

const util = lib.PhoneNumberUtil.getInstance();
const Type = lib.PhoneNumberType;
/** libphonenumber's VOIP ranges have no fixed address. */
const TYPE_NAMES: ReadonlyMap<number, LineType> = new Map<number, LineType>([
  [Type.FIXED_LINE, "landline"],
  [Type.MOBILE, "mobile"],
  [Type.FIXED_LINE_OR_MOBILE, "fixedLineOrMobile"],
  [Type.TOLL_FREE, "tollFree"],
  [Type.PREMIUM_RATE, "premium"],
  [Type.SHARED_COST, "sharedCost"],
  [Type.VOIP, "nonFixedVoip"],
  [Type.PERSONAL_NUMBER, "personal"],
  [Type.PAGER, "pager"],
  [Type.UAN, "uan"],
  [Type.VOICEMAIL, "voicemail"],
]);
const NANP = 1;
const NO_PLACE: Place = { location: "", city: "", timeZones: [] };
const UNKNOWN_ZONE = "Etc/Unknown";

export function lineTypeOf(number: ParsedNumber): LineType {
  return TYPE_NAMES.get(number.type) ?? "unknown";
}

/** A non-geographic number has its country's time zones; +1 spans many countries, so such a number there has none. */
export function placeOf(number: ParsedNumber, data: PhoneData): Place {
  if (!number.isValid) return NO_PLACE;
  const geographical = isGeographical(number);
  const location = geographical ? data.places(number.callingCode)(number.national) ?? "" : "";
  const zoneKey = geographical ? number.e164.slice(1) : String(number.callingCode);
  const zones = geographical || number.callingCode !== NANP ? data.timeZones(zoneKey) ?? "" : "";
  return {
    location,
    city: /^(.+), [^,]+$/.exec(location)?.[1] ?? "",
    timeZones: zonesOfCountry(
      zones.split("&").filter((zone) => zone !== "" && zone !== UNKNOWN_ZONE),
      number.region,
    ),
  };
}

/** The carrier the range was assigned to; the data has none for North America, and names some for unused ranges. */
export function carrierOf(number: ParsedNumber, data: PhoneData): string {
  if (!number.isValid || number.callingCode === NANP) return "";
  return data.networks(number.callingCode)(number.national) ?? "";
}

/** Whether a calling code's mobile numbers are geographic, as the library reports for one of them. */
const placedMobiles = new Map<number, boolean>();

/** Landlines are geographic; mobile numbers are in a few countries, and then all of them. */
export function isGeographical({ type, callingCode, parsed }: ParsedNumber): boolean {
  if (type !== Type.MOBILE) return type === Type.FIXED_LINE || type === Type.FIXED_LINE_OR_MOBILE;
  const known = placedMobiles.get(callingCode) ?? isNumberGeographical(parsed);
  placedMobiles.set(callingCode, known);
  return known;
}

/** The library has this method, but its published types do not. */
function isNumberGeographical(parsed: libphonenumber.PhoneNumber): boolean {
  const candidate: unknown = Reflect.get(util, "isNumberGeographical");
  return typeof candidate === "function" && candidate.call(util, parsed) === true;
}
