/** The look-up history, or one stored report from it. */
import { t } from "../../i18n/t.ts";
import { useNavigate } from "react-router-dom";
import { failureSentence } from "../../api/failure.ts";
import { paths } from "../../lib/browser/paths.ts";
import type { ReportBody } from "../../../server/wire/members/report.ts";
import { HistoryList } from "../../features/reports/HistoryList.tsx";
import { handing } from "../../features/lookup/handed_number.ts";
import { useLoaded } from "../../lib/browser/use_loaded.ts";
import { Button, ButtonLink } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { ReportSkeleton } from "../../ui/layout/Skeleton.tsx";
import { useTitle } from "../../ui/layout/use_title.ts";
import { loadHistory, loadStored } from "./member_ports.ts";
import { MemberReport } from "../lazy_report.ts";

const TEXTS = {
  unanswered: t("Our server didn't respond. Your report is safe. Try again."),
  fallback: t("We can't show this report right now. Try again."),
};
const HISTORY = paths.view("history");

export interface MemberHistoryProps {
  readonly title: string;
  readonly reportId: string;
}

export function MemberHistory({ title, reportId }: MemberHistoryProps) {
  return reportId === "" ? <HistoryList title={title} load={loadHistory} /> : <OldReport id={reportId} />;
}

function OldReport({ id }: { readonly id: string }) {
  const { loaded, again } = useLoaded(() => loadStored(id));
  const navigate = useNavigate();
  // Only fills in the number: whether a new check is worth one of the plan's is the member's choice.
  const recheck = ({ facts }: ReportBody) => {
    void navigate(paths.webapp(), {
      state: handing({ phoneNumber: facts.e164, country: facts.phone.countryCode }),
    });
  };
  const title = t("Your report");
  useTitle(title);
  const heading = <h1>{title}</h1>;
  return (
    <div className="stack stack--24">
      <ButtonLink to={HISTORY} kind="plain" icon="back" className="way-back">{t("Back to history")}</ButtonLink>
      {loaded.kind !== "loaded" && heading}
      {loaded.kind === "loading" && <ReportSkeleton label={t("Opening report")} />}
      {loaded.kind === "failed" && (
        <Notice kind="error" live action={<Button onClick={again}>{t("Try again")}</Button>}>
          <p>{failureSentence(loaded.reason, TEXTS)}</p>
        </Notice>
      )}
      {loaded.kind === "loaded" && (
        <MemberReport
          report={loaded.value}
          heading={heading}
          next={loaded.value.facts.e164 !== "" && (
            <Button
              kind="plain"
              onClick={() => recheck(loaded.value)}
              testId="recheck"
            >
              {t("Recheck")}
            </Button>
          )}
        />
      )}
    </div>
  );
}
