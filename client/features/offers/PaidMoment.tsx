/** The moment after a payment: a check that draws itself, what was paid with which card, and where the receipt is. */
import { t } from "../../i18n/t.ts";
import { cx } from "../../lib/format/class_names.ts";
import { useEffect, useRef } from "react";
import { DrawnCheck } from "../../ui/pictures/DrawnCheck.tsx";
import { ChargeTimeline, type TimelineCharge } from "../../ui/layout/ChargeTimeline.tsx";

export interface PaidMomentProps {
  readonly title: string;
  /** "$1.00"; undefined until the purchase is read. */
  readonly sum: string | undefined;
  /** "Visa •••• 4242"; empty when unknown. */
  readonly card: string;
  /** Where the receipt goes; may be empty. */
  readonly email: string;
  /** For a payment on this very screen. */
  readonly takesFocus?: boolean;
  readonly testId: string;
}

export interface PaidFigures {
  /** "$1.00". */
  readonly sum: string;
  /** "Visa •••• 4242"; empty when unknown. */
  readonly card: string;
  /** The first charge and the next two; the sentence below says the same. */
  readonly charges: readonly TimelineCharge[];
  /** "Your next charge is $19.99 on Nov 25, 2026."; empty when there is none. */
  readonly next: string;
}

export function PaidMoment({ title, sum, card, email, takesFocus = false, testId }: PaidMomentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    globalThis.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <section className="paid-moment" data-testid={testId}>
      <DrawnCheck />
      <h1 ref={heading} tabIndex={-1}>{title}</h1>
      <p className="paid-moment__sum numbers">{sum === undefined ? "" : sumLine(sum, card)}</p>
      {email !== "" && <p className="small muted">{t("We've emailed the receipt to {email}.", { email })}</p>}
    </section>
  );
}

interface NextChargesProps {
  readonly paid: PaidFigures | undefined;
  /** The line of charges begins with the plan's first one; beside another payment it would mislead. */
  readonly isWithDots: boolean;
}

/** The charges to come and the way out, in the room that is there from the start. */
export function NextCharges({ paid, isWithDots }: NextChargesProps) {
  return (
    <div className={cx("paid-moment__next", isWithDots && "paid-moment__next--dots")} data-testid="next-charges">
      {paid !== undefined && paid.next !== "" && (
        <>
          {isWithDots && <ChargeTimeline charges={paid.charges} />}
          <p className="small muted numbers">{paid.next} {t("Cancel anytime in two clicks.")}</p>
        </>
      )}
    </div>
  );
}

function sumLine(sum: string, card: string): string {
  return card === "" ? t("You paid {sum}.", { sum }) : t("You paid {sum} with {card}.", { sum, card });
}
