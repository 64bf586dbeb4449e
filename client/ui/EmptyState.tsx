/** Where nothing is yet: a drawing, one sentence, one action. */
import type { ReactNode } from "react";

export interface EmptyStateProps {
  readonly drawing: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ drawing, title, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <div className="empty-state__drawing">{drawing}</div>
      <h2>{title}</h2>
      {children !== undefined && <div className="muted">{children}</div>}
      {action}
    </div>
  );
}
