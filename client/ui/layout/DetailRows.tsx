/** Names with their values as rows of one card: a receipt, an account. A row without a value is left out. */
import type { ReactNode } from "react";

export interface DetailRowsProps {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
  readonly testId?: string;
}

export function DetailRows({ rows, testId }: DetailRowsProps) {
  return (
    <dl className="fact-sheet fact-sheet__rows" data-testid={testId}>
      {rows.filter(([, value]) => value !== "").map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="numbers">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
