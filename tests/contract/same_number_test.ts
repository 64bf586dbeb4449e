/** The paid report is about the number that the free check found, however it was typed and whatever country pays. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import lib from "google-libphonenumber";
import { lookUp, type LookupInput } from "../../client/features/lookup/lookup.ts";
import { LOOKUP_START, lookupReducer } from "../../client/features/lookup/lookup_state.ts";
import { toInternational } from "../../client/features/lookup/number_text.ts";
import { COUNTRIES } from "../../client/lib/format/countries.ts";
import { reportHeaders } from "../../client/pages/visitor_country.ts";
import { asTyped, parsePhoneNumber } from "../../server/embedded/members/numbering/parse_phone_number.ts";
import { openMembersFixture } from "../../server/embedded/members/testing/fixture.ts";
import { checkEventSchema, reportSchema } from "../../server/wire/members/report.ts";
import { readAnswer } from "../support/answers.ts";

const util = lib.PhoneNumberUtil.getInstance();
const { PhoneNumberFormat, PhoneNumberType } = lib;
const TYPES = [PhoneNumberType.FIXED_LINE, PhoneNumberType.MOBILE, PhoneNumberType.TOLL_FREE];

function readAs(text: string, country: string): string {
  const read = parsePhoneNumber(text, country);
  return read.kind === "number" ? read.number.e164 : read.why;
}

function paidFor(text: string, country: string, payingFrom: string): string {
  const sent = toInternational(text, country);
  const typed = asTyped(sent.text, { numberCountry: sent.numberCountry, country: payingFrom });
  return readAs(typed.text, typed.country);
}

/** Numbers of a country, as its own people and others type them. */
function typedIn(country: string): readonly string[] {
  return TYPES.flatMap((type) => {
    const number = util.getExampleNumberForType(country, type);
    // The types of the library leave out that many countries have no such number.
    if (!(number as unknown)) return [];
    const national = util.getNationalSignificantNumber(number);
    const whole = util.format(number, PhoneNumberFormat.E164);
    return [
      national,
      util.format(number, PhoneNumberFormat.NATIONAL),
      util.format(number, PhoneNumberFormat.INTERNATIONAL),
      whole,
      whole.slice(1),
      national.slice(-7),
      national.slice(-6),
    ];
  });
}

describe("the paid report reads what the free check read", () => {
  it("of example numbers of every country, whole and local, with and without the country, from any place", () => {
    const typed = COUNTRIES.flatMap(({ code }) =>
      typedIn(code).flatMap((text) => [{ text, country: code }, { text, country: "" }])
    );
    assert(typed.length > 5_000, `${typed.length}`);
    const differ = typed.flatMap(({ text, country }) => {
      const free = readAs(text, country);
      // What the free check cannot read, the report may.
      if (!free.startsWith("+")) return [];
      return ["", "DE", "US"].map((from) => [text, country, from, free, paidFor(text, country, from)])
        .filter(([, , , checked, paid]) => checked !== paid);
    });
    assertEquals(differ, []);
  });

  it("of a local number of each country whose numbers need no area code at home", () => {
    const read = COUNTRIES.filter(({ code }) =>
      typedIn(code).some((text) => {
        const free = readAs(text, code);
        return text.length < 8 && free.startsWith("+") && paidFor(text, code, "DE") === free;
      })
    );
    for (const code of ["AG", "AS", "BB", "BM", "GG", "GU", "IM", "JE", "VI"]) {
      assert(read.some((country) => country.code === code), code);
    }
  });

  for (
    const [phoneNumber, country, from, e164] of [
      ["456789", "JE", "GB", "+441534456789"],
      ["456789", "JE", "", "+441534456789"],
      ["464 1234", "AG", "US", "+12684641234"],
      ["33142685300", "", "DE", "+33142685300"],
      ["4930123456", "DE", "US", "+4930123456"],
      ["030 123456", "DE", "US", "+4930123456"],
      ["011 44 20 7946 0018", "US", "DE", "+442079460018"],
    ] as const
  ) {
    it(`${phoneNumber} with ${country || "no country"} is free as ${e164}, and the report paid from ${from || "nowhere"} opens`, async () => {
      const h = await openMembersFixture();
      try {
        const checked = await h.call("POST", "/report/check", { body: { phone_number: phoneNumber, country } });
        const last = readAnswer(checkEventSchema, JSON.parse(checked.text.trimEnd().split("\n").at(-1) ?? ""));
        assert(last.type === "done", checked.text);
        assertEquals([last.result.facts.e164, last.result.facts.phone.isValid], [e164, true]);
        const state = await paidReport({ phoneNumber, country }, async (body, headers) => {
          const here = from === "" ? {} : { "x-country": from };
          const answer = await h.call("POST", "/report", { as: "ada", body, headers: { ...headers, ...here } });
          assertEquals(answer.status, 200, answer.text);
          return readAnswer(reportSchema, answer.body);
        });
        assertEquals([state.error, state.report?.facts.e164], ["", e164]);
      } finally {
        await h.close();
      }
    });
  }
});

type Call = (
  body: Parameters<Parameters<typeof lookUp>[0]["report"]>[0],
  headers: Readonly<Record<string, string>>,
) => ReturnType<Parameters<typeof lookUp>[0]["report"]>;

async function paidReport(typed: LookupInput, call: Call) {
  let state = LOOKUP_START;
  await lookUp({
    dispatch: (event) => {
      state = lookupReducer(state, event);
    },
    report: (body, countries) => call(body, reportHeaders(countries)),
    subscriptionId: () => Promise.resolve("sub-ada"),
    user: () => ({ uid: "ada", name: "", email: "" }),
    keepLeft: () => undefined,
  }, typed);
  return state;
}
