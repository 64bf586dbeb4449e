/** One part of a settings page: its title, and the rows of its card. */
import type { ReactNode } from "react";

export interface SettingsPartProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly testId?: string;
}

export function SettingsPart({ title, children, testId }: SettingsPartProps) {
  return (
    <section className="stack stack--12" data-testid={testId}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
