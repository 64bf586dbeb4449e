/** Typing, validation, and which digits of a number may be reported, without a document. */
import fc from "fast-check";
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { BRANDS } from "../../sdk/card/brands.ts";
import { detectBrand, digitsOf } from "../../sdk/card/detect.ts";
import { passesLuhn } from "../../sdk/card/luhn.ts";
import { numberFault } from "../../sdk/card/patterns.ts";
import { editNumber } from "./number_entry.ts";
import { faultsOf } from "../../sdk/card/faults.ts";
import { NOTHING_SHOWN, showBin } from "./shown_bin.ts";
import { formatTyped, tidy } from "./typing.ts";

const NOW = new Date(2026, 10, 21);
const GOOD = { CARD_NUMBER: "4242 4242 4242 4242", EXPIRATION_MONTH: "12", EXPIRATION_YEAR: "39", CVV: "123" };
const faults = (over: Record<string, string>) => faultsOf({ ...GOOD, ...over }, NOW);

/** A text with the caret as |, before and after one edit. */
function edit(previous: string, marked: string, inputType = "insertText"): string {
  const caret = marked.indexOf("|");
  const next = editNumber({ text: marked.replace("|", ""), caret, previous, inputType }, " ");
  return `${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`;
}

describe("the rules of a form", () => {
  it("S-VALID-03: the name has two letters at least, and no digit", () => {
    const named = (name: string) => faults({ CARDHOLDER_NAME: name }).CARDHOLDER_NAME;
    assertEquals(["Ada Lovelace", "Zo\u00eb O'Neil-Smith"].map(named), [undefined, undefined]);
    assertEquals(["Ada1", "Ada@home", "A", ""].map(named), ["wrong", "wrong", "incomplete", "empty"]);
  });
});

describe("typing a number", () => {
  const EDITS: readonly (readonly [string, string, string, string, string])[] = [
    ["typing at the end opens a group", "4242", "42424|", "insertText", "4242 4|"],
    [
      "typing in the middle keeps the caret",
      "4242 4242",
      "42942| 4242".replace("42942|", "429|42"),
      "insertText",
      "429|4 2424 2",
    ],
    ["deleting in the middle keeps the caret", "4242 4242 42", "42|2 4242 42", "deleteContentBackward", "42|24 2424 2"],
    [
      "deleting a gap backwards takes the digit before it",
      "4242 4242",
      "4242|4242",
      "deleteContentBackward",
      "424|4 242",
    ],
    ["deleting a gap forwards takes the digit after it", "4242 4242", "4242|4242", "deleteContentForward", "4242| 242"],
    [
      "a pasted number with hyphens is regrouped",
      "",
      "4242-4242-4242-4242|",
      "insertFromPaste",
      "4242 4242 4242 4242|",
    ],
    ["Amex has its own groups", "", "378282246310005|", "", "3782 822463 10005|"],
    [
      "a full number takes no more digits",
      "5555 5555 5555 4444",
      "5555 9|5555 5555 4444",
      "insertText",
      "5555 |5555 5555 4444",
    ],
  ];
  for (const [what, previous, marked, inputType, expected] of EDITS) {
    it(what, () => assertEquals(edit(previous, marked, inputType).replace(" |", "| "), expected.replace(" |", "| ")));
  }
  it("S-VALID-04: a number is read in groups of 2 to 6 digits, separated by a space or a hyphen", () => {
    for (const text of ["4929183756021238", "492918 3756 02 1238", "49-2918-375602-1238", "4929a1837.5602/1238"]) {
      const next = editNumber({ text, caret: text.length, previous: "", inputType: "insertFromPaste" }, " ");
      assertEquals(next.text, "4929 1837 5602 1238", text);
      assertEquals(faults({ CARD_NUMBER: next.text }), {}, text);
    }
    assertEquals(faults({ CARD_NUMBER: "4" }), { CARD_NUMBER: "incomplete" });
  });
  it("S-FORMAT-04: the format decides the separator", () => {
    assertEquals(
      tidy("CARD_NUMBER", { text: "42424", caret: 5, previous: "4242", inputType: "insertText" }, "-").text,
      "4242-4",
    );
  });
  it("typing digits one by one shows exactly these digits, with the caret after them", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 19 }), (keys) => {
        let previous = "";
        for (const key of keys) {
          const text = previous + key;
          const next = editNumber({ text, caret: text.length, previous, inputType: "insertText" }, " ");
          assertEquals(next.caret, next.text.length);
          previous = next.text;
        }
        assert(keys.join("").startsWith(digitsOf(previous)));
      }),
      { numRuns: 300 },
    );
  });
  it("completes single digits and long years when the shopper leaves the field", () => {
    assertEquals([
      formatTyped("EXPIRATION_MONTH", "1"),
      formatTyped("EXPIRATION_YEAR", "2029"),
      formatTyped("EXPIRATION_DATE", "1/29"),
    ], [
      "01",
      "29",
      "01/29",
    ]);
    assertEquals([formatTyped("EXPIRATION_MONTH", "13"), formatTyped("CARDHOLDER_NAME", " Ada ")], ["13", "Ada"]);
  });
});

describe("validating fields", () => {
  it("S-VALID-02: a field is valid only when it has a value and the value is right", () => {
    assertEquals(faults({}), {});
    assertEquals(faults({ CARD_NUMBER: "", EXPIRATION_MONTH: "", EXPIRATION_YEAR: "", CVV: "" }), {
      CARD_NUMBER: "empty",
      EXPIRATION_MONTH: "empty",
      EXPIRATION_YEAR: "empty",
      CVV: "empty",
    });
  });
  it("S-VALID-07: the length of the security code follows the number's network", () => {
    assertEquals(faults({ CVV: "1234" }), { CVV: "too_long" });
    assertEquals(faults({ CARD_NUMBER: "3782 822463 10005" }), { CVV: "incomplete" });
    assertEquals(faults({ CARD_NUMBER: "3782 822463 10005", CVV: "1234" }), {});
  });
  it("shows an expired date at the field that is most likely wrong", () => {
    assertEquals(faults({ EXPIRATION_MONTH: "10", EXPIRATION_YEAR: "26" }), { EXPIRATION_MONTH: "past" });
    assertEquals(faults({ EXPIRATION_MONTH: "11", EXPIRATION_YEAR: "26" }), {});
    assertEquals(faults({ EXPIRATION_YEAR: "25" }), { EXPIRATION_YEAR: "past" });
    assertEquals(faults({ EXPIRATION_YEAR: "99" }), { EXPIRATION_YEAR: "too_far" });
    assertEquals(faults({ EXPIRATION_MONTH: "13" }), { EXPIRATION_MONTH: "wrong" });
  });
  it("a single date field distinguishes an unfinished date from a wrong one", () => {
    const dates = {
      "1": "incomplete",
      "12/": "incomplete",
      "13/2": "wrong",
      "1/234": "wrong",
      "12/25": "past",
      "12/39": undefined,
      "1/2039": undefined,
    };
    for (const [text, fault] of Object.entries(dates)) {
      assertEquals(faultsOf({ EXPIRATION_DATE: text }, NOW).EXPIRATION_DATE, asFault(fault), text);
    }
  });
  function asFault(fault: string | undefined) {
    return fault as "past" | undefined;
  }
});

describe("digits of a number that may be reported", () => {
  /** A valid number of the brand, with digits as different as possible. */
  const numbers = fc.tuple(
    fc.constantFrom(...Object.values(BRANDS)),
    fc.array(fc.nat(9), { minLength: 19, maxLength: 19 }),
  )
    .map(([row, noise]) => {
      const prefix = row.ranges[0]?.[0] ?? "9";
      const body = (prefix + noise.join("")).slice(0, Math.max(row.minLength, 15) - 1);
      const check = "0123456789".split("").find((digit) => passesLuhn(body + digit)) ?? "0";
      return body + check;
    });
  const shownOf = (digits: string, before = NOTHING_SHOWN) => {
    const brand = detectBrand(digits);
    return showBin(before, { digits, brand, isValid: numberFault(digits, brand) === undefined });
  };

  it("S-SEC-05: typing a number reports its first 8 digits and no others, 6 of American Express and Diners Club", () => {
    fc.assert(
      fc.property(numbers, (number) => {
        let shown = NOTHING_SHOWN;
        for (let length = 1; length <= number.length; length++) {
          const shownBin = shownOf(number.slice(0, length), shown);
          const limit = ["AMEX", "DINERS_CLUB"].includes(detectBrand(number.slice(0, length))) ? 6 : 8;
          assertEquals(shownBin.bin, number.slice(0, Math.min(length, limit)));
          shown = shownBin.shown;
        }
      }),
      { numRuns: 200 },
    );
  });
  it("S-SEC-05: an empty field reports an empty BIN", () => assertEquals(shownOf("").bin, ""));
  it("deleting a typed number from its front does not reveal its other digits", () => {
    const number = "4929183756021238";
    let { shown } = shownOf(number);
    const shownBin = new Set<string>();
    for (let start = 1; start < number.length - 1; start++) {
      const next = shownOf(number.slice(start), shown);
      shown = next.shown;
      shownBin.add(next.bin);
    }
    assertEquals([...shownBin], [""]);
    // What remains of the first number may be valid by chance.
    assert(passesLuhn("183756021238"));
  });
  it("a corrected or replaced number is reported again once it is valid", () => {
    const { shown } = shownOf("4929183756021238");
    assertEquals(shownOf("5555555555554444", shown).bin, "55555555");
    assertEquals(shownOf("378282246310005", shown).bin, "");
    assertEquals(shownOf("378282246310005", NOTHING_SHOWN).bin, "378282");
    assertEquals(shownOf("5", shown).bin, "5");
    assertEquals(shownOf("49291837560", shown).bin, "49291837");
  });
});
