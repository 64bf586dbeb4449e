/** The countries a shopper may choose for a billing address. */
import { COUNTRY_ROWS, type CountryRow } from "./countries_table.ts";

export interface CountryRecord {
  readonly code: string;
  readonly name: string;
  readonly iso3: string;
  readonly timezones: readonly string[];
  readonly showPostalCode: boolean;
  readonly postalCodeRegex?: string;
}

const NAMES = new Intl.DisplayNames(["en"], { type: "region" });

export const COUNTRIES: Readonly<Record<string, CountryRecord>> = Object.fromEntries(COUNTRY_ROWS.map(toEntry));

function toEntry([code, iso3, zones, postal]: CountryRow): [string, CountryRecord] {
  const timezones = zones.split(" ").filter((zone) => zone !== "");
  const record = { code, name: NAMES.of(code) ?? code, iso3, timezones, showPostalCode: postal !== "" };
  return [code, postal === "" ? record : { ...record, postalCodeRegex: postal }];
}
