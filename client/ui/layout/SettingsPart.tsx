/** One part of a settings page: its title with a sentence, and the rows of its card below or beside them. */
import type { ReactNode } from "react";

export interface SettingsPartProps {
  /** Left out where the only row says it all. */
  readonly title?: string;
  /** What the rows are for. */
  readonly about?: ReactNode;
  readonly children: ReactNode;
  readonly testId?: string;
}

export function SettingsPart({ title, about, children, testId }: SettingsPartProps) {
  return (
    <section className="settings-part" data-testid={testId}>
      {title !== undefined && (
        <div className="stack stack--4">
          <h2 className="list-title">{title}</h2>
          {about !== undefined && <div className="small muted">{about}</div>}
        </div>
      )}
      <div className="settings-part__rows">{children}</div>
    </section>
  );
}
