/** The full-screen message for a link with an unknown plan (W-START-15). Text only, so nothing in it can execute. */
import { UNKNOWN_PLAN } from "../i18n/unknown_plan.ts";
import { type UnknownPlan as Unknown, unknownPlanText } from "../../server/wire/site/link_parameters.ts";

export function UnknownPlan({ unknown }: { readonly unknown: Unknown }) {
  return (
    <main className="full-message" data-testid="unknown-plan">
      <h1 className="full-message__text">{unknownPlanText(unknown, UNKNOWN_PLAN)}</h1>
    </main>
  );
}
