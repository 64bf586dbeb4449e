/** The main page's number field; what the check finds replaces it. */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useEffect, useLayoutEffect, useReducer, useRef } from "react";
import type { CheckResult } from "../../../server/wire/members/report.ts";
import { countryOfNumber, findCountry } from "../../lib/format/countries.ts";
import { numbersToOffer } from "../../lib/phone/find_numbers.ts";
import { earlyText, finishEarlyInput } from "../../lib/hydration/early_input.ts";
import { visitorLocation } from "../../lib/storage/location_store.ts";
import { setNumber, suggestCountry, validator } from "../../lib/storage/validator_store.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { PhoneField, type PhoneValue } from "../../ui/controls/PhoneField.tsx";
import { checkTypedNumber, type NumberCheckPorts } from "./number_check.ts";
import { NUMBER_CHECK_START, reduceNumberCheck } from "./number_check_state.ts";

export interface NumberEntryProps {
  readonly check: NumberCheckPorts["check"];
  /** Called on every change of the field. */
  readonly onTyping?: () => void;
  /** Called with what was found about the number in the field. */
  readonly onChecked: (result: CheckResult) => void;
}

export function NumberEntry({ check, onTyping, onChecked }: NumberEntryProps) {
  useSignals();
  const [state, dispatch] = useReducer(reduceNumberCheck, NUMBER_CHECK_START);
  const form = useRef<HTMLFormElement>(null);
  const typed = validator.value;
  const { country: seenCountry } = visitorLocation.value;
  const change = (value: PhoneValue) => {
    setNumber(value);
    onTyping?.();
    dispatch({ type: "number_changed" });
  };
  useEffect(() => {
    const country = seenCountry || languageCountry();
    if (validator.value.country === "" && country !== "") suggestCountry(country);
  }, [seenCountry]);
  useLayoutEffect(() => {
    const early = earlyText(form.current, typed.phoneNumber);
    if (early !== "") change({ phoneNumber: early, country: countryOfNumber(early, typed.country) ?? typed.country });
  }, []);
  useEffect(() => finishEarlyInput(form.current), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [only, ...others] = numbersToOffer(typed.phoneNumber);
    const wanted = only === undefined || others.length > 0
      ? typed
      : { phoneNumber: only, country: countryOfNumber(only, typed.country) ?? typed.country };
    if (wanted !== typed) change(wanted);
    void checkTypedNumber({ check, dispatch }, wanted);
  };
  useEffect(() => {
    if (state.kind === "found") onChecked(state.result);
  }, [state]);
  return (
    <form ref={form} className="number-entry" onSubmit={submit} noValidate>
      <PhoneField
        label={t("Phone number")}
        value={typed}
        onChange={change}
        error={state.kind === "failed" ? state.text : undefined}
        help={t("Free and private. The caller won't know.")}
      />
      <Button
        kind="primary"
        type="submit"
        wide
        busy={state.kind === "checking" ? t("Checking number") : undefined}
        testId="check-it"
      >
        {t("Check number")}
      </Button>
    </form>
  );
}

/** When the trace has no country, the region of the browser's language is the default. */
function languageCountry(): string {
  try {
    const region = new Intl.Locale(navigator.language).region ?? "";
    return findCountry(region)?.code ?? "";
  } catch {
    return "";
  }
}
