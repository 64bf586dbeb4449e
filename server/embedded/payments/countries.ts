/** The countries a shopper may choose for a billing address. */

export interface CountryRecord {
  readonly code: string;
  readonly name: string;
  readonly iso3: string;
  readonly timezones: readonly string[];
  readonly showPostalCode: boolean;
  readonly postalCodeRegex?: string;
}

/** Code, ISO 3166 alpha-3, time zones, postal code pattern (empty: the country has none). */
const ROWS: readonly (readonly [code: string, iso3: string, timezones: string, postal: string])[] = [
  ["US", "USA", "America/New_York America/Chicago America/Denver America/Los_Angeles", "^\\d{5}(-\\d{4})?$"],
];

export const COUNTRIES: Readonly<Record<string, CountryRecord>> = Object.fromEntries(ROWS.map(toEntry));

function toEntry([code, iso3, timezones, postal]: (typeof ROWS)[number]): [string, CountryRecord] {
  const name = new Intl.DisplayNames(["en"], { type: "region" }).of(code) ?? code;
  const record = { code, name, iso3, timezones: timezones.split(" "), showPostalCode: postal !== "" };
  return [code, postal === "" ? record : { ...record, postalCodeRegex: postal }];
}
