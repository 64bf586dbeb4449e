/** How much the data could tell about the number: three bars and the level in words beside the score, and why below. */
import { t } from "../../i18n/t.ts";
import type { Confidence } from "../../../server/wire/members/report.ts";
import { serviceText } from "../../lib/format/service_text.ts";

const LEVELS: Readonly<Record<Confidence["level"], { readonly bars: number; readonly words: string }>> = {
  high: { bars: 3, words: t("Confidence: high") },
  medium: { bars: 2, words: t("Confidence: medium") },
  low: { bars: 1, words: t("Confidence: low") },
};

export function ConfidenceMeter({ level }: Pick<Confidence, "level">) {
  const { bars, words } = LEVELS[level];
  return (
    <p className="confidence" data-testid="confidence">
      <svg viewBox="0 0 24 16" width="24" height="16" aria-hidden>
        {[1, 2, 3].map((bar) => (
          <rect
            key={bar}
            className={bar <= bars ? "meter__bar meter__bar--full" : "meter__bar"}
            x={(bar - 1) * 9}
            y={15 - bar * 5}
            width="6"
            height={bar * 5}
            rx="1.5"
          />
        ))}
      </svg>
      {words}
      {level === "high" && <span className="small">{t("Unknowns don't affect the score.")}</span>}
    </p>
  );
}

/** What limits the confidence; nothing, where it is high. */
export function ConfidenceReasons({ why, codes }: Pick<Confidence, "why" | "codes">) {
  if (why.length === 0) return null;
  return (
    <ul className="plain-list muted">
      {why.map((each, at) => <li key={each}>{serviceText({ code: codes?.[at] }, each)}</li>)}
    </ul>
  );
}
