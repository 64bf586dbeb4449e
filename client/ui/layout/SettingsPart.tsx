/** One part of a settings page: its title and what it is about, and the rows of its card; side by side on a wide screen. */
import type { ReactNode } from "react";

export interface SettingsPartProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
  readonly testId?: string;
}

export function SettingsPart({ title, about, children, testId }: SettingsPartProps) {
  return (
    <section className="settings-part" data-testid={testId}>
      <div className="stack stack--8">
        <h2>{title}</h2>
        {about !== undefined && <div className="small muted">{about}</div>}
      </div>
      <div className="stack stack--12">{children}</div>
    </section>
  );
}
