/** Messy input is parsed, or answered with one sentence that says what to correct. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import * as fc from "fast-check";
import { canBeFrom, parsePhoneNumber } from "./parse_phone_number.ts";
import { isSentenceCode, sentence } from "../../../wire/site/refusal.ts";

const READABLE: readonly (readonly [string, string, string])[] = [
  ["+1 650 253 0000", "", "+16502530000"],
  ["(650) 253-0000", "US", "+16502530000"],
  ["650.253.0000", "US", "+16502530000"],
  ["1-650-253-0000", "US", "+16502530000"],
  ["16502530000", "", "+16502530000"],
  ["tel:+1-650-253-0000", "", "+16502530000"],
  ["  +1 650\u00a0253\u00a00000\n", "", "+16502530000"],
  ["\u202a+16502530000\u202c", "", "+16502530000"],
  ["６５０２５３００００", "US", "+16502530000"],
  ["٦٥٠٢٥٣٠٠٠٠", "US", "+16502530000"],
  ["٠٥٠١٢٣٤٥٦٧", "SA", "+966501234567"],
  ["۰۹۱۲ ۳۴۵ ۶۷۸۹", "IR", "+989123456789"],
  ["०९८७६५४३२१०", "IN", "+919876543210"],
  ["+९१ ९८७६५ ४३२१०", "", "+919876543210"],
  ["০১৮১২৩৪৫৬৭৮", "BD", "+8801812345678"],
  ["＋1 650 253 0000", "", "+16502530000"],
  ["+1 650 253 0000 ext. 12", "", "+16502530000"],
  ["+1 (650) 253–0000", "", "+16502530000"],
  ["Call me: +1 650 253 0000", "", "+16502530000"],
  ["1-800-FLOWERS", "US", "+18003569377"],
  ["011 44 20 7946 0958", "US", "+442079460958"],
  ["0044 20 7946 0958", "", "+442079460958"],
  ["0044 20 7946 0958", "DE", "+442079460958"],
  ["0044 20 7946 0958", "US", "+442079460958"],
  ["001 650 253 0000", "DE", "+16502530000"],
  // What these countries dial abroad begins with 00, too.
  ["001 65 6521 8000", "HK", "+6565218000"],
  ["0011 64 9 379 4000", "AU", "+6493794000"],
  // The web app's code before a number of another country.
  ["+1 011 44 20 7946 0958", "", "+442079460958"],
  ["+1 (+44) 20 7946 0958", "", "+442079460958"],
  ["+1 \u202a+44 20 7946 0958", "", "+442079460958"],
  ["+852 001 65 6521 8000", "", "+6565218000"],
  ["+44 (0)20 7946 0958", "", "+442079460958"],
  ["020 7946 0958", "GB", "+442079460958"],
  ["+39 06 6982", "", "+39066982"],
];
const MENDABLE: readonly (readonly [string, string, RegExp])[] = [
  ["", "", /^Enter a phone number/],
  ["   ", "US", /^Enter a phone number/],
  ["hello", "US", /couldn't find a phone number/],
  ["253-0000", "US", /area code/],
  ["+1 650 253", "", /too short/],
  ["+1 650 253 0000 0", "", /too long/],
  ["+1 650 253 0000 0000 0000 0000", "", /too long/],
  ["+999 123 456", "", /country code doesn't exist/],
  ["020 7946 0958", "", /select the country/],
  ["12", "", /too short/],
  ["116117", "DE", /short number, such as a helpline/],
  ["+49 116117", "", /short number/],
  ["10086", "CN", /short number/],
  ["911", "US", /short number/],
];

it("a number may be from a country or its territories under the same code, and from no other country", () => {
  const from = (e164: string, country: string) => {
    const read = parsePhoneNumber(e164, "");
    assert(read.kind === "number" && read.number.region !== "", e164);
    return [read.number.region, canBeFrom(read.number, country)];
  };
  assertEquals(from("+3581812345678", "FI"), ["AX", true]);
  assertEquals(from("+17872345678", "US"), ["PR", true]);
  assertEquals(from("+441534456789", "GB"), ["JE", true]);
  assertEquals(from("+16502530000", "PR"), ["US", true]);
  assertEquals(from("+14165550123", "US"), ["CA", false]);
  assertEquals(from("+18765230123", "US"), ["JM", false]);
  assertEquals(from("+77012345678", "RU"), ["KZ", false]);
});

describe("parsing a number", () => {
  for (const [text, country, e164] of READABLE) {
    it(`parses ${JSON.stringify(text)} in ${country || "no country"}`, () => {
      const parsed = parsePhoneNumber(text, country);
      assertEquals(parsed.kind === "number" ? parsed.number.e164 : parsed.why, e164);
    });
  }
  for (const [text, country, why] of MENDABLE) {
    it(`W-VALID-14: says what to correct in ${JSON.stringify(text)}`, () => {
      const parsed = parsePhoneNumber(text, country);
      assert(parsed.kind === "unreadable");
      assertMatch(sentence(parsed.why), why);
      assertMatch(sentence(parsed.why), /\.$/);
    });
  }
  it("never throws, whatever is pasted", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 64 }),
        fc.constantFrom("", "US", "DE", "ZZ"),
        (text, country) => {
          const parsed = parsePhoneNumber(text, country);
          return parsed.kind === "number" || isSentenceCode(parsed.why);
        },
      ),
    );
  });
});
