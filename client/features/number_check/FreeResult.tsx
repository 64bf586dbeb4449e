/**
 * What the free check found, in the place of the form: the number as a bar, what to do and why, the next step beside
 * it, and facts as tiles.
 */
import { t } from "../../i18n/t.ts";
import { useEffect, useRef } from "react";
import type { CheckResult } from "../../../server/wire/members/report.ts";
import { paths } from "../../lib/browser/paths.ts";
import { phoneText } from "../../lib/phone/phone_text.ts";
import { Button, ButtonLink } from "../../ui/controls/Button.tsx";
import { takeFocus } from "../../ui/controls/take_focus.ts";
import { Flag } from "../../ui/controls/Flag.tsx";
import { isBadBand } from "../../ui/report/bands.ts";
import { FactList } from "../../ui/report/FactList.tsx";
import { Verdict } from "../../ui/report/Verdict.tsx";
import { StrongestReasons } from "./StrongestReasons.tsx";

export interface FreeResultProps {
  readonly result: CheckResult;
  /** Moves focus to the number; for a result that has just arrived. */
  readonly takesFocus: boolean;
  readonly onChange: () => void;
}

export function FreeResult({ result: { facts, score }, takesFocus, onChange }: FreeResultProps) {
  const { phone } = facts;
  const isBad = isBadBand(score.band);
  const nextStep = <NextStep isBad={isBad} />;
  const factList = <FactList facts={facts} />;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const isLeft = useRef(false);
  useEffect(() => () => {
    // The field that has taken the place of the pressed button; it is not of this part, which loads later.
    if (isLeft.current) takeFocus(document.querySelector<HTMLElement>("[type=tel]"));
  }, []);
  const change = () => {
    isLeft.current = true;
    onChange();
  };
  return (
    <section className="free-result" aria-label={t("Number details")} data-testid="free-result">
      <div className="number-bar">
        <Flag code={phone.countryCode} />
        <h1 ref={heading} tabIndex={-1} className="numbers number-bar__number">
          {phoneText(phone.phoneNumberInternational || phone.phoneNumber)}
        </h1>
        <Button kind="plain" onClick={change} testId="change-number" label={t("Change number")}>
          {t("Change")}
        </Button>
      </div>
      <Verdict score={score}>
        <StrongestReasons reasons={score.reasons} />
      </Verdict>
      {isBad ? <>{nextStep}{factList}</> : <>{factList}{nextStep}</>}
    </section>
  );
}

const FIRST_STEPS = [
  t("Block it in your phone's settings"),
  t("Report it if it has called or texted you"),
  t("Don't call back"),
] as const;

interface NextStepProps {
  readonly isBad: boolean;
}

/** On a bad score the way to help comes first; else the questions do, which make the advice fit. */
function NextStep({ isBad }: NextStepProps) {
  const look = (isMain: boolean) => isMain ? "primary" : "quiet";
  const questions = (
    <ButtonLink to={paths.question(1)} kind={look(!isBad)} testId="start-quiz">
      {t("Answer questions")}
    </ButtonLink>
  );
  const toResult = (
    <ButtonLink to={paths.scanning()} kind={look(isBad)} testId="skip-to-check">
      {t("See what to do")}
    </ButtonLink>
  );
  return (
    <section className="card card--mist stack free-result__next" aria-labelledby="next-title">
      <h2 id="next-title">{isBad ? t("Block it, then report it") : t("Get advice for your situation")}</h2>
      <p>
        {isBad ? t("See how to block and report it, and why the score is this high.") : t(
          "Answer up to 20 quick questions, and skip any of them. Only your country can affect the score.",
        )}
      </p>
      {isBad && <ol className="numbered">{FIRST_STEPS.map((step) => <li key={step}>{step}</li>)}</ol>}
      <div className="pinned">{isBad ? <>{toResult}{questions}</> : <>{questions}{toResult}</>}</div>
    </section>
  );
}
