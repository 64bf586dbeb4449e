/** The PDF: who may get it, its content, nothing executable, and a hash that verifies until the data changes. */
import { compareApprovedText } from "../../../../tests/support/approved.ts";
import { readAnswer } from "../../../../tests/support/answers.ts";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Checked, type Report, reportSchema } from "../../../wire/members/report.ts";
import type { Language } from "../../../wire/site/languages.ts";
import { PLANS, unlockIds } from "../../../wire/billing/plans.ts";
import { verifiedSchema } from "../../../wire/members/verify.ts";
import { translator } from "../../../i18n/translate.ts";
import { drawPdf } from "../documents/draw.ts";
import { notAConsumerReport } from "./report_pdf.ts";
import { readPdf } from "../testing/pdf_text.ts";
import { usedTexts } from "../../../../scripts/build/texts.ts";
import { type MembersFixture, openMembersFixture, product, subscription } from "../testing/fixture.ts";

const ROOT = new URL("../../../..", import.meta.url).pathname.replace(/\/$/, "");
let h: MembersFixture;
let id = "";
const REQUEST = { user_id: "ada", phone_number: "+1 900 976 1234", subscription_id: "sub-ada", name: "", email: "" };
const check = async (body: object, headers = {}) =>
  readAnswer(reportSchema, (await h.call("POST", "/report", { as: "ada", body, headers })).body).id;
beforeEach(async () => {
  h = await openMembersFixture({ publicOrigin: "https://check.example" });
  id = await check(REQUEST);
});
afterEach(() => h.close());
const own = (planId: string) => h.rows.set("sub-ada", subscription("sub-ada", { products: [product(planId)] }));
const pdf = (as = "ada", of = id, headers = {}) => h.call("GET", `/report/stored/${of}/pdf`, { as, headers });

describe("GET /report/stored/{id}/pdf", () => {
  it("W-PLAN-18: is unlocked by each product of the group and by no other", async () => {
    for (const plan of PLANS) {
      own(plan.id);
      const expected = unlockIds("pdf_report").includes(plan.id) ? 200 : 403;
      assertEquals((await pdf()).status, expected, plan.id);
    }
  });
  it("is locked once the product has expired", async () => {
    own("tck_pdf_report_otp");
    h.clock.advance(11 * 366 * 86_400_000);
    assertEquals((await pdf()).status, 403);
  });
  it("is not found under another member's id, even for owners of the product", async () => {
    h.rows.set("sub-eve", subscription("sub-eve", { user_id: "eve", products: [product("tck_pdf_report_otp")] }));
    const strip = (text: string) => text.replace(/"requestId":"[^"]*"/, "");
    const [other, none] = [await pdf("eve"), await pdf("eve", "0".repeat(32))];
    assertEquals([other.status, none.status, strip(other.text)], [404, 404, strip(none.text)]);
    assertEquals((await h.call("GET", `/report/stored/${id}/pdf`)).status, 401);
  });
  it("lists the reader's own checks of the number, and no other member's", async () => {
    own("tck_pdf_report_otp");
    h.rows.set("sub-eve", subscription("sub-eve", { user_id: "eve" }));
    const theirs = { ...REQUEST, user_id: "eve", subscription_id: "sub-eve" };
    h.clock.advance(2 * 86_400_000);
    assertEquals((await h.call("POST", "/report", { as: "eve", body: theirs })).status, 200);
    h.clock.advance(2 * 86_400_000);
    id = await check(REQUEST);
    const text = squash(readPdf((await pdf()).bytes).text);
    const [, listed] = /Yourchecksofthisnumber(.*?)Verification/.exec(text) ?? [];
    assertEquals(listed?.match(/Nov\d+,2026/g), ["Nov25,2026", "Nov21,2026"]);
  });
  it("contains every fact, reason, unknown, advice, earlier check, version and the legal sentence", async () => {
    own("tck_ultimate_pack_otp");
    id = await check(REQUEST, { "x-claimed-country": "GB" });
    const answer = await pdf();
    assertEquals(answer.headers.get("content-type"), "application/pdf");
    assertMatch(
      answer.headers.get("content-disposition") ?? "",
      /^attachment; filename="[^"]+\.pdf"; filename\*=UTF-8''/,
    );
    const text = squash(readPdf(answer.bytes).text);
    const data = await h.call("GET", `/report/stored/${id}/data`, { as: "ada" });
    const body = readAnswer(reportSchema, { ...Object(data.body), left: { today: 0, credits: 0 }, error: "" });
    const expected = [
      body.facts.e164,
      body.facts.phone.countryName,
      "United Kingdom",
      ...body.facts.timeZones,
      ...body.facts.dataVersions,
      ...body.score.reasons.flatMap((reason) => [reason.title, reason.why, reason.source, reason.rule]),
      ...body.unknowns.flatMap((unknown) => [unknown.title ?? "", unknown.why]),
      ...body.confidence.why,
      ...["What to do", "Why this score", "What we know", "Confidence", "What we couldn't check", "Verification"],
      ...["Don't answer or call back", "Your phone then ignores its calls and texts", "costs more than a normal call"],
      "Your checks of this number",
      notAConsumerReport(translator("en")),
      body.id,
    ];
    for (const part of expected) assert(text.includes(squash(part)), `${part} is missing`);
    // As on the screen, member reports have a part of their own and no row among what wasn't checked.
    assertEquals(text.split(squash("Member reports")).length, 2);
    assert(body.score.reasons.length > 0);
  });
  for (
    const [language, ...parts] of [
      [
        "de",
        "Warum diese Bewertung",
        "Nicht rangehen, nicht zurückrufen",
        "Sonderrufnummer",
        "keine Auskunft",
        "Vereinigte Staaten",
      ],
      ["es", "Por qué tiene esta puntuación", "Qué hacer", "no es un informe del consumidor", "Estados Unidos"],
    ] as const
  ) {
    it(`is written in the reader's language (${language}): layout, rules, advice, country and the legal sentence`, async () => {
      own("tck_pdf_report_otp");
      const { bytes } = await pdf("ada", id, { "accept-language": language });
      const text = squash(readPdf(bytes).text);
      for (const part of parts) assert(text.includes(squash(part)), `${part} is missing`);
      const english = [...await usedTexts(ROOT, "server")].filter((words) => words.length > 12 && !words.includes("{"));
      for (const words of english) assert(!text.includes(squash(words)), `It says in English: ${words}`);
    });
  }
  it("prints a hash that verifies, until the stored data is changed", async () => {
    own("tck_pdf_report_otp");
    const data = await h.call("GET", `/report/stored/${id}/data`, { as: "ada" });
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data.bytes)).toHex();
    assertEquals((await h.call("GET", `/report/verify/${hash}`)).status, 404);
    const text = squash(readPdf((await pdf()).bytes).text);
    assert(text.includes(squash(`https://check.example/verify/${hash}`)));
    const found = readAnswer(verifiedSchema, (await h.call("GET", `/report/verify/${hash}`)).body);
    assertEquals([found.report_id, found.number], [id, "+1 900-976-1234"]);
    await h.db.updateTable("members_reports").set({ body: data.text.replace('"isValid":true', '"isValid":false') })
      .where("id", "=", id).execute();
    assertEquals((await h.call("GET", `/report/verify/${hash}`)).status, 404);
  });
  for (const hash of ["", "x", "a".repeat(63), "A".repeat(64), "../profile"]) {
    it(`finds nothing under "${hash}"`, async () => {
      assertEquals((await h.call("GET", `/report/verify/${encodeURIComponent(hash)}`)).status, 404);
    });
  }
});

describe("the look of a PDF", () => {
  const draw = async (
    change: (report: Report) => Partial<Report>,
    number = "+1 900 976 1234",
    earlier: readonly Checked[] = [],
    language: Language = "en",
  ) => {
    const asked = { user_id: "ada", phone_number: number, subscription_id: "sub-ada", name: "", email: "" };
    const report = readAnswer(reportSchema, (await h.call("POST", "/report", { as: "ada", body: asked })).body);
    const input = { language, hash: "0".repeat(64), madeFor: "Ada Test", earlier, nowMs: 0 } as const;
    const body = { ...report, ...change(report) };
    return await drawPdf({ kind: "report", input: { ...input, body, origin: "https://x.example" } });
  };
  /** Fill colours of all drawings, as the screen writes them. */
  const colours = (bytes: Uint8Array) =>
    new Set(
      [...readPdf(bytes).source.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) scn/g)].map((match) =>
        `#${match.slice(1, 4).map((part) => Math.round(Number(part) * 255).toString(16).padStart(2, "0")).join("")}`
      ),
    );

  it("a single point is one, in every language", async () => {
    const one = ({ score }: Report) => ({
      score: { ...score, reasons: score.reasons.map((each) => ({ ...each, points: 1 })) },
    });
    for (const [language, words] of [["en", "1 point"], ["de", "1 Punkt"], ["es", "1 punto"]] as const) {
      const text = squash(readPdf(await draw(one, undefined, [], language)).text);
      assertMatch(text, new RegExp(`: ?${squash(words)}(?!s|e)`), language);
    }
  });

  it("a score is drawn in the colour of its band, a caution never in the green of a number without signals", async () => {
    const of = async (value: number, band: Report["score"]["band"]) =>
      colours(await draw(({ score }) => ({ score: { ...score, value, band } })));
    const caution = await of(65, "caution");
    assert(caution.has("#8a5a00") && caution.has("#fbf1da"), [...caution].join());
    assert(!caution.has("#e3f3f0"));
    assert((await of(0, "none")).has("#e3f3f0"));
    assert((await of(90, "high")).has("#fdeaec"));
  });

  const at = "2026-03-01T10:00:00.000Z";
  const fixed = (report: Report) => ({
    id: "report-1",
    created_at: at,
    facts: { ...report.facts, dataVersions: ["data 1", "data 2"] },
  });
  const earlier = [
    { at, score: 82, band: "high" },
    { at, score: null, band: "none" },
  ].map((one) => ({ ...one, report_id: "r", e164: "+1", number: "+1", country: "US" })) as readonly Checked[];
  // The last number has the most reasons and advice, and German the longest words.
  for (
    const [number, language] of [
      ["+1 900 976 1234", "en"],
      ["+44 7400 123456", "en"],
      ["+1 650 253 0000", "en"],
      ["+44 909 879 0123", "es"],
      ["+44 909 879 0123", "de"],
    ] as const
  ) {
    it(`${number} fills two pages (${language}), and the second is not a remainder`, async () => {
      const { source } = readPdf(await draw(() => ({}), number, earlier, language));
      assertEquals([...source.matchAll(/\/Type \/Page\b/g)].length, 2);
    });
  }

  const SHEETS: readonly (readonly [name: string, number: string, change: (report: Report) => Partial<Report>])[] = [
    ["signs", "+1 900 976 1234", () => ({ memberReports: { count: 3, bad: 2, disputed: true } })],
    ["one_report", "+44 7400 123456", () => ({ memberReports: { count: 1, bad: 1 } })],
    [
      "nothing",
      "+1 650 253 0000",
      ({ score, confidence }) => ({
        score: { ...score, reasons: [] },
        confidence: { ...confidence, why: [] },
        unknowns: [],
      }),
    ],
    ["no_score", "+1 650 253 0000", ({ score }) => ({ score: { ...score, value: null } })],
  ];
  for (const [name, number, change] of SHEETS) {
    it(`draws what was approved, each word in its place: ${name.replaceAll("_", " ")}`, async () => {
      const bytes = await draw((report) => ({ ...fixed(report), ...change(report) }), number, earlier);
      await compareApprovedText(`pdf/report_${name}`, `${readPdf(bytes).drawn}\n`);
    });
  }

  it("gives the same advice as the report on the screen", async () => {
    const shown = readAnswer(reportSchema, {
      ...Object((await h.call("GET", `/report/stored/${id}/data`, { as: "ada" })).body),
      left: { today: 0, credits: 0 },
      error: "",
    });
    const text = squash(readPdf(await draw(() => ({}))).text);
    assert((shown.advice ?? []).length >= 3);
    for (const advice of shown.advice ?? []) assert(text.includes(squash(advice.text)), advice.text);
  });
});

describe("names in a PDF", () => {
  const print = async (madeFor: string) => {
    const { body } = await h.call("GET", `/report/stored/${id}/data`, { as: "ada" });
    const report = readAnswer(reportSchema, { ...Object(body), left: { today: 0, credits: 0 }, error: "" });
    const input = { body: report, language: "en", hash: "0".repeat(64), madeFor, earlier: [], nowMs: 0 } as const;
    return await drawPdf({ kind: "report", input: { ...input, origin: "https://x.example" } });
  };
  it("M11: stay text, whatever they contain", async () => {
    const bytes = await print(")/JS(app.alert(1))/OpenAction<</S/URI/URI(http://evil.test)>>endobj");
    const { source } = readPdf(bytes);
    for (const word of ["/JS", "/JavaScript", "/OpenAction", "/URI", "/Launch", "/EmbeddedFile", "evil.test"]) {
      assert(!source.includes(word), word);
    }
  });
  const NAMES: readonly (readonly [string, string])[] = [
    ["Žofie Ångström", "DejaVuSans"],
    ["Ольга Йорданова", "DejaVuSans"],
    ["Ελένη Παπαδοπούλου", "DejaVuSans"],
    ["Ֆիրուզա", "DejaVuSans"],
    ["ნინო", "DejaVuSans"],
    ["שרה", "DejaVuSans"],
    ["محمد", "DejaVuSans"],
    ["山田さくら", "NotoSansHans"],
    ["陳龍澤", "NotoSansHans"],
    ["김철수", "NotoSansKR"],
    ["अनु", "NotoSansDevanagari"],
    ["สมชาย", "NotoSansThai"],
  ];
  for (const [name, font] of NAMES) {
    it(`are printed in their own script: ${name}`, async () => {
      const { text, source } = readPdf(await print(name));
      assert([...name].every((letter) => text.includes(letter)), text.slice(0, 200));
      assert(new RegExp(`/FontName /[A-Z]{6}\\+${font}`).test(source), font);
    });
  }
});

/** Lines of a page may break anywhere, so texts are compared without spaces. */
function squash(text: string): string {
  return text.replace(/\s+/g, "");
}
