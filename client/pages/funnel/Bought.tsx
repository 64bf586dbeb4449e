/**
 * /access-product for a signed-in member: what is theirs, with the way into each thing, before what the reports say.
 */
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
import { ownedProducts } from "../../lib/owned_products.ts";
import { phoneText } from "../../lib/phone/phone_text.ts";
import { Button, ButtonLink } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Page } from "../../ui/layout/Page.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { LineRow } from "../../ui/rows/LineRow.tsx";
import type { IconName } from "../../ui/pictures/icon_paths.ts";
import type { Checked } from "../../../server/wire/members/report.ts";
import { findPlan, type UnlockGroup } from "../../../server/wire/billing/plans.ts";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";

export function Bought() {
  useSignals();
  const { user, profile } = session.value;
  const { loaded, again } = useLoaded(loadBought);
  const newest = profile?.recent[0];
  return (
    <Page title={t("Your report")} heading={false}>
      <div className="stack stack--32">
        {loaded.kind === "loading" && <Skeleton lines={6} label={t("Loading what you bought")} />}
        {loaded.kind === "failed" && (
          <Notice kind="error" live action={<Button onClick={again}>{t("Try again")}</Button>}>
            <p>{t("We can't show what you bought right now. Nothing was lost. Try again.")}</p>
          </Notice>
        )}
        {loaded.kind === "loaded" && (
          <>
            <div className="bought-head">
              <div className="stack stack--8">
                <h1>{t("Everything is ready")}</h1>
                <p className="muted">{t("Saved to your account, {email}.", { email: user?.email ?? "" })}</p>
              </div>
              <OpenNewest check={newest} />
            </div>
            <section className="stack stack--12 bought" data-testid="bought">
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
          </>
        )}
      </div>
    </Page>
  );
}

/** The way into the report that was paid for, or to the first one. */
function OpenNewest({ check }: { readonly check: Checked | undefined }) {
  return (
    <div className="bought__open">
      <ButtonLink
        kind="primary"
        wide
        to={check === undefined ? paths.webapp() : paths.storedReport(check.report_id)}
        testId="open-newest"
      >
        {check === undefined ? t("Check a number") : t("Open report for {number}", { number: phoneText(check.number) })}
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
  /** Its state, or what it is for. */
  readonly note: string;
}

/** Until when is in the billing page: a pack's products all end on the same day. */
const GROUPS: Readonly<Record<UnlockGroup, Place>> = {
  guide: { to: paths.view("guide"), icon: "guide", name: t("Scam guide"), note: t("13 chapters, also as a PDF") },
  pdf_report: {
    to: paths.view("history"),
    icon: "report",
    name: t("PDF report"),
    note: t("For every report in your history"),
  },
  sex_offender: {
    to: paths.sexOffendersReport(),
    icon: "shield",
    name: t("Registry check"),
    note: t("Search the registry by name"),
  },
};

/** The plan, then each one-time product: what it opens once, and packs of checks. */
function placesOf(subscription: Subscription | undefined): readonly Place[] {
  if (subscription === undefined) return [];
  const { plan_id, next_charge } = subscription;
  const places = new Map<string, Place>();
  const add = (place: Place) => places.set(place.name, place);
  add({
    to: paths.manageSubscriptions(),
    icon: "receipt",
    name: planName(findPlan(plan_id), "title"),
    note: next_charge === null
      ? t("You won't be charged for this plan again.")
      : t("Your next charge is {sum} on {date}.", { sum: money(next_charge.cents), date: longDate(next_charge.at) }),
  });
  for (const product of ownedProducts(subscription)) {
    const plan = findPlan(product.plan_id);
    const unlocks = plan?.unlocks ?? [];
    const pack = unlocks.length > 1 ? { note: t("Part of {pack}", { pack: planName(plan) }) } : {};
    for (const group of unlocks) add({ ...GROUPS[group], ...pack });
    if (plan?.credits === undefined) continue;
    const note = t("Access until {date}", { date: longDate(product.until) });
    add({ to: paths.view("list"), icon: "search", name: planName(plan), note });
  }
  return [...places.values()];
}
