/** /access-product for a signed-in member: each thing they bought with the way into it, and their latest reports. */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { Link } from "react-router-dom";
import { subscriptionToUse } from "../../features/lookup/lookup.ts";
import { RecentChecks } from "../../features/reports/RecentChecks.tsx";
import { loadMySubscriptions, loadProfile } from "../../features/session/member.ts";
import { session } from "../../features/session/session_store.ts";
import { paths } from "../../lib/browser/paths.ts";
import { useLoaded } from "../../lib/browser/use_loaded.ts";
import { longDate } from "../../lib/format/dates.ts";
import { money } from "../../lib/format/money.ts";
import { planName } from "../../lib/format/plan_names.ts";
import { Button, ButtonLink } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Page } from "../../ui/layout/Page.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { Verdict } from "../../ui/report/Verdict.tsx";
import { LineRow } from "../../ui/rows/LineRow.tsx";
import type { IconName } from "../../ui/pictures/icon_paths.ts";
import { phoneText } from "../../lib/phone/phone_text.ts";
import type { Checked } from "../../../server/wire/members/report.ts";
import { findPlan, type UnlockGroup } from "../../../server/wire/billing/plans.ts";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";

export function Bought() {
  useSignals();
  const { user, profile } = session.value;
  const { loaded, again } = useLoaded(loadBought);
  const newest = profile?.recent[0];
  return (
    <Page title={t("Your report")} heading={false} width="wide">
      <div className="stack stack--32">
        {loaded.kind === "loading" && <Skeleton lines={6} label={t("Loading what you bought")} />}
        {loaded.kind === "failed" && (
          <Notice kind="error" live action={<Button onClick={again}>{t("Try again")}</Button>}>
            <p>{t("We can't show what you bought right now. Nothing is lost. Try again.")}</p>
          </Notice>
        )}
        {loaded.kind === "loaded" && (
          <>
            {newest === undefined ? <NothingChecked /> : <Newest check={newest} />}
            <div className="pair pair--top">
              <section className="stack stack--12" data-testid="bought">
                <h2>{t("What you bought")}</h2>
                <ul className="list">
                  {placesOf(loaded.value).map(({ to, icon, name, note }) => (
                    <LineRow
                      key={name}
                      opens
                      lead={<Icon name={icon} />}
                      title={<Link to={to} className="opens__link">{name}</Link>}
                      note={note}
                      end={<Icon name="chevron" size={20} className="opens__mark" />}
                    />
                  ))}
                </ul>
              </section>
              <RecentChecks recent={profile?.recent ?? []} />
            </div>
          </>
        )}
        <p className="small muted">
          {t("Everything you bought is in the account of {email}.", { email: user?.email ?? "" })}
        </p>
      </div>
    </Page>
  );
}

/** The result that the visitor paid for, and the way into its report. */
function Newest({ check: { report_id, number, score, band } }: { readonly check: Checked }) {
  return (
    <Verdict number={phoneText(number)} score={{ value: score, band }} level={1}>
      <ButtonLink kind="primary" className="bought__open" to={paths.storedReport(report_id)} testId="open-newest">
        {t("Open my report")}
      </ButtonLink>
    </Verdict>
  );
}

function NothingChecked() {
  return (
    <div className="stack">
      <h1>{t("Your purchase is ready")}</h1>
      <ButtonLink kind="primary" className="bought__open" to={paths.webapp()} testId="open-newest">
        {t("Check a number")}
      </ButtonLink>
    </div>
  );
}

async function loadBought(): Promise<Subscription | undefined> {
  const [subscriptions] = await Promise.all([loadMySubscriptions(), loadProfile()]);
  return subscriptionToUse(subscriptions);
}

interface Place {
  readonly to: string;
  readonly icon: IconName;
  readonly name: string;
  /** Its state; may be empty. */
  readonly note: string;
}

const GROUPS: Readonly<Record<UnlockGroup, Omit<Place, "note">>> = {
  guide: { to: paths.view("guide"), icon: "guide", name: t("Scam guide") },
  pdf_report: { to: paths.view("history"), icon: "report", name: t("PDF report") },
  sex_offender: { to: paths.sexOffendersReport(), icon: "shield", name: t("Registry check") },
};

/** The plan, then each one-time product: what it opens once, and packs of checks. */
function placesOf(subscription: Subscription | undefined): readonly Place[] {
  if (subscription === undefined) return [];
  const { plan_id, next_charge, products } = subscription;
  const places = new Map<string, Place>();
  const add = (place: Place) => places.set(place.name, place);
  add({
    to: paths.manageSubscriptions(),
    icon: "receipt",
    name: planName(findPlan(plan_id), "full"),
    note: next_charge === null
      ? t("You won't be charged again.")
      : t("Your next charge is {sum} on {date}.", { sum: money(next_charge.cents), date: longDate(next_charge.at) }),
  });
  for (const product of products) {
    const plan = findPlan(product.plan_id);
    const note = t("Access until {date}", { date: longDate(product.until) });
    for (const group of plan?.unlocks ?? []) add({ ...GROUPS[group], note });
    if (plan?.credits !== undefined) add({ to: paths.view("list"), icon: "search", name: planName(plan), note });
  }
  return [...places.values()];
}
