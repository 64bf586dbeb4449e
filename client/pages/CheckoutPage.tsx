/** The purchase steps of the main route. Placeholder until its builder fills it. */
import type { CheckoutStep } from "../app/paths.ts";
import { Page } from "../app/Page.tsx";

export function CheckoutSteps({ step }: { readonly step: CheckoutStep }) {
  return <Page title={step}>{null}</Page>;
}
