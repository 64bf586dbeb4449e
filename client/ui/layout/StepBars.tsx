/** How many of a few steps are done: in words, and as a row of bars. */
import type { ReactNode } from "react";

export interface StepBarsProps {
  readonly done: number;
  readonly total: number;
  /** Says the same in words: "Step 2 of 3". */
  readonly children: ReactNode;
  readonly testId?: string;
}

export function StepBars({ done, total, children, testId }: StepBarsProps) {
  return (
    <div className="steps" data-testid={testId}>
      <p className="small muted numbers">{children}</p>
      <div className="steps__bars" aria-hidden>
        {Array.from({ length: total }, (_, at) => <span key={at} data-done={at < done || undefined} />)}
      </div>
    </div>
  );
}
