/** The card-number rules of the web app, on the implementation it shares with the SDK. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { detectBrand, digitsOf, w_card_type } from "./detect.ts";
import { passesLuhn } from "./luhn.ts";
import { formatNumber } from "./mask.ts";

const grouped = (digits: string) => formatNumber(digits, detectBrand(digits));

describe("card numbers in the web app", () => {
  it("W-VALID-01: keeps digits only, whatever is typed or pasted", () => {
    assertEquals(digitsOf(" 4242-4242\u00a04242x4242\n"), "4242424242424242");
    assertEquals(["", "abc", "--"].map(digitsOf), ["", "", ""]);
  });

  it("W-VALID-02: passes when the Luhn checksum is divisible by 10, and fails otherwise", () => {
    assertEquals(passesLuhn("4242424242424242"), true);
    const others = [...Array(10).keys()].map((digit) => `424242424242424${digit}`).filter((text) =>
      !text.endsWith("2")
    );
    assertEquals(others.filter(passesLuhn), []);
  });

  it("W-VALID-03: are shown in groups of 4 digits", () => {
    assertEquals(["4", "42424", "4242424242424242"].map(grouped), ["4", "4242 4", "4242 4242 4242 4242"]);
  });

  const types = [
    ["W-VALID-04", "visa", ["4", "41", "4999999999999999"]],
    ["W-VALID-05", "mastercard", ["51", "52", "53", "54", "55", "5555555555554444"]],
    ["W-VALID-06", "amex", ["34", "37", "378282246310005"]],
    ["W-VALID-07", "discover", ["6011", "65", "6500000000000000"]],
    ["W-VALID-08", "unknown", ["", "5", "50", "56", "3", "35", "36", "6", "60", "601", "6012", "62", "2221", "1", "9"]],
  ] as const;
  for (const [id, type, numbers] of types) {
    it(`${id}: ${numbers.map((text) => text || "nothing").join(", ")} is ${type}`, () => {
      assertEquals(numbers.filter((text) => w_card_type(text) !== type), []);
    });
  }
});
