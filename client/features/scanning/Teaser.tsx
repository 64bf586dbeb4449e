/**
 * The free result: urgent advice first, then band and its limits, advice, reasons, and what the paid report would add. To a
 * person in danger it says what to do right below the verdict, and offers the paid report last.
 */
import { t } from "../../i18n/t.ts";
import type { ReactNode } from "react";
import type { CheckResult } from "../../../server/wire/members/report.ts";
import { cx } from "../../lib/format/class_names.ts";
import { phoneText } from "../../lib/phone/phone_text.ts";
import { TickList } from "../../ui/layout/TickList.tsx";
import { FactList } from "../../ui/report/FactList.tsx";
import { Verdict } from "../../ui/report/Verdict.tsx";
import { Waterfall } from "../../ui/report/Waterfall.tsx";
import { paidReport } from "./paid_report.ts";

export interface TeaserProps {
  readonly result: CheckResult;
  /** Help comes before everything else: the score is bad, or an answer is urgent. */
  readonly isDanger: boolean;
  /** Urgent advice, or nothing. */
  readonly urgent: ReactNode;
  readonly advice: ReactNode;
  /** "Plans from $1.00 today for 3 days. Then $19.99 every 7 days from Dec 1, 2026." */
  readonly price: string;
  readonly getReport: ReactNode;
  readonly otherNumber: ReactNode;
}

export function Teaser(props: TeaserProps) {
  const { result, isDanger, urgent, advice } = props;
  const { facts, score } = result;
  const { reasons } = score;
  return (
    <div className="stack stack--32" data-testid="teaser">
      {urgent}
      <section className="stack stack--16 arrives" aria-labelledby="result-title">
        <Verdict
          number={phoneText(facts.phone.phoneNumberInternational || facts.phone.phoneNumber)}
          score={score}
          level={1}
          headingId="result-title"
        >
          {score.value !== null && reasons.length === 0 && (
            <p className="small muted verdict__sentence">
              {t("Caller ID can be spoofed, and a new number has no history yet.")}
            </p>
          )}
        </Verdict>
        {!isDanger && <FactList facts={facts} />}
      </section>
      <div className="result-parts">
        <div className="stack stack--48">
          {advice}
          {reasons.length > 0 && (
            <section className="stack" aria-labelledby="reasons-title" data-testid="reasons">
              <h2 id="reasons-title">{t("Why this score")}</h2>
              <Waterfall score={score} level={3} />
            </section>
          )}
        </div>
        {isDanger
          ? (
            <div className="stack stack--48">
              <section className="stack" aria-labelledby="facts-title">
                <h2 id="facts-title">{t("What we know")}</h2>
                <FactList facts={facts} />
              </section>
              <PaidPanel {...props} />
            </div>
          )
          : <PaidPanel {...props} />}
      </div>
    </div>
  );
}

function PaidPanel({ result, isDanger, price, getReport, otherNumber }: TeaserProps) {
  const { rows, gaps, addsNothing } = paidReport(result);
  return (
    <section
      className={cx("card card--mist stack", !isDanger && "result-parts__aside")}
      aria-labelledby="paid-title"
      data-testid="paid-panel"
    >
      <h2 id="paid-title">
        {addsNothing ? t("You've seen everything we know") : t("What's in the full report")}
      </h2>
      {addsNothing
        ? (
          <>
            <p>{t("A paid report wouldn't tell you anything more about this number today, so you don't need one.")}</p>
            <p className="small muted">
              {t("Plans add 20 checks a day, saved history, and change alerts. The score and its reasons stay free.")}
            </p>
          </>
        )
        : (
          <>
            <TickList rows={rows} />
            {gaps !== "" && <p className="small muted">{gaps}</p>}
            <div className="stack stack--4">
              <p className="numbers paid-price">{price}</p>
              <p className="small muted">
                {t("You see every charge before you pay. The score and its reasons stay free.")}
              </p>
            </div>
          </>
        )}
      {/* In reach of the thumb, unless help must stay in sight. */}
      <div className={isDanger ? "row row--fill" : "pinned"}>
        {addsNothing ? <>{otherNumber}{getReport}</> : <>{getReport}{otherNumber}</>}
      </div>
    </section>
  );
}
