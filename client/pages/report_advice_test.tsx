/** The advice of a report: what the score says, together with what the visitor wants to do. */
import { afterEach, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show } from "../../tests/support/app/component.ts";
import { EMPTY_PHONE_LOOKUP, type ReportBody } from "../../server/wire/members/report.ts";
import { quiz } from "../features/quiz/quiz_store.ts";
import { initialQuizState } from "../features/quiz/quiz_state.ts";
import { ReportAdvice } from "./members/ReportAdvice.tsx";

afterEach(() => void (quiz.value = initialQuizState("")));

async function adviceOn(next: string | null): Promise<readonly unknown[]> {
  quiz.value = { ...quiz.value, quizAnswers: { ...quiz.value.quizAnswers, 19: next } };
  const report = {
    facts: { phone: EMPTY_PHONE_LOOKUP },
    score: { band: "high" },
    advice: ["advice_high", "advice_always"].map((code) => ({ code, text: code })),
  } as unknown as ReportBody;
  const shown = await show(<ReportAdvice report={report} />);
  const ids = shown.all("[data-advice]").map((card) => card.dataset["advice"]);
  await shown.close();
  return ids;
}

it("tells a visitor who wants to block a bad number how, in the place of the advice to block it", async () => {
  assertEquals(await adviceOn(null), ["advice_high", "advice_always", "report_bad"]);
  assertEquals(await adviceOn("block"), ["next_block", "advice_always", "report_bad"]);
});
