/** What the first digits of a card reveal: its networks and the issuer's country, for the ranges of the test cards. */
import ISO3 from "countries-list/minimal/countries.2to3.min.json" with { type: "json" };
import type { CountryName } from "../../../../sdk/wire/instruments.ts";
import { BRANDS } from "../../../../sdk/card/brands.ts";
import { detectBrand } from "../../../../sdk/card/detect.ts";
import { ApiError } from "../context/api_errors.ts";

/** The longest prefix wins. Test numbers carry the country's ISO 3166 number after 400000. */
const COUNTRIES: Readonly<Record<string, string>> = {
  "40000007": "BR",
  "60628288": "BR",
  "40000048": "MX",
  "40000025": "FR",
  "40000027": "DE",
  "40000082": "GB",
  "40000084": "US",
  "40000012": "CA",
  "40000072": "ES",
  "40000038": "IT",
  "40000061": "PL",
  "40000035": "IN",
  "40000039": "JP",
  "67596498": "GB",
  "35660020": "JP",
  "40355010": "FR",
  "55555525": "FR",
  "45710000": "DK",
  "67034444": "BE",
  "62000000": "CN",
  "4": "US",
  "5": "US",
  "3": "US",
  "6011": "US",
};

/** Co-badged ranges: the domestic network on the card in addition to the international one. */
const DOMESTIC: Readonly<Record<string, string>> = {
  "40355010": "cartesbancaires",
  "55555525": "cartesbancaires",
  "45710000": "dankort",
  "67034444": "bancontact",
};

/** Every network that cards of this range can use, the domestic one first. */
export function networksOf(bin: string): readonly string[] {
  const { network } = BRANDS[detectBrand(bin)];
  return [DOMESTIC[bin.slice(0, 8)], network].filter((code) => code !== undefined);
}

/** ISO 3166 code of the issuer's country; undefined for an unknown range. */
export function issuerCountryOf(bin: string): string | undefined {
  const prefix = Object.keys(COUNTRIES).filter((known) => bin.startsWith(known)).sort((a, b) => b.length - a.length)[0];
  return prefix === undefined ? undefined : COUNTRIES[prefix];
}

/** Refuses a network that the card does not carry: the shopper did not ask for such a payment. */
export function checkScheme(number: string, scheme: string | undefined): void {
  if (scheme === undefined || networksOf(number).includes(scheme)) return;
  throw new ApiError("composition-invalid", {
    detail: "preferredScheme is not a network of this card. Nothing was charged.",
  });
}

export interface BinAnswer {
  readonly bin: string;
  readonly network?: string;
  /**
   * Present only with two or more networks, among which the shopper may choose (Regulation (EU) 2015/751, article 8).
   */
  readonly networks?: readonly string[];
  readonly type?: "credit" | "debit";
  readonly issuerCountry?: CountryName;
}

const NAMES = new Intl.DisplayNames(["en"], { type: "region" });
const ALPHA3: Readonly<Record<string, string>> = ISO3;

/** A country by its codes and its English name. */
export function countryOf(code: string): CountryName {
  return { code, name: NAMES.of(code) ?? code, iso3: ALPHA3[code] ?? code };
}

/** Returns networks and issuer country of a range of digits. */
export function lookUpBin(bin: string): BinAnswer {
  const { network } = BRANDS[detectBrand(bin)];
  const code = issuerCountryOf(bin);
  const networks = networksOf(bin);
  return {
    bin,
    ...(network === undefined ? {} : { network, type: network === "maestro" ? "debit" as const : "credit" as const }),
    ...(networks.length < 2 ? {} : { networks }),
    ...(code === undefined ? {} : { issuerCountry: countryOf(code) }),
  };
}
