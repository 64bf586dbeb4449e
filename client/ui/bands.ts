/** Words of the five score bands (TRUST 1.5). The lowest is never called safe: not found is not the same as safe. */
import type { Band } from "../../server/wire/members.ts";

export interface BandWords {
  readonly name: string;
  readonly sentence: string;
}

export const BAND_WORDS: Readonly<Record<Band, BandWords>> = {
  none: {
    name: "No known signals",
    sentence: "Nothing we can check speaks against this number. That is not proof that the caller is honest.",
  },
  some: { name: "Some signals", sentence: "One or two things about this number deserve a second look." },
  caution: { name: "Caution", sentence: "Numbers like this one are often misused. Check who it is before you act." },
  suspicious: { name: "Suspicious", sentence: "Several things speak against this number. Do not call back or pay." },
  high: { name: "High risk", sentence: "A real caller could hardly use this number. Do not answer, pay or call back." },
};
