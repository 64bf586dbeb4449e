/** The number and its country in one box; the country is a native select and follows a typed international prefix. */
import { t } from "../../i18n/t.ts";
import { type ClipboardEvent, useId, useState } from "react";
import { COUNTRIES, countriesByName, countryName, countryOfNumber, findCountry } from "../../lib/format/countries.ts";
import { FieldNote } from "./Field.tsx";
import { joinFitting, numbersToOffer } from "../../lib/phone/find_numbers.ts";
import { Button } from "./Button.tsx";
import { takeFocus } from "./take_focus.ts";
import { Flag } from "./Flag.tsx";
import { Icon } from "../pictures/Icon.tsx";

export interface PhoneValue {
  readonly phoneNumber: string;
  /** ISO 3166 alpha-2 or empty. */
  readonly country: string;
}

export interface PhoneFieldProps {
  readonly value: PhoneValue;
  readonly onChange: (value: PhoneValue) => void;
  readonly label: string;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly testId?: string;
}

const MAX_NUMBER_CHARS = 64;

export function PhoneField({ value, onChange, label, help, error, testId = "phone" }: PhoneFieldProps) {
  const id = useId();
  const invalid = error !== undefined && error !== "";
  const typed = (phoneNumber: string) =>
    onChange({ phoneNumber, country: countryOfNumber(phoneNumber, value.country) ?? value.country });
  // A pasted message can be longer than the field: its numbers are kept, not its first characters.
  const pasted = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData("text");
    const found = joinFitting(numbersToOffer(text), MAX_NUMBER_CHARS);
    if (found === "") return;
    event.preventDefault();
    typed(found);
  };
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>{label}</label>
      <div
        className="phone-field__box"
        data-invalid={invalid ? true : undefined}
        data-international={value.phoneNumber.trimStart().startsWith("+") ? true : undefined}
      >
        <CountryPart country={value.country} onChange={(country) => onChange({ ...value, country })} />
        <input
          id={id}
          className="phone-field__input"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          enterKeyHint="go"
          placeholder={t("Enter number")}
          maxLength={MAX_NUMBER_CHARS}
          value={value.phoneNumber}
          onChange={(event) => typed(event.currentTarget.value)}
          onPaste={pasted}
          aria-invalid={invalid ? true : undefined}
          aria-describedby={`${id}-note`}
          data-testid={testId}
        />
      </div>
      <FieldNote id={`${id}-note`} error={error} help={help} />
      <Offers
        text={value.phoneNumber}
        onChoose={(number) => {
          typed(number);
          takeFocus(document.getElementById(id));
        }}
      />
    </div>
  );
}

interface OffersProps {
  readonly text: string;
  readonly onChoose: (number: string) => void;
}

/** The numbers in a text with more than one; a press picks one of them. */
function Offers({ text, onChoose }: OffersProps) {
  const found = numbersToOffer(text);
  if (found.length === 0) return null;
  return (
    <div className="phone-field__offers" data-testid="number-offers">
      <p className="small">{t("Which number do you mean?")}</p>
      {found.map((number) => <Button key={number} onClick={() => onChoose(number)}>{number}</Button>)}
    </div>
  );
}

interface CountryPartProps {
  readonly country: string;
  readonly onChange: (country: string) => void;
}

/** A hundred options and their names delay the first paint, so they are added when the list gets focus. */
function CountryPart({ country, onChange }: CountryPartProps) {
  const [isFull, setFull] = useState(false);
  const chosen = findCountry(country);
  const rows = isFull ? countriesByName() : COUNTRIES.filter((row) => row.code === country);
  return (
    <div className="phone-field__country">
      {chosen === undefined ? <Icon name="place" size={20} /> : <Flag code={chosen.code} />}
      <span aria-hidden>{chosen === undefined ? "" : `+${chosen.dial}`}</span>
      <Icon name="down" />
      <select
        aria-label={t("Country code")}
        value={country}
        onPointerDown={() => setFull(true)}
        onFocus={() => setFull(true)}
        onChange={(event) => onChange(event.currentTarget.value)}
        data-testid="phone-country"
      >
        <option value="">{t("No country selected")}</option>
        {rows.map((row) => (
          <option key={row.code} value={row.code}>
            {isFull ? countryName(row.code) : row.code} +{row.dial}
          </option>
        ))}
      </select>
    </div>
  );
}
