/** What the first digits of a card say: network and issuer country, for the ranges the test cards come from. */
import { BRANDS } from "../../../sdk/card/brands.ts";
import { detectBrand } from "../../../sdk/card/detect.ts";

/** Longest prefix wins. Test numbers carry the country's ISO 3166 number after 400000. */
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
  "62000000": "CN",
  "4": "US",
  "5": "US",
  "3": "US",
  "6011": "US",
};

export function issuerCountryOf(bin: string): string | undefined {
  const prefix = Object.keys(COUNTRIES).filter((known) => bin.startsWith(known)).sort((a, b) => b.length - a.length)[0];
  return prefix === undefined ? undefined : COUNTRIES[prefix];
}

export interface BinAnswer {
  readonly bin: string;
  readonly network?: string;
  readonly type?: "credit" | "debit";
  readonly issuerCountry?: { readonly code: string; readonly name: string };
}

export function lookUpBin(bin: string): BinAnswer {
  const { network } = BRANDS[detectBrand(bin)];
  const code = issuerCountryOf(bin);
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  return {
    bin,
    ...(network === undefined ? {} : { network, type: network === "maestro" ? "debit" as const : "credit" as const }),
    ...(code === undefined ? {} : { issuerCountry: { code, name: names.of(code) ?? code } }),
  };
}
