/** /subscription: what a plan includes, what it costs over time, and how to cancel. With `?pay=` it takes a renewal. */
import { t } from "../../i18n/t.ts";
import { useState } from "react";
import { shownFigures } from "../../../server/wire/billing/schedule.ts";
import type { Plan } from "../../../server/wire/billing/plans.ts";
import { PAY_PARAMETER } from "../../../server/wire/site/routes.ts";
import { currentLink } from "../../lib/link/link.ts";
import { useLinkSecret } from "../../lib/link/link_secret.ts";
import { Page } from "../../ui/layout/Page.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { priceLines, priceRows } from "../../features/checkout/plans/price_lines.ts";
import { plansOnSale } from "../../features/checkout/plans/plan_choice.ts";
import { chargeDates } from "../../features/billing/charge_dates.ts";
import { plainDate } from "../../lib/format/dates.ts";
import { ComparedPrice } from "../../features/checkout/plans/ComparedPrice.tsx";
import { planName } from "../../lib/format/plan_names.ts";
import { planPicture } from "../../lib/format/picture_names.ts";
import { money } from "../../lib/format/money.ts";
import { ButtonLink } from "../../ui/controls/Button.tsx";
import { TickList } from "../../ui/layout/TickList.tsx";
import { Picture } from "../../ui/pictures/Picture.tsx";
import { PayRenewalPage } from "./PayRenewalPage.tsx";

const HOLDS = [
  t("20 checks a day. Rechecking a number within 24 hours is free."),
  t("Full reports: a confidence rating, a map with the local time, and a list of what we couldn't verify."),
  t("Member reports and your own history."),
  t("A receipt with a cancel link after every charge."),
] as const;
const CHARGES_SHOWN = 3;

const SECRET_PATTERN = /^[\w-]{43}$/;

export function SubscriptionPage() {
  const secret = useLinkSecret(PAY_PARAMETER, SECRET_PATTERN);
  return secret === "" ? <Plans /> : <PayRenewalPage secret={secret} />;
}

function Plans() {
  const [openedMs] = useState(() => Date.now());
  return (
    <Page title={t("Plans and prices")}>
      <p className="lead">{t("You see every charge before you pay. The score and its reasons stay free.")}</p>
      <TickList rows={HOLDS} />
      <div className="pair pair--top">
        {plansOnSale(currentLink()).map((plan) => <Calendar key={plan.id} plan={plan} nowMs={openedMs} />)}
      </div>
      <ButtonLink kind="primary" to={paths.main()}>{t("Check a number")}</ButtonLink>
      <section className="card card--mist stack stack--12" aria-labelledby="leave-title">
        <h2 id="leave-title">{t("Cancel anytime")}</h2>
        <p>
          {t(
            "It takes two clicks, in the members area or from any email about your plan. You keep access until the end of the period you paid for.",
          )}
        </p>
        <div>
          <ButtonLink to={paths.unsubscribeWithEmail()}>{t("Cancel a plan")}</ButtonLink>
        </div>
      </section>
    </Page>
  );
}

function Calendar({ plan, nowMs }: { readonly plan: Plan; readonly nowMs: number }) {
  const shown = shownFigures(plan, nowMs);
  const [today] = priceRows(plan, shown);
  return (
    <section className="card stack stack--12">
      <div className="plan-card__head">
        <h2>{planName(plan)}</h2>
        <Picture name={planPicture(plan)} />
      </div>
      <p className="plan-card__price numbers">
        <span className="plan-card__sum">{today.sum}</span>
        <span className="muted">{t("today, {what}", { what: today.detail })}</span>
      </p>
      <p className="numbers">{priceLines(plan, shown).then}</p>
      <p className="small muted">{t("Your charges if you start today")}</p>
      <ol className="charge-days numbers">
        <li>
          <span>{t("Today")}</span> <b>{today.sum}</b>
        </li>
        {chargeDates(plan, nowMs, CHARGES_SHOWN).map((at) => (
          <li key={at}>
            <span>{plainDate(at)}</span> <span>{money(plan.sum_cents)}</span>
          </li>
        ))}
      </ol>
      <p className="small muted">{t("And so on until you cancel.")}</p>
      <ComparedPrice plan={plan} />
    </section>
  );
}
