/** A price in plain sight: what is paid today, then how much, when and how often, and how to leave. */
import { t } from "../i18n/t.ts";
import type { ReactNode } from "react";

export interface PriceCardProps {
  readonly title: ReactNode;
  /** "1.00 USD". */
  readonly today: string;
  /** "19.99 USD every 7 days from 24 Nov 2026"; absent for what is bought once. */
  readonly then?: ReactNode;
  readonly leave?: ReactNode;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
  readonly testId?: string;
}

export function PriceCard({ title, today, then, leave, action, children, testId }: PriceCardProps) {
  return (
    <section className="price-card" data-testid={testId}>
      <div className="row row--between">
        <h3>{title}</h3>
        {action}
      </div>
      <dl className="price-card__sums">
        <div className="price-card__today">
          <dt>{t("Today")}</dt>
          <dd className="numbers" data-testid="price-today">{today}</dd>
        </div>
        {then !== undefined && (
          <div>
            <dt>{t("Then")}</dt>
            <dd className="numbers" data-testid="price-then">{then}</dd>
          </div>
        )}
        {leave !== undefined && (
          <div>
            <dt>{t("To leave")}</dt>
            <dd>{leave}</dd>
          </div>
        )}
      </dl>
      {children}
    </section>
  );
}
