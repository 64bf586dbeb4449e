/** The number field of the members area. */
import { t } from "../../i18n/t.ts";
import type { FormEvent } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { PhoneField, type PhoneValue } from "../../ui/controls/PhoneField.tsx";

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
        label={t("Phone number")}
        value={value}
        onChange={onChange}
        error={error}
        help={t("Rechecking within 24 hours is free.")}
        testId="lookup-number"
      />
      <Button
        kind="primary"
        type="submit"
        wide
        busy={isBusy ? t("Checking number") : undefined}
        testId="lookup-ask"
      >
        {t("Check number")}
      </Button>
    </form>
  );
}
