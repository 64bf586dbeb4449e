/** A whole group of questions on a wide screen: it never continues by itself; one button leads to the next group. */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import type { Answer } from "./advice/answers.ts";
import { Answers, chosenInAdvance, COUNTRY_QUESTION } from "./QuestionScreen.tsx";
import { groupName, type Question, questionsOf } from "./questions.ts";
import type { QuizProps } from "./Quiz.tsx";
import { useKnownAnswers } from "./known_answers.ts";
import { QuizFrame } from "./QuizFrame.tsx";
import { isAsked, isShownBeside, questionAfter, questionBefore } from "./quiz_skips.ts";
import { dispatchQuiz, quiz } from "./quiz_store.ts";
import { newlyUrgent, type UrgentAdvice, urgentAdvice } from "./advice/urgent.ts";
import { UrgentPanel } from "./advice/UrgentPanel.tsx";

export function QuizGroup({ question, events, onGo, onLeave, onSkipAll }: QuizProps) {
  useSignals();
  const { quizAnswers, suggestedCountry: suggested } = useKnownAnswers();
  const [isCountryWithheld, setCountryWithheld] = useState(false);
  const suggestedCountry = isCountryWithheld ? "" : suggested;
  const all = questionsOf(question.group);
  const questions = all.filter(({ n }) => n === question.n ? isAsked(n, quizAnswers) : isShownBeside(n, quizAnswers));
  const answer = (n: number, value: Answer) => {
    if (n === COUNTRY_QUESTION) setCountryWithheld(value === null);
    dispatchQuiz({ type: "question_answered", question: n, answer: value, at: new Date().toISOString() });
    for (const row of newlyUrgent(quizAnswers, quiz.value.quizAnswers)) events.urgentShown(row.kind);
  };
  const countryOf = (each: Question) =>
    chosenInAdvance({ question: each, answer: quizAnswers[each.n] ?? null, suggestedCountry });
  const showNext = (event: FormEvent) => {
    event.preventDefault();
    for (const each of questions) {
      const country = countryOf(each);
      if (country !== "") answer(each.n, country);
    }
    const { quizAnswers: given } = quiz.value;
    for (const { n } of questions) (given[n] === null ? events.skipped : events.answered)(n);
    onGo(questionAfter(last, given));
  };
  const back = () => {
    const previous = questionBefore(all[0]?.n ?? question.n, quizAnswers);
    if (previous === undefined) onLeave();
    else onGo(previous);
  };
  const urgent = urgentAdvice(quizAnswers);
  const open = questions.filter((each) => (quizAnswers[each.n] ?? null) === null && countryOf(each) === "");
  const last = all.at(-1)?.n ?? question.n;
  const isEnd = questionAfter(last, quizAnswers) === undefined;
  const skips = !isEnd && open.length === questions.length;
  return (
    <QuizFrame
      heading={<GroupHeading key={question.group} question={question} />}
      question={all[0] ?? question}
      through={last}
      open={all.length * open.length / questions.length}
      onSkipAll={isEnd ? undefined : onSkipAll}
    >
      <form className="question-group" onSubmit={showNext}>
        {questions.map((row) => (
          <GroupQuestion
            key={row.n}
            question={row}
            answer={quizAnswers[row.n] ?? null}
            isOpen={open.includes(row)}
            suggestedCountry={suggestedCountry}
            urgent={urgent.filter((advice) =>
              advice.questions.findLast((n) => questions.some((q) => q.n === n)) === row.n
            )}
            onAnswer={(value) => answer(row.n, value)}
          />
        ))}
        <div className="question__ways question-group__bar">
          <Button kind="plain" icon="back" onClick={back}>{t("Back")}</Button>
          <p className="small muted numbers" aria-live="polite" data-testid="group-answered">
            {t("{done} of {total} answered", { done: questions.length - open.length, total: questions.length })}
          </p>
          <Button kind={skips ? "quiet" : "primary"} type="submit" testId="next-group">
            {isEnd ? t("See what to do") : skips ? t("Skip these questions") : t("Continue")}
          </Button>
        </div>
      </form>
    </QuizFrame>
  );
}

/** Takes focus when the group changes, so that keyboard and screen reader start at its first question. */
function GroupHeading({ question }: { readonly question: Question }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return <h1 ref={heading} tabIndex={-1} className="question__text">{groupName(question)}</h1>;
}

interface GroupQuestionProps {
  readonly question: Question;
  readonly answer: Answer;
  /** Neither answered nor preselected. */
  readonly isOpen: boolean;
  readonly suggestedCountry: string;
  /** Shown below the answers. */
  readonly urgent: readonly UrgentAdvice[];
  readonly onAnswer: (answer: Answer) => void;
}

function GroupQuestion({ question, answer, isOpen, suggestedCountry, urgent, onAnswer }: GroupQuestionProps) {
  const helpId = useId();
  const part = useRef<HTMLFieldSetElement>(null);
  return (
    <fieldset
      ref={part}
      className="question-group__one"
      data-question={question.n}
      aria-describedby={question.help === undefined ? undefined : helpId}
    >
      <legend className="question-group__text">{question.text}</legend>
      {question.help !== undefined && <p id={helpId} className="small muted">{question.help}</p>}
      <div className="question-group__answers">
        <Answers
          question={question}
          answer={answer}
          suggestedCountry={suggestedCountry}
          onAnswer={onAnswer}
        />
        <UrgentPanel advice={urgent} isAnnounced />
      </div>
      {!isOpen && (
        <div className="question-group__undo">
          <Button
            kind="plain"
            onClick={() => {
              onAnswer(null);
              part.current?.querySelector<HTMLElement>("input, select")?.focus();
            }}
          >
            {question.n === COUNTRY_QUESTION ? t("Prefer not to say") : t("Clear")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
