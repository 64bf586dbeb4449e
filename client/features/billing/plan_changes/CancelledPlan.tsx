/** What a member can do about a plan that is cancelled: undo the cancellation, or after a dispute buy a new one. */
import { t } from "../../../i18n/t.ts";
import { paths } from "../../../lib/browser/paths.ts";
import { ButtonLink } from "../../../ui/controls/Button.tsx";
import { PlanChanges, type PlanChangesProps } from "./PlanChanges.tsx";

/** While the paid period lasts. */
export function CancelledPlan(changes: Omit<PlanChangesProps, "isCancelled">) {
  if (changes.subscription.is_stopped_by_dispute === true) {
    return (
      <p data-testid="stopped-by-dispute">
        {t(
          "A charge was disputed with your bank, so this plan can't renew again. Once it ends, you can buy a new one here.",
        )}
      </p>
    );
  }
  return (
    <div className="stack stack--12">
      <p>
        {t(
          "Changed your mind? You can undo the cancellation before your plan ends. You won't be charged until the period you paid for is over.",
        )}
      </p>
      <PlanChanges key="cancelled" {...changes} isCancelled />
    </div>
  );
}

/** Once the plan has ended: a new purchase, with a card that the member enters. */
export function DisputedPlan() {
  return (
    <div className="stack stack--12" data-testid="ended-by-dispute">
      <p>
        {t(
          "A charge was disputed with your bank, so we won't charge your saved card again. To start over, choose a plan and enter a card.",
        )}
      </p>
      <div className="row">
        <ButtonLink to={paths.plan()}>{t("Choose a plan")}</ButtonLink>
      </div>
    </div>
  );
}
