/** What this member looked up before, newest first; one press asks again. */
import { t } from "../../i18n/t.ts";
import { longDate } from "../../lib/dates.ts";
import type { Profile } from "../../../server/wire/members.ts";
import { BAND_WORDS } from "../../ui/bands.ts";
import { Button } from "../../ui/Button.tsx";

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
            <span className="numbers rows__main">{row.e164}</span>
            <span className="band-word" data-band={row.band}>
              {row.score === null ? t("no score") : `${row.score}, ${BAND_WORDS[row.band].within}`}
            </span>
            <span className="small muted">{longDate(row.at)}</span>
            <Button kind="plain" label={t("Check again: {e164}", { e164: row.e164 })} onClick={() => onAsk(row.e164)}>
              {t("Check again")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
