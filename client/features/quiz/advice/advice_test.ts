import { EMPTY_PHONE_LOOKUP, type PhoneLookup } from "../../../../server/wire/members/report.ts";
import { canBeFrom, parsePhoneNumber } from "../../../../server/embedded/members/numbering/parse_phone_number.ts";
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { AdviceContext } from "./advice_conditions.ts";
import { adviceFor } from "./advice.ts";
import { ADVICE_ROWS } from "./advice_rows.ts";
import { type Answer, EMPTY_ANSWERS, type QuizAnswers } from "./answers.ts";
import { type Question, QUESTIONS } from "../questions.ts";
import { newlyUrgent, URGENT_ROWS, urgentAdvice } from "./urgent.ts";

const PHONE: PhoneLookup = { ...EMPTY_PHONE_LOOKUP, isValid: true, countryCode: "GB" };

function ids(answers: QuizAnswers, more: Partial<AdviceContext> = {}): readonly string[] {
  return adviceFor({ answers: { ...EMPTY_ANSWERS, ...answers }, phone: PHONE, band: "none", ...more }).map(({ id }) =>
    id
  );
}

/** Every possible answer; for a country question, a country that is not the number's. */
function answersOf(question: Question): readonly Answer[] {
  const values = question.options.map((option) => question.kind === "many" ? [option.value] : option.value);
  return question.kind === "country" ? ["US", ...values] : values;
}

describe("advice", () => {
  it("has at least 40 rows, each with its own id, text and source", () => {
    assert(ADVICE_ROWS.length >= 40, `${ADVICE_ROWS.length} rows`);
    assertEquals(new Set(ADVICE_ROWS.map((row) => row.id)).size, ADVICE_ROWS.length);
    assertEquals(ADVICE_ROWS.filter((row) => row.text.length < 30 || row.source === ""), []);
  });

  it("a number without signs gets what to do about any unexpected call", () => {
    assertEquals(ids({}), ["voicemail_first", "call_back_officially"]);
    assertEquals(ids({}, { band: "some" }), []);
  });

  /** Question 14 matters only together with 9, so every question is tested with a received link. */
  const before: QuizAnswers = { 9: ["link"], 1: "call", 13: "no" };
  for (const question of QUESTIONS.filter((row) => ![17, 18, 20].includes(row.n))) {
    it(`question ${question.n} changes some advice`, () => {
      const base = ids({ ...before, [question.n]: null }).join();
      const changed = answersOf(question).some((answer) => ids({ ...before, [question.n]: answer }).join() !== base);
      assert(changed);
    });
  }

  /** The advice for one answer; an answer that is not listed has none. */
  const ofAnswer: Readonly<Record<number, Readonly<Record<string, string>>>> = {
    1: { text: "text", app: "app_message", voicemail: "voicemail", not_yet: "not_yet" },
    2: { yes: "answered", blocked: "blocked" },
    3: {
      bank: "bank_caller",
      delivery: "delivery_caller",
      government: "government_caller",
      tech_support: "tech_caller",
      family: "family_caller",
      trade: "trade_caller",
      employer: "employer_caller",
      online: "online_caller",
      did_not_say: "unnamed_caller",
    },
    4: { yes: "seen_before", no: "unseen", not_sure: "unseen" },
    5: { more: "often", daily: "often" },
    6: { yes: "money_asked" },
    7: {
      gift_card: "gift_card",
      transfer: "transfer",
      crypto: "crypto",
      card: "card",
      cash: "cash",
      other: "paid_other",
    },
    8: { yes: "no_code" },
    9: { link: "link", app: "app" },
    10: { hurry: "hurry", secret: "secret" },
    11: { prize: "prize", job: "job", refund: "refund", investment: "investment", love: "love" },
    12: { name: "gave_name", id: "gave_id", bank: "gave_bank" },
    13: { yes: "recovery" },
    14: { no: "not_tapped" },
    15: { US: "another_country" },
    16: { yes: "automatic" },
    19: { block: "next_block", report: "next_report", call_back: "next_call_back", make_sure: "next_sure" },
  };
  /** Advice that needs more than one answer. */
  const together: readonly (readonly [QuizAnswers, string])[] = [
    [{ 9: ["link"], 14: "yes" }, "link tapped"],
    [{ 12: ["none"], 13: "no" }, "gave_nothing"],
    [{ 5: "once", 1: "call" }, "one_ring"],
  ];

  for (const question of QUESTIONS) {
    it(`the answers to question ${question.n} have the advice that fits them`, () => {
      const found = answersOf(question).map((answer) => [
        String(answer),
        ids({ [question.n]: answer }, { band: "some" }).join(" "),
      ]);
      const expected = found.map(([answer = ""]) => [answer, ofAnswer[question.n]?.[answer] ?? ""]);
      assertEquals(found, expected);
    });
  }

  it("some answers have advice only together, and every row has an answer or a fact", () => {
    for (const [answers, expected] of together) assertEquals(ids(answers, { band: "some" }).join(" "), expected);
    const ofFacts = "premium voip voicemail_first call_back_officially stay_away report_bad";
    const all = [...Object.values(ofAnswer).flatMap((rows) => Object.values(rows)), ...together.map(([, id]) => id)];
    assertEquals(
      new Set([...all, ofFacts].flatMap((text) => text.split(" "))),
      new Set(ADVICE_ROWS.map(({ id }) => id)),
    );
  });

  it("says that a number is from another country only where the score does", () => {
    const rows = [
      ["+3581812345678", "landline", "FI"],
      ["+17872345678", "fixedLineOrMobile", "US"],
      ["+441534456789", "landline", "GB"],
      ["+16502530000", "fixedLineOrMobile", "PR"],
      ["+590690001234", "mobile", "MF"],
      ["+447700900123", "mobile", "JE"],
      ["+18003569377", "tollFree", "CA"],
      ["+18003569377", "tollFree", "US"],
      ["+18003569377", "tollFree", "GB"],
      ["+78001234567", "tollFree", "KZ"],
      ["+498001234567", "tollFree", "US"],
      ["+14165550123", "fixedLineOrMobile", "US"],
      ["+18765230123", "fixedLineOrMobile", "US"],
      ["+77012345678", "mobile", "RU"],
      ["+16502530000", "fixedLineOrMobile", "GB"],
      ["+4420", "unknown", "US"],
    ] as const;
    const said = rows.map(([e164, lineType, named]) => {
      const read = parsePhoneNumber(e164, "");
      const number = read.kind === "number" ? read.number : undefined;
      const phone = { ...PHONE, countryCode: number?.region ?? "", lineType };
      const elsewhere = number !== undefined && !canBeFrom(number, named);
      return [e164, named, ids({ 15: named }, { phone, band: "caution" }).includes("another_country"), elsewhere];
    });
    assertEquals(said.filter(([, , advised, elsewhere]) => advised !== elsewhere), []);
    assertEquals(said.filter(([, , advised]) => advised).map(([e164, named]) => `${e164} ${named}`), [
      "+18003569377 GB",
      "+498001234567 US",
      "+14165550123 US",
      "+18765230123 US",
      "+77012345678 RU",
      "+16502530000 GB",
    ]);
  });

  it("every kind of expensive or internet line has its advice", () => {
    const ofLine = (lineType: string) => ids({}, { band: "some", phone: { ...PHONE, lineType } }).join();
    assertEquals(["premium", "premiumRate", "sharedCost"].map(ofLine), ["premium", "premium", "premium"]);
    assertEquals(["nonFixedVoip", "fixedVoip", "voip", "mobile"].map(ofLine), ["voip", "voip", "voip", ""]);
  });

  it("on a bad score says first to block and to report, before what the answers advise, and each act once", () => {
    const premium = { phone: { ...PHONE, lineType: "premium" } };
    assertEquals(ids({ 10: ["hurry"] }, { ...premium, band: "high" }), ["stay_away", "report_bad", "hurry", "premium"]);
    assertEquals(ids({ 10: ["hurry"] }, { ...premium, band: "caution" }), ["hurry", "premium"]);
    // The answer "block it" has advice of its own, which says how.
    assertEquals(ids({ 19: "block" }, { band: "high" }), ["next_block", "report_bad"]);
  });

  it("follows the facts: a premium range, a bad band", () => {
    assertEquals(ids({}, { phone: { ...PHONE, lineType: "premium" }, band: "some" }), ["premium"]);
    assertEquals(ids({}, { band: "high" }), ["stay_away", "report_bad"]);
    assertEquals(ids({}, { band: "caution" }), []);
    // The answer "report it" has advice of its own.
    assertEquals(ids({ 19: "report" }, { band: "suspicious" }), ["stay_away", "next_report"]);
  });

  it("a different country is mentioned only when both are known", () => {
    assertEquals(ids({ 15: "GB" }, { band: "some" }), []);
    assertEquals(ids({ 15: "did_not_say" }, { band: "some" }), []);
    assertEquals(ids({ 15: "US" }, { band: "some", phone: { ...PHONE, countryCode: "" } }), []);
  });
});

describe("urgent advice", () => {
  const cases: readonly (readonly [string, QuizAnswers, readonly string[]])[] = [
    ["a code was asked for", { 8: "yes" }, ["code_asked"]],
    ["an app was installed", { 9: ["app"], 14: "yes" }, ["app_installed"]],
    ["link and app, installed", { 9: ["link", "app"], 14: "yes" }, ["app_installed"]],
    ["an app was asked for and not installed", { 9: ["app"], 14: "no" }, []],
    ["only a link was tapped", { 9: ["link"], 14: "yes" }, []],
    ["bank details were given", { 12: ["name", "bank"] }, ["card_given"]],
    ["money was sent", { 13: "yes" }, ["money_sent"]],
    ["money is about to be sent", { 13: "about_to" }, ["money_about_to"]],
    ["nothing", { 8: "no", 12: ["none"], 13: "no" }, []],
    ["all at once, money first", { 8: "yes", 12: ["bank"], 13: "yes" }, ["money_sent", "card_given", "code_asked"]],
  ];
  for (const [title, answers, kinds] of cases) {
    it(title, () => {
      assertEquals(urgentAdvice({ ...EMPTY_ANSWERS, ...answers }).map((row) => row.kind), kinds);
    });
  }

  it("appears once, with the answer that caused it", () => {
    const before = { ...EMPTY_ANSWERS, 8: "yes" };
    assertEquals(newlyUrgent(before, { ...before, 13: "yes" }).map((row) => row.kind), ["money_sent"]);
    assertEquals(newlyUrgent(before, before), []);
  });

  it("every row has steps and a source", () => {
    assertEquals(URGENT_ROWS.filter((row) => row.steps.length < 2 || row.source === ""), []);
  });
});
