/** The moment after the payment: a check that draws itself, what was paid with which card, and where the receipt is. */
import { t } from "../../i18n/t.ts";
import { DrawnCheck } from "../../ui/pictures/DrawnCheck.tsx";
import { ChargeTimeline, type TimelineCharge } from "../../ui/layout/ChargeTimeline.tsx";

export interface PaidMomentProps {
  /** Undefined until the purchase is read; its room is there from the start. */
  readonly paid: PaidFigures | undefined;
  /** Where the receipt goes; may be empty. */
  readonly email: string;
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
  /** "$19.99 on Nov 25, 2026"; empty when there is none. */
  readonly nextCharge: string;
}

export function PaidMoment({ paid, email }: PaidMomentProps) {
  return (
    <section className="paid-moment" data-testid="paid-moment">
      <DrawnCheck />
      <h1>{t("Payment complete. Your report is ready.")}</h1>
      <p className="paid-moment__sum numbers">{paid === undefined ? "" : sumLine(paid)}</p>
      {email !== "" && <p className="small muted">{t("We've emailed the receipt to {email}.", { email })}</p>}
    </section>
  );
}

/** The charges to come and the way out; below the way to the report. */
export function NextCharges({ paid }: Pick<PaidMomentProps, "paid">) {
  return (
    <div className="paid-moment__next" data-testid="next-charges">
      {paid !== undefined && paid.next !== "" && (
        <>
          <ChargeTimeline charges={paid.charges} />
          <p className="small">{paid.next} {t("Cancel anytime in two clicks.")}</p>
        </>
      )}
    </div>
  );
}

function sumLine({ sum, card }: PaidFigures): string {
  return card === "" ? t("You paid {sum}.", { sum }) : t("You paid {sum} with {card}.", { sum, card });
}
