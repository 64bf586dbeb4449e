/** One reason of a score: its points, text, explanation and source, and the score without it. */
import { serviceText } from "../../lib/format/service_text.ts";
import { t } from "../../i18n/t.ts";
import type { Reason } from "../../../server/wire/members/report.ts";

export function ReasonRow({ reason }: { readonly reason: Reason }) {
  const words = (part: "title" | "why" | "source") =>
    serviceText({ code: `rule_${reason.rule}_${part}` }, reason[part]);
  const points = reason.floor === null ? `+${reason.points}` : t("min. {floor}", { floor: reason.floor });
  return (
    <li className="reason" data-rule={reason.rule}>
      <span className="reason__points numbers">{points}</span>
      <div className="stack stack--4">
        <h3 className="reason__title">{words("title")}</h3>
        <p>{words("why")}</p>
        <p className="small muted">
          {t("Source: {source}.", { source: words("source") })}{" "}
          <span className="numbers reason__without">
            {t("Score without it: {score}.", { score: reason.without })}
          </span>
        </p>
      </div>
    </li>
  );
}

export function ReasonList({ reasons }: { readonly reasons: readonly Reason[] }) {
  return <ul className="reasons">{reasons.map((reason) => <ReasonRow key={reason.rule} reason={reason} />)}</ul>;
}
