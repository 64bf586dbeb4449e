/** How much the data could tell about the number: three bars, the level in words, and why. */
import { t } from "../../i18n/t.ts";
import type { Confidence } from "../../../server/wire/members/report.ts";
import { serviceText } from "../../lib/format/service_text.ts";

const LEVELS: Readonly<Record<Confidence["level"], { readonly bars: number; readonly words: string }>> = {
  high: { bars: 3, words: t("Confidence: high") },
  medium: { bars: 2, words: t("Confidence: medium") },
  low: { bars: 1, words: t("Confidence: low") },
};

export function ConfidenceMeter({ confidence: { level, why, codes } }: { readonly confidence: Confidence }) {
  const { bars, words } = LEVELS[level];
  return (
    <div className="confidence" data-testid="confidence">
      <svg className="meter" viewBox="0 0 60 24" width="60" height="24" aria-hidden>
        {[1, 2, 3].map((bar) => (
          <rect
            key={bar}
            className={bar <= bars ? "meter__bar meter__bar--full" : "meter__bar"}
            x={(bar - 1) * 21}
            y={24 - bar * 8}
            width="18"
            height={bar * 8}
            rx="3"
          />
        ))}
      </svg>
      <div>
        <p>
          <b>{words}</b>
        </p>
        {why.length === 0 && <p className="small muted">{t("The numbering data has no gaps that affect the score.")}
        </p>}
        <ul className="plain-list small muted">
          {why.map((each, at) => <li key={each}>{serviceText({ code: codes?.[at] }, each)}</li>)}
        </ul>
      </div>
    </div>
  );
}
