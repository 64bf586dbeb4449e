/** Shown when there is no data yet: a drawing, one sentence, one action. */
import type { ReactNode } from "react";

export interface EmptyStateProps {
  readonly drawing: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** 1 when it is the page's only content. */
  readonly level?: 1 | 2;
}

export function EmptyState({ drawing, title, children, action, level = 2 }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <div className="empty-state__drawing">{drawing}</div>
      {level === 1 ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children !== undefined && <div className="muted">{children}</div>}
      {action}
    </div>
  );
}
