/** What the renewing price is over 30 days and a day, so that plans of different lengths can be compared. */
import { t } from "../../../i18n/t.ts";
import { money, per30DaysCents } from "../../../lib/format/money.ts";
import type { Plan } from "../../../../server/wire/billing/plans.ts";

export function ComparedPrice({ plan }: { readonly plan: Plan }) {
  const month = per30DaysCents(plan);
  if (month === undefined) return null;
  return (
    <span className="plan-card__compared numbers">
      <span>{t("Per 30 days")}</span>
      <b>{money(month)}</b>
      <span className="small muted">{t("once it renews")}</span>
      <span className="small muted">{t("{day} a day", { day: money(Math.round(month / 30)) })}</span>
    </span>
  );
}
