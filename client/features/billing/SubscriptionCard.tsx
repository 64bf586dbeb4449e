/** One subscription: its plan, next charge and add-ons, and below them its actions. */
import { t } from "../../i18n/t.ts";
import type { ReactNode } from "react";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { cardLine, creditsText, productLines, subscriptionLines } from "./subscription_lines.ts";

export interface SubscriptionCardProps {
  readonly subscription: Subscription;
  readonly cancel: ReactNode;
  /** Cancelled on this screen: shown at once, before the list is loaded again. */
  readonly isCancelled: boolean;
  /** Calendar, receipts, changes. */
  readonly children?: ReactNode;
}

export function SubscriptionCard({ subscription, cancel, isCancelled, children }: SubscriptionCardProps) {
  const { mayCancel } = subscriptionLines(subscription);
  const { name, status, charge, next } = subscriptionLines(
    isCancelled ? { ...subscription, status: "cancelled", next_charge: null } : subscription,
  );
  const products = productLines(subscription);
  const card = cardLine(subscription);
  return (
    <section className="card stack plan-card" data-testid="subscription" data-status={subscription.status}>
      <div className="row row--between">
        <h2>{name}</h2>
        <p className="plan-card__status">{status}</p>
      </div>
      {charge !== undefined && (
        <p className="next-charge" data-testid="next-charge">
          <span className="small muted">{t("Next charge")}</span>{" "}
          <strong className="plan-card__sum numbers">{charge.sum}</strong> <span>{charge.when}</span>
        </p>
      )}
      {next !== "" && <p className="numbers">{next}</p>}
      {card !== undefined && <p className="small" data-testid="card-change">{card}</p>}
      {subscription.credits > 0 && <p>{creditsText(subscription.credits)}</p>}
      {mayCancel && <div>{cancel}</div>}
      {products.length > 0 && (
        <div className="stack stack--12">
          <h3>{t("Purchases")}</h3>
          <ul className="charges charges--wrapping">
            {products.map(({ id, name, until }) => (
              <li key={id}>
                <span>{name}</span> <span className="small muted">{until}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {children}
    </section>
  );
}
