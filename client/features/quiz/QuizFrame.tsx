/** The frame around questions: progress, the group's drawing, and the way to the check. */
import { t } from "../../i18n/t.ts";
import type { ReactNode } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { ContactDrawing, HappenedDrawing, WantedDrawing, YouDrawing } from "../../ui/pictures/drawings.tsx";
import { ProgressSteps } from "../../ui/layout/ProgressSteps.tsx";
import { GROUPS, type Question, type QuestionGroup, QUESTIONS } from "./questions.ts";

const PROGRESS = GROUPS.map(({ id, name }) => ({ name, size: QUESTIONS.filter((row) => row.group === id).length }));

export interface QuizFrameProps {
  /** Heading of a page that shows several questions. */
  readonly heading?: ReactNode;
  /** The question on the page, or the first of them. */
  readonly question: Question;
  /** Number of the last question on a page that shows several. */
  readonly through?: number;
  /** How many of these have no answer yet; a share of them where the page leaves some out. */
  readonly open?: number;
  /** Undefined where the way on leads to the results, too. */
  readonly onSkipAll: (() => void) | undefined;
  readonly children: ReactNode;
}

export function QuizFrame({ heading, question, through, open, onSkipAll, children }: QuizFrameProps) {
  return (
    <div className="quiz">
      <div className="quiz__head">
        {heading}
        <ProgressSteps groups={PROGRESS} current={question.n} through={through} open={open} />
      </div>
      <div className="quiz__drawing">
        <GroupDrawing group={question.group} />
      </div>
      <div className="quiz__body">{children}</div>
      <div className="quiz__out">
        <p className="small muted">
          {t("Only your country can affect the score. Your other answers shape the advice.")}
        </p>
        {onSkipAll !== undefined && (
          <Button kind="plain" onClick={onSkipAll} testId="skip-to-check">{t("See what to do")}</Button>
        )}
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
