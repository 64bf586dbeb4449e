/** The entry of the funnel: number and free facts, then the questions, then the steps of the purchase. */
import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { checkNumber } from "../api/services.ts";
import { Page } from "../app/Page.tsx";
import { checkoutStep, paths } from "../app/paths.ts";
import { readLinkParameters } from "../app/query_params.ts";
import { tracker } from "../app/tracker.ts";
import { HowItWorks } from "../features/quiz/HowItWorks.tsx";
import { NumberEntry } from "../features/quiz/NumberEntry.tsx";
import { findQuestion, type Question } from "../features/quiz/questions.ts";
import { Quiz } from "../features/quiz/Quiz.tsx";
import { questionToResume } from "../features/quiz/quiz_order.ts";
import { quiz } from "../features/quiz/quiz_store.ts";
import { lazyPage } from "../lib/lazy_page.ts";
import { validator } from "../lib/validator_store.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { HeroDrawing } from "../ui/drawings.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

const CheckoutSteps = lazyPage(() => import("./CheckoutPage.tsx").then((page) => page.CheckoutSteps));

export function MainPage() {
  const { search } = useLocation();
  const step = checkoutStep(search);
  if (step !== undefined) {
    return (
      <Suspense
        fallback={
          <main className="page" id="content" tabIndex={-1}>
            <Skeleton lines={6} />
          </main>
        }
      >
        <CheckoutSteps key={step} step={step} />
      </Suspense>
    );
  }
  const question = questionOf(search);
  return question === undefined ? <Start /> : <QuizPage question={question} />;
}

/** `q` of the address, else the question the link wants the quiz to open at. */
function questionOf(search: string): Question | undefined {
  const asked = Number(new URLSearchParams(search).get("q") ?? readLinkParameters(search).startFrom);
  return findQuestion(asked);
}

function Start() {
  return (
    <Page title="Who is behind this number?" heading={false} width="wide">
      <div className="stack stack--64">
        <div className="hero">
          <div className="hero__words stack stack--24">
            <div className="stack">
              <h1 className="display">Who is behind this number?</h1>
              <p className="lead">
                Know what a phone number is before you answer, call back or pay. Every reason with its source.
              </p>
            </div>
            <NumberEntry
              check={(phone_number, country) => checkNumber({ phone_number, country })}
              onChecked={(result) => tracker().numberCheck(result.facts.phone.isValid)}
              next={<WaysOn />}
            />
            <Resume />
          </div>
          <div className="hero__drawing">
            <HeroDrawing />
          </div>
        </div>
        <HowItWorks />
      </div>
    </Page>
  );
}

function WaysOn() {
  return (
    <div className="stack stack--12">
      <p>A few questions choose the advice that fits you. They never change the score.</p>
      <div className="row">
        <ButtonLink to={paths.question(1)} kind="primary" onClick={() => tracker().quizStart()} testId="start-quiz">
          Answer the questions
        </ButtonLink>
        <ButtonLink to={paths.scanning()} testId="skip-to-check">Skip to the check</ButtonLink>
      </div>
    </div>
  );
}

/** An interrupted quiz is offered as a row, never swapped in. */
function Resume() {
  useSignals();
  const question = questionToResume(quiz.value.quizAnswers);
  if (question === undefined || validator.value.phoneNumber === "") return null;
  return (
    <p className="resume">
      <span>
        You had begun with the questions for <span className="numbers">{validator.value.phoneNumber}</span>.
      </span>
      <ButtonLink to={paths.question(question)} kind="plain" testId="resume">Go on at question {question}</ButtonLink>
    </p>
  );
}

function QuizPage({ question }: { readonly question: Question }) {
  const navigate = useNavigate();
  useEffect(() => {
    globalThis.scrollTo(0, 0);
  }, [question.n]);
  const track = tracker();
  return (
    <Page title={question.text} heading={false} width="wide">
      <Quiz
        question={question}
        events={{ answered: track.quizAnswer, skipped: track.quizSkip, urgentShown: track.urgentShown }}
        onGo={(n) => {
          if (n === undefined) track.quizComplete();
          navigate(n === undefined ? paths.scanning() : paths.question(n));
        }}
        onLeave={() => navigate(paths.main())}
        onSkipAll={() => {
          track.quizLeave(question.n);
          navigate(paths.scanning());
        }}
      />
    </Page>
  );
}
