/** The scanning step and, at its end, the free result with what the paid report would add. */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { CheckResult } from "../../../server/wire/members/report.ts";
import { Page } from "../../ui/layout/Page.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { tracker } from "../../visit/tracker.ts";
import { adviceFor } from "../../features/quiz/advice/advice.ts";
import { adviceCountry } from "../../features/quiz/advice/advice_country.ts";
import { AdviceList } from "../../features/quiz/advice/AdviceList.tsx";
import { askAbout, quiz } from "../../features/quiz/quiz_store.ts";
import { urgentAdvice } from "../../features/quiz/advice/urgent.ts";
import { UrgentPanel } from "../../features/quiz/advice/UrgentPanel.tsx";
import { checkedNumber, keepChecked } from "../../features/checkout/checked_number.ts";
import { plansOnSale } from "../../features/checkout/plans/plan_choice.ts";
import { priceLines } from "../../features/checkout/plans/price_lines.ts";
import { currentLink } from "../../lib/link/link.ts";
import { todayCents } from "../../../server/wire/billing/plans.ts";
import { shownFigures } from "../../../server/wire/billing/schedule.ts";
import { isBadBand } from "../../ui/report/bands.ts";
import { paidReport } from "../../features/scanning/paid_report.ts";
import { Scanning, SentScanning } from "../../features/scanning/Scanning.tsx";
import { Teaser } from "../../features/scanning/Teaser.tsx";
import { useKnown } from "../../lib/hydration/use_known.ts";
import { validator } from "../../lib/storage/validator_store.ts";
import { ButtonLink } from "../../ui/controls/Button.tsx";
import { QuietDrawing } from "../../ui/pictures/drawings.tsx";
import { EmptyState } from "../../ui/layout/EmptyState.tsx";
import { freeCheck } from "../free_check.ts";

export function ScanningPage() {
  useSignals();
  const [result, setResult] = useState<CheckResult>();
  const isKnown = useKnown();
  const { phoneNumber } = validator.value;
  if (!isKnown) return <Sent />;
  if (phoneNumber.trim() === "") return <NoNumber />;
  if (result !== undefined) return <Result result={result} />;
  return <Scan onDone={setResult} />;
}

function Sent() {
  return (
    <Page title={t("Checking number")} heading={false} width="wide">
      <SentScanning />
    </Page>
  );
}

function NoNumber() {
  return (
    <Page title={t("No number yet")} heading={false}>
      <EmptyState
        drawing={<QuietDrawing />}
        level={1}
        title={t("Enter a number to check")}
        action={<ButtonLink to={paths.main()} kind="primary">{t("Enter number")}</ButtonLink>}
      >
        <p>{t("Your answers so far are saved.")}</p>
      </EmptyState>
    </Page>
  );
}

function Scan({ onDone }: { readonly onDone: (result: CheckResult) => void }) {
  useSignals();
  const navigate = useNavigate();
  const { phoneNumber, country } = validator.value;
  const track = tracker();
  useEffect(() => {
    track.scanStart();
  }, []);
  return (
    <Page title={t("Checking number")} heading={false} width="wide">
      <Scanning
        number={checkedNumber(phoneNumber).text}
        check={(signal) => freeCheck({ phone_number: phoneNumber, country }, { signal })}
        onDone={(result) => {
          track.scanComplete(result.score.band);
          // Another tab may have stored answers about another number.
          askAbout(result.facts.e164, { phoneNumber, country });
          keepChecked(phoneNumber, result);
          onDone(result);
        }}
        onFailed={track.scanError}
        onOtherNumber={() => navigate(paths.main())}
      />
    </Page>
  );
}

/** Of the plan whose first charge is the lowest, with the charges that follow: a first price alone would mislead. */
function lowestPrice(): string {
  const plan = plansOnSale(currentLink()).reduce((low, each) => todayCents(each) < todayCents(low) ? each : low);
  const { today, then } = priceLines(plan, shownFigures(plan, Date.now()));
  return t("Plans from {today}. {then}.", { today, then });
}

function Result({ result }: { readonly result: CheckResult }) {
  useSignals();
  const answers = quiz.value.quizAnswers;
  const advice = adviceFor({ answers, phone: result.facts.phone, band: result.score.band });
  const { addsNothing } = paidReport(result);
  const urgent = urgentAdvice(answers);
  const isDanger = urgent.length > 0 || isBadBand(result.score.band);
  useEffect(() => {
    // It takes the place of the scan, also on a page that was loaded again, where the router sees no arrival.
    globalThis.scrollTo(0, 0);
    document.getElementById("content")?.focus({ preventScroll: true });
  }, []);
  return (
    <Page title={t("Your result")} heading={false} width="wide">
      <Teaser
        result={result}
        isDanger={isDanger}
        urgent={<UrgentPanel advice={urgent} />}
        advice={advice.length > 0 && (
          <section className="stack" aria-labelledby="advice-title">
            <h2 id="advice-title">{isDanger ? t("Do this first") : t("What to do next")}</h2>
            <AdviceList advice={advice} country={adviceCountry()} isUrgent={isDanger} />
          </section>
        )}
        price={lowestPrice()}
        getReport={
          <ButtonLink
            to={paths.details()}
            kind={addsNothing || isDanger ? "quiet" : "primary"}
            onClick={() => tracker().getReport()}
            testId="get-report"
          >
            {addsNothing ? t("See plans anyway") : t("Get full report")}
          </ButtonLink>
        }
        otherNumber={
          <ButtonLink to={paths.main()} kind={addsNothing && !isDanger ? "primary" : "quiet"}>
            {t("Check another")}
          </ButtonLink>
        }
      />
    </Page>
  );
}
