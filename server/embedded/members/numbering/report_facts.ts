/** The facts of a report: what the sources found, in the shape of the wire. */
import { EMPTY_PHONE_LOOKUP, type PhoneFacts, type PhoneLookup } from "../../../wire/members/report.ts";
import { DATA_VERSIONS } from "./phone_data.ts";
import type { ParsedNumber } from "./parse_phone_number.ts";
import { isReserved } from "./reserved_ranges.ts";
import type { LineType, Place } from "./phone_facts.ts";
import { regionName } from "../../../wire/site/formats.ts";

export interface NumberFacts {
  readonly lineType: LineType;
  readonly place: Place;
  readonly carrier: string;
}

/**
 * The facts in the shape of W-LOOKUP-01. The server does not call the number, so isActive stays false and is listed as
 * unknown.
 */
export function factsOf(
  number: ParsedNumber,
  found: NumberFacts,
  { fraudScore, others = [] }: { readonly fraudScore: number; readonly others?: readonly string[] },
): PhoneFacts {
  const phone: PhoneLookup = {
    ...EMPTY_PHONE_LOOKUP,
    isValid: number.isValid,
    fraudScore,
    phoneNumber: number.e164,
    phoneNumberInternational: number.international,
    phoneNumberLocal: number.local,
    carrier: found.carrier,
    lineType: found.lineType === "unknown" ? "" : found.lineType,
    countryName: number.region === "" ? "" : regionName(number.region, "en"),
    countryCode: number.region,
    location: found.place.location,
    city: found.place.city,
  };
  return {
    phone,
    e164: number.e164,
    setAside: isReserved(number.e164),
    timeZones: [...found.place.timeZones],
    dataVersions: [...DATA_VERSIONS, ...others],
  };
}
