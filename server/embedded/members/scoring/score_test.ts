/** The score adds up, explains itself, and stays low when nothing is known against a number. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import lib from "google-libphonenumber";
import { compareApprovedText } from "../../../../tests/support/approved.ts";
import { loadPhoneData } from "../numbering/phone_data.ts";
import { embeddedSource } from "../lookup/sources/embedded.ts";
import { lookUp } from "../lookup/lookup.ts";
import { NO_REPORTS, reportWeight, tally } from "./report_weight.ts";
import { parsePhoneNumber } from "../numbering/parse_phone_number.ts";
import { isReserved } from "../numbering/reserved_ranges.ts";
import { bandOf, scoreOf } from "./score.ts";
import { type Rule, RULES, type ScoreInput } from "./score_rules.ts";
import { confidenceOf, unknownsOf } from "./unknowns.ts";

const source = embeddedSource(loadPhoneData());
const PLAIN: ScoreInput = {
  e164: "+16502530000",
  callingCode: 1,
  national: "6502530000",
  region: "US",
  isValid: true,
  lineType: "fixedLineOrMobile",
  askerCountry: "US",
  ownNumber: "",
  isElsewhere: false,
  reports: NO_REPORTS,
};

async function look(text: string, country = "", ownNumber = "", claimedCountry = "") {
  const outcome = await lookUp({ text, country, ownNumber, claimedCountry }, {
    source,
    reportsOn: () => Promise.resolve(NO_REPORTS),
  });
  assert(outcome.kind === "done");
  return outcome.looked;
}

const CASES: readonly (readonly [string, string, number, readonly string[]])[] = [
  ["+1 650 253 0000", "US", 0, []],
  ["+1 650 555 0123", "US", 90, ["RESERVED_FICTION"]],
  ["+44 7700 900123", "GB", 90, ["INVALID", "RESERVED_FICTION"]],
  ["+44 20 7946 0958", "GB", 90, ["RESERVED_FICTION"]],
  ["+61 491 570 156", "AU", 90, ["RESERVED_FICTION"]],
  ["+46 70 174 06 05", "SE", 90, ["RESERVED_FICTION"]],
  ["+1 200 253 0000", "US", 85, ["INVALID"]],
  ["+1 900 234 5678", "US", 80, ["PREMIUM_RATE", "PATTERN"]],
  ["+44 70 1234 5670", "GB", 45, ["PERSONAL"]],
  ["+1 800 356 9377", "US", 10, ["TOLL_FREE"]],
  ["+870 773 111 632", "US", 40, ["GLOBAL_SERVICE"]],
  ["+1 876 927 1234", "US", 25, ["ONE_RING"]],
  ["+1 876 927 1234", "JM", 0, []],
  ["+222 45 29 12 34", "US", 25, ["ONE_RING"]],
  ["+1 650 976 1234", "US", 50, ["NANP_SERVICE_CODE"]],
  ["+1 650 222 2222", "US", 20, ["PATTERN"]],
];

describe("the score", () => {
  for (const [text, country, value, rules] of CASES) {
    it(`gives ${text} asked from ${country} ${value}`, async () => {
      const { score } = await look(text, country);
      assertEquals([score.value, score.reasons.map((reason) => reason.rule)], [value, rules]);
    });
  }

  it("is the same figure in the displayed facts", async () => {
    assertEquals((await look("+1 900 234 5678", "US")).facts.phone.fraudScore, 80);
  });

  it("gives the effect of each reason", async () => {
    const { score } = await look("+1 900 234 5678", "US");
    assertEquals(score.reasons.map(({ points, floor, without }) => ({ points, floor, without })), [
      { points: 60, floor: null, without: 20 },
      { points: 20, floor: null, without: 60 },
    ]);
    const [invalid, fiction] = (await look("+44 7700 900123", "GB")).score.reasons;
    assertEquals([invalid?.without, invalid?.points, fiction?.without, fiction?.points], [90, 0, 85, 5]);
  });

  it("detects a look-alike of the member's own number, but not the number itself", async () => {
    const near = await look("+1 650 253 0000", "US", "+16502539999");
    assertEquals(near.score.reasons.map((reason) => reason.rule), ["NEIGHBOUR"]);
    assertEquals((await look("+1 650 253 0000", "US", "+16502530000")).score.value, 0);
  });

  it("adds points for a country other than the one the caller named", async () => {
    const named = async (text: string, claimedCountry: string) => {
      const { score } = await look(text, "US", "", claimedCountry);
      return score.reasons.filter(({ rule }) => rule === "COUNTRY_MISMATCH").map(({ points }) => points);
    };
    assertEquals(await named("+1 650 253 0000", "GB"), [30]);
    assertEquals(await named("+1 650 253 0000", "CA"), [30], "an area code says which country of +1 it is");
    for (const [text, country] of [["+1 650 253 0000", "US"], ["+1 650 253 0000", ""], ["+1 200 253 0000", "GB"]]) {
      assertEquals(await named(String(text), String(country)), [], `${text} from ${country}`);
    }
    assertEquals(await named("+1 800 356 9377", "CA"), [], "a toll-free number of +1 belongs to all its countries");
    assertEquals(await named("+590 690 001234", "MF"), [], "Saint Martin shares the range with Guadeloupe");
    assertEquals(await named("+44 7924 123456", "IM"), []);
    assertEquals(await named("+882 16 555 00001", "US"), [], "a satellite's number is from no country");
    assertEquals(await named("+1 800 356 9377", "GB"), [30]);
  });

  it("has the bands of the decision", () => {
    assertEquals([0, 24, 25, 49, 50, 74, 75, 84, 85, 100].map(bandOf), [
      "none",
      "none",
      "some",
      "some",
      "caution",
      "caution",
      "suspicious",
      "suspicious",
      "high",
      "high",
    ]);
  });

  it("never leaves 0 to 100, and every reason's `without` is at most the score", () => {
    const rows = fc.subarray([...RULES]);
    fc.assert(fc.property(rows, (rules) => {
      const score = scoreOf(PLAIN, rules.map((rule) => ({ ...rule, applies: () => true })));
      const value = score.value ?? -1;
      return value >= 0 && value <= 100 && score.reasons.length === rules.length &&
        score.reasons.every((reason) => reason.without <= value && reason.points >= 0);
    }));
  });

  it("has one row per rule, each with its text and its source", () => {
    assertEquals(new Set(RULES.map((rule) => rule.id)).size, RULES.length);
    for (const rule of RULES) assert(rule.title !== "" && rule.why.endsWith(".") && rule.source !== "", rule.id);
  });

  it("says what a reviewer approved, rule by rule", async () => {
    const points = (rule: Rule) =>
      "floor" in rule ? `at least ${rule.floor}` : String(Number(rule.points) || "by input");
    const lines = RULES.map((rule) =>
      `${rule.id}: ${points(rule)}\n  ${rule.title}\n  ${rule.why}\n  ${rule.source}\n`
    );
    await compareApprovedText("score_rules", lines.join(""));
  });

  it("never calls a number safe", () => {
    const words = JSON.stringify(RULES.map(({ title, why }) => [title, why]));
    assert(!/\bsafe\b|danger|!/i.test(words));
  });
});

describe("false alarms", () => {
  const util = lib.PhoneNumberUtil.getInstance();
  const { PhoneNumberFormat, PhoneNumberType } = lib;
  /** The library's example of each country for these types, checked from that country. */
  async function scoresOf(types: readonly libphonenumber.PhoneNumberType[]): Promise<(readonly [string, number])[]> {
    const found: (readonly [string, number])[] = [];
    for (const region of util.getSupportedRegions()) {
      for (const type of types) {
        const example = util.getExampleNumberForType(region, type);
        if (!example) continue;
        const { score } = await look(util.format(example, PhoneNumberFormat.E164), region);
        found.push([util.format(example, PhoneNumberFormat.E164), score.value ?? -1]);
      }
    }
    return found;
  }

  it("everyday numbers of every country stay below caution, except reserved or unused ones", async () => {
    const { FIXED_LINE, MOBILE } = PhoneNumberType;
    const scores = await scoresOf([FIXED_LINE, MOBILE]);
    const high = scores.filter(([, score]) => score >= 50).map(([e164]) => e164);
    const unexplained = high.filter((e164) => {
      const parsed = parsePhoneNumber(e164, "");
      return parsed.kind === "number" && parsed.number.isValid && !isReserved(e164);
    });
    assert(scores.length > 400, `${scores.length}`);
    assertEquals(unexplained, []);
    assert(high.length <= 8, high.join(" "));
  });

  it("every premium-rate example reaches caution", async () => {
    const scores = await scoresOf([PhoneNumberType.PREMIUM_RATE]);
    assert(scores.length > 100, `${scores.length}`);
    assertEquals(scores.filter(([, score]) => score < 50), []);
  });
});

describe("member reports", () => {
  const DAY_MS = 86_400_000;
  const reports = (good: number, bad: number, atMs = 0) =>
    Array.from({ length: good + bad }, (_, at) => ({ reporterId: `r${at}`, isBad: at < bad, atMs }));

  for (const [good, bad, points] of [[0, 3, 26], [2, 40, 51], [0, 1, 0], [0, 2, 0], [3, 0, 0]] as const) {
    it(`weighs ${bad} bad of ${good + bad} as ${points}`, () => {
      assertEquals(reportWeight(tally(reports(good, bad), 0)), points);
    });
  }
  it("reduce their weight with age, and count each reporter once", () => {
    const fresh = reportWeight(tally(reports(0, 10), 0));
    const faded = reportWeight(tally(reports(0, 10), 180 * DAY_MS));
    assert(faded < fresh && faded > 0, `${faded} ${fresh}`);
    const one = Array.from({ length: 9 }, (_, at) => ({ reporterId: "same", isBad: true, atMs: at }));
    assertEquals(reportWeight(tally(one, 0)), 0);
  });
  it("give a reason only when they add points", () => {
    const score = scoreOf({ ...PLAIN, reports: tally(reports(0, 5), 0) });
    assertEquals(score.reasons.map((reason) => reason.rule), ["REPORTS"]);
    assertEquals(scoreOf({ ...PLAIN, reports: tally(reports(0, 2), 0) }).reasons, []);
  });
});

describe("unknowns", () => {
  it("are listed with their reasons, and lower the confidence where the data has a gap", async () => {
    const us = (await look("+1 650 253 0000", "US")).known;
    const fields = unknownsOf(us).map((unknown) => unknown.field);
    assertEquals(fields, ["isActive", "name", "lineType", "carrier", "zipCode", "reports", "callerId"]);
    assertEquals(confidenceOf(us).level, "medium");
    assertEquals(confidenceOf((await look("+44 20 7946 1234", "GB")).known).level, "high");
    assertEquals(confidenceOf((await look("+1 650 253 0000")).known).why.length, 2);
  });
});
