/** Number ranges reserved for fiction and examples, and short service exchanges: no subscriber has one. */

const RESERVED_RANGES: readonly RegExp[] = [
  // North American Numbering Plan Administrator, 555 line numbers
  /^\+1\d{3}55501\d{2}$/,
  // Ofcom, telephone numbers for use in TV and radio drama
  /^\+441632960\d{3}$/,
  /^\+447700900\d{3}$/,
  /^\+442079460\d{3}$/,
  /^\+448081570\d{3}$/,
  /^\+449098790\d{3}$/,
  // ACMA, phone numbers for use in TV shows, films and creative works
  /^\+61[2378](5550|7010)\d{4}$/,
  /^\+6149157015\d$/,
  // PTS, telephone numbers for use in books and films
  /^\+467017406(0[5-9]|[1-9]\d)$/,
];

export function isReserved(e164: string): boolean {
  return RESERVED_RANGES.some((range) => range.test(e164));
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
]);
