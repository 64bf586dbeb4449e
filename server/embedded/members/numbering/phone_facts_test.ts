/** Facts about real numbers, and fields left empty because they cannot be known. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import lib from "google-libphonenumber";
import { EMPTY_PHONE_LOOKUP, type PhoneLookup, phoneLookupSchema } from "../../../wire/members/report.ts";
import { carrierOf, isGeographical, LINE_TYPES, lineTypeOf, placeOf } from "./phone_facts.ts";
import { factsOf } from "./report_facts.ts";
import { DATA_VERSIONS, loadPhoneData } from "./phone_data.ts";
import { parsePhoneNumber } from "./parse_phone_number.ts";

const data = loadPhoneData();
const util = lib.PhoneNumberUtil.getInstance();

/** The library's examples of every region and type, and beside each a number that may not be in use. */
function examples(): readonly string[] {
  return util.getSupportedRegions().flatMap((region) =>
    Object.values(lib.PhoneNumberType).flatMap((type) => {
      if (typeof type === "string") return [];
      const example: libphonenumber.PhoneNumber | null = util.getExampleNumberForType(region, type);
      const e164 = example === null ? "" : util.format(example, lib.PhoneNumberFormat.E164);
      return e164 === "" ? [] : [e164, `${e164.slice(0, -4)}0007`];
    })
  );
}

function look(text: string, country = "") {
  const parsed = parsePhoneNumber(text, country);
  if (parsed.kind === "unreadable") throw new Error(parsed.why);
  const { number } = parsed;
  const found = { lineType: lineTypeOf(number), place: placeOf(number, data), carrier: carrierOf(number, data) };
  return factsOf(number, found, { fraudScore: 0 });
}

describe("reserved numbers", () => {
  for (
    const [text, isSetAside] of [["+44 909 879 0123", true], ["+1 650 555 0100", true], [
      "+1 650 253 0000",
      false,
    ]] as const
  ) {
    it(`${text} ${isSetAside ? "is one" : "is none"}`, () => assertEquals(look(text).setAside, isSetAside));
  }
});

describe("phone facts", () => {
  it("W-LOOKUP-05: one source gives the whole result for a known number", () => {
    const { phone, timeZones, e164 } = look("+1 650 253 0000");
    const expected: PhoneLookup = {
      ...EMPTY_PHONE_LOOKUP,
      isValid: true,
      phoneNumber: "+16502530000",
      phoneNumberInternational: "+1 650-253-0000",
      phoneNumberLocal: "(650) 253-0000",
      lineType: "fixedLineOrMobile",
      countryName: "United States",
      countryCode: "US",
      location: "Mountain View, CA",
      city: "Mountain View",
    };
    assertEquals(phone, expected);
    assertEquals(timeZones, ["America/Los_Angeles"]);
    assertEquals(e164, "+16502530000");
  });

  it("W-LOOKUP-02..04: the empty result has false, 0 and empty text in all fourteen places", () => {
    const strings = [
      "phoneNumber",
      "phoneNumberInternational",
      "phoneNumberLocal",
      "carrier",
      "lineType",
      "countryName",
      "countryCode",
      "location",
      "name",
      "city",
      "zipCode",
    ];
    assertEquals<unknown>(
      EMPTY_PHONE_LOOKUP,
      Object.fromEntries([
        ["isActive", false],
        ["isValid", false],
        ["fraudScore", 0],
        ...strings.map((key) => [key, ""]),
      ]),
    );
    assertEquals(Object.keys(phoneLookupSchema.shape), Object.keys(EMPTY_PHONE_LOOKUP));
  });

  const lines: readonly (readonly [string, string])[] = [
    ["+44 20 7946 1234", "landline"],
    ["+44 7400 123456", "mobile"],
    ["+1 800 356 9377", "tollFree"],
    ["+1 900 234 5678", "premium"],
    ["+49 1801 23456", "sharedCost"],
    ["+44 56 1234 5678", "nonFixedVoip"],
    ["+44 70 1234 5678", "personal"],
    ["+44 76 4012 3456", "pager"],
    ["+44 55 1234 5678", "uan"],
    ["+1 416 555 1234", "fixedLineOrMobile"],
  ];
  for (const [text, type] of lines) {
    it(`calls ${text} ${type}`, () => assertEquals(look(text).phone.lineType, type));
  }

  it("names a network only for numbers in use, and none in North America", () => {
    assertEquals(look("+44 7400 123456").phone.carrier, "Three");
    assertEquals(look("+44 7700 900123").phone.carrier, "");
    assertEquals(look("+1 650 253 0000").phone.carrier, "");
  });

  it("gives a country that shares its calling code only its own time zones", () => {
    assertEquals(look("+44 7400 123456").timeZones, ["Europe/London"]);
    assertEquals(look("+44 7911 123456").timeZones, ["Europe/Guernsey"]);
    assertEquals(look("+49 1512 3456789").timeZones, ["Europe/Berlin"]);
    assertEquals(look("+7 701 234 5678").timeZones.includes("Europe/Moscow"), false);
  });

  it("gives a country for which the data lists foreign zones only its own", () => {
    assertEquals(["+212 522 221234", "+213 21 123456", "+353 1 123 4567"].map((text) => look(text).timeZones.join()), [
      "Africa/Casablanca",
      "Africa/Algiers",
      "Europe/Dublin",
    ]);
  });

  it("leaves place and time zone empty for a non-geographic number", () => {
    const tollFree = look("+1 800 356 9377");
    assertEquals([tollFree.phone.location, tollFree.timeZones.length], ["", 0]);
    const satellite = look("+882 16 1234 5678");
    assertEquals([satellite.phone.countryCode, satellite.phone.countryName], ["", ""]);
    assertEquals(look("+44 7400 123456").phone.location, "");
  });

  it("separates a city only where the data separates it", () => {
    assertEquals(look("+44 20 7946 1234").phone, { ...look("+44 20 7946 1234").phone, location: "London", city: "" });
    assertEquals(look("+1 212 736 1234").phone.city, "New York");
  });

  it("finds country, type and the same text for every example number of the library", () => {
    const wrong = util.getSupportedRegions().filter((region) => {
      const { phone, e164 } = look(util.format(util.getExampleNumber(region), lib.PhoneNumberFormat.E164));
      const isKnown = LINE_TYPES.some((type) => type === phone.lineType);
      return !phone.isValid || phone.countryCode === "" || phone.countryName === "" || !isKnown ||
        look(phone.phoneNumberLocal, phone.countryCode).e164 !== e164;
    });
    assert(wrong.length <= 2, wrong.join(" "));
  });

  it("gives the same facts as the library's single functions for every example and its neighbour", () => {
    const isGeographicalBy: unknown = Reflect.get(util, "isNumberGeographical");
    assert(typeof isGeographicalBy === "function");
    const texts = examples();
    assert(texts.length > 2_000, `${texts.length} examples`);
    for (const text of texts) {
      const parsed = parsePhoneNumber(text, "");
      if (parsed.kind === "unreadable") continue;
      const { number } = parsed;
      const expected = [util.isValidNumber(number.parsed), isGeographicalBy.call(util, number.parsed)];
      assertEquals([number.isValid, isGeographical(number)], expected, text);
    }
  });

  it("carries the versions that deno.json pins", async () => {
    const pinned: unknown = JSON.parse(await Deno.readTextFile(new URL("../../../../deno.json", import.meta.url)));
    const text = JSON.stringify(pinned);
    for (const version of DATA_VERSIONS) assert(text.includes(`npm:${version.replace(" ", "@")}"`), version);
  });
});
