/** The questions, one at a time: progress, the question, the urgent panel the moment an answer calls for it. */
import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useState } from "react";
import { visitorLocation } from "../../lib/location_store.ts";
import { Button } from "../../ui/Button.tsx";
import { ContactDrawing, HappenedDrawing, WantedDrawing, YouDrawing } from "../../ui/drawings.tsx";
import { ProgressSteps } from "../../ui/ProgressSteps.tsx";
import type { Answer } from "./answers.ts";
import { GROUPS, type Question, type QuestionGroup, QUESTIONS } from "./questions.ts";
import { questionAfter, questionBefore } from "./quiz_order.ts";
import { dispatchQuiz, quiz } from "./quiz_store.ts";
import { QuestionScreen } from "./QuestionScreen.tsx";
import { newlyUrgent, type UrgentAdvice } from "./urgent.ts";
import { UrgentPanel } from "./UrgentPanel.tsx";

export interface QuizEvents {
  readonly answered: (question: number) => void;
  readonly skipped: (question: number) => void;
  readonly urgentShown: (kind: string) => void;
}

export interface QuizProps {
  readonly question: Question;
  readonly events: QuizEvents;
  /** To another question; undefined means the questions are done. */
  readonly onGo: (n: number | undefined) => void;
  /** Back from the first question. */
  readonly onLeave: () => void;
  /** "Skip to the check". */
  readonly onSkipAll: () => void;
}

const PROGRESS = GROUPS.map(({ id, name }) => ({ name, size: QUESTIONS.filter((row) => row.group === id).length }));

export function Quiz({ question, events, onGo, onLeave, onSkipAll }: QuizProps) {
  useSignals();
  const [urgent, setUrgent] = useState<readonly UrgentAdvice[]>([]);
  const { quizAnswers } = quiz.value;
  const { n } = question;
  const next = () => onGo(questionAfter(n, quiz.value.quizAnswers));
  const answer = (value: Answer) => {
    dispatchQuiz({ type: "question_answered", question: n, answer: value, at: new Date().toISOString() });
    const fresh = newlyUrgent(quizAnswers, quiz.value.quizAnswers);
    if (fresh.length > 0) setUrgent(fresh);
    for (const row of fresh) events.urgentShown(row.kind);
  };
  const goOn = () => {
    if (quizAnswers[n] !== null) events.answered(n);
    setUrgent([]);
    next();
  };
  const skip = () => {
    events.skipped(n);
    dispatchQuiz({ type: "question_answered", question: n, answer: null, at: new Date().toISOString() });
    next();
  };
  const back = () => {
    const previous = questionBefore(n, quizAnswers);
    setUrgent([]);
    if (previous === undefined) onLeave();
    else onGo(previous);
  };
  return (
    <QuizFrame question={question} onSkipAll={onSkipAll}>
      {urgent.length > 0 ? <UrgentPanel advice={urgent} takesFocus action={<GoOn onClick={goOn} />} /> : (
        <QuestionScreen
          key={n}
          question={question}
          answer={quizAnswers[n] ?? null}
          suggestedCountry={visitorLocation.value.country}
          onAnswer={answer}
          onNext={goOn}
          onSkip={skip}
          onBack={back}
        />
      )}
    </QuizFrame>
  );
}

function GoOn({ onClick }: { readonly onClick: () => void }) {
  return (
    <div>
      <Button kind="primary" onClick={onClick} testId="urgent-go-on">Go on</Button>
    </div>
  );
}

interface QuizFrameProps {
  readonly question: Question;
  readonly onSkipAll: () => void;
  readonly children: ReactNode;
}

function QuizFrame({ question, onSkipAll, children }: QuizFrameProps) {
  return (
    <div className="quiz">
      <div className="quiz__head">
        <ProgressSteps groups={PROGRESS} current={question.n} noun="Question" />
      </div>
      <div className="quiz__drawing">
        <GroupDrawing group={question.group} />
      </div>
      <div className="quiz__body">{children}</div>
      <div className="quiz__out">
        <p className="small muted">Answers choose the advice you get. They never change the score.</p>
        <Button kind="plain" onClick={onSkipAll} testId="skip-to-check">Skip to the check</Button>
      </div>
    </div>
  );
}

function GroupDrawing({ group }: { readonly group: QuestionGroup }) {
  switch (group) {
    case "contact":
      return <ContactDrawing />;
    case "wanted":
      return <WantedDrawing />;
    case "happened":
      return <HappenedDrawing />;
    case "you":
      return <YouDrawing />;
  }
}
