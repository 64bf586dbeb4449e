/** Advice as a checklist: three cards with what to do first, then the rest on request. */
import { t } from "../../../i18n/t.ts";
import { useState } from "react";
import { ChoiceMark } from "../../../ui/controls/ChoiceCard.tsx";
import { Icon } from "../../../ui/pictures/Icon.tsx";
import { type AdviceAction, adviceAction, adviceIcon } from "./advice_actions.ts";
import type { Advice } from "./advice_conditions.ts";
import { splitAdvice } from "./split_advice.ts";

const FIRST = 3;

export interface AdviceListProps {
  readonly advice: readonly Advice[];
  /** ISO 3166 alpha-2 of the visitor, for the hotlines of the country; may be empty. */
  readonly country?: string;
  /** The first way to call or report is the main button of the page. */
  readonly isUrgent?: boolean;
}

export function AdviceList({ advice, country = "", isUrgent = false }: AdviceListProps) {
  const rows = advice.map((row) => ({ row, action: adviceAction(row.id, country) }));
  const main = isUrgent ? rows.find(({ action }) => action !== undefined) : undefined;
  const card = (each: (typeof rows)[number]) => (
    <AdviceCard key={each.row.id} advice={each.row} action={each.action} isMain={each === main} />
  );
  const more = rows.slice(FIRST);
  return (
    <div className="stack stack--16">
      <ol className="advice">{rows.slice(0, FIRST).map(card)}</ol>
      {more.length > 0 && (
        <details className="more-text">
          <summary>{t("More advice ({count})", { count: more.length })}</summary>
          <ol className="advice">{more.map(card)}</ol>
        </details>
      )}
    </div>
  );
}

interface AdviceCardProps {
  readonly advice: Advice;
  readonly action: AdviceAction | undefined;
  readonly isMain: boolean;
}

function AdviceCard({ advice: { id, text, source }, action, isMain }: AdviceCardProps) {
  const [isDone, setDone] = useState(false);
  const { first, rest } = splitAdvice(text);
  return (
    <li className="advice-card" data-advice={id} data-done={isDone ? true : undefined}>
      <span className="advice-card__icon">
        <Icon name={adviceIcon(id)} size={24} />
      </span>
      <div className="stack stack--8">
        <p className="advice-card__first">{first}</p>
        {rest !== "" && <p>{rest}</p>}
        {source !== "" && <p className="tiny muted">{source}</p>}
        {action !== undefined && (
          <div>
            <a
              className={`button button--${isMain ? "primary" : "quiet"}`}
              href={action.href}
              {...action.href.startsWith("https:") ? { target: "_blank", rel: "noopener" } : {}}
            >
              <Icon name={action.icon} size={20} className="button__icon" /> {action.label}
            </a>
          </div>
        )}
      </div>
      <label className="advice-card__done">
        <input
          type="checkbox"
          checked={isDone}
          onChange={(event) => setDone(event.currentTarget.checked)}
          aria-label={t("Done: {what}", { what: first })}
        />
        <ChoiceMark type="checkbox" />
        <span className="tiny muted" aria-hidden>{t("Done")}</span>
      </label>
    </li>
  );
}
