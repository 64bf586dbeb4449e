/**
 * One question: answers, back, skip, and the way to the check. A tap answers and continues; with keys, Enter continues.
 */
import { t } from "../../i18n/t.ts";
import { type FormEvent, type MouseEvent, useEffect, useId, useRef, useState } from "react";
import { cx } from "../../lib/format/class_names.ts";
import { countriesByName, countryName } from "../../lib/format/countries.ts";
import { useKnown } from "../../lib/hydration/use_known.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { answerPicture } from "../../lib/format/picture_names.ts";
import { ChoiceCard } from "../../ui/controls/ChoiceCard.tsx";
import { Picture } from "../../ui/pictures/Picture.tsx";
import { SelectField } from "../../ui/controls/Field.tsx";
import { Flag } from "../../ui/controls/Flag.tsx";
import type { Answer } from "./advice/answers.ts";
import { toggleChoice } from "./choice.ts";
import type { Question } from "./questions.ts";

export interface QuestionScreenProps {
  readonly question: Question;
  readonly answer: Answer;
  /** First choice of a country question. */
  readonly suggestedCountry: string;
  /** Called on every change; null clears the answer. */
  readonly onAnswer: (answer: Answer) => void;
  /** The visitor is done with this question. */
  readonly onNext: () => void;
  readonly onSkip: () => void;
  readonly onBack: () => void;
  /** The way on leads to the results. */
  readonly isEnd: boolean;
}

/** How long the tick of a tapped answer shows before the next question appears. */
export const SEEN_MS = 350;
export const COUNTRY_QUESTION = 17;

/** The country the visit comes from, preselected where the visitor is asked for their own country. */
export function chosenInAdvance(
  { question, answer, suggestedCountry }: Pick<QuestionScreenProps, "question" | "answer" | "suggestedCountry">,
): string {
  return question.n === COUNTRY_QUESTION && answer === null ? suggestedCountry : "";
}

export function QuestionScreen(props: QuestionScreenProps) {
  const { question, answer, onAnswer, onNext, onSkip, onBack, isEnd } = props;
  const country = chosenInAdvance(props);
  const heading = useRef<HTMLHeadingElement>(null);
  const helpId = useId();
  // The server's question is painted already: if a slide hid it again, it would appear later.
  const [slides] = useState(useKnown());
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, [question.n]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (country !== "") onAnswer(country);
    onNext();
  };
  return (
    <form className={cx("question", slides && "question--slides")} onSubmit={submit} data-question={question.n}>
      <div className="stack stack--8">
        <h1 ref={heading} tabIndex={-1} className="question__text">{question.text}</h1>
        {question.help !== undefined && <p id={helpId} className="muted">{question.help}</p>}
      </div>
      <fieldset className="question__answers" aria-describedby={question.help === undefined ? undefined : helpId}>
        <legend className="visually-hidden">{question.text}</legend>
        <Answers {...props} />
      </fieldset>
      {/* From the start, so that an answer moves nothing; the visitor's country may arrive later, too. */}
      <Button
        kind="primary"
        type="submit"
        wide
        disabled={answer === null && country === ""}
        testId="next-question"
      >
        {isEnd ? t("See what to do") : t("Continue")}
      </Button>
      <div className="question__ways">
        <Button kind="plain" icon="back" onClick={onBack}>{t("Back")}</Button>
        {(answer === null || question.n === COUNTRY_QUESTION) && (
          <Button kind="plain" onClick={onSkip} testId="skip-question">
            {question.n === COUNTRY_QUESTION ? t("Prefer not to say") : t("Skip this question")}
          </Button>
        )}
      </div>
    </form>
  );
}

export interface AnswersProps
  extends Pick<QuestionScreenProps, "question" | "answer" | "suggestedCountry" | "onAnswer"> {
  /** A tap on a single answer continues; undefined where several questions share a page. */
  readonly onNext?: (() => void) | undefined;
}

export function Answers(props: AnswersProps) {
  const { question } = props;
  return (
    <>
      {question.kind === "country" && <CountryAnswer {...props} />}
      {question.kind === "many" ? <ManyAnswers {...props} /> : <OneAnswer {...props} />}
    </>
  );
}

function OneAnswer({ question, answer, onAnswer, onNext }: AnswersProps) {
  const [tapped, setTapped] = useState(false);
  // The answer is in the state one render after the tap; only then is the next question known.
  useEffect(() => {
    if (!tapped || answer === null || onNext === undefined) return;
    const timer = setTimeout(() => {
      setTapped(false);
      onNext();
    }, SEEN_MS);
    return () => clearTimeout(timer);
  }, [tapped, answer]);
  return (
    <div
      className="answers"
      onClick={(event) => {
        if (isTapOnChoice(event)) setTapped(true);
      }}
    >
      {question.options.map((option) => (
        <ChoiceCard
          key={option.value}
          type="radio"
          name={`question-${question.n}`}
          value={option.value}
          checked={answer === option.value}
          onChange={() => onAnswer(option.value)}
          picture={<Picture name={answerPicture(question.n, option.value)} />}
        >
          {option.label}
        </ChoiceCard>
      ))}
    </div>
  );
}

/** Arrow keys also fire a click, with detail 0: choosing by keys must not continue to the next question. */
function isTapOnChoice(event: MouseEvent): boolean {
  return event.detail > 0 && event.target instanceof HTMLInputElement;
}

function ManyAnswers({ question, answer, onAnswer }: AnswersProps) {
  const chosen = Array.isArray(answer) ? answer : [];
  return (
    <div className="answers">
      {question.options.map((option) => (
        <ChoiceCard
          key={option.value}
          type="checkbox"
          name={`question-${question.n}`}
          value={option.value}
          checked={chosen.includes(option.value)}
          onChange={() => onAnswer(toggleChoice(question.options, chosen, option.value))}
          picture={<Picture name={answerPicture(question.n, option.value)} />}
        >
          {option.label}
        </ChoiceCard>
      ))}
    </div>
  );
}

function CountryAnswer(props: AnswersProps) {
  const { answer, onAnswer } = props;
  const isCountry = typeof answer === "string" && /^[A-Z]{2}$/.test(answer);
  const code = isCountry ? answer : chosenInAdvance(props);
  // Browsers name and sort countries in different ways, so the server sends none.
  const rows = useKnown() ? countriesByName().map((each) => ({ value: each.code, label: countryName(each.code) })) : [];
  return (
    <div className="country-choice">
      <SelectField
        label={t("Country")}
        value={code}
        onChange={(chosen) => onAnswer(chosen === "" ? null : chosen)}
        options={[{ value: "", label: t("Select a country") }, ...rows]}
        testId="question-country"
      />
      <Flag code={code} />
    </div>
  );
}
