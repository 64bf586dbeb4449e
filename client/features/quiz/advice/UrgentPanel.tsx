/** What to do in the next ten minutes. No price, no advertising, one button. */
import { t } from "../../../i18n/t.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../../../ui/pictures/Icon.tsx";
import type { UrgentAdvice } from "./urgent.ts";

export interface UrgentPanelProps {
  readonly advice: readonly UrgentAdvice[];
  readonly action?: ReactNode;
  /** Moves focus here; for a panel that appears after an answer. */
  readonly takesFocus?: boolean;
  /** Read out when it appears; for a panel that leaves the focus where it is. */
  readonly isAnnounced?: boolean;
}

export function UrgentPanel({ advice, action, takesFocus = false, isAnnounced = false }: UrgentPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) panel.current?.focus();
  }, [takesFocus]);
  if (advice.length === 0) return null;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      role={isAnnounced ? "alert" : undefined}
      className="urgent"
      aria-label={t("Do this in the next ten minutes")}
      data-testid="urgent"
    >
      <p className="urgent__eyebrow">
        <Icon name="clock" size={20} /> {t("Do this in the next ten minutes")}
      </p>
      <div className="stack stack--24">
        {advice.map((row, index) => (
          <div key={row.kind} className="stack stack--12">
            {takesFocus && index === 0 ? <h1 className="urgent__title">{row.title}</h1> : <h2>{row.title}</h2>}
            <ol className="numbered">{row.steps.map((step) => <li key={step}>{step}</li>)}</ol>
            <p className="tiny muted">{t("Source: {source}.", { source: row.source })}</p>
          </div>
        ))}
        {action}
      </div>
    </section>
  );
}
