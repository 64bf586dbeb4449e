/** A report with its actions: advice, reporting the number, downloads. */
import { useSignals } from "@preact/signals-react/runtime";
import type { Report, ReportBody } from "../../../server/wire/members/report.ts";
import { CheckTimeline } from "../../features/reports/view/CheckTimeline.tsx";
import { session } from "../../features/session/session_store.ts";
import { ReportView } from "../../features/reports/view/ReportView.tsx";
import { ReportDownloads } from "../../features/reports/ReportDownloads.tsx";
import { MemberReportForm } from "../../features/reports/MemberReportForm.tsx";
import { NumberAlert } from "../../features/reports/NumberAlert.tsx";
import { alertPorts, memberReportPorts, saveData, savePdf } from "./member_ports.ts";
import { BuyExtras } from "../extras/lazy_extras.tsx";
import { ReportAdvice } from "./ReportAdvice.tsx";

export function MemberReport({ report }: { readonly report: ReportBody & { readonly left?: Report["left"] } }) {
  useSignals();
  const { id, facts, memberReports } = report;
  return (
    <ReportView
      report={report}
      advice={<ReportAdvice report={report} />}
      timeline={<CheckTimeline rows={checksOf(report)} />}
      actions={
        <div className="report__actions">
          <ReportDownloads
            key={id}
            savePdf={() => savePdf(id, facts.e164)}
            saveData={() => saveData(id, facts.e164)}
            buy={(onBought) => (
              <BuyExtras
                planIds={["tck_pdf_report_otp", "tck_ultimate_pack_otp"]}
                onBought={onBought}
              />
            )}
          />
          <NumberAlert key={`watch ${id}`} e164={facts.e164} ports={alertPorts} />
        </div>
      }
      memberReportForm={
        <MemberReportForm key={id} e164={facts.e164} hasReports={memberReports.count > 0} ports={memberReportPorts} />
      }
    />
  );
}

/** This report and the member's other latest ones of the same number. */
function checksOf({ id, created_at: at, facts, score }: ReportBody) {
  const recent = session.value.profile?.recent ?? [];
  const others = recent.filter(({ e164, report_id }) => e164 === facts.e164 && report_id !== id);
  return [{ report_id: id, score: score.value, band: score.band, at }, ...others];
}
