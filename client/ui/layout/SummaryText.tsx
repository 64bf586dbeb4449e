/** Legal text: each section has a plain summary beside it, and the page gives the date of its last change. */
import { longDate } from "../../lib/format/dates.ts";
import { t } from "../../i18n/t.ts";
import type { ReactNode } from "react";

export interface SummarySection {
  readonly id: string;
  readonly title: string;
  /** One or two sentences in plain words. */
  readonly summary: string;
  readonly text: ReactNode;
}

export interface SummaryTextProps {
  readonly title: string;
  readonly lead: string;
  /** ISO 8601. */
  readonly lastChanged: string;
  readonly sections: readonly SummarySection[];
}

export function SummaryText({ title, lead, lastChanged, sections }: SummaryTextProps) {
  return (
    <article className="legal">
      <header className="stack">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        <p className="small muted">{t("Last updated {date}", { date: longDate(lastChanged) })}</p>
      </header>
      <nav className="legal__index" aria-label={t("On this page")}>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map((section) => (
        <section key={section.id} id={section.id} className="legal__section" aria-labelledby={`${section.id}-title`}>
          <h2 id={`${section.id}-title`}>{section.title}</h2>
          <div className="legal__summary">
            <p>
              <span className="visually-hidden">{t("In short:")}</span> {section.summary}
            </p>
          </div>
          <div className="legal__text stack stack--12">{section.text}</div>
        </section>
      ))}
    </article>
  );
}
