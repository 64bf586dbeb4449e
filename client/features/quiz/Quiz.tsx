/** The questions, one at a time: progress, the question, and the urgent panel as soon as an answer calls for it. */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { useLayoutEffect, useState } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import type { Answer } from "./advice/answers.ts";
import type { Question } from "./questions.ts";
import { questionAfter, questionBefore } from "./quiz_skips.ts";
import { useKnownAnswers } from "./known_answers.ts";
import { dispatchQuiz, quiz } from "./quiz_store.ts";
import { QuizFrame } from "./QuizFrame.tsx";
import { QuestionScreen } from "./QuestionScreen.tsx";
import { newlyUrgent, type UrgentAdvice, type UrgentKind } from "./advice/urgent.ts";
import { UrgentPanel } from "./advice/UrgentPanel.tsx";

export interface QuizEvents {
  readonly answered: (question: number) => void;
  readonly skipped: (question: number) => void;
  readonly urgentShown: (kind: UrgentKind) => void;
}

export interface QuizProps {
  readonly question: Question;
  readonly events: QuizEvents;
  /** Opens another question; undefined means that the questions are done. */
  readonly onGo: (n: number | undefined) => void;
  /** Back from the first question. */
  readonly onLeave: () => void;
  /** "Skip to the check". */
  readonly onSkipAll: () => void;
}

export function Quiz({ question, events, onGo, onLeave, onSkipAll }: QuizProps) {
  useSignals();
  const [urgent, setUrgent] = useState<readonly UrgentAdvice[]>([]);
  const { quizAnswers, suggestedCountry } = useKnownAnswers();
  const { n } = question;
  // The panel belongs to the question that was answered: the browser's back button leaves it, too.
  useLayoutEffect(() => () => setUrgent([]), [n]);
  const isEnd = questionAfter(n, quizAnswers) === undefined;
  const next = () => onGo(questionAfter(n, quiz.value.quizAnswers));
  const answer = (value: Answer) => {
    dispatchQuiz({ type: "question_answered", question: n, answer: value, at: new Date().toISOString() });
    const fresh = newlyUrgent(quizAnswers, quiz.value.quizAnswers);
    if (fresh.length > 0) setUrgent(fresh);
    for (const row of fresh) events.urgentShown(row.kind);
  };
  const showNext = () => {
    if (quiz.value.quizAnswers[n] !== null) events.answered(n);
    setUrgent([]);
    next();
  };
  const skip = () => {
    if (quiz.value.quizAnswers[n] !== null) answer(null);
    events.skipped(n);
    next();
  };
  const back = () => {
    const previous = questionBefore(n, quizAnswers);
    if (previous === undefined) onLeave();
    else onGo(previous);
  };
  return (
    <QuizFrame question={question} onSkipAll={isEnd ? undefined : onSkipAll}>
      {urgent.length > 0
        ? (
          <UrgentPanel
            advice={urgent}
            takesFocus
            action={<UrgentWays onBack={() => setUrgent([])} onContinue={showNext} />}
          />
        )
        : (
          <QuestionScreen
            key={n}
            question={question}
            answer={quizAnswers[n] ?? null}
            suggestedCountry={suggestedCountry}
            onAnswer={answer}
            onNext={showNext}
            onSkip={skip}
            onBack={back}
            isEnd={isEnd}
          />
        )}
    </QuizFrame>
  );
}

interface UrgentWaysProps {
  /** Back to the question that was answered. */
  readonly onBack: () => void;
  readonly onContinue: () => void;
}

function UrgentWays({ onBack, onContinue }: UrgentWaysProps) {
  return (
    <div className="question__ways">
      <Button kind="plain" icon="back" onClick={onBack}>{t("Back")}</Button>
      <Button kind="primary" onClick={onContinue} testId="urgent-go-on">{t("Continue")}</Button>
    </div>
  );
}
