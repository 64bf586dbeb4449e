/** The free check beside the number field: idle, checking, facts or one sentence. */
import type { CheckResult } from "../../../server/wire/members/report.ts";

export interface TypedNumber {
  readonly phoneNumber: string;
  readonly country: string;
}

export type NumberCheckState =
  | { readonly kind: "idle" }
  | { readonly kind: "checking"; readonly typed: TypedNumber }
  | { readonly kind: "found"; readonly result: CheckResult }
  | { readonly kind: "failed"; readonly text: string };

export type NumberCheckEvent =
  | { readonly type: "number_changed" }
  | { readonly type: "check_started"; readonly typed: TypedNumber }
  | { readonly type: "check_answered"; readonly typed: TypedNumber; readonly result: CheckResult }
  | { readonly type: "check_failed"; readonly typed: TypedNumber; readonly text: string };

export const NUMBER_CHECK_START: NumberCheckState = { kind: "idle" };

export function reduceNumberCheck(state: NumberCheckState, event: NumberCheckEvent): NumberCheckState {
  if (event.type === "number_changed") return NUMBER_CHECK_START;
  if (event.type === "check_started") return { kind: "checking", typed: event.typed };
  // What arrives after the number was changed belongs to another number, also when that one is being checked by now.
  if (state.kind !== "checking" || state.typed !== event.typed) return state;
  return event.type === "check_answered"
    ? { kind: "found", result: event.result }
    : { kind: "failed", text: event.text };
}
