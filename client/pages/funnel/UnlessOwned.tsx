/** The payment of a member, who is told before the card is asked for when they have the plan already. */
import type { ReactNode } from "react";
import type { Plan } from "../../../server/wire/billing/plans.ts";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { t } from "../../i18n/t.ts";
import { paths } from "../../lib/browser/paths.ts";
import { useLoaded } from "../../lib/browser/use_loaded.ts";
import { loadMySubscriptions } from "../../features/session/member.ts";
import { ButtonLink } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";

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
  const isOwned = loaded.kind === "loaded" && loaded.value.some((subscription) => isRunning(subscription, plan));
  return isOwned ? <OwnedPlan /> : children;
}

/** A plan whose renewal was declined may be replaced by a purchase with another card. */
function isRunning({ plan_id, status }: Subscription, { id }: Plan): boolean {
  return plan_id === id && (status === "trial" || status === "active");
}

function OwnedPlan() {
  return (
    <Notice
      title={t("You already have this plan")}
      testId="owned-plan"
      action={
        <>
          <ButtonLink kind="primary" wide to={paths.webapp()} testId="check-number">{t("Check a number")}</ButtonLink>
          <ButtonLink wide to={paths.manageSubscriptions()} testId="see-billing">{t("See billing")}</ButtonLink>
        </>
      }
    >
      <p>{t("It's running on your account, so there's nothing to pay.")}</p>
    </Notice>
  );
}
