import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { exponentOf, readMoney, writeMoney } from "./money.ts";

const GOOD = [
  ["19.99", "USD", 1999],
  ["0.5", "EUR", 50],
  ["7", "USD", 700],
  ["500", "JPY", 500],
  ["500.00", "JPY", 500],
  ["1.234", "KWD", 1234],
  ["1.2340", "KWD", 1234],
  ["0", "USD", 0],
  ["999999999999.99", "USD", 99_999_999_999_999],
  ["899999999999.9999", "CLF", 8_999_999_999_999_999],
] as const;
const BAD = ["", "-1", "+1", "1e3", "1,00", "01", ".5", "5.", "1.005", "NaN", " 1", "1000000000000", "١"];

/** Withdrawn currencies, and those no merchant accepts. */
const GONE = ["CUC", "HRK", "SLL", "XDR", "XSU", "ZWL"];

describe("money", () => {
  for (const [value, currency, minor] of GOOD) {
    it(`parses ${value} ${currency} as ${minor} minor units`, () => {
      assertEquals(readMoney({ value, currency }), { minor, currency });
    });
  }

  it("refuses invalid amounts instead of rounding them", () => {
    for (const value of BAD) assertEquals(readMoney({ value, currency: "USD" }), undefined, value);
    assertEquals(readMoney({ value: "1.5", currency: "JPY" }), undefined);
    for (const currency of ["usd", "UER", "XXX", "toString"]) {
      assertEquals(readMoney({ value: "1.00", currency }), undefined, currency);
    }
    // As a number it would lose digits.
    assertEquals(readMoney({ value: "999999999999.9999", currency: "CLF" }), undefined);
  });

  it("parses what it has formatted", () => {
    const currency = fc.constantFrom("USD", "JPY", "BHD", "CLF", "EUR");
    fc.assert(fc.property(fc.nat(), currency, (minor, code) => {
      assertEquals(readMoney(writeMoney({ minor, currency: code })), { minor, currency: code });
    }));
  });

  it("agrees with Intl about currencies with no or three decimals", () => {
    for (const currency of ["JPY", "KRW", "CLP", "BHD", "KWD", "TND", "EUR", "BRL"]) {
      const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
      assertEquals(exponentOf(currency), maximumFractionDigits, currency);
    }
  });

  it("accepts every currency that Intl lists", () => {
    for (const currency of Intl.supportedValuesOf("currency")) {
      assertEquals(readMoney({ value: "1", currency }) === undefined, GONE.includes(currency), currency);
    }
  });
});
