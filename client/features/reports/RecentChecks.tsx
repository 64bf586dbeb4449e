/** The member's recent look-ups, newest first; a press repeats one. */
import { t } from "../../i18n/t.ts";
import type { Profile } from "../../../server/wire/members/profile.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { CheckedCells } from "./CheckedCells.tsx";

export interface RecentChecksProps {
  readonly recent: Profile["recent"];
  readonly onAsk: (e164: string) => void;
}

export function RecentChecks({ recent, onAsk }: RecentChecksProps) {
  if (recent.length === 0) return null;
  return (
    <section className="stack stack--12" data-testid="recent">
      <h2>{t("Recent checks")}</h2>
      <ul className="rows">
        {recent.map((row) => (
          <li key={row.report_id}>
            <CheckedCells row={row} />
            <Button kind="plain" label={t("Recheck {number}", row)} onClick={() => onAsk(row.e164)}>
              {t("Recheck")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
