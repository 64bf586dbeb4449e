/** The main page's number field, with the free facts right below it. */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useReducer, useRef } from "react";
import type { CheckResult } from "../../../server/wire/members/report.ts";
import { countryOfNumber, findCountry } from "../../lib/format/countries.ts";
import { earlyText, finishEarlyInput } from "../../lib/hydration/early_input.ts";
import { visitorLocation } from "../../lib/storage/location_store.ts";
import { setNumber, suggestCountry, validator } from "../../lib/storage/validator_store.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { FactList } from "../../ui/report/FactList.tsx";
import { PhoneField, type PhoneValue } from "../../ui/controls/PhoneField.tsx";
import { checkTypedNumber, type NumberCheckPorts } from "./number_check.ts";
import { NUMBER_CHECK_START, reduceNumberCheck } from "./number_check_state.ts";

export interface NumberEntryProps {
  readonly check: NumberCheckPorts["check"];
  /** Called on every change of the field. */
  readonly onTyping?: () => void;
  readonly onChecked: (result: CheckResult) => void;
  /** The next actions, shown once there are facts. */
  readonly next: ReactNode;
}

export function NumberEntry({ check, onTyping, onChecked, next }: NumberEntryProps) {
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
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const result = await checkTypedNumber({ check, dispatch }, typed);
    if (result !== undefined) onChecked(result);
  };
  return (
    <div className="stack stack--24">
      <form ref={form} className="number-entry" onSubmit={(event) => void submit(event)} noValidate>
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
      <div aria-live="polite">{state.kind === "found" && <Found result={state.result} next={next} />}</div>
    </div>
  );
}

function Found({ result, next }: { readonly result: CheckResult; readonly next: ReactNode }) {
  const { phone } = result.facts;
  return (
    <section className="found stack" aria-label={t("Number details")}>
      <h2 className="numbers found__number">{phone.phoneNumberInternational || phone.phoneNumber}</h2>
      <FactList facts={result.facts} />
      {next}
    </section>
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
