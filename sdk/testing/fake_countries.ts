/**
 * The countries of a faked billing address: one with a pattern for postal codes, one with any postal code, and one
 * without.
 */
import type { Country } from "../wire/payments.ts";

export const FAKE_COUNTRIES: Readonly<Record<string, Country>> = {
  US: {
    code: "US",
    name: "United States",
    iso3: "USA",
    timezones: [],
    showPostalCode: true,
    postalCodeRegex: "^\\d{5}$",
  },
  GB: { code: "GB", name: "United Kingdom", iso3: "GBR", timezones: [], showPostalCode: true },
  AE: { code: "AE", name: "United Arab Emirates", iso3: "ARE", timezones: [], showPostalCode: false },
};
