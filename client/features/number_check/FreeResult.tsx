/** What the free check found, in the place of the form: the number as a bar, facts as tiles, and the next step. */
import { t } from "../../i18n/t.ts";
import { type ReactNode, useEffect, useRef } from "react";
import type { CheckResult } from "../../../server/wire/members/report.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Flag } from "../../ui/controls/Flag.tsx";
import { FactList } from "../../ui/report/FactList.tsx";

export interface FreeResultProps {
  readonly result: CheckResult;
  /** Moves focus to the number; for a result that has just come. */
  readonly takesFocus: boolean;
  readonly onChange: () => void;
  /** The next actions. */
  readonly next: ReactNode;
}

export function FreeResult({ result, takesFocus, onChange, next }: FreeResultProps) {
  const { phone } = result.facts;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <section className="free-result" aria-label={t("Number details")} data-testid="free-result">
      <div className="number-bar">
        <Flag code={phone.countryCode} />
        <h1 ref={heading} tabIndex={-1} className="numbers number-bar__number">
          {phone.phoneNumberInternational || phone.phoneNumber}
        </h1>
        <Button kind="plain" onClick={onChange} testId="change-number" label={t("Change number")}>{t("Change")}</Button>
      </div>
      <FactList facts={result.facts} />
      {next}
    </section>
  );
}
