/** Countries of the number field: ISO code and calling code; names come from the browser. */
import { asciiDigits } from "../../../server/wire/digits.ts";
import { LANGUAGE } from "../../i18n/language.ts";

export interface Country {
  /** ISO 3166 alpha-2. */
  readonly code: string;
  /** Without the plus sign. */
  readonly dial: string;
}

/** By calling code; the main country first where several share one. Order as in libphonenumber. */
const ROWS =
  "US1 AG1 AI1 AS1 BB1 BM1 BS1 CA1 DM1 DO1 GD1 GU1 JM1 KN1 KY1 LC1 MP1 MS1 PR1 SX1 TC1 TT1 VC1 VG1 VI1 RU7 KZ7 " +
  "EG20 ZA27 GR30 NL31 BE32 FR33 ES34 HU36 IT39 VA39 RO40 CH41 AT43 GB44 GG44 IM44 JE44 DK45 SE46 NO47 SJ47 " +
  "PL48 DE49 PE51 MX52 CU53 AR54 BR55 CL56 CO57 VE58 MY60 AU61 CC61 CX61 ID62 PH63 NZ64 SG65 TH66 JP81 KR82 " +
  "VN84 CN86 TR90 IN91 PK92 AF93 LK94 MM95 IR98 SS211 MA212 EH212 DZ213 TN216 LY218 GM220 SN221 MR222 ML223 " +
  "GN224 CI225 BF226 NE227 TG228 BJ229 MU230 LR231 SL232 GH233 NG234 TD235 CF236 CM237 CV238 ST239 GQ240 GA241 " +
  "CG242 CD243 AO244 GW245 IO246 SC248 SD249 RW250 ET251 SO252 DJ253 KE254 TZ255 UG256 BI257 MZ258 ZM260 MG261 " +
  "RE262 YT262 ZW263 NA264 MW265 LS266 BW267 SZ268 KM269 SH290 ER291 AW297 FO298 GL299 GI350 PT351 LU352 IE353 " +
  "IS354 AL355 MT356 CY357 FI358 AX358 BG359 LT370 LV371 EE372 MD373 AM374 BY375 AD376 MC377 SM378 UA380 RS381 " +
  "ME382 XK383 HR385 SI386 BA387 MK389 CZ420 SK421 LI423 FK500 BZ501 GT502 SV503 HN504 NI505 CR506 PA507 PM508 " +
  "HT509 GP590 BL590 MF590 BO591 GY592 EC593 GF594 PY595 MQ596 SR597 UY598 CW599 BQ599 TL670 NF672 BN673 NR674 " +
  "PG675 TO676 SB677 VU678 FJ679 PW680 WF681 CK682 NU683 WS685 KI686 NC687 TV688 PF689 TK690 FM691 MH692 KP850 " +
  "HK852 MO853 KH855 LA856 BD880 TW886 MV960 LB961 JO962 SY963 IQ964 KW965 SA966 YE967 OM968 PS970 AE971 IL972 " +
  "BH973 QA974 BT975 MN976 NP977 TJ992 TM993 AZ994 GE995 KG996 UZ998";

export const COUNTRIES: readonly Country[] = ROWS.split(" ").map((row) => ({
  code: row.slice(0, 2),
  dial: row.slice(2),
}));

let names: Intl.DisplayNames | undefined;

/** Computing the names takes the browser a while, so the first screen does not wait for them. */
export function countryName(code: string): string {
  try {
    names ??= new Intl.DisplayNames([LANGUAGE], { type: "region" });
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

let byName: readonly Country[] | undefined;

/** For lists, sorted by name on first use, since sorting takes a few milliseconds. */
export function countriesByName(): readonly Country[] {
  const collator = new Intl.Collator(LANGUAGE);
  byName ??= [...COUNTRIES].sort((a, b) => collator.compare(countryName(a.code), countryName(b.code)));
  return byName;
}

export function findCountry(code: string): Country | undefined {
  return COUNTRIES.find((country) => country.code === code);
}

/** The country of an international number ("+44 20..."); a code shared by several keeps the chosen one. */
export function countryOfNumber(text: string, chosen: string): string | undefined {
  const digits = /^\s*(?:\+|00(?=[\s.-]*[2-9]))([\d\s().-]+)/.exec(asciiDigits(text))?.[1]?.replace(/\D/g, "");
  if (digits === undefined || digits === "") return undefined;
  const matches = COUNTRIES.filter((country) => digits.startsWith(country.dial));
  const longest = Math.max(...matches.map((country) => country.dial.length));
  const best = matches.filter((country) => country.dial.length === longest);
  return best.find((country) => country.code === chosen)?.code ?? best[0]?.code;
}

export interface Place {
  readonly countryCode: string;
  /** English name, for data that names countries without a code. */
  readonly countryName: string;
  readonly location: string;
}

/** "Mountain View, CA, United States", with the country in the page's language and named once. */
export function placeLine({ countryCode, countryName: name, location }: Place): string {
  const country = countryCode === "" ? name : countryName(countryCode);
  const place = location === name ? country : location;
  return [...new Set([place, country])].filter((part) => part !== "").join(", ");
}
