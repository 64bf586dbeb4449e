/** The number field of the members area. */
import type { FormEvent } from "react";
import { Button } from "../../ui/Button.tsx";
import { PhoneField, type PhoneValue } from "../../ui/PhoneField.tsx";

export interface LookupFormProps {
  readonly value: PhoneValue;
  readonly onChange: (value: PhoneValue) => void;
  readonly onAsk: () => void;
  readonly isBusy: boolean;
  readonly error: string;
}

export function LookupForm({ value, onChange, onAsk, isBusy, error }: LookupFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onAsk();
  };
  return (
    <form className="stack stack--16" onSubmit={submit} noValidate>
      <PhoneField
        label="Phone number"
        value={value}
        onChange={onChange}
        error={error}
        help="The same number within 24 hours costs no second look-up."
        testId="lookup-number"
      />
      <Button kind="primary" type="submit" wide busy={isBusy ? "Checking the number" : undefined} testId="lookup-ask">
        Check it
      </Button>
    </form>
  );
}
