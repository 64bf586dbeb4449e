/** The advice for a report: urgent steps first, then what fits the earlier answers. */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import type { Report } from "../../../server/wire/members/report.ts";
import { adviceFor } from "../../features/quiz/advice/advice.ts";
import { AdviceList } from "../../features/quiz/advice/AdviceList.tsx";
import { quiz } from "../../features/quiz/quiz_store.ts";
import { urgentAdvice } from "../../features/quiz/advice/urgent.ts";
import { UrgentPanel } from "../../features/quiz/advice/UrgentPanel.tsx";

export function ReportAdvice({ report }: { readonly report: Pick<Report, "facts" | "score"> }) {
  useSignals();
  const answers = quiz.value.quizAnswers;
  const advice = adviceFor({ answers, phone: report.facts.phone, band: report.score.band });
  return (
    <>
      <UrgentPanel advice={urgentAdvice(answers)} />
      {advice.length > 0 && (
        <section className="stack stack--12" data-testid="advice">
          <h3>{t("What to do")}</h3>
          <AdviceList advice={advice} />
        </section>
      )}
    </>
  );
}
