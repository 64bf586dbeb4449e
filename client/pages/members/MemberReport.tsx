/** A report with its actions: advice, reporting the number, downloads. */
import { t } from "../../i18n/t.ts";
import type { Report, ReportBody } from "../../../server/wire/members/members.ts";
import { paths } from "../../lib/browser/paths.ts";
import { ReportView } from "../../features/reports/ReportView.tsx";
import { TakeAway } from "../../features/reports/TakeAway.tsx";
import { TellUs } from "../../features/reports/TellUs.tsx";
import { WatchNumber } from "../../features/reports/WatchNumber.tsx";
import { ButtonLink } from "../../ui/controls/Button.tsx";
import { saveData, savePdf, tellPorts, watchPorts } from "./member_ports.ts";
import { ReportAdvice } from "./ReportAdvice.tsx";

export function MemberReport({ report }: { readonly report: ReportBody & { readonly left?: Report["left"] } }) {
  const { id, facts } = report;
  return (
    <ReportView
      report={report}
      advice={<ReportAdvice report={report} />}
      tellUs={
        <div className="stack stack--24">
          <TellUs key={id} e164={facts.e164} ports={tellPorts} />
          <WatchNumber key={`watch ${id}`} e164={facts.e164} ports={watchPorts} />
        </div>
      }
      takeAway={
        <TakeAway
          key={id}
          savePdf={() => savePdf(id, facts.e164)}
          saveData={() => saveData(id, facts.e164)}
          buy={<ButtonLink to={paths.manageSubscriptions()}>{t("See what I own")}</ButtonLink>}
        />
      }
    />
  );
}
