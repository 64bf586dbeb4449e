/** In the place of the button that bought it: what was paid with which card, what is charged next, and the way to use it. */
import { t } from "../../i18n/t.ts";
import type { ReactNode } from "react";
import { money } from "../../lib/format/money.ts";
import { planName } from "../../lib/format/plan_names.ts";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { type Plan, todayCents } from "../../../server/wire/billing/plans.ts";

export interface BoughtReceiptProps {
  readonly plan: Plan;
  /** "Visa •••• 4242"; empty when unknown. */
  readonly card: string;
  /** Where the receipt goes; may be empty. */
  readonly email: string;
  /** Next charge of the plan, "$19.99 on Dec 1, 2026"; empty when there is none. */
  readonly next: string;
  readonly nextStep: ReactNode;
}

export function BoughtReceipt({ plan, card, email, next, nextStep }: BoughtReceiptProps) {
  const rows = [
    [planName(plan), money(todayCents(plan))],
    [t("Card"), card],
    [t("Receipt sent to"), email],
    [t("Next charge of your plan"), next],
  ] as const;
  return (
    <div className="stack stack--16" data-testid={`bought-${plan.id}`}>
      <p className="offer__done">
        <Icon name="done" /> {t("Paid and added")}
      </p>
      <dl className="bought">
        {rows.filter(([, value]) => value !== "").map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="numbers">{value}</dd>
          </div>
        ))}
      </dl>
      {nextStep}
    </div>
  );
}
