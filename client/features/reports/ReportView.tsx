/** The report: score and reasons, facts, confidence, unknowns, member reports. */
import { serviceText } from "../../lib/format/service_text.ts";
import { t } from "../../i18n/t.ts";
import type { ReactNode } from "react";
import { longDate } from "../../lib/format/dates.ts";
import type { Report, ReportBody } from "../../../server/wire/members/report.ts";
import { BAND_WORDS } from "../../ui/report/bands.ts";
import { FactList } from "../../ui/report/FactList.tsx";
import { ReasonList } from "../../ui/report/ReasonRow.tsx";
import { ScoreGauge } from "../../ui/report/ScoreGauge.tsx";
import { UnknownsPanel } from "../../ui/report/UnknownsPanel.tsx";
import { leftText } from "./left_text.ts";
import { unknownName } from "./unknown_names.ts";
import { plural } from "../../i18n/plural.ts";

export interface ReportViewProps {
  /** An old report from the history does not say how many look-ups are left now. */
  readonly report: ReportBody & { readonly left?: Report["left"] };
  /** Advice, shown right after the reasons. */
  readonly advice?: ReactNode;
  /** Reporting and disputing, shown below the member reports. */
  readonly memberReportForm?: ReactNode;
  /** Downloads: PDF and data. */
  readonly downloads?: ReactNode;
}

export function ReportView({ report, advice, memberReportForm, downloads }: ReportViewProps) {
  const { facts, score, confidence, unknowns, memberReports, left } = report;
  return (
    <article
      className="report"
      data-testid="report"
      aria-label={t("Report on {number}", {
        number: facts.phone.phoneNumberInternational,
      })}
    >
      <div className="report__side stack stack--24">
        <div className="stack stack--8">
          <h2 className="numbers">{facts.phone.phoneNumberInternational || facts.e164}</h2>
          <p className="small muted">
            {t("Checked on {date}.", { date: longDate(report.created_at) })}{" "}
            {left !== undefined && <span className="screen-only">{leftText(left)}</span>}
          </p>
        </div>
        <ScoreGauge value={score.value} band={score.band} />
        <p>{BAND_WORDS[score.band].sentence}</p>
        <section className="stack stack--12">
          <h3>{t("What we know")}</h3>
          <FactList facts={facts} />
        </section>
      </div>
      <div className="stack stack--32">
        <section className="stack stack--12">
          <h3>{t("Why this score")}</h3>
          {score.reasons.length === 0
            ? (
              <p>
                {t(
                  "No warning signs. A number can be too new to have a history, so be careful if you're asked for money.",
                )}
              </p>
            )
            : <ReasonList reasons={score.reasons} />}
        </section>
        {advice}
        <section className="stack stack--12" data-testid="confidence">
          <h3>{SURENESS[confidence.level]}</h3>
          <ul className="plain-list">
            {confidence.why.map((why, at) => <li key={why}>{serviceText({ code: confidence.codes?.[at] }, why)}</li>)}
          </ul>
        </section>
        <UnknownsPanel
          unknowns={unknowns.map(({ field, title, why, code }) => ({
            field: title === undefined ? unknownName(field) : serviceText({ code: `field_${field}` }, title),
            why: serviceText({ code }, why),
          }))}
        />
        <section className="stack stack--12">
          <h3>{t("Member reports")}</h3>
          <p>{memberText(memberReports)}</p>
          {memberReportForm}
        </section>
        {downloads !== undefined && (
          <section className="stack stack--12">
            <h3>{t("Save this report")}</h3>
            {downloads}
          </section>
        )}
        <p className="small muted">{t("Data: {versions}.", { versions: facts.dataVersions.join(", ") })}</p>
      </div>
    </article>
  );
}

const SURENESS: Readonly<Record<Report["confidence"]["level"], string>> = {
  high: t("Confidence: high"),
  medium: t("Confidence: medium"),
  low: t("Confidence: low"),
};

function memberText({ count, bad, disputed }: Report["memberReports"]): string {
  if (count === 0) return t("No member reports yet.");
  const line = plural(count, {
    one: t("1 member has reported this number ({bad} as unwanted or fraudulent).", { bad }),
    other: t("{count} members have reported this number, {bad} as unwanted or fraudulent.", { count, bad }),
  });
  if (disputed !== true) return line;
  return `${line} ${t("These reports are disputed. While we review the dispute, older reports count half.")}`;
}
