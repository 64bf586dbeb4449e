/** How far the purchase is: details, plan, payment. */
import { t } from "../../i18n/t.ts";

const STEPS = [1, 2, 3] as const;

export function StepProgress({ step }: { readonly step: (typeof STEPS)[number] }) {
  return (
    <div className="steps" data-testid="step">
      <p className="small muted">{t("Step {step} of 3", { step })}</p>
      <div className="steps__bars" aria-hidden>
        {STEPS.map((each) => <span key={each} data-done={each <= step || undefined} />)}
      </div>
    </div>
  );
}
