import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { EMPTY_PHONE_LOOKUP } from "../../../server/wire/members.ts";
import { factRows, leftText, NOT_KNOWN } from "./fact_rows.ts";

describe("facts of a report", () => {
  it("W-LOOKUP-01: show validity, line type, carrier and place", () => {
    const phone = {
      ...EMPTY_PHONE_LOOKUP,
      isValid: true,
      lineType: "mobile",
      carrier: "Orange",
      location: "Paris",
      countryName: "France",
    };
    const rows = factRows({ phone, e164: "", timeZones: ["Europe/Paris"], dataVersions: [] });
    assertEquals(rows.slice(0, 4).map(({ label, value }) => [label, value]), [
      ["Valid", "Yes, this range is in use"],
      ["Line type", "mobile"],
      ["Carrier", "Orange"],
      ["Place", "Paris, France"],
    ]);
  });

  it("what is not known says so", () => {
    const rows = factRows({ phone: EMPTY_PHONE_LOOKUP, e164: "", timeZones: [], dataVersions: [] });
    assertEquals(rows.filter(({ isKnown }) => !isKnown).map(({ value }) => value), Array(5).fill(NOT_KNOWN));
  });

  it("what is left is counted in words", () => {
    assertEquals(leftText({ today: 1, credits: 0 }), "1 look-up left today.");
    assertEquals(leftText({ today: 0, credits: 10 }), "0 look-ups left today, 10 more in packs.");
  });
});
