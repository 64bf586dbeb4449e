/** A titled part of a page, with what can be done about it at the end of its title. */
import { type ReactNode, useId } from "react";
import { cx } from "../../lib/format/class_names.ts";

export interface PanelProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** The content has its own spacing, as a table does. */
  readonly flush?: boolean;
  readonly testId?: string;
}

export function Panel({ title, aside, children, flush = false, testId }: PanelProps) {
  const id = useId();
  return (
    <section className={cx("panel", flush && "panel--flush")} aria-labelledby={id} data-testid={testId}>
      <div className="panel__head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      <div className="panel__body">{children}</div>
    </section>
  );
}
