/** The card networks, one row each: ranges, lengths, mask and security code of a network are read from here. */

export type Brand =
  | "VISA"
  | "MASTERCARD"
  | "AMEX"
  | "DINERS_CLUB"
  | "DISCOVER"
  | "JCB"
  | "MAESTRO"
  | "UNIONPAY"
  | "HIPERCARD"
  | "DEFAULT"
  | "UNKNOWN";

/** Networks that the SDK recognizes by the card number. */
export type NetworkId =
  | "amex"
  | "diners"
  | "discover"
  | "hipercard"
  | "jcb"
  | "maestro"
  | "mastercard"
  | "unionpay"
  | "visa";

/** First and last prefix of an issuer range, with the same number of digits. */
export type PrefixRange = readonly [first: string, last: string];

export interface BrandRow {
  readonly brand: Brand;
  /** Missing in the two rows that are not networks. */
  readonly network?: NetworkId;
  /** The name shown to shoppers. */
  readonly name: string;
  readonly ranges: readonly PrefixRange[];
  readonly minLength: number;
  readonly maxLength: number;
  /** The length of nearly every card. A shopper who pauses here has typed the whole number. */
  readonly usualLength: number;
  /** Sizes of the groups of a formatted number; further digits form one more group. */
  readonly groups: readonly number[];
  readonly cvcLength: 3 | 4;
}

const one = (prefix: string): PrefixRange => [prefix, prefix];
const FOUR_FOURS = [4, 4, 4, 4];
const FOUR_FOURS_AND_THREE = [4, 4, 4, 4, 3];

/** Lengths follow S-BRAND-04 to S-BRAND-08, masks S-MASK-01 to S-MASK-05; ranges are the published issuer ranges. */
export const BRANDS: Readonly<Record<Brand, BrandRow>> = {
  VISA: {
    brand: "VISA",
    network: "visa",
    name: "Visa",
    ranges: [one("4")],
    minLength: 13,
    maxLength: 19,
    usualLength: 16,
    groups: FOUR_FOURS,
    cvcLength: 3,
  },
  MASTERCARD: {
    brand: "MASTERCARD",
    network: "mastercard",
    name: "Mastercard",
    ranges: [["51", "55"], ["222100", "272099"]],
    minLength: 16,
    maxLength: 16,
    usualLength: 16,
    groups: FOUR_FOURS,
    cvcLength: 3,
  },
  AMEX: {
    brand: "AMEX",
    network: "amex",
    name: "American Express",
    ranges: [one("34"), one("37")],
    minLength: 15,
    maxLength: 15,
    usualLength: 15,
    groups: [4, 6, 5],
    cvcLength: 4,
  },
  DINERS_CLUB: {
    brand: "DINERS_CLUB",
    network: "diners",
    name: "Diners Club",
    ranges: [["300", "305"], one("3095"), one("36"), ["38", "39"]],
    minLength: 14,
    maxLength: 19,
    usualLength: 14,
    groups: [4, 6, 6],
    cvcLength: 3,
  },
  DISCOVER: {
    brand: "DISCOVER",
    network: "discover",
    name: "Discover",
    ranges: [one("6011"), ["644", "649"], one("65")],
    minLength: 16,
    maxLength: 19,
    usualLength: 16,
    groups: FOUR_FOURS_AND_THREE,
    cvcLength: 3,
  },
  JCB: {
    brand: "JCB",
    network: "jcb",
    name: "JCB",
    ranges: [one("1800"), one("2131"), ["3528", "3589"]],
    minLength: 16,
    maxLength: 19,
    usualLength: 16,
    groups: FOUR_FOURS_AND_THREE,
    cvcLength: 3,
  },
  MAESTRO: {
    brand: "MAESTRO",
    network: "maestro",
    name: "Maestro",
    // 504175, 506699-506778 and others that begin with 50 belong to a network that is not listed here.
    ranges: [
      one("493698"),
      ["500000", "504174"],
      ["504176", "506698"],
      ["506779", "508999"],
      ["56", "59"],
      one("63"),
      one("67"),
    ],
    minLength: 12,
    maxLength: 19,
    usualLength: 16,
    groups: FOUR_FOURS_AND_THREE,
    cvcLength: 3,
  },
  UNIONPAY: {
    brand: "UNIONPAY",
    network: "unionpay",
    name: "UnionPay",
    ranges: [one("62"), ["810", "817"]],
    minLength: 16,
    maxLength: 19,
    usualLength: 16,
    groups: FOUR_FOURS_AND_THREE,
    cvcLength: 3,
  },
  HIPERCARD: {
    brand: "HIPERCARD",
    network: "hipercard",
    name: "Hipercard",
    ranges: [one("606282"), one("637095"), one("637568"), one("637599"), one("637609"), one("637612")],
    minLength: 14,
    maxLength: 19,
    usualLength: 16,
    groups: FOUR_FOURS_AND_THREE,
    cvcLength: 3,
  },
  // No digits yet, or digits that may still become one of several networks.
  DEFAULT: {
    brand: "DEFAULT",
    name: "Card",
    ranges: [],
    minLength: 12,
    maxLength: 19,
    usualLength: 16,
    groups: FOUR_FOURS_AND_THREE,
    cvcLength: 3,
  },
  // Digits of none of the nine networks. The card can pay when its check digit is right.
  UNKNOWN: {
    brand: "UNKNOWN",
    name: "Card",
    ranges: [],
    minLength: 12,
    maxLength: 19,
    usualLength: 16,
    groups: FOUR_FOURS_AND_THREE,
    cvcLength: 3,
  },
};
