/** What was just bought, as its offer looked: what it holds, until when, and the way into it. */
import type { ReactNode } from "react";
import type { Plan } from "../../../server/wire/billing/plans.ts";
import { planName } from "../../lib/format/plan_names.ts";
import { accessLine, offerLines, paymentLine, withoutLine } from "./offer_texts.ts";
import { OfferContents, OfferPicture } from "./OfferParts.tsx";

export interface BoughtCardProps {
  readonly plan: Plan;
  readonly nowMs: number;
  /** True when the registry has no licensed source and shows made-up rows. */
  readonly isSample: boolean;
  /** Opens it. */
  readonly action: ReactNode;
  /** What opening it takes. */
  readonly note: string;
}

export function BoughtCard({ plan, nowMs, isSample, action, note }: BoughtCardProps) {
  const without = withoutLine(plan);
  return (
    <section className="offers" aria-label={planName(plan)}>
      <div className="offer">
        <OfferPicture plan={plan} />
        <div className="stack stack--8">
          <OfferContents lines={offerLines(plan, { hasMadeUp: isSample })} />
          {without !== "" && <p className="small">{without}</p>}
          <p className="tiny muted">{paymentLine()} {accessLine(plan, nowMs)}</p>
        </div>
        <div className="offer__act stack stack--8">
          {action}
          <p className="offer__note tiny muted">{note}</p>
        </div>
      </div>
    </section>
  );
}
