/** Networks, masks and detection, row by row against the requirements and against published ranges. */
import creditCardType from "credit-card-type";
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { type Brand, BRANDS } from "./brands.ts";
import { detectBrand, digitsOf, networkOf, w_card_type } from "./detect.ts";
import { SHORT_NUMBERS } from "./short_numbers.ts";
import { passesLuhn } from "./luhn.ts";
import { formatNumber } from "./mask.ts";
import { numberFault } from "./patterns.ts";

/** Fills a prefix up to a length, with a valid check digit. */
export function numberOf(prefix: string, length: number): string {
  const body = prefix.padEnd(length - 1, "5172839460");
  for (let digit = 0; digit <= 9; digit++) {
    if (passesLuhn(`${body}${digit}`)) return `${body}${digit}`;
  }
  throw new Error(`No check digit makes ${body} right`);
}

describe("brands", () => {
  it("S-BRAND-01: the brands are the nine networks, DEFAULT and UNKNOWN", () => {
    const expected = "VISA MASTERCARD AMEX DINERS_CLUB DISCOVER JCB MAESTRO UNIONPAY HIPERCARD DEFAULT UNKNOWN".split(
      " ",
    );
    assertEquals(Object.keys(BRANDS).sort(), expected.sort());
    assertEquals(Object.entries(BRANDS).filter(([name, row]) => name !== row.brand), []);
  });

  it("S-BRAND-02: each network has its id, DEFAULT and UNKNOWN have none", () => {
    const ids = Object.values(BRANDS).map(({ brand }) => networkOf(brand)).filter((id) => id !== undefined);
    assertEquals(
      ids.sort(),
      ["amex", "diners", "discover", "hipercard", "jcb", "maestro", "mastercard", "unionpay", "visa"],
    );
  });

  const PREFIXES: readonly (readonly [string, Brand])[] = [
    ["4242", "VISA"],
    ["51", "MASTERCARD"],
    ["5599", "MASTERCARD"],
    ["222100", "MASTERCARD"],
    ["272099", "MASTERCARD"],
    ["2720990", "MASTERCARD"],
    ["34", "AMEX"],
    ["378282", "AMEX"],
    ["300", "DINERS_CLUB"],
    ["3095", "DINERS_CLUB"],
    ["36", "DINERS_CLUB"],
    ["39", "DINERS_CLUB"],
    ["6011", "DISCOVER"],
    ["649", "DISCOVER"],
    ["65", "DISCOVER"],
    ["1800", "JCB"],
    ["2131", "JCB"],
    ["3566", "JCB"],
    ["493698", "MAESTRO"],
    ["6759", "MAESTRO"],
    ["500000", "MAESTRO"],
    ["62", "UNIONPAY"],
    ["810", "UNIONPAY"],
    ["606282", "HIPERCARD"],
    ["637095", "HIPERCARD"],
    ["", "DEFAULT"],
    ["5", "DEFAULT"],
    ["2221", "DEFAULT"],
    ["60628", "DEFAULT"],
    ["9", "UNKNOWN"],
    ["222099", "UNKNOWN"],
    ["504175", "UNKNOWN"],
  ];
  for (const [prefix, brand] of PREFIXES) {
    it(`S-BRAND-03: ${prefix || "nothing"} is ${brand}`, () => assertEquals(detectBrand(prefix), brand));
  }

  it("S-BRAND-09: the most specific range wins: 493698 is Maestro inside Visa, 637095 Hipercard inside Maestro", () => {
    assertEquals(["49369", "493698", "63", "637095"].map(detectBrand), ["VISA", "MAESTRO", "MAESTRO", "HIPERCARD"]);
  });

  it("S-BRAND-09: full numbers agree with the published ranges of a well-known package", () => {
    const names: Readonly<Record<string, Brand>> = {
      visa: "VISA",
      mastercard: "MASTERCARD",
      "american-express": "AMEX",
      "diners-club": "DINERS_CLUB",
      jcb: "JCB",
    };
    for (const [type, brand] of Object.entries(names)) {
      const { patterns } = creditCardType.getTypeInfo(type);
      for (const pattern of patterns) {
        for (const edge of Array.isArray(pattern) ? pattern : [pattern]) {
          assertEquals(detectBrand(numberOf(String(edge), 16)), brand, `${type} ${edge}`);
        }
      }
    }
  });

  const LENGTHS: readonly (readonly [string, Brand, string, readonly number[]])[] = [
    ["S-BRAND-04", "VISA", "4", [13, 14, 15, 16, 19]],
    ["S-BRAND-05", "MASTERCARD", "51", [16]],
    ["S-BRAND-05", "AMEX", "37", [15]],
    ["S-BRAND-06", "DINERS_CLUB", "36", [14, 16, 19]],
    ["S-BRAND-06", "HIPERCARD", "606282", [14, 16, 19]],
    ["S-BRAND-07", "DISCOVER", "6011", [16, 19]],
    ["S-BRAND-07", "JCB", "3566", [16, 19]],
    ["S-BRAND-07", "UNIONPAY", "62", [16, 19]],
    ["S-BRAND-08", "MAESTRO", "6759", [12, 16, 19]],
  ];
  for (const [id, brand, prefix, lengths] of LENGTHS) {
    it(`${id}: ${brand} has ${lengths.join(", ")} digits and no other length`, () => {
      for (const length of lengths) assertEquals(numberFault(numberOf(prefix, length)), undefined, String(length));
      assertEquals(numberFault(numberOf(prefix, Math.min(...lengths) - 1)), "incomplete");
      assertEquals(numberFault(numberOf(prefix, Math.max(...lengths) + 1)), "too_long");
    });
  }

  it("the security code has four digits on American Express, three on every other card, known or not", () => {
    assertEquals(
      Object.values(BRANDS).map(({ brand, cvcLength }) => `${brand} ${cvcLength}`).sort(),
      "AMEX 4,DEFAULT 3,DINERS_CLUB 3,DISCOVER 3,HIPERCARD 3,JCB 3,MAESTRO 3,MASTERCARD 3,UNIONPAY 3,UNKNOWN 3,VISA 3"
        .split(","),
    );
    assertEquals(creditCardType.getTypeInfo("american-express").code.size, 4);
  });

  it("a shopper who pauses at the usual length has typed the whole number", () => {
    const usual = Object.values(BRANDS).filter(({ usualLength }) => usualLength !== 16);
    assertEquals(usual.map(({ brand, usualLength }) => [brand, usualLength]), [["AMEX", 15], ["DINERS_CLUB", 14]]);
    assertEquals(usual, Object.values(BRANDS).filter(({ brand }) => SHORT_NUMBERS.test(brand)));
    assertEquals(usual, Object.values(BRANDS).filter(({ network = "" }) => SHORT_NUMBERS.test(network)));
    for (const { usualLength, minLength, maxLength } of Object.values(BRANDS)) {
      assertEquals(usualLength >= minLength && usualLength <= maxLength, true);
    }
  });

  it("keeps the digits of a number, including full-width and Arabic-Indic ones, whatever separates them", () => {
    assertEquals(digitsOf(" 4242-4242\u00a04242 4242x"), "4242424242424242");
    assertEquals(digitsOf("４２４２"), "4242");
    assertEquals(digitsOf("٤٢٤٢"), "4242");
  });

  it("w_card_type follows the coarser rule of purchase events", () => {
    const table = {
      "4": "visa",
      "51": "mastercard",
      "2221": "unknown",
      "34": "amex",
      "6011": "discover",
      "65": "discover",
    };
    for (const [prefix, name] of Object.entries(table)) assertEquals(w_card_type(prefix.padEnd(16, "0")), name);
  });
});

describe("masks", () => {
  const MASKS: readonly (readonly [string, Brand, number, string])[] = [
    ["S-MASK-01", "AMEX", 15, "4-6-5"],
    ["S-MASK-02", "DINERS_CLUB", 16, "4-6-6"],
    ["S-MASK-03", "VISA", 16, "4-4-4-4"],
    ["S-MASK-03", "MASTERCARD", 16, "4-4-4-4"],
    ["S-MASK-04", "DISCOVER", 19, "4-4-4-4-3"],
    ["S-MASK-04", "JCB", 19, "4-4-4-4-3"],
    ["S-MASK-04", "MAESTRO", 19, "4-4-4-4-3"],
    ["S-MASK-04", "UNIONPAY", 19, "4-4-4-4-3"],
    ["S-MASK-04", "HIPERCARD", 19, "4-4-4-4-3"],
    ["S-MASK-05", "VISA", 19, "4-4-4-4-3"],
    ["S-MASK-05", "DINERS_CLUB", 19, "4-6-6-3"],
  ];
  for (const [id, brand, length, sizes] of MASKS) {
    it(`${id}: ${length} digits of ${brand} are shown as ${sizes}`, () => {
      const shown = formatNumber("1".repeat(length), brand);
      assertEquals(shown.split(" ").map((group) => group.length).join("-"), sizes);
    });
  }
});
