/** The countries a shopper may choose for a billing address. */
import ISO3 from "countries-list/minimal/countries.2to3.min.json" with { type: "json" };
import type { Country } from "../../../../sdk/wire/payments.ts";
import { POSTAL_CODES } from "./postal_codes.ts";

/** Reserved by ISO 3166 for post, parts of Saint Helena. */
const NO_COUNTRIES: readonly string[] = ["AC", "TA"];
/** Zones that browsers name in two ways; Intl knows the older name as the country's. */
const RENAMED: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

const NAMES = new Intl.DisplayNames(["en"], { type: "region" });

type CountryList = Readonly<Record<string, Country>>;

let made: CountryList | undefined;

/** By code; made on first use, since Intl takes some milliseconds for all of them. */
export function countries(): CountryList {
  return made ??= Object.fromEntries(
    Object.entries(ISO3).filter(([code]) => !NO_COUNTRIES.includes(code)).sort()
      .map(([code, iso3]) => [code, recordOf(code, iso3)]),
  );
}

function recordOf(code: string, iso3: string): Country {
  const postal = POSTAL_CODES[code];
  const record = { code, name: NAMES.of(code) ?? code, iso3, timezones: zonesOf(code) };
  return postal === undefined
    ? { ...record, showPostalCode: false }
    : { ...record, showPostalCode: true, postalCodeRegex: postal };
}

/** Under both names where a zone was renamed, since a browser may report either. */
function zonesOf(code: string): readonly string[] {
  const { getTimeZones } = Intl.Locale.prototype as { getTimeZones?: () => readonly string[] | undefined };
  const zones = getTimeZones?.call(new Intl.Locale(`und-${code}`)) ?? [];
  return [...new Set(zones.flatMap((zone) => [zone, RENAMED[zone] ?? zone]))];
}
