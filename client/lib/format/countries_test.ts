/** The table of countries says what the phone data says. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import lib from "google-libphonenumber";
import { COUNTRIES } from "./countries.ts";

/** Islands whose numbers begin as those of their state, which the list of countries does not name separately. */
const WITHOUT_A_ROW = ["AC", "TA"];

describe("the countries of the number field", () => {
  const util = lib.PhoneNumberUtil.getInstance();

  it("are those of libphonenumber, each with its calling code", () => {
    const known = util.getSupportedRegions().filter((code) => !WITHOUT_A_ROW.includes(code));
    const expected = known.map((code) => `${code}${util.getCountryCodeForRegion(code)}`).toSorted();
    assertEquals(COUNTRIES.map(({ code, dial }) => code + dial).toSorted(), expected);
  });

  it("put the main country of a shared calling code first", () => {
    const wrong = COUNTRIES.filter(({ dial }, at) => COUNTRIES.findIndex((row) => row.dial === dial) === at)
      .filter(({ code, dial }) => util.getRegionCodeForCountryCode(Number(dial)) !== code);
    assertEquals(wrong, []);
  });
});
