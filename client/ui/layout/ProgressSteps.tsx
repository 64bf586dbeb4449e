/** Progress among n questions in groups: a count and short bars, never a percentage. */
import { t } from "../../i18n/t.ts";
export interface ProgressGroup {
  readonly name: string;
  readonly size: number;
}

export interface ProgressStepsProps {
  readonly groups: readonly ProgressGroup[];
  /** 1 based. */
  readonly current: number;
  /** Last question of a page that shows a whole group, under a heading with the group's name. */
  readonly through?: number | undefined;
  /** Questions of such a page that have no answer yet. */
  readonly open?: number | undefined;
}

export function ProgressSteps({ groups, current, through, open = 0 }: ProgressStepsProps) {
  const total = groups.reduce((sum, group) => sum + group.size, 0);
  // Only what is done: the question on a page of its own is not.
  const behind = through === undefined ? current - 1 : through - open;
  let before = 0;
  const parts = groups.map((group) => {
    const start = before;
    before += group.size;
    return { ...group, start, done: Math.max(0, Math.min(group.size, behind - start)) };
  });
  const here = parts.find((part) => current <= part.start + part.size);
  return (
    <div className="progress">
      <p className="progress__text numbers">
        {through === undefined && <strong>{here?.name}</strong>}
        <span className="muted">
          {through === undefined
            ? t("Question {current} of {total}", { current, total })
            : t("Questions {first}–{last} of {total}", { first: current, last: through, total })}
        </span>
      </p>
      <div className="progress__bars" aria-hidden>
        {parts.map((part) => (
          <svg key={part.name} className="progress__bar" viewBox={`0 0 ${part.size} 1`} preserveAspectRatio="none">
            <rect className="progress__track" width={part.size} height="1" />
            <rect className="progress__fill" width={part.done} height="1" />
          </svg>
        ))}
      </div>
    </div>
  );
}
