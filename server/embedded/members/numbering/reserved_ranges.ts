/** Number ranges reserved for fiction and examples, and short service exchanges: no subscriber has one. */

interface ReservedRange {
  readonly e164: RegExp;
  readonly source: string;
}

const OFCOM = "Ofcom, telephone numbers for use in TV and radio drama";
const ACMA = "ACMA, phone numbers for use in TV shows, films and creative works";
const NANPA = "North American Numbering Plan Administrator, 555 line numbers";
const PTS = "PTS, telephone numbers for use in books and films";

export const RESERVED_RANGES: readonly ReservedRange[] = [
  { e164: /^\+1\d{3}55501\d{2}$/, source: NANPA },
  { e164: /^\+441632960\d{3}$/, source: OFCOM },
  { e164: /^\+447700900\d{3}$/, source: OFCOM },
  { e164: /^\+442079460\d{3}$/, source: OFCOM },
  { e164: /^\+448081570\d{3}$/, source: OFCOM },
  { e164: /^\+449098790\d{3}$/, source: OFCOM },
  { e164: /^\+61[2378](5550|7010)\d{4}$/, source: ACMA },
  { e164: /^\+6149157015\d$/, source: ACMA },
  { e164: /^\+467017406(0[5-9]|[1-9]\d)$/, source: PTS },
];

export function isReserved(e164: string): boolean {
  return RESERVED_RANGES.some((range) => range.e164.test(e164));
}

/** Calling codes of services without a country: satellite, personal and shared-cost numbers. */
export const GLOBAL_SERVICE_CODES: ReadonlySet<number> = new Set([870, 878, 881, 882, 883, 888, 979]);

/** North American exchanges of the network itself: N11, 976, 950, and directory enquiries at 555-1212. */
export const NANP_SERVICE = /^\d{3}([2-9]11\d{4}|976\d{4}|950\d{4}|5551212)$/;

/** Calling codes that the FCC named in one-ring alerts (2019). */
export const ONE_RING_CODES: ReadonlySet<number> = new Set([222, 232]);

/** Area codes under +1 that look domestic but are charged as international calls. */
export const ONE_RING_AREAS: ReadonlySet<string> = new Set([
  "268",
  "284",
  "473",
  "649",
  "664",
  "767",
  "809",
  "829",
  "849",
  "876",
  "441",
  "345",
  "758",
  "784",
  "868",
  "869",
  "246",
  "242",
]); // deno-fmt-ignore
