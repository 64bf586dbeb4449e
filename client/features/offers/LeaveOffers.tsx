/** The way past the extras; a link can have it ask once more. */
import { t } from "../../i18n/t.ts";
import { useRef } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";

export interface LeaveOffersProps {
  readonly isAskingAgain: boolean;
  readonly onLeave: () => void;
  readonly onBack: () => void;
}

/** The button that takes the place of the pressed one has its focus. */
export function LeaveOffers({ isAskingAgain, onLeave, onBack }: LeaveOffersProps) {
  const hasAsked = useRef(false);
  if (isAskingAgain) hasAsked.current = true;
  return isAskingAgain
    ? (
      <Notice kind="info" live title={t("Continue without extras?")}>
        <div className="row">
          <Button onClick={onBack} takesFocus testId="offers-back">{t("Go back")}</Button>
          <Button onClick={onLeave} testId="offers-leave-sure">{t("Continue")}</Button>
        </div>
      </Notice>
    )
    : (
      <Button wide className="offers-way" onClick={onLeave} takesFocus={hasAsked.current} testId="offers-leave">
        {t("No thanks, open my report")}
      </Button>
    );
}
