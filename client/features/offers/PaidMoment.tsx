/** The moment after a payment: a check that draws itself, what was paid with which card, and what is charged next. */
import { t } from "../../i18n/t.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { DrawnCheck } from "../../ui/pictures/DrawnCheck.tsx";
import { DetailRows } from "../../ui/layout/DetailRows.tsx";

export interface PaidMomentProps {
  readonly title: string;
  /** For a payment on this very screen. */
  readonly takesFocus?: boolean;
  readonly testId: string;
  readonly children?: ReactNode;
}

export interface PaidFigures {
  /** "$1.00". */
  readonly sum: string;
  /** "Visa •••• 4242"; empty when unknown. */
  readonly card: string;
  /** The plan's next charge; undefined when there is none. */
  readonly next: { readonly sum: string; readonly date: string } | undefined;
}

export function PaidMoment({ title, takesFocus = false, testId, children }: PaidMomentProps) {
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
      {children}
    </section>
  );
}

interface PaidProps {
  /** Undefined until the purchase is read. */
  readonly paid: PaidFigures | undefined;
}

/** In the room that is there from the start. */
export function PaidLines({ paid, email }: PaidProps & { readonly email: string }) {
  return (
    <>
      <p className="paid-moment__sum numbers">{paid === undefined ? "" : sumLine(paid)}</p>
      {email !== "" && <p className="small muted">{t("We've emailed the receipt to {email}.", { email })}</p>}
    </>
  );
}

/** What is charged next and the way out, in the room that is there from the start. */
export function NextCharge({ paid }: PaidProps) {
  return (
    <p className="paid-moment__next small muted numbers" data-testid="next-charge">
      {paid?.next !== undefined && (
        <>{t("Your next charge is {sum} on {date}.", paid.next)} {t("Cancel anytime in two clicks.")}</>
      )}
    </p>
  );
}

interface ExtraReceiptProps extends PaidProps {
  /** What the extra cost. */
  readonly sum: string;
  readonly email: string;
}

/** Of an extra, which is paid once: the plan's next charge is named as the plan's. */
export function ExtraReceipt({ sum, paid, email }: ExtraReceiptProps) {
  const next = paid?.next;
  return (
    <div className="extra-receipt">
      <DetailRows
        rows={[
          [t("Paid"), sum],
          [t("Card"), paid?.card ?? ""],
          [t("Receipt sent to"), email],
          [t("Next plan charge"), next === undefined ? "" : nextPlanCharge(next)],
        ]}
        testId="extra-receipt"
      />
    </div>
  );
}

function nextPlanCharge(next: NonNullable<PaidFigures["next"]>): ReactNode {
  return (
    <>
      <span>{t("{sum} on {date}", next)}</span>
      <span className="small muted">{t("Cancel anytime in two clicks.")}</span>
    </>
  );
}

function sumLine({ sum, card }: PaidFigures): string {
  return card === "" ? t("You paid {sum}.", { sum }) : t("You paid {sum} with {card}.", { sum, card });
}
