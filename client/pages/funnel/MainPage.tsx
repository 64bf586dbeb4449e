/** The entry of the funnel: number and free facts, then the questions, then the purchase steps. */
import { rich } from "../../i18n/rich.ts";
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useLayoutEffect } from "react";
import { useLocation } from "react-router-dom";
import { questionOf } from "../../../server/wire/site/screens/sent_screens.ts";
import { Page } from "../../ui/layout/Page.tsx";
import { checkoutStep, paths } from "../../lib/browser/paths.ts";
import { tracker } from "../../visit/tracker.ts";
import { keepChecked } from "../../features/checkout/checked_number.ts";
import { HowItWorks } from "../../features/number_check/HowItWorks.tsx";
import { type Checked, useKeptResult } from "../../features/number_check/kept_result.ts";
import { NumberEntry } from "../../features/number_check/NumberEntry.tsx";
import { SampleReport } from "../../features/number_check/SampleReport.tsx";
import { questionToResume } from "../../features/quiz/quiz_skips.ts";
import { askAbout, isAbout, quiz } from "../../features/quiz/quiz_store.ts";
import { lazyPage } from "../../lib/browser/lazy_page.ts";
import { phoneText } from "../../lib/phone/phone_text.ts";
import { setNumber, validator } from "../../lib/storage/validator_store.ts";
import { ButtonLink } from "../../ui/controls/Button.tsx";
import { checkNumber, loadCheck } from "../check_call.ts";
import { HeroDrawing } from "../../ui/pictures/HeroDrawing.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";

const loadQuiz = () => import("./QuizPage.tsx").then((page) => page.QuizPage);
const QuizPage = lazyPage(loadQuiz);
const loadResult = () => import("../../features/number_check/FreeResult.tsx").then((part) => part.FreeResult);
const FreeResult = lazyPage(loadResult);
const CheckoutSteps = lazyPage(() => import("./CheckoutPage.tsx").then((page) => page.CheckoutSteps));

export function MainPage() {
  const { search } = useLocation();
  const step = checkoutStep(search);
  const question = questionOf(new URLSearchParams(search));
  if (step === undefined && question === undefined) return <Start />;
  return (
    <Suspense fallback={<Waiting />}>
      {step !== undefined ? <CheckoutSteps key={step} step={step} /> : <QuizPage n={question ?? 1} />}
    </Suspense>
  );
}

function Waiting() {
  return (
    <main className="page" id="content" tabIndex={-1}>
      <Skeleton lines={6} />
    </main>
  );
}

function Start() {
  const { checked, isNew, keep, forget } = useKeptResult();
  // Before the first press: the next steps are about the number on the screen, also on the way back to an earlier one.
  useLayoutEffect(() => {
    if (checked !== undefined) continueWith(checked);
  }, [checked]);
  return (
    <Page title={t("Can you trust this number?")} heading={false} width="wide">
      <div className="stack stack--64">
        {checked === undefined ? <Entry onChecked={keep} /> : (
          <FreeResult
            result={checked.result}
            takesFocus={isNew}
            onChange={forget}
          />
        )}
        <HowItWorks />
      </div>
    </Page>
  );
}

function continueWith({ number, result }: Checked): void {
  setNumber(number);
  askAbout(result.facts.e164, number);
  keepChecked(number.phoneNumber, result);
}

function Entry({ onChecked }: { readonly onChecked: (checked: Checked) => void }) {
  return (
    <div className="hero">
      <div className="hero__words stack stack--24">
        <div className="stack">
          <div className="hero__title">
            <h1 className="display">{t("Can you trust this number?")}</h1>
            <div className="hero__drawing">
              <HeroDrawing />
            </div>
          </div>
          <p className="lead">
            {t(
              "See what's known about a number before you answer, call back, or pay. Every finding comes with its source.",
            )}
          </p>
        </div>
        <NumberEntry
          check={checkNumber}
          // The call, its schemas and the result load with the first key press, not with the first screen.
          onTyping={() => {
            loadCheck();
            loadResult().catch(() => undefined);
          }}
          onChecked={(result) => {
            tracker().numberCheck(result.facts.phone.isValid);
            // Preloaded while the visitor reads the facts, so that the first question appears at once.
            void loadQuiz();
            onChecked({ number: validator.value, result });
          }}
        />
        <Resume />
      </div>
      <SampleReport />
    </div>
  );
}

/** An interrupted quiz is offered as a row and never opened by itself. */
function Resume() {
  useSignals();
  const question = questionToResume(quiz.value.quizAnswers);
  if (question === undefined || validator.value.phoneNumber === "" || !isAbout(validator.value)) return null;
  return (
    <p className="resume">
      <span>
        {rich("Pick up where you left off with {number}.", {
          number: <span className="numbers">{phoneText(validator.value.phoneNumber)}</span>,
        })}
      </span>
      <ButtonLink to={paths.question(question)} kind="plain" testId="resume">
        {t("Continue from question {question}", { question })}
      </ButtonLink>
    </p>
  );
}
