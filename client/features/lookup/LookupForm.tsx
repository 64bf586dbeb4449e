/** The number field of the members area, and where the caller said to be. */
import { t } from "../../i18n/t.ts";
import type { FormEvent } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { SelectField } from "../../ui/controls/Field.tsx";
import { countriesByName, countryName } from "../../lib/format/countries.ts";
import { PhoneField, type PhoneValue } from "../../ui/controls/PhoneField.tsx";

export interface LookupFormProps {
  readonly value: PhoneValue;
  readonly onChange: (value: PhoneValue) => void;
  /** Where the caller said to be: ISO 3166 alpha-2, or empty. */
  readonly claimed: string;
  readonly onClaim: (country: string) => void;
  readonly onAsk: () => void;
  readonly isBusy: boolean;
  readonly error: string;
}

export function LookupForm({ value, onChange, claimed, onClaim, onAsk, isBusy, error }: LookupFormProps) {
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
      <details className="more-text">
        <summary data-testid="lookup-more">{t("Where did they say they were calling from?")}</summary>
        <SelectField
          label={t("Claimed country")}
          optional
          value={claimed}
          onChange={onClaim}
          options={[
            { value: "", label: t("They didn't say") },
            ...countriesByName().map(({ code }) => ({ value: code, label: countryName(code) })),
          ]}
          testId="lookup-claimed"
        />
      </details>
    </form>
  );
}
