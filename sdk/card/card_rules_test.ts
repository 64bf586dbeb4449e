/** Check digit, patterns, expiry dates, formats and redaction. */
import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { chooseFormat, EXPIRY_FORMATS, expiryFault, readExpiry, writeExpiry, YEAR_FORMATS } from "./expiry.ts";
import { formatExpiryEntry } from "./expiry_entry.ts";
import { passesLuhn } from "./luhn.ts";
import { caretBehind, formatNumber, separatorOf } from "./mask.ts";
import { cvcFault, numberFault, PATTERNS } from "./patterns.ts";
import { binOf } from "./redact.ts";

describe("check digit", () => {
  const TEST_CARDS = (
    "4242424242424242 5555555555554444 378282246310005 6011111111111117 30569309020004 3566002020360505 " +
    "6200000000000005 6062828888666688 6759649826438453"
  ).split(" ");
  it("accepts every test card, and none with one digit changed or two neighbours swapped", () => {
    for (const card of TEST_CARDS) {
      assert(passesLuhn(card), card);
      for (let index = 0; index < card.length; index++) {
        const changed = (Number(card[index]) + 1) % 10;
        assertFalse(passesLuhn(card.slice(0, index) + changed + card.slice(index + 1)));
      }
    }
    assertFalse(passesLuhn("2442424242424242"));
    assertFalse(passesLuhn("0".repeat(16)));
    assertFalse(passesLuhn("") || passesLuhn("0") || passesLuhn("42x4"));
  });
});

describe("patterns", () => {
  it("S-VALID-03: a holder name has at least two letters, spaces, commas, dots, hyphens or apostrophes", () => {
    for (const name of ["Al", "Ada O'Neil-Smith, Jr.", "José Ñuñez", "李明"]) {
      assert(PATTERNS.holderName.test(name), name);
    }
    for (const name of ["A", "", "Ada1", "a@b", "<b>"]) assertFalse(PATTERNS.holderName.test(name), name);
  });
  it("S-VALID-07: a security code has 4 digits for American Express and 3 for every other network", () => {
    assertEquals(cvcFault("1234", "AMEX"), undefined);
    assertEquals(cvcFault("123", "AMEX"), "incomplete");
    assertEquals(cvcFault("123", "VISA"), undefined);
    assertEquals(cvcFault("1234", "VISA"), "too_long");
  });
  it("S-VALID-08: a PIN is empty or 4 to 12 digits", () => {
    assertEquals(["", "1234", "123456789012", "123", "1234567890123"].map((text) => PATTERNS.pin.test(text)), [
      true,
      true,
      true,
      false,
      false,
    ]);
  });
  it("S-VALID-02: a number is valid only when it is present, complete and right", () => {
    assertEquals(["", "4242", "4242424242424241", "4242424242424242"].map((digits) => numberFault(digits)), [
      "empty",
      "incomplete",
      "wrong",
      undefined,
    ]);
  });
});

describe("expiry", () => {
  const READ: readonly (readonly [string, string])[] = [
    ["1/2029", "01/29"],
    ["01/29", "01/29"],
    ["12 / 30", "12/30"],
    ["2029-01", "01/29"],
    ["0129", "01/29"],
    ["129", "01/29"],
    ["012029", "01/29"],
    ["12-2030", "12/30"],
    ["1.29", "01/29"],
  ];
  for (const [text, shown] of READ) {
    it(`reads ${text} as ${shown}`, () => {
      const expiry = readExpiry(text);
      assertEquals(expiry && writeExpiry(expiry), shown);
    });
  }
  for (const text of ["", "13/29", "00/29", "1", "12/", "ab", "12/3", "12/1999", "1/2/3x9"]) {
    it(`does not read ${JSON.stringify(text)}`, () => assertEquals(readExpiry(text), undefined));
  }
  it("a card is valid until the last day of its month, and no card is valid for 21 years", () => {
    const now = new Date(2026, 10, 30, 23, 59);
    assertEquals(expiryFault({ month: "11", year: "2026" }, now), undefined);
    assertEquals(expiryFault({ month: "10", year: "2026" }, now), "past");
    assertEquals(expiryFault({ month: "12", year: "2025" }, now), "past");
    assertEquals(expiryFault({ month: "01", year: "2046" }, now), undefined);
    assertEquals(expiryFault({ month: "01", year: "2047" }, now), "too_far");
  });
  it("S-FORMAT-01: dates are written and read in the four formats, MM/YY by default", () => {
    const expiry = { month: "03", year: "2031" };
    assertEquals(EXPIRY_FORMATS.map((format) => writeExpiry(expiry, format)), ["03/31", "2031/03", "31/03", "03/2031"]);
    for (const format of EXPIRY_FORMATS) assertEquals(readExpiry(writeExpiry(expiry, format), format), expiry);
    // Typed on a phone, without the slash.
    for (const format of EXPIRY_FORMATS) {
      assertEquals(readExpiry(writeExpiry(expiry, format).replace("/", ""), format), expiry, format);
    }
    assertEquals(chooseFormat(undefined, EXPIRY_FORMATS, () => {}), "MM/YY");
  });
  it("S-FORMAT-02: years are YY or YYYY, YY by default", () => {
    assertEquals([...YEAR_FORMATS], ["YY", "YYYY"]);
    assertEquals(chooseFormat(undefined, YEAR_FORMATS, () => {}), "YY");
  });
  it("S-FORMAT-03: an unsupported format becomes the default and gives a warning", () => {
    const warnings: string[] = [];
    assertEquals(chooseFormat("DD/MM", EXPIRY_FORMATS, (message) => warnings.push(message)), "MM/YY");
    assertEquals(chooseFormat("YYYY/MM", EXPIRY_FORMATS, (message) => warnings.push(message)), "YYYY/MM");
    assertEquals(warnings.length, 1);
    assertMatch(warnings[0] ?? "", /DD\/MM/);
  });

  const typed = (keys: string) => [...keys].reduce((text, key) => formatExpiryEntry(text + key, text), "");
  it("typing needs neither slash nor zero", () => {
    assertEquals([typed("1229"), typed("129"), typed("529"), typed("5/29"), typed("1/29"), typed("12/29")], [
      "12/29",
      "12/9",
      "05/29",
      "05/29",
      "01/29",
      "12/29",
    ]);
  });
  it("deleting passes the slash, and text filled in by a browser is accepted whole", () => {
    assertEquals(formatExpiryEntry("12", "12/"), "12");
    assertEquals(formatExpiryEntry("12/", "12/2"), "12/");
    // A digit deleted from the month leaves room for another; no zero is inserted.
    assertEquals(formatExpiryEntry("1/29", "12/29"), "1/29");
    assertEquals(formatExpiryEntry("11/29", "1/29"), "11/29");
    assertEquals(formatExpiryEntry("2029-01", ""), "01/29");
    assertEquals(formatExpiryEntry("1/2029", ""), "01/29");
    assertEquals(formatExpiryEntry("1-29", ""), "01/29");
  });
  it("a year may be typed with four digits, and be deleted again", () => {
    assertEquals([typed("10/2029"), typed("102029"), typed("5/2031"), typed("10/202"), typed("10/20")], [
      "10/29",
      "10/29",
      "05/31",
      "10/202",
      "10/20",
    ]);
    assertEquals(formatExpiryEntry("10/20", "10/202"), "10/20");
    assertEquals(typed("12/295"), "12/29");
  });
  it("full-width and Arabic-Indic digits are read as 0 to 9, typed or pasted", () => {
    const texts = ["\uff11\uff12\uff0f\uff12\uff19", "\u0661\u0662\u0662\u0669", "\u06f1\u06f2/\u06f2\u06f9"];
    for (const text of texts) {
      assertEquals([typed(text), formatExpiryEntry(text, "")], ["12/29", "12/29"]);
      assertEquals(readExpiry(text), { month: "12", year: "2029" });
    }
  });
});

describe("formats and redaction", () => {
  it("S-FORMAT-04: only XXXX-XXXX-XXXX-XXXX separates with a hyphen", () => {
    assertEquals(["XXXX-XXXX-XXXX-XXXX", "XXXX XXXX XXXX XXXX", "X-X", undefined].map(separatorOf), [
      "-",
      " ",
      " ",
      " ",
    ]);
    assertEquals(formatNumber("4242424242", "VISA", "-"), "4242-4242-42");
  });
  it("the caret stays after the same digit", () => {
    assertEquals([0, 1, 4, 5, 9].map((count) => caretBehind("4242 4242 4242", count)), [0, 1, 4, 6, 11]);
  });
  it("S-SEC-05: only the first 8 digits may be reported, 6 of networks with short numbers, and none of an empty field", () => {
    assertEquals(binOf("4929183756021234", "VISA"), "49291837");
    assertEquals(binOf("378282246310005", "AMEX"), "378282");
    assertEquals(binOf("36185926473080", "DINERS_CLUB"), "361859");
    assertEquals(binOf("", "DEFAULT"), "");
  });
});
