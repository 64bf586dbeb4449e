/** POST /api/admin/search: a customer by what is known of them. The query is in the body, never in an address. */
import * as z from "zod/mini";
import { asciiDigits } from "../digits.ts";
import { maskedSchema, moment, moneySchema, unseenSchema } from "./fields.ts";

export const MAX_RESULTS = 20;
/** The whole query: an email, a phone number, four digits of a card, or any reference. Nothing matches in part. */
export const searchSchema = z.strictObject({ query: z.string().check(z.minLength(3), z.maxLength(320)) });

/** Digits in groups, with little between the groups but no letter. A + starts the next number. */
const GROUPS = /\p{Nd}(?:[^\p{L}\p{Nd}+]{0,3}\p{Nd})*/gu;
/** Long runs of digits that are no card's: ids of rows and requests, and numbers of receipts. */
const ID = /(?<!\p{Nd})[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}(?!\p{Nd})/giu;
const RECEIPT = /TC[\s-]{0,3}\d{4}[\s-]{0,3}\d{6,20}/gi;
/** What a card number begins with, and how long it is; 13 digits are an old Visa card. */
const CARD_NUMBER = /^(?:[2-6]\d{13,18}|4\d{12})$/;

/**
 * The digits of the whole card number in a text, which neither leaves the page nor is looked up. 16 digits are one even
 * when they are mistyped. A phone number that could be one is read as such with its +, a reference after its letters.
 */
export function cardNumberIn(text: string): string | undefined {
  const plain = asciiDigits(text).replaceAll(/\p{Cf}/gu, "").replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .replaceAll(ID, " ").replaceAll(RECEIPT, " ");
  for (const { 0: found, index } of plain.matchAll(GROUPS)) {
    const groups = found.split(/\D+/);
    const isNamed = /(?:\+[\s(]*|\p{L}[-_])$/u.test(plain.slice(Math.max(0, index - 3), index));
    for (const first of groups.keys()) {
      for (let last = first, digits = ""; last < groups.length && digits.length < 19; last += 1) {
        digits += groups[last] ?? "";
        if (!CARD_NUMBER.test(digits)) continue;
        const isLong = digits.length > 15;
        if (passesLuhn(digits) ? isLong || !isNamed : isLong && !isNamed && first === 0) return digits;
      }
    }
  }
  return undefined;
}

/** The sum by which a mistyped card number is found. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * By what a result was found. `reference`: the number of a receipt, or the id of a purchase, charge, refund, execution,
 * payment, webhook... `request`: the id of a request or job that wrote a part of it.
 */
export const MATCHES = ["email", "phone", "looked_up_number", "last_four", "reference", "request"] as const;
export const resultSchema = z.object({
  /** `customer` opens the customer; `execution` is a payment of another merchant and opens its timeline. */
  kind: z.enum(["customer", "execution"]),
  id: z.string(),
  matched: z.enum(MATCHES),
  /** Empty for an execution. */
  email: maskedSchema,
  /** Set when exactly one purchase matched, so that one press opens its timeline. */
  purchase_id: z.nullable(z.string()),
  /** Status of the newest purchase, or state of the execution. */
  status: z.string(),
  purchases: z.int(),
  /** What was captured and not refunded, by currency. */
  paid: z.array(moneySchema),
  last_at: z.nullable(moment),
});
export type SearchResult = z.infer<typeof resultSchema>;
/** Newest first, at most 20. */
export const searchedSchema = z.object({
  results: z.array(resultSchema),
  /** True when more than 20 matched, or may have: of the payments of a card the newest are read. */
  more: z.boolean(),
  /**
   * How the query was read. `request_id` without results: no stored row names it, so only the logs can. `card_number`
   * is not looked up: the console takes the last four digits only.
   */
  read_as: z.enum(["email", "phone", "last_four", "card_number", "reference", "request_id"]),
  unseen: unseenSchema,
});
