/** An unticked box with the full consent sentence, which is stored as it is shown. */
import { type ReactNode, useId } from "react";
import { ChoiceMark } from "./ChoiceCard.tsx";
import { Icon } from "../pictures/Icon.tsx";

export interface ConsentRowProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly error?: string | undefined;
  readonly testId?: string;
}

export function ConsentRow({ checked, onChange, children, error, testId }: ConsentRowProps) {
  const id = useId();
  const invalid = error !== undefined && error !== "";
  return (
    <div>
      <label className="consent-row">
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
          aria-invalid={invalid ? true : undefined}
          aria-describedby={invalid ? id : undefined}
          data-testid={testId}
        />
        <ChoiceMark type="checkbox" />
        <span>{children}</span>
      </label>
      <div id={id} aria-live="polite">
        {invalid && (
          <p className="field__error">
            <Icon name="warning" />
            <span>{error}</span>
          </p>
        )}
      </div>
    </div>
  );
}
