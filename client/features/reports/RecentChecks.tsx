/** The member's latest look-ups, newest first; each opens its stored report, which costs nothing. */
import { t } from "../../i18n/t.ts";
import { Link } from "react-router-dom";
import type { Profile } from "../../../server/wire/members/profile.ts";
import { checkDay } from "../../lib/format/check_times.ts";
import { paths } from "../../lib/browser/paths.ts";
import { NumberRow, reportTarget } from "../../ui/rows/NumberRow.tsx";

/** The history has all of them. */
const SHOWN = 5;

export function RecentChecks({ recent }: { readonly recent: Profile["recent"] }) {
  if (recent.length === 0) {
    return (
      <section className="stack stack--12" data-testid="recent">
        <h2>{t("Recent checks")}</h2>
        <p className="muted">{t("Every number you check is saved here, with its result on that day.")}</p>
      </section>
    );
  }
  return (
    <section className="stack stack--12" data-testid="recent">
      <div className="row row--between">
        <h2>{t("Recent checks")}</h2>
        <Link to={paths.view("history")} className="button button--plain">{t("See all")}</Link>
      </div>
      <ul className="list">
        {recent.slice(0, SHOWN).map((row) => (
          <NumberRow key={row.report_id} row={row} note={checkDay(row.at, Date.now())} opens={reportTarget(row)} />
        ))}
      </ul>
    </section>
  );
}
