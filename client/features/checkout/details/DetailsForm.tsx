/** Asks for what a purchase needs and says why: email, optional names, country and postal code. */
import { t } from "../../../i18n/t.ts";
import { type FormEvent, useMemo, useRef, useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { Field, SelectField } from "../../../ui/controls/Field.tsx";
import { billingCountries } from "./billing_countries.ts";
import { checkDetails, type Details, type DetailsErrors, needsPostalCode } from "./details.ts";
import { suggestEmail } from "./email_suggestion.ts";

export interface DetailsFormProps {
  readonly details: Details;
  readonly onChange: (details: Details) => void;
  readonly onDone: () => void;
}

export function DetailsForm({ details, onChange, onDone }: DetailsFormProps) {
  const [isChecked, setChecked] = useState(false);
  const countries = useMemo(() => [{ value: "", label: t("Select a country") }, ...billingCountries()], []);
  const errors = isChecked ? checkDetails(details) : {};
  const set = (name: keyof Details) => (value: string) => onChange({ ...details, [name]: value });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const wrong = checkDetails(details);
    if (Object.keys(wrong).length === 0) onDone();
    else focusFirst(event.currentTarget, wrong);
  };
  return (
    <form className="stack stack--24" onSubmit={submit} noValidate>
      <EmailField email={details.email} error={errors.email} onChange={set("email")} />
      <div className="pair">
        <Field
          label={t("First name")}
          optional
          name="firstName"
          autoComplete="given-name"
          value={details.firstName}
          onChange={set("firstName")}
          error={errors.firstName}
        />
        <Field
          label={t("Last name")}
          optional
          name="lastName"
          autoComplete="family-name"
          value={details.lastName}
          onChange={set("lastName")}
          error={errors.lastName}
        />
      </div>
      <div className="pair">
        <SelectField
          label={t("Country")}
          name="country"
          autoComplete="country"
          value={details.country}
          onChange={set("country")}
          options={countries}
          error={errors.country}
          testId="details-country"
        />
        {needsPostalCode(details.country) && (
          <Field
            label={details.country === "US" ? t("ZIP code") : t("Postal code")}
            name="postalCode"
            autoComplete="postal-code"
            value={details.postalCode}
            onChange={set("postalCode")}
            error={errors.postalCode}
            help={t("Your bank checks it when you pay.")}
            testId="details-postal"
          />
        )}
      </div>
      <Button kind="primary" type="submit" wide testId="details-continue">{t("See plans")}</Button>
    </form>
  );
}

interface EmailProps {
  readonly email: string;
  readonly error: string | undefined;
  readonly onChange: (email: string) => void;
}

function EmailField({ email, error, onChange }: EmailProps) {
  const suggestion = suggestEmail(email);
  const part = useRef<HTMLDivElement>(null);
  return (
    <div ref={part} className="stack stack--8">
      <Field
        label={t("Email")}
        type="email"
        value={email}
        onChange={onChange}
        error={error}
        help={t("For your receipt, with the links to open your report and to cancel. No marketing.")}
        testId="details-email"
      />
      <div aria-live="polite" className="suggestion">
        {suggestion !== undefined && (
          <Button
            kind="plain"
            onClick={() => {
              onChange(suggestion);
              // The button goes, and the field says its new address.
              part.current?.querySelector("input")?.focus();
            }}
            testId="email-suggestion"
          >
            {t("Did you mean {suggestion}?", { suggestion })}
          </Button>
        )}
      </div>
    </div>
  );
}

const ORDER: readonly (keyof Details)[] = ["email", "firstName", "lastName", "country", "postalCode"];

function focusFirst(form: HTMLFormElement, errors: DetailsErrors): void {
  const name = ORDER.find((key) => errors[key] !== undefined);
  const control = name === undefined ? null : form.elements.namedItem(name);
  if (control instanceof HTMLElement) control.focus();
}
