/** The embedded source: facts from public numbering data, in memory. */
import { carrierOf, lineTypeOf, placeOf } from "../../numbering/phone_facts.ts";
import type { PhoneData } from "../../numbering/phone_data.ts";
import type { LookupSource } from "./source.ts";

export function embeddedSource(data: PhoneData): LookupSource {
  return {
    isAtHand: true,
    line: lineTypeOf,
    place: (number) => placeOf(number, data),
    carrier: (number) => carrierOf(number, data),
  };
}
