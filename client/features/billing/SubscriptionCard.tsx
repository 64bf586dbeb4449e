/** One subscription: its plan with the next charge and what ends it in one card, then its card, changes and receipts. */
import { t } from "../../i18n/t.ts";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { paths } from "../../lib/browser/paths.ts";
import { creditsText } from "../../lib/format/checks_left.ts";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { LineRow } from "../../ui/rows/LineRow.tsx";
import { cancelledStatus, cardLine, productLines, subscriptionLines } from "./subscription_lines.ts";

export interface SubscriptionCardProps {
  readonly subscription: Subscription;
  readonly cancel: ReactNode;
  /** Cancelled on this screen: shown at once, before the list is loaded again. */
  readonly isCancelled: boolean;
  /** The card, and what can be changed. */
  readonly children?: ReactNode;
  /** Upcoming charges, beside it where there is room. */
  readonly aside?: ReactNode;
  readonly receipts?: ReactNode;
}

export function SubscriptionCard(
  { subscription, cancel, isCancelled, children, aside, receipts }: SubscriptionCardProps,
) {
  const { mayCancel } = subscriptionLines(subscription);
  const { name, status, charge, next } = subscriptionLines(
    isCancelled ? { ...subscription, status: cancelledStatus(subscription), next_charge: null } : subscription,
  );
  const products = productLines(subscription);
  // Of no interest once nothing is charged.
  const card = mayCancel && !isCancelled ? cardLine(subscription) : undefined;
  return (
    <section className="plan" data-testid="subscription" data-status={subscription.status}>
      <header className="plan__head">
        <div className="row row--between">
          <h2>{name}</h2>
          <p className="plan-card__status">{status}</p>
        </div>
        {(charge !== undefined || mayCancel) && (
          <div className="plan__charge">
            {charge !== undefined && (
              <p className="next-charge" data-testid="next-charge">
                <span className="small muted">{t("Next charge")}</span>{" "}
                <strong className="plan-card__sum numbers">{charge.sum}</strong> <span>{charge.when}</span>
              </p>
            )}
            {mayCancel && cancel}
          </div>
        )}
        {next !== "" && <p className="numbers">{next}</p>}
        {card !== undefined && <p className="small" data-testid="card-change">{card}</p>}
        {subscription.credits > 0 && <p>{creditsText(subscription.credits)}</p>}
      </header>
      <div className="aside-pair">
        <div className="stack stack--32">
          {children}
          {products.length > 0 && (
            <div className="stack stack--12">
              <h3>{t("Purchases")}</h3>
              <ul className="list">
                {products.map(({ name, until }, index) => (
                  <LineRow
                    // Two packs of a kind can end on the same day.
                    key={index}
                    opens
                    title={<Link to={paths.accessProduct()} className="opens__link">{name}</Link>}
                    note={until}
                    end={<Icon name="chevron" size={20} className="opens__mark" />}
                  />
                ))}
              </ul>
            </div>
          )}
        </div>
        {aside}
      </div>
      {receipts}
    </section>
  );
}
