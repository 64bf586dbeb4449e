/** How far the purchase is: details, plan, payment. */
import { t } from "../../i18n/t.ts";
import { StepBars } from "../../ui/layout/StepBars.tsx";

export function StepProgress({ step }: { readonly step: 1 | 2 | 3 }) {
  return <StepBars done={step} total={3} testId="step">{t("Step {step} of 3", { step })}</StepBars>;
}
