/**
 * The number being checked and its country: a store of its own (W-QUIZ-11), kept across reloads. A tab stays with its own
 * number; a new tab begins with the one that was checked last.
 */
import { signal } from "@preact/signals-react";
import { EMPTY_VALIDATOR_DATA, slots, type ValidatorData } from "./storage_keys.ts";

/** Read with `useSignals()`; write with `setNumber`. */
export const validator = signal<ValidatorData>(slots.tabNumber.read() ?? slots.validatorData.read());

export function setNumber(data: ValidatorData): void {
  validator.value = data;
  slots.validatorData.write(data);
  slots.tabNumber.write(data);
}

export function forgetNumber(): void {
  validator.value = EMPTY_VALIDATOR_DATA;
  slots.validatorData.clear();
  slots.tabNumber.clear();
}

/** Another tab has signed out: the number went with the account, or is still stored for both tabs. */
export function takeSharedNumber(): void {
  validator.value = slots.validatorData.read();
  slots.tabNumber.clear();
}

/** A country that the visitor did not choose is shown but not stored. */
export function suggestCountry(country: string): void {
  validator.value = { ...validator.value, country };
}
