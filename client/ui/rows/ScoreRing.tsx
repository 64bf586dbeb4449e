/** A score as a ring in its band's colour with the number inside; the row's words say the band. */
import { t } from "../../i18n/t.ts";
import type { Checked } from "../../../server/wire/members/report.ts";

export function ScoreRing({ score, band }: Pick<Checked, "score" | "band">) {
  return (
    <span className="score-ring numbers" data-band={score === null ? undefined : band}>
      <svg viewBox="0 0 44 44" aria-hidden>
        <circle cx="22" cy="22" r="20" />
        {score !== null && score > 0 && (
          <circle cx="22" cy="22" r="20" pathLength={100} strokeDasharray={`${score} 100`} />
        )}
      </svg>
      {score ?? (
        <>
          <span aria-hidden>–</span>
          <span className="visually-hidden">{t("No score")}</span>
        </>
      )}
    </span>
  );
}
