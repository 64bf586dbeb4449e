/** Countries of the number field: ISO code and calling code, most looked-up first in nothing, by name in lists. */

export interface Country {
  /** ISO 3166 alpha-2. */
  readonly code: string;
  /** Without the plus sign. */
  readonly dial: string;
}

const ROWS =
  "US1 CA1 GB44 IE353 AU61 NZ64 DE49 AT43 CH41 FR33 BE32 NL31 LU352 ES34 PT351 IT39 GR30 PL48 CZ420 SK421 HU36 " +
  "RO40 BG359 HR385 SI386 RS381 UA380 SE46 NO47 DK45 FI358 IS354 EE372 LV371 LT370 TR90 IL972 AE971 SA966 EG20 MA212 " +
  "TN216 NG234 GH233 KE254 ZA27 IN91 PK92 BD880 LK94 NP977 CN86 HK852 TW886 JP81 KR82 SG65 MY60 TH66 VN84 PH63 ID62 " +
  "MX52 BR55 AR54 CL56 CO57 PE51 EC593 JM1 DO1 PR1";

export const COUNTRIES: readonly Country[] = ROWS.split(" ").map((row) => ({
  code: row.slice(0, 2),
  dial: row.slice(2),
}));

const names = new Intl.DisplayNames(["en"], { type: "region" });

export function countryName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** For lists, by name. */
export const COUNTRIES_BY_NAME: readonly Country[] = [...COUNTRIES].sort((a, b) =>
  countryName(a.code).localeCompare(countryName(b.code))
);

export function findCountry(code: string): Country | undefined {
  return COUNTRIES.find((country) => country.code === code);
}

/** The country an international number belongs to ("+44 20..."); a code shared by several keeps the one chosen. */
export function countryOfNumber(text: string, chosen: string): string | undefined {
  const digits = /^\s*(?:\+|00)([\d\s().-]+)/.exec(text)?.[1]?.replace(/\D/g, "");
  if (digits === undefined || digits === "") return undefined;
  const matches = COUNTRIES.filter((country) => digits.startsWith(country.dial));
  const longest = Math.max(...matches.map((country) => country.dial.length));
  const best = matches.filter((country) => country.dial.length === longest);
  return best.find((country) => country.code === chosen)?.code ?? best[0]?.code;
}
