/** The questions of the main route: one address each, so that the browser's back button goes one question back. */
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { Page } from "../../ui/layout/Page.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { mayTrack } from "../../features/consent/consent_store.ts";
import { tracker } from "../../visit/tracker.ts";
import type { Question } from "../../features/quiz/questions.ts";
import { findQuestion, groupName } from "../../features/quiz/questions.ts";
import { Quiz, type QuizProps } from "../../features/quiz/Quiz.tsx";
import { countQuiz } from "../../features/quiz/quiz_store.ts";
import { QuizGroup } from "../../features/quiz/QuizGroup.tsx";
import { useWide } from "../../lib/browser/use_wide.ts";

export function QuizPage({ n }: { readonly n: number }) {
  const question = findQuestion(n);
  return question === undefined ? null : <CurrentQuestion question={question} />;
}

function CurrentQuestion({ question }: { readonly question: Question }) {
  const navigate = useNavigate();
  useEffect(() => {
    globalThis.scrollTo(0, 0);
  }, [question.n]);
  useEffect(() => {
    // Without consent nothing is counted, and the quiz counts with the first question that is shown after it.
    if (mayTrack() && countQuiz()) tracker().quizStart();
  }, [question.n]);
  const track = tracker();
  const isWide = useWide();
  const questions: QuizProps = {
    question,
    events: { answered: track.quizAnswer, skipped: track.quizSkip, urgentShown: track.urgentShown },
    onGo: (n) => {
      if (n === undefined) track.quizComplete();
      navigate(n === undefined ? paths.scanning() : paths.question(n));
    },
    onLeave: () => navigate(paths.main()),
    onSkipAll: () => {
      track.quizLeave(question.n);
      navigate(paths.scanning());
    },
  };
  return (
    <Page title={isWide === true ? groupName(question) : question.text} heading={false} width="wide">
      {isWide !== true && (
        <div className="only-narrow">
          <Quiz {...questions} />
        </div>
      )}
      {isWide !== false && (
        <div className="only-wide">
          <QuizGroup {...questions} />
        </div>
      )}
    </Page>
  );
}
