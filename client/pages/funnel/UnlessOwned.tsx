/** The payment of a member, who is told before the card is asked for when they have the plan already. */
import type { ReactNode } from "react";
import type { Plan } from "../../../server/wire/billing/plans.ts";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { t } from "../../i18n/t.ts";
import { paths } from "../../lib/browser/paths.ts";
import { useLoaded } from "../../lib/browser/use_loaded.ts";
import { loadMySubscriptions } from "../../features/session/member.ts";
import { ButtonLink } from "../../ui/controls/Button.tsx";

interface UnlessOwnedProps {
  readonly plan: Plan;
  /** Stands where the card fields will be until the member's plans are known. */
  readonly waiting: ReactNode;
  /** Also shown when the member's plans did not load: the server refuses a second purchase. */
  readonly children: ReactNode;
  readonly loadSubscriptions?: () => Promise<readonly Subscription[]>;
}

export function UnlessOwned(props: UnlessOwnedProps) {
  const { plan, waiting, children, loadSubscriptions = loadMySubscriptions } = props;
  const { loaded } = useLoaded(loadSubscriptions);
  if (loaded.kind === "loading") return waiting;
  const owned = loaded.kind === "loaded"
    ? loaded.value.find(({ plan_id, is_owned }) => plan_id === plan.id && is_owned === true)
    : undefined;
  return owned === undefined ? children : <OwnedPlan status={owned.status} />;
}

function OwnedPlan({ status }: Pick<Subscription, "status">) {
  const isRunning = status === "trial" || status === "active";
  return (
    <section className="stack stack--24" data-testid="owned-plan">
      <div className="stack stack--8">
        <h1>{t("You already have this plan")}</h1>
        <p className="lead">{explanation(status)}</p>
      </div>
      <div className="stack stack--12">
        {isRunning && (
          <ButtonLink kind="primary" wide to={paths.webapp()} testId="check-number">{t("Check a number")}</ButtonLink>
        )}
        <ButtonLink
          kind={isRunning ? "quiet" : "primary"}
          wide
          to={paths.manageSubscriptions()}
          testId="see-billing"
        >
          {t("Go to billing")}
        </ButtonLink>
      </div>
    </section>
  );
}

function explanation(status: Subscription["status"]): string {
  switch (status) {
    case "past_due":
      return t("Your last charge was declined. To pay now, go to Billing and pay with another card.");
    case "paused":
      return t("It's paused. You can resume it under Billing.");
    default:
      return t("It's active on your account, so there's nothing to pay.");
  }
}
