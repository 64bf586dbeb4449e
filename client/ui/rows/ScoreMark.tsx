/** A score in a list: small gauge, number and band in words. */
import { t } from "../../i18n/t.ts";
import type { Checked } from "../../../server/wire/members/report.ts";
import { BAND_WORDS } from "../report/bands.ts";
import { MiniGauge } from "./MiniGauge.tsx";

export function ScoreMark({ score, band }: Pick<Checked, "score" | "band">) {
  return (
    <span className="score-mark" data-band={score === null ? undefined : band}>
      <MiniGauge value={score} />
      {score === null ? <span className="score-mark__words">{t("No score")}</span> : (
        <>
          <span className="score-mark__value numbers">{score}</span>
          <span className="score-mark__words">
            <span className="score-mark__comma">,</span> {BAND_WORDS[band].within}
          </span>
        </>
      )}
    </span>
  );
}
