/** Turns one thing on or off at once. While busy it stays where it was and ignores presses. */
export interface SwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isBusy?: boolean;
  /** What is turned on: the same words for both states. */
  readonly label: string;
  readonly testId?: string;
}

export function Switch({ isOn, onChange, isBusy = false, label, testId }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={isOn}
      aria-disabled={isBusy ? true : undefined}
      aria-label={label}
      onClick={isBusy ? undefined : () => onChange(!isOn)}
      data-testid={testId}
    >
      <span className="switch__track" />
    </button>
  );
}
