/** The advice for a report: what the score says, then what fits the earlier answers. */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import type { ReportBody } from "../../../server/wire/members/report.ts";
import { adviceFor } from "../../features/quiz/advice/advice.ts";
import { adviceCountry } from "../../features/quiz/advice/advice_country.ts";
import { AdviceList } from "../../features/quiz/advice/AdviceList.tsx";
import { quiz } from "../../features/quiz/quiz_store.ts";
import { urgentAdvice } from "../../features/quiz/advice/urgent.ts";
import { UrgentPanel } from "../../features/quiz/advice/UrgentPanel.tsx";
import { serviceText } from "../../lib/format/service_text.ts";

/** Rows about the number itself, of which the score's advice says the same. */
const SAID_BY_SCORE = ["premium", "stay_away"];

export function ReportAdvice({ report }: { readonly report: Pick<ReportBody, "facts" | "score" | "advice"> }) {
  useSignals();
  const answers = quiz.value.quizAnswers;
  const ofScore = (report.advice ?? []).map(({ code, text }) => ({
    id: code,
    text: serviceText({ code }, text),
    // The heading above says whose advice it is; others name their authority.
    source: "",
  }));
  const ofAnswers = adviceFor({ answers, phone: report.facts.phone, band: report.score.band })
    .filter(({ id }) => ofScore.length === 0 || !SAID_BY_SCORE.includes(id));
  const howToBlock = ofAnswers.find(({ id }) => id === "next_block");
  const first = ofScore.map((row) => row.id === "advice_high" ? howToBlock ?? row : row);
  const advice = [...first, ...ofAnswers.filter((row) => !first.includes(row))];
  if (advice.length === 0) return null;
  return (
    <section className="stack stack--16" data-testid="advice">
      <h3 className="report__title">{t("What to do")}</h3>
      <AdviceList advice={advice} country={adviceCountry()} />
    </section>
  );
}

/** The steps of the next ten minutes: above everything that explains the score. */
export function ReportUrgent() {
  useSignals();
  return <UrgentPanel advice={urgentAdvice(quiz.value.quizAnswers)} />;
}
