/** A member's report: what to do about the number stands right below the verdict. */
import { afterEach, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show } from "../../tests/support/app/component.ts";
import { EMPTY_PHONE_LOOKUP, type ReportBody } from "../../server/wire/members/report.ts";
import { initialQuizState } from "../features/quiz/quiz_state.ts";
import { quiz } from "../features/quiz/quiz_store.ts";
import { MemberReport } from "./members/MemberReport.tsx";

const PARTS = ":is([data-testid=confidence], [data-testid=advice], .report-act, [role=switch])";

async function partsOf(score: object, selector = PARTS): Promise<readonly (string | null)[]> {
  const report = {
    id: "r1",
    created_at: "2027-02-01T10:00:00.000Z",
    facts: { e164: "+16502530000", phone: EMPTY_PHONE_LOOKUP, timeZones: [], dataVersions: [] },
    score: { reasons: [], ...score },
    confidence: { level: "medium", why: [] },
    unknowns: [],
    advice: [{ code: "advice_high", text: "Don't answer." }],
    memberReports: { count: 0, bad: 0 },
  } as unknown as ReportBody;
  const shown = await show(<MemberReport report={report} heading={<h1>Your report</h1>} next="" />, { path: "/" });
  const parts = shown.all(selector);
  const found = parts.map((part) =>
    part.getAttribute("aria-label") ?? part.querySelector("h3")?.textContent ?? part.textContent
  );
  await shown.close();
  return found;
}

it("says how sure the score is, then what to do, and then offers the actions", async () => {
  const actions = ["Download PDF", "Download data", "Alert me about changes"];
  assertEquals(await partsOf({ value: 90, band: "high" }), ["Confidence: medium", "What to do", ...actions]);
  assertEquals(await partsOf({ value: null, band: "none" }), ["What to do", ...actions]);
});

it("has its parts in the order in which one column shows them", async () => {
  assertEquals(await partsOf({ value: 90, band: "high" }, "h3.report__title"), [
    "What to do",
    "What we know",
    "Why this score",
    "What we couldn't check",
    "Member reports",
  ]);
});

afterEach(() => void (quiz.value = initialQuizState("")));

it("W-QUIZ-12, W-SCREEN-01: has the help of an urgent answer above what to do about the number", async () => {
  quiz.value = { ...quiz.value, quizAnswers: { ...quiz.value.quizAnswers, 8: "yes" } };
  const found = await partsOf({ value: 90, band: "high" }, ":is([data-testid=urgent], [data-testid=advice])");
  assertEquals(found, ["Do this in the next ten minutes", "What to do"]);
});
