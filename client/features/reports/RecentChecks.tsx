/** The member's recent look-ups, newest first; each opens its stored report, which costs nothing. */
import { t } from "../../i18n/t.ts";
import { Link } from "react-router-dom";
import type { Profile } from "../../../server/wire/members/profile.ts";
import { dayText } from "../../lib/format/dates.ts";
import { paths } from "../../lib/browser/paths.ts";
import { CheckedCells } from "../../ui/rows/CheckedCells.tsx";
import { OpenReport } from "../../ui/rows/OpenReport.tsx";

export function RecentChecks({ recent }: { readonly recent: Profile["recent"] }) {
  if (recent.length === 0) return null;
  return (
    <section className="stack stack--12" data-testid="recent">
      <div className="row row--between">
        <h2>{t("Recent checks")}</h2>
        <Link to={paths.view("history")} className="button button--plain">{t("See all")}</Link>
      </div>
      <ul className="rows">
        {recent.map((row) => (
          <li key={row.report_id} className="rows__whole">
            <CheckedCells row={row} note={<span>{dayText(row.at, Date.now())}</span>} />
            <OpenReport row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}
