/** One part of a settings page: its title above the rows of its card, which say themselves what they are for. */
import type { ReactNode } from "react";

export interface SettingsPartProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly testId?: string;
}

export function SettingsPart({ title, children, testId }: SettingsPartProps) {
  return (
    <section className="stack stack--12" data-testid={testId}>
      <h2 className="list-title">{title}</h2>
      {children}
    </section>
  );
}
