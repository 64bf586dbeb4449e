import { BANDS, EMPTY_PHONE_LOOKUP } from "../../server/wire/members/report.ts";
import { COUNTRIES, countryName, countryOfNumber, placeLine } from "../lib/format/countries.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { renderToStaticMarkup } from "react-dom/server";
import { BAND_WORDS } from "./report/bands.ts";
import { Button } from "./controls/Button.tsx";
import { FactList, factRows } from "./report/FactList.tsx";
import { pointAt } from "../../server/wire/members/gauge_shape.ts";
import { ICON_PATHS } from "./pictures/icon_paths.ts";
import { Flag } from "./controls/Flag.tsx";
import { PhoneField } from "./controls/PhoneField.tsx";
import { ScoreGauge } from "./report/ScoreGauge.tsx";

describe("parts", () => {
  it("the gauge has a text alternative, and no band is called safe", () => {
    assertStringIncludes(renderToStaticMarkup(<ScoreGauge value={62} band="caution" />), "62 out of 100, Caution");
    assertStringIncludes(renderToStaticMarkup(<ScoreGauge value={null} band="none" />), "a phone number");
    for (const band of BANDS) assertEquals(/\bsafe\b/i.test(JSON.stringify(BAND_WORDS[band])), false);
    assertEquals([pointAt(0), pointAt(50), pointAt(100)], [{ x: 18, y: 112 }, { x: 110, y: 20 }, { x: 202, y: 112 }]);
  });

  it("a busy button keeps its width and shows its progress text", () => {
    const markup = renderToStaticMarkup(<Button busy="Checking number">Check number</Button>);
    assertStringIncludes(markup, "Check number");
    assertStringIncludes(markup, "Checking number");
    assertStringIncludes(markup, 'aria-disabled="true"');
  });

  it("W-LOOKUP-01: validity, line type, place and carrier are rows of their own, and unknown ones say so", () => {
    const phone = { ...EMPTY_PHONE_LOOKUP, isValid: true, lineType: "mobile", carrier: "Acme Mobile" };
    const known = { phone: { ...phone, countryCode: "US", location: "Austin, TX" }, timeZones: ["America/New_York"] };
    const rows = (facts: typeof known | { phone: typeof EMPTY_PHONE_LOOKUP; timeZones: string[] }) =>
      factRows({ ...facts, e164: "", dataVersions: [] }).map(({ name, value }) => [name, value]);
    assertEquals(rows(known), [
      ["Status", "Valid number range"],
      ["Line type", "Mobile"],
      ["Location", "Austin, TX, United States"],
      ["Carrier", "Acme Mobile"],
      ["Time zone", "New York"],
    ]);
    assertEquals(rows({ phone: EMPTY_PHONE_LOOKUP, timeZones: [] }).map(([, value]) => value?.split(",")[0]), [
      "Not a real number",
      ...Array.from({ length: 4 }, () => "Unknown"),
    ]);
    const markup = renderToStaticMarkup(<FactList facts={{ ...known, e164: "", dataVersions: [] }} />);
    assertEquals([...markup.matchAll(/<dt>/g)].length, 5);
    assertStringIncludes(markup, "<dt>Carrier</dt><dd>Acme Mobile</dd>");
  });

  it("a place names its country once, in the page's language", () => {
    const place = { countryCode: "US", countryName: "United States", location: "Mountain View, CA" };
    assertEquals(placeLine(place), "Mountain View, CA, United States");
    assertEquals(placeLine({ ...place, location: "United States" }), "United States");
    assertEquals(placeLine({ countryCode: "", countryName: "", location: "" }), "");
  });

  it("a reserved number is not described as existing", () => {
    const phone = { ...EMPTY_PHONE_LOOKUP, isValid: true };
    const facts = { phone, e164: "", timeZones: [], dataVersions: [] };
    const existence = (setAside: boolean) => factRows({ ...facts, setAside })[0]?.value ?? "";
    assertEquals([existence(true), existence(false)], ["Reserved for fiction", "Valid number range"]);
  });

  it("an error replaces the help", () => {
    const field = { value: { phoneNumber: "1", country: "" }, onChange: () => undefined, label: "L", help: "H" };
    assertStringIncludes(renderToStaticMarkup(<PhoneField {...field} />), "H");
    const markup = renderToStaticMarkup(<PhoneField {...field} error="Too short" />);
    assertStringIncludes(markup, 'aria-invalid="true"');
    assertEquals(markup.includes(">H<"), false);
  });

  it("no component uses a style attribute, which the page's policy would drop", () => {
    const markup = renderToStaticMarkup(<ScoreGauge value={62} band="caution" />);
    assertEquals(markup.includes("style="), false);
  });

  it("icons are distinct drawings", () => {
    assertEquals(new Set(Object.values(ICON_PATHS)).size, Object.keys(ICON_PATHS).length);
  });

  it("the flag of a country is its own picture; a code without a country has none", () => {
    assertStringIncludes(renderToStaticMarkup(<Flag code="KE" />), 'src="/KE.svg"');
    for (const code of ["", "001", "ZZ", "constructor", "../x"]) {
      assertEquals(renderToStaticMarkup(<Flag code={code} />), "");
    }
  });
});

describe("countries", () => {
  it("have a name and a calling code, each once", () => {
    assert(COUNTRIES.length >= 40);
    assertEquals(new Set(COUNTRIES.map((row) => row.code)).size, COUNTRIES.length);
    assertEquals(COUNTRIES.filter((row) => countryName(row.code) === row.code || !/^\d{1,3}$/.test(row.dial)), []);
  });

  it("follow a typed prefix, and keep the choice when a code is shared", () => {
    const cases = [
      ["+44 20", "US"],
      ["0049 30", "US"],
      ["＋٤٤ ٢٠", "US"],
      ["+1 416", "CA"],
      ["+1 416", "GB"],
      ["020", "GB"],
      [
        "+",
        "GB",
      ],
      ["001 65 6521", "HK"],
      ["0011 64", "AU"],
    ] as const;
    assertEquals(cases.map(([text, chosen]) => countryOfNumber(text, chosen)), [
      "GB",
      "DE",
      "GB",
      "CA",
      "US",
      undefined,
      undefined,
      // What these countries dial abroad begins with 001.
      undefined,
      undefined,
    ]);
  });
});
