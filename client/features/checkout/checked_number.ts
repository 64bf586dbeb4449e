/** The number that the visitor has checked, for the screens after the free result; lost with the tab's page. */
import { signal } from "@preact/signals-react";
import type { Band, CheckResult } from "../../../server/wire/members/report.ts";
import { phoneText } from "../../lib/phone/phone_text.ts";

export interface CheckedNumber {
  /** As written internationally; empty without a number. */
  readonly text: string;
  /** Undefined after a reload, until the number is checked again. */
  readonly band?: Band | undefined;
}

/** What the visitor entered and how the free check writes it. */
const latest = signal<CheckedNumber & { readonly typed: string }>({ typed: "", text: "" });

export function keepChecked(typed: string, { facts, score }: CheckResult): void {
  const { phoneNumberInternational, phoneNumber } = facts.phone;
  latest.value = {
    typed,
    text: phoneText(phoneNumberInternational || phoneNumber),
    band: score.value === null ? undefined : score.band,
  };
}

/** A result of another number is not shown. A component that calls this must call `useSignals()` first. */
export function checkedNumber(typed: string): CheckedNumber {
  const { text, band, typed: checked } = latest.value;
  return checked === typed && text !== "" ? { text, band } : { text: typed.trim() };
}
