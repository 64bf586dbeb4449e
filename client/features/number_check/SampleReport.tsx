/**
 * What a report looks like, for a visitor who has checked nothing yet: a real result for a number that has no
 * subscriber.
 */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { useEffect, useRef, useState } from "react";
import { SAMPLE_ARCS, SAMPLE_NUMBER, SAMPLE_REASONS, SAMPLE_SCORE } from "./sample.ts";

/** The part of the card that must be in sight before it is revealed. */
const SEEN_SHARE = 0.4;

export function SampleReport() {
  const card = useRef<HTMLElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setSeen(true);
      observer.disconnect();
    }, { threshold: SEEN_SHARE });
    if (card.current !== null) observer.observe(card.current);
    return () => observer.disconnect();
  }, []);
  return (
    <section
      ref={card}
      className="sample"
      data-band={SAMPLE_SCORE.band}
      data-seen={isSeen || undefined}
      data-testid="sample-report"
      aria-labelledby="sample-title"
    >
      <div className="sample__head">
        <h2 id="sample-title" className="sample__title">{t("Sample report")}</h2>
        <p className="numbers sample__number">{SAMPLE_NUMBER}</p>
      </div>
      <div className="sample__reveal arrives">
        <SampleGauge />
        <p className="sample__band">{t("High risk")}</p>
        <ul className="reason-rows">
          {SAMPLE_REASONS.map(({ title, effect }) => (
            <li key={title}>
              <span>{title}</span>
              <b>{effect}</b>
            </li>
          ))}
        </ul>
      </div>
      <p className="small muted">
        {t("This number is reserved for film and TV.")}
      </p>
    </section>
  );
}

/** The gauge of a report without its code, which the first screen does not load. */
function SampleGauge() {
  return (
    <div className="gauge">
      <svg viewBox="0 0 220 128" aria-hidden>
        {SAMPLE_ARCS.map(([band, path]) => (
          <path
            key={band}
            d={path}
            className={band === SAMPLE_SCORE.band ? "gauge__arc gauge__arc--here" : "gauge__arc"}
            data-band={band}
          />
        ))}
        <g className="sample__needle">
          <path className="gauge__pointer" d="M110 32l8 14h-16z" transform="rotate(72 110 112)" />
        </g>
      </svg>
      <p className="gauge__words">
        {rich("Risk {value} out of 100", { value: <b className="gauge__value">{SAMPLE_SCORE.value}</b> })}
      </p>
    </div>
  );
}
