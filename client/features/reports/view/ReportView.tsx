/** The report: a bar that stays in sight, the verdict and what to do about it, then why, the facts and what is not known. */
import { serviceText } from "../../../lib/format/service_text.ts";
import { t } from "../../../i18n/t.ts";
import type { ReactNode } from "react";
import { phoneText } from "../../../lib/phone/phone_text.ts";
import { listedUnknowns, unknownOfReports } from "../../../../server/wire/members/listed_unknowns.ts";
import type { Report, ReportBody } from "../../../../server/wire/members/report.ts";
import { ConfidenceMeter, ConfidenceReasons } from "../../../ui/report/ConfidenceMeter.tsx";
import { FactSheet } from "../../../ui/report/FactSheet.tsx";
import { UnknownsPanel } from "../../../ui/report/UnknownsPanel.tsx";
import { Verdict } from "../../../ui/report/Verdict.tsx";
import { Waterfall } from "../../../ui/report/Waterfall.tsx";
import { plural } from "../../../i18n/plural.ts";
import { ReportBar } from "./ReportBar.tsx";
import { unknownName } from "./unknown_names.ts";

export interface ReportViewProps {
  readonly report: ReportBody;
  /** What has to be done in the next ten minutes. */
  readonly urgent?: ReactNode;
  readonly advice?: ReactNode;
  /** Reporting and disputing, shown below the member reports. */
  readonly memberReportForm?: ReactNode;
  /** Downloads and alerts. */
  readonly actions?: ReactNode;
  /** Earlier checks of the same number. */
  readonly timeline?: ReactNode;
}

export function ReportView({ report, urgent, advice, memberReportForm, actions, timeline }: ReportViewProps) {
  const { facts, score, confidence, unknowns, memberReports, claimedCountry } = report;
  const number = phoneText(facts.phone.phoneNumberInternational || facts.e164);
  const gaps = listedUnknowns(unknowns).map(({ field, title, why, code }) => ({
    field: title === undefined ? unknownName(field) : serviceText({ code: `field_${field}` }, title),
    why: serviceText({ code }, why),
  }));
  const reportsGap = unknownOfReports(unknowns);
  return (
    <article
      className="report"
      data-testid="report"
      aria-label={t("Report on {number}", { number })}
    >
      <ReportBar number={number} checkedAt={report.created_at} />
      <div className="report__verdict arrives">
        <Verdict score={score} level={3}>
          {score.value !== null && <ConfidenceMeter level={confidence.level} />}
        </Verdict>
      </div>
      {urgent}
      <div className="report__parts">
        <div id="report-advice">{advice}</div>
        <div className="report__side stack stack--48">
          {actions}
          <section id="report-facts" className="stack stack--16">
            <h3 className="report__title">{t("What we know")}</h3>
            <FactSheet facts={facts} claimedCountry={claimedCountry} />
            {timeline}
          </section>
        </div>
        <section id="report-why" className="stack stack--16">
          <h3 className="report__title">{t("Why this score")}</h3>
          <Waterfall score={score} />
          {score.reasons.length === 0 && (
            <p>
              {t(
                "No warning signs. A number can be too new to have a history, so be careful if you're asked for money.",
              )}
            </p>
          )}
        </section>
        <section id="report-unknowns" className="report__side stack stack--16">
          <h3 className="report__title">{t("What we couldn't check")}</h3>
          <ConfidenceReasons {...confidence} />
          <UnknownsPanel unknowns={gaps} />
        </section>
        <section id="report-members" className="stack stack--16">
          <h3 className="report__title">{t("Member reports")}</h3>
          <div className="tile tile--members">
            <div className="stack stack--4">
              {(memberReports.count > 0 || reportsGap === undefined) && <p>{memberText(memberReports)}</p>}
              {reportsGap !== undefined && <p>{serviceText(reportsGap, reportsGap.why)}</p>}
            </div>
            {memberReportForm}
          </div>
        </section>
      </div>
      <details className="more-text">
        <summary>{t("About the data")}</summary>
        <p className="tiny muted">{t("Data: {versions}.", { versions: facts.dataVersions.join(", ") })}</p>
      </details>
    </article>
  );
}

function memberText({ count, bad, disputed }: Report["memberReports"]): string {
  if (count === 0) return t("No member reports yet.");
  const line = plural(count, {
    one: bad === 0
      ? t("1 member reported this number as genuine.")
      : t("1 member reported this number as unwanted or fraudulent."),
    other: t("{count} members have reported this number, {bad} as unwanted or fraudulent.", { count, bad }),
  });
  if (disputed !== true) return line;
  return `${line} ${t("These reports are disputed. For 30 days, those made before the dispute count for half.")}`;
}
