/** One line of a list: what it is, a word about it, and at its end a value or a control. */
import type { ReactNode } from "react";
import { cx } from "../../lib/format/class_names.ts";

export interface LineRowProps {
  /** An icon or a flag. */
  readonly lead?: ReactNode;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly end?: ReactNode;
  /** The title is a link of class `opens__link`, and the whole row follows it. */
  readonly opens?: boolean;
  /** Below the line, in its full width. */
  readonly children?: ReactNode;
  readonly testId?: string;
}

export function LineRow({ lead, title, note, end, opens = false, children, testId }: LineRowProps) {
  return (
    <li className={cx("line-row", lead !== undefined && "line-row--lead", opens && "opens")} data-testid={testId}>
      {lead}
      <div className="line-row__words">
        <div className="line-row__title">{title}</div>
        {note !== undefined && <div className="small muted">{note}</div>}
      </div>
      {end !== undefined && <div className="line-row__end">{end}</div>}
      {children !== undefined && <div className="line-row__more">{children}</div>}
    </li>
  );
}
